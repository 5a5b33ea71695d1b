"""Wrong answers about least squares, each one that people give."""

import numpy as np

from autograder import misconception
from autograder import reference


def normal_equations(X, y, lam, bias, solve):
    """Ridge with the bias left free, the weights by solve(A, right side)."""
    n, c = X.shape
    x_mean, y_mean = (X.mean(axis=0), y.mean()) if bias else (np.zeros(c), 0.0)
    Z = X - x_mean
    w = solve(Z.T @ Z + n * lam * np.eye(c), Z.T @ (y - y_mean))
    return w, float(y_mean - x_mean @ w)


def walk(X, y, rate, most, stop):
    """Descent from zero until stop(change of w, change of b)."""
    w, b, steps = np.zeros(X.shape[1]), 0.0, 0
    while steps < most:
        by_w, by_b = reference.ridge_gradient(X, y, w, b, 0.0)
        w, b, steps = w - rate * by_w, b - rate * by_b, steps + 1
        if stop(rate * by_w, rate * by_b):
            break
    return w, b, steps


# --- residuals


@misconception(
    of="residuals",
    killed_by="test_residuals",
    says="The sign is turned round: here a residual is the prediction minus the target.",
)
def target_minus_prediction(X, y, w, b):
    return -reference.residuals(X, y, w, b)


@misconception(
    of="residuals",
    killed_by="test_residuals",
    says="The bias is missing from the prediction X w + b.",
)
def forgets_the_bias(X, y, w, b):
    return reference.residuals(X, y, w, 0.0)


@misconception(
    of="residuals",
    killed_by="test_residuals",
    says="You return distances. A residual keeps its sign; squares come later.",
)
def without_sign(X, y, w, b):
    return np.abs(reference.residuals(X, y, w, b))


@misconception(
    of="residuals",
    killed_by="test_residuals_refuse_a_column",
    says=(
        "(n,) minus (n, 1) is (n, n): every prediction was compared with every target, without "
        "a word. Check the shape of y and raise ValueError."
    ),
)
def broadcasts(X, y, w, b):
    return X @ w + b - y


@misconception(
    of="residuals",
    killed_by="test_residuals_refuse_a_column",
    says=(
        "You refuse a column but not a vector of another length: (1,) is broadcast. The shape must "
        "be (n,)."
    ),
)
def any_vector_will_do(X, y, w, b):
    if y.ndim != 1:
        raise ValueError("y must be a vector")
    return X @ w + b - y


@misconception(
    of="residuals",
    killed_by="test_residuals_refuse_a_column",
    says=(
        "You flatten a column of targets in silence. Convenient, but here a wrong shape is "
        "refused with ValueError: the mistake is the caller's to see."
    ),
)
def flattens(X, y, w, b):
    return X @ w + b - y.ravel()


# --- ridge_loss


@misconception(
    of="ridge_loss",
    killed_by="test_loss",
    says="You added up the squared residuals. Take their mean.",
)
def sum_of_squares(X, y, w, b, lam):
    r = reference.residuals(X, y, w, b)
    return float(r @ r + lam * (w @ w))


@misconception(
    of="ridge_loss",
    killed_by="test_loss",
    says="There is a factor 1/2 in your loss. Some books put one there; this loss has none.",
)
def half_the_squares(X, y, w, b, lam):
    return reference.ridge_loss(X, y, w, b, 0.0) / 2 + lam * float(w @ w)


@misconception(
    of="ridge_loss",
    killed_by="test_loss",
    says="You took the root of the mean square. The loss is the mean square itself.",
)
def root_mean_square(X, y, w, b, lam):
    return reference.ridge_loss(X, y, w, b, 0.0) ** 0.5 + lam * float(w @ w)


@misconception(
    of="ridge_loss",
    killed_by="test_loss_with_penalty",
    says=(
        "The bias is penalised in your loss. Only w is: a shift of all targets should cost nothing."
    ),
)
def loss_penalises_the_bias(X, y, w, b, lam):
    return reference.ridge_loss(X, y, w, b, lam) + lam * b**2


@misconception(
    of="ridge_loss",
    killed_by="test_loss_with_penalty",
    says="You penalised the length of w. The penalty is lam times its square, w . w.",
)
def penalty_without_square(X, y, w, b, lam):
    return reference.ridge_loss(X, y, w, b, 0.0) + lam * float(np.sqrt(w @ w))


@misconception(
    of="ridge_loss",
    killed_by="test_loss_with_penalty",
    says="The penalty was divided by n. It does not depend on the number of examples.",
)
def penalty_over_n(X, y, w, b, lam):
    return reference.ridge_loss(X, y, w, b, lam / len(y))


@misconception(
    of="ridge_loss",
    killed_by="test_loss_with_penalty",
    says="The penalty is halved in your loss. Right in many books; here it is lam times w . w.",
)
def half_the_penalty(X, y, w, b, lam):
    return reference.ridge_loss(X, y, w, b, lam / 2)


# --- ridge_gradient


@misconception(
    of="ridge_gradient",
    killed_by="test_gradient",
    says=(
        "The factor 2/n is missing. Without it the right learning rate changes with the number "
        "of examples."
    ),
)
def gradient_without_factor(X, y, w, b, lam):
    r = reference.residuals(X, y, w, b)
    return X.T @ r + 2 * lam * w, float(r.sum())


@misconception(
    of="ridge_gradient",
    killed_by="test_gradient",
    says="The sign is wrong: with prediction minus target, the gradient is plus X^T r.",
)
def gradient_with_wrong_sign(X, y, w, b, lam):
    by_w, by_b = reference.ridge_gradient(X, y, w, b, 0.0)
    return -by_w + 2 * lam * w, -by_b


@misconception(
    of="ridge_gradient",
    killed_by="test_gradient",
    says="The 2 of the square is missing: the derivative of r^2 is 2 r.",
)
def forgets_the_two(X, y, w, b, lam):
    by_w, by_b = reference.ridge_gradient(X, y, w, b, 0.0)
    return by_w / 2 + 2 * lam * w, by_b / 2


@misconception(
    of="ridge_gradient",
    killed_by="test_gradient",
    says="dL/db is a sum, dL/dw a mean. Both belong to the same mean loss.",
)
def sums_the_bias_gradient(X, y, w, b, lam):
    by_w, by_b = reference.ridge_gradient(X, y, w, b, lam)
    return by_w, by_b * len(y)


@misconception(
    of="ridge_gradient",
    killed_by="test_gradient_with_penalty",
    says="The derivative of lam w . w is 2 lam w, not lam w.",
)
def penalty_without_two(X, y, w, b, lam):
    return reference.ridge_gradient(X, y, w, b, lam / 2)


@misconception(
    of="ridge_gradient",
    killed_by="test_gradient_with_penalty",
    says="dL/db holds a penalty. The bias is not penalised.",
)
def gradient_penalises_the_bias(X, y, w, b, lam):
    by_w, by_b = reference.ridge_gradient(X, y, w, b, lam)
    return by_w, by_b + 2 * lam * b


@misconception(
    of="ridge_gradient",
    killed_by="test_gradient_with_penalty",
    says="The penalty's gradient was divided by n. Only the residuals are averaged.",
)
def penalty_gradient_over_n(X, y, w, b, lam):
    return reference.ridge_gradient(X, y, w, b, lam / len(y))


# --- fit_ridge


@misconception(
    of="fit_ridge",
    killed_by="test_fit",
    says="Your fit has no bias, though one is asked for: the residuals do not average to zero.",
)
def never_a_bias(X, y, lam=0.0, bias=True):
    return reference.fit_ridge(X, y, lam, bias=False)


@misconception(
    of="fit_ridge",
    killed_by="test_fit",
    says=(
        "b is the mean of y in your answer. That is right only for centred features: b = mean "
        "of y minus (mean of X) . w."
    ),
)
def bias_is_the_mean_of_y(X, y, lam=0.0, bias=True):
    w, b = reference.fit_ridge(X, y, lam, bias)
    return w, float(y.mean()) if bias else b


@misconception(
    of="fit_ridge",
    killed_by="test_fit",
    says=(
        "The weights were fitted without the bias and the bias to what was left. The two depend "
        "on each other: centre X and y first."
    ),
)
def one_after_the_other(X, y, lam=0.0, bias=True):
    w, _ = reference.fit_ridge(X, y, lam, bias=False)
    return w, float((y - X @ w).mean()) if bias else 0.0


@misconception(
    of="fit_ridge",
    killed_by="test_fit_without_bias",
    says="You fit a bias although bias=False: then b is 0 and X and y must not be centred.",
)
def always_a_bias(X, y, lam=0.0, bias=True):
    return reference.fit_ridge(X, y, lam, bias=True)


@misconception(
    of="fit_ridge",
    killed_by="test_fit_without_bias",
    says=(
        "With bias=False you dropped b from a fit that had one. The weights must be fitted "
        "without it."
    ),
)
def drops_the_bias(X, y, lam=0.0, bias=True):
    w, b = reference.fit_ridge(X, y, lam, bias=True)
    return w, b if bias else 0.0


@misconception(
    of="fit_ridge",
    killed_by="test_fit_with_penalty",
    says=(
        "The factor between data and penalty is off. The residuals are averaged over n, so the "
        "normal equations hold n lam, not lam."
    ),
)
def lam_without_n(X, y, lam=0.0, bias=True):
    return reference.fit_ridge(X, y, lam / len(y), bias)


@misconception(
    of="fit_ridge",
    killed_by="test_fit_with_penalty",
    says=(
        "Your fit minimises the mean square times 2 plus lam/2 times w . w. Here both factors "
        "are 1: check them in the normal equations."
    ),
)
def quarter_of_lam(X, y, lam=0.0, bias=True):
    return reference.fit_ridge(X, y, lam / 4, bias)


@misconception(
    of="fit_ridge",
    killed_by="test_fit_with_penalty",
    says=(
        "The bias is penalised: as a column of ones it must get no lam. Add 100 to all targets "
        "and only b may change."
    ),
)
def penalises_the_bias(X, y, lam=0.0, bias=True):
    if not bias:
        return reference.fit_ridge(X, y, lam, bias)
    theta, _ = reference.fit_ridge(np.column_stack([X, np.ones(len(X))]), y, lam, bias=False)
    return theta[:-1], float(theta[-1])


@misconception(
    of="fit_ridge",
    killed_by="test_fit_with_penalty",
    says="The penalty has no effect in your answer.",
)
def ignores_lam(X, y, lam=0.0, bias=True):
    return reference.fit_ridge(X, y, 0.0 if bias else lam, bias)


@misconception(
    of="fit_ridge",
    killed_by="test_fit_of_dependent_features",
    says=(
        "X^T X has no inverse when features depend on each other, and the solver fails. "
        "np.linalg.lstsq finds a solution all the same."
    ),
)
def solves_normal_equations(X, y, lam=0.0, bias=True):
    return normal_equations(X, y, lam, bias, np.linalg.solve)


@misconception(
    of="fit_ridge",
    killed_by="test_fit_of_nearly_dependent_features",
    says=(
        "The pseudoinverse of X^T X lost half of the digits: forming X^T X squares the "
        "condition number. Use np.linalg.lstsq or a decomposition of X itself."
    ),
)
def pseudoinverse_of_the_square(X, y, lam=0.0, bias=True):
    return normal_equations(X, y, lam, bias, lambda A, right: np.linalg.pinv(A) @ right)


@misconception(
    of="fit_ridge",
    killed_by="test_fit_of_nearly_dependent_features",
    says=(
        "A little penalty was added to make X^T X invertible. It changes the answer: lam = 0 "
        "means no penalty at all."
    ),
)
def a_little_penalty(X, y, lam=0.0, bias=True):
    return reference.fit_ridge(X, y, max(lam, 1e-12), bias)


@misconception(
    of="fit_ridge",
    killed_by="test_fit_of_nearly_dependent_features",
    says=(
        "A little penalty was added where none was asked for. It changes the answer: lam = 0 means "
        "no penalty at all."
    ),
)
def a_larger_little_penalty(X, y, lam=0.0, bias=True):
    return reference.fit_ridge(X, y, max(lam, 1e-8), bias)


# --- hat_matrix


@misconception(
    of="hat_matrix",
    killed_by="test_hat_matrix",
    says="This is the pseudoinverse: it maps y to the weights. Multiply by X to get predictions.",
)
def stops_at_the_weights(X):
    return np.linalg.pinv(X)


@misconception(
    of="hat_matrix",
    killed_by="test_hat_matrix",
    says="Your matrix gives what is left over, y minus the prediction. Leave the identity out.",
)
def gives_the_rest(X):
    return np.eye(len(X)) - reference.hat_matrix(X)


@misconception(
    of="hat_matrix",
    killed_by="test_hat_matrix",
    says="Your matrix fits a bias, too. It is asked for without: X alone, no ones, no means.",
)
def projects_with_bias(X):
    return reference.hat_matrix(np.column_stack([X, np.ones(len(X))]))


@misconception(
    of="hat_matrix",
    killed_by="test_hat_matrix_of_dependent_features",
    says=(
        "X^T X has no inverse when columns depend on each other. The pseudoinverse of X exists "
        "always."
    ),
)
def hat_by_inverse(X):
    return X @ np.linalg.inv(X.T @ X) @ X.T


# --- descend


@misconception(
    of="descend",
    killed_by="test_descend",
    says="You compare the length of the step with eps. The rule takes its square.",
)
def compares_the_length(X, y, rate, eps, most):
    return walk(X, y, rate, most, lambda dw, db: np.sqrt(dw @ dw + db**2) < eps)


@misconception(
    of="descend",
    killed_by="test_descend",
    says="Your rule looks at w alone. The bias may still be moving: add the square of its change.",
)
def looks_at_w_only(X, y, rate, eps, most):
    return walk(X, y, rate, most, lambda dw, db: dw @ dw < eps)


@misconception(
    of="descend",
    killed_by="test_descend",
    says="Your rule looks at the gradient. The step is the rate times the gradient.",
)
def looks_at_the_gradient(X, y, rate, eps, most):
    return walk(X, y, rate, most, lambda dw, db: (dw @ dw + db**2) / rate**2 < eps)


@misconception(
    of="descend",
    killed_by="test_descend",
    says="You never stop before the last step allowed. Stop after the first short one.",
)
def never_stops(X, y, rate, eps, most):
    return walk(X, y, rate, most, lambda dw, db: False)


@misconception(
    of="descend",
    killed_by="test_descend",
    says="You look at the length from the second step on. The first may be short enough already.",
)
def never_after_the_first_step(X, y, rate, eps, most):
    _, _, steps = reference.descend(X, y, rate, eps, most)
    return reference.descend(X, y, rate, eps if steps > 1 else 0.0, max(steps, min(2, most)))


@misconception(
    of="descend",
    killed_by="test_descend",
    says=(
        "The step that fulfils the rule was not counted, or not taken. It is the last one: "
        "count it."
    ),
)
def last_step_not_counted(X, y, rate, eps, most):
    w, b, steps = reference.descend(X, y, rate, eps, most)
    return w, b, steps - 1 if steps < most else steps


@misconception(
    of="descend",
    killed_by="test_descend_no_further",
    says="You took one step more than allowed. Step number `most` is the last.",
)
def one_step_too_many(X, y, rate, eps, most):
    return reference.descend(X, y, rate, eps, most + 1)
