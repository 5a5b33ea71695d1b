"""Wrong answers about derivatives by differences, each one that people give."""

import numpy as np

from autograder import misconception
from autograder import reference


def columns(f, x, column):
    """A Jacobian put together from column(step), step being h along one coordinate."""
    x = np.asarray(x, dtype=np.float64)
    basis = np.eye(x.size).reshape(x.size, *x.shape)
    found = np.stack([column(x, e) for e in basis], axis=-1)
    return found.reshape(found.shape[:-1] + x.shape)


# --- numerical_jacobian


@misconception(
    of="numerical_jacobian",
    killed_by="test_jacobian_of_a_linear_map",
    says="Twice too large: the two points are 2h apart, so divide by 2h.",
)
def divides_by_h(f, x, h=1e-5):
    return 2 * reference.numerical_jacobian(f, x, h)


@misconception(
    of="numerical_jacobian",
    killed_by="test_jacobian_of_a_linear_map",
    says=(
        "Your Jacobian is transposed. Outputs come first: row i holds the derivatives of output i."
    ),
)
def inputs_first(f, x, h=1e-5):
    return reference.numerical_jacobian(f, x, h).T


@misconception(
    of="numerical_jacobian",
    killed_by="test_jacobian_of_a_linear_map",
    says=(
        "You moved all coordinates at once. That is the derivative along (1, ..., 1); move one "
        "coordinate at a time for the partial derivatives."
    ),
)
def moves_all_at_once(f, x, h=1e-5):
    return (f(x + h) - f(x - h)) / (2 * h)


@misconception(
    of="numerical_jacobian",
    killed_by="test_jacobian_of_a_linear_map",
    says=(
        "You moved the coordinates one after another and never moved them back. Start from x "
        "again for each column."
    ),
)
def keeps_moving(f, x, h=1e-5):
    start = np.asarray(x, dtype=np.float64)
    ahead, behind = start.copy(), start.copy()
    found = []
    for k in np.ndindex(start.shape):
        ahead[k] += h
        behind[k] -= h
        found.append((f(ahead) - f(behind)) / (2 * h))
    found = np.stack(found, axis=-1)
    return found.reshape(found.shape[:-1] + start.shape)


@misconception(
    of="numerical_jacobian",
    killed_by="test_jacobian_of_a_linear_map",
    says=(
        "Your step is so small that f(x + h) and f(x - h) agree in nearly all digits: their "
        "difference is rounding noise. Use the h that is passed."
    ),
)
def vanishing_step(f, x, h=1e-5):
    return reference.numerical_jacobian(f, x, 1e-14)


@misconception(
    of="numerical_jacobian",
    killed_by="test_jacobian_of_a_curved_map",
    says=(
        "You took a one-sided difference, whose error shrinks like h. Take the points x + h and "
        "x - h: the error shrinks like h^2."
    ),
)
def one_sided(f, x, h=1e-5):
    return columns(f, x, lambda x, e: (f(x + h * e) - f(x)) / h)


@misconception(
    of="numerical_jacobian",
    killed_by="test_jacobian_uses_the_step",
    says="You use a step of your own. The step is the argument h.",
)
def ignores_h(f, x, h=1e-5):
    return reference.numerical_jacobian(f, x)


@misconception(
    of="numerical_jacobian",
    killed_by="test_jacobian_uses_the_step",
    says=(
        "You moved by h/2 to each side. A good estimate, but h is the distance from x to each "
        "of the two points, which are 2h apart."
    ),
)
def half_steps(f, x, h=1e-5):
    return reference.numerical_jacobian(f, x, h / 2)


@misconception(
    of="numerical_jacobian",
    killed_by="test_jacobian_of_any_shape",
    says=(
        "You flattened x and f(x): your Jacobian is always a matrix. Its shape is f(x).shape + "
        "x.shape."
    ),
)
def always_a_matrix(f, x, h=1e-5):
    return reference.numerical_jacobian(f, x, h).reshape(np.size(f(x)), x.size)


@misconception(
    of="numerical_jacobian",
    killed_by="test_jacobian_of_any_shape",
    says=(
        "You added up the outputs before the derivative. Each output has derivatives of its "
        "own: only a function with one output has a gradient."
    ),
)
def adds_up_matrix_outputs(f, x, h=1e-5):
    found = reference.numerical_jacobian(f, x, h)
    return found if x.ndim == 1 else found.reshape((-1, *x.shape)).sum(axis=0)


@misconception(
    of="numerical_jacobian",
    killed_by="test_jacobian_at_integers",
    says="Your steps kept the integer type of x, and 0.00001 became 0. Turn x into floats first.",
)
def steps_in_integers(f, x, h=1e-5):
    found = []
    for k in np.ndindex(x.shape):
        ahead, behind = x.copy(), x.copy()
        ahead[k] += np.asarray(h).astype(x.dtype)
        behind[k] -= np.asarray(h).astype(x.dtype)
        found.append((f(ahead) - f(behind)) / (2 * h))
    found = np.stack(found, axis=-1)
    return found.reshape(found.shape[:-1] + x.shape)


@misconception(
    of="numerical_jacobian",
    killed_by="test_jacobian_leaves_x",
    says=(
        "You moved the caller's x and moved it back; after + h - 2h + h it is not the same to "
        "the last bit. Work on a copy."
    ),
)
def moves_the_callers_x(f, x, h=1e-5):
    if x.dtype != np.float64:
        return reference.numerical_jacobian(f, x, h)
    found = []
    for k in np.ndindex(x.shape):
        x[k] += h
        ahead = f(x.copy())
        x[k] -= 2 * h
        found.append((ahead - f(x.copy())) / (2 * h))
        x[k] += h
    found = np.stack(found, axis=-1)
    return found.reshape(found.shape[:-1] + x.shape)


@misconception(
    of="numerical_jacobian",
    killed_by="test_jacobian_at_float32",
    says=(
        "Only integers became float64. In float32 a step of 0.00001 drowns in rounding: turn every "
        "x into float64."
    ),
)
def steps_in_float32(f, x, h=1e-5):
    if x.dtype != np.float32:
        return reference.numerical_jacobian(f, x, h)
    found = []
    for k in np.ndindex(x.shape):
        ahead, behind = x.copy(), x.copy()
        ahead[k] += h
        behind[k] -= h
        found.append((f(ahead) - f(behind)).astype(np.float64) / (2 * h))
    found = np.stack(found, axis=-1)
    return found.reshape(found.shape[:-1] + x.shape)


# --- directional_derivative


@misconception(
    of="directional_derivative",
    killed_by="test_directional_derivative",
    says=(
        "You made v a unit vector. Right for a slope; here the length of v counts: twice the v, "
        "twice the derivative."
    ),
)
def unit_direction(f, x, v, h=1e-5):
    return reference.directional_derivative(f, x, v / np.sqrt((v**2).sum()), h)


@misconception(
    of="directional_derivative",
    killed_by="test_directional_derivative",
    says="Twice too large: the two points are 2h v apart, so divide by 2h.",
)
def direction_over_h(f, x, v, h=1e-5):
    return 2 * reference.directional_derivative(f, x, v, h)


@misconception(
    of="directional_derivative",
    killed_by="test_directional_derivative",
    says="You took a one-sided difference. Take x + h v and x - h v: the error shrinks like h^2.",
)
def one_sided_direction(f, x, v, h=1e-5):
    return (f(x + h * v) - f(x)) / h


@misconception(
    of="directional_derivative",
    killed_by="test_directional_derivative_uses_the_step",
    says="You use a step of your own. The step is the argument h.",
)
def direction_ignores_h(f, x, v, h=1e-5):
    return reference.directional_derivative(f, x, v)


@misconception(
    of="directional_derivative",
    killed_by="test_directional_derivative_of_matrices",
    says=(
        "J @ v sums over one axis of the Jacobian only. When x is a matrix, both of its axes "
        "are summed; or leave the Jacobian out and move x along v."
    ),
)
def matrix_product_with_v(f, x, v, h=1e-5):
    if x.ndim == 1:
        return reference.directional_derivative(f, x, v, h)
    return reference.numerical_jacobian(f, x, h) @ v


# --- linear_approximation


@misconception(
    of="linear_approximation",
    killed_by="test_linear_approximation",
    says=(
        "The slope was taken at x. A linear function has one slope; it touches f at x0, so take "
        "it there."
    ),
)
def slope_at_x(f, x0, x, h=1e-5):
    slope = np.asarray(reference.numerical_jacobian(f, x, h))
    return f(x0) + np.tensordot(slope, x - x0, axes=x0.ndim)


@misconception(
    of="linear_approximation",
    killed_by="test_linear_approximation",
    says="This is only the change. Add the value f(x0) that it starts from.",
)
def only_the_change(f, x0, x, h=1e-5):
    return reference.linear_approximation(f, x0, x, h) - f(x0)


@misconception(
    of="linear_approximation",
    killed_by="test_linear_approximation",
    says="The displacement has the wrong sign: the way from x0 to x is x - x0.",
)
def walks_backwards(f, x0, x, h=1e-5):
    return reference.linear_approximation(f, x0, 2 * x0 - x, h)


@misconception(
    of="linear_approximation",
    killed_by="test_linear_approximation",
    says="Your step is always 1e-5. Hand h on to the differences.",
)
def ignores_the_step(f, x0, x, h=1e-5):
    return reference.linear_approximation(f, x0, x)


@misconception(
    of="linear_approximation",
    killed_by="test_linear_approximation_of_matrices",
    says=(
        "You multiplied with @, which sums over one axis only. When x0 is a matrix, the change "
        "is summed over both of its axes."
    ),
)
def matrix_product_with_the_way(f, x0, x, h=1e-5):
    if x0.ndim < 2:
        return reference.linear_approximation(f, x0, x, h)
    return f(x0) + reference.numerical_jacobian(f, x0, h) @ (x - x0)


# --- chain_jacobian


@misconception(
    of="chain_jacobian",
    killed_by="test_chain_rule",
    says="The Jacobian of f was taken at x. f receives g(x): take it there.",
)
def outer_jacobian_at_x(jac_f, g, jac_g, x):
    return jac_f(x) @ jac_g(x)


@misconception(
    of="chain_jacobian",
    killed_by="test_chain_rule",
    says="The factors are in the wrong order: (o, m) times (m, d), the outer function first.",
)
def inner_jacobian_first(jac_f, g, jac_g, x):
    return jac_g(x) @ jac_f(g(x))


@misconception(
    of="chain_jacobian",
    killed_by="test_chain_rule",
    says="You multiplied entry by entry. The chain rule for vectors is a matrix product.",
)
def entry_by_entry(jac_f, g, jac_g, x):
    return jac_f(g(x)) * jac_g(x)


# --- observed_order


@misconception(
    of="observed_order",
    killed_by="test_observed_order",
    says="The step was halved, so take the logarithm to base 2, not the natural one.",
)
def natural_logarithm(estimate, exact, h):
    return reference.observed_order(estimate, exact, h) * np.log(2)


@misconception(
    of="observed_order",
    killed_by="test_observed_order",
    says="The ratio is upside down: the error at h over the error at h/2.",
)
def upside_down(estimate, exact, h):
    return -reference.observed_order(estimate, exact, h)


@misconception(
    of="observed_order",
    killed_by="test_observed_order",
    says="You compared h with 2h. Compare h with h/2.",
)
def doubles_the_step(estimate, exact, h):
    return reference.observed_order(estimate, exact, 2 * h)


@misconception(
    of="observed_order",
    killed_by="test_observed_order_of_arrays",
    says="You took the largest difference, sign and all. A large negative one is an error too.",
)
def signed_errors(estimate, exact, h):
    if np.ndim(exact) == 0:
        return reference.observed_order(estimate, exact, h)
    coarse, fine = (np.max(estimate(step) - exact) for step in (h, h / 2))
    return float(np.log2(coarse / fine))


@misconception(
    of="observed_order",
    killed_by="test_observed_order_of_arrays",
    says="All entries count in your error. That of an array is its largest absolute difference.",
)
def mean_error(estimate, exact, h):
    coarse, fine = (np.mean(np.abs(estimate(step) - exact)) for step in (h, h / 2))
    return float(np.log2(coarse / fine))


@misconception(
    of="observed_order",
    killed_by="test_observed_order_of_arrays",
    says="You followed one entry: that with the largest error at h. At h/2 another may be the "
    "worst: take the largest error of each.",
)
def follows_one_entry(estimate, exact, h):
    coarse, fine = (np.ravel(np.abs(estimate(step) - exact)) for step in (h, h / 2))
    worst = np.argmax(coarse)
    return float(np.log2(coarse[worst] / fine[worst]))
