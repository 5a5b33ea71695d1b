"""Wrong answers about walking downhill, each one that people give."""

import numpy as np

from autograder import misconception
from autograder import reference


def walk(gradient, x0, rates, step):
    """A path whose velocity is step(old velocity, rate, point)."""
    path = [x0]
    velocity = np.zeros_like(x0)
    for rate in rates:
        velocity = step(velocity, rate, path[-1])
        path.append(path[-1] + velocity)
    return np.stack(path)


def slide(Q, b, x0, steps, length):
    """Steepest descent with a step length(g, Q)."""
    path = [x0]
    for _ in range(steps):
        g = Q @ path[-1] - b
        path.append(path[-1] - length(g, Q) * g if g.any() else path[-1])
    return np.stack(path)


# --- surface


@misconception(
    of="surface",
    killed_by="test_surface",
    says=(
        "Sine and cosine are mixed up: sine belongs to the first coordinate, cosine to the second."
    ),
)
def swaps_sine_and_cosine(X):
    return reference.surface(X[:, ::-1])


@misconception(
    of="surface",
    killed_by="test_surface",
    says="The second term has no halves in your answer: it is sin(x1/2) cos(x2/2).",
)
def forgets_the_halves(X):
    return 2 * np.sin(X[:, 0]) * np.cos(X[:, 1])


@misconception(
    of="surface",
    killed_by="test_surface",
    says="You return a column, (n, 1). One number for each row is an array of shape (n,).",
)
def returns_a_column(X):
    return reference.surface(X)[:, None]


@misconception(
    of="surface",
    killed_by="test_surface",
    says=(
        "X[0] and X[1] are the first two points. Its columns, X[:, 0] and X[:, 1], are coordinates."
    ),
)
def rows_for_columns(X):
    return reference.surface(X.T[:, :2])


# --- surface_gradient


@misconception(
    of="surface_gradient",
    killed_by="test_surface_gradient",
    says="The inner derivative is missing: the derivative of sin(x/2) is cos(x/2)/2.",
)
def forgets_the_inner_derivative(X):
    a, b = X.T
    return np.stack(
        [
            np.cos(a) * np.cos(b) + np.cos(a / 2) * np.cos(b / 2),
            -np.sin(a) * np.sin(b) - np.sin(a / 2) * np.sin(b / 2),
        ],
        axis=1,
    )


@misconception(
    of="surface_gradient",
    killed_by="test_surface_gradient",
    says="The second entry has the wrong sign: the derivative of the cosine is minus the sine.",
)
def sign_of_the_cosine(X):
    return reference.surface_gradient(X) * np.array([1.0, -1.0])


@misconception(
    of="surface_gradient",
    killed_by="test_surface_gradient",
    says="Your gradient is (2, n). Each point has a row of its own: stack along the last axis.",
)
def gradients_as_columns(X):
    return reference.surface_gradient(X).T


@misconception(
    of="surface_gradient",
    killed_by="test_surface_gradient",
    says=(
        "You return the slope along (1, 1). The partial derivatives stand side by side, not added."
    ),
)
def adds_the_partials(X):
    return reference.surface_gradient(X).sum(axis=1)


# --- is_descent_direction


@misconception(
    of="is_descent_direction",
    killed_by="test_descent_direction",
    says=(
        "The sign is wrong. The gradient points uphill, so a descent makes an obtuse angle with it."
    ),
)
def uphill(gradient, p):
    return bool(gradient @ p > 0)


@misconception(
    of="is_descent_direction",
    killed_by="test_descent_direction",
    says=(
        "You accept only the direction of the negative gradient. It is the steepest way down; "
        "every p with <gradient, p> < 0 also goes down."
    ),
)
def only_the_steepest(gradient, p):
    cosine = gradient @ p / np.sqrt((gradient @ gradient) * (p @ p) + 1e-300)
    return bool(cosine < -1 + 1e-9)


@misconception(
    of="is_descent_direction",
    killed_by="test_level_directions",
    says=(
        "You accept a slope of zero. Along a level line the function need not fall: ask for a "
        "slope below zero."
    ),
)
def accepts_level_directions(gradient, p):
    return bool(gradient @ p <= 0)


# --- decayed_rates


@misconception(
    of="decayed_rates",
    killed_by="test_decayed_rates",
    says="The first rate is already decayed. Time starts at t = 1, and t - 1 is zero there.",
)
def decays_too_early(rate, decay, steps):
    return rate / (1 + decay * np.arange(1, steps + 1))


@misconception(
    of="decayed_rates",
    killed_by="test_decayed_rates",
    says=(
        "You divide by 1 + decay again in each step, so the rates fall exponentially. Divide "
        "once, by 1 + decay (t - 1)."
    ),
)
def decays_exponentially(rate, decay, steps):
    return rate / (1 + decay) ** np.arange(steps)


# --- gradient_descent


@misconception(
    of="gradient_descent",
    killed_by="test_plain_descent",
    says="You walk uphill: the gradient is subtracted.",
)
def ascends(gradient, x0, rates, momentum=0.0):
    return reference.gradient_descent(lambda X: -gradient(X), x0, rates, momentum)


@misconception(
    of="gradient_descent",
    killed_by="test_plain_descent",
    says="The starts are missing. The path holds steps + 1 points for each start, x0 first.",
)
def leaves_out_the_starts(gradient, x0, rates, momentum=0.0):
    return reference.gradient_descent(gradient, x0, rates, momentum)[1:]


@misconception(
    of="gradient_descent",
    killed_by="test_plain_descent",
    says=(
        "All points of your path are the last one: the list holds one array many times. Make a "
        "new array in each step, or append a copy."
    ),
)
def one_array_many_times(gradient, x0, rates, momentum=0.0):
    last = reference.gradient_descent(gradient, x0, rates, momentum)[-1]
    return np.stack([last] * (len(rates) + 1))


@misconception(
    of="gradient_descent",
    killed_by="test_plain_descent",
    says="You averaged the gradients of all starts. Each start walks its own path.",
)
def averages_over_starts(gradient, x0, rates, momentum=0.0):
    def mean(X):
        return np.broadcast_to(gradient(X).mean(axis=0), X.shape)

    return reference.gradient_descent(mean, x0, rates, momentum)


@misconception(
    of="gradient_descent",
    killed_by="test_plain_descent",
    says=(
        "Your steps all have the same length: the gradient was made a unit vector. Step by rate "
        "times gradient, long where it is steep."
    ),
)
def unit_steps(gradient, x0, rates, momentum=0.0):
    def unit(X):
        g = gradient(X)
        return g / np.linalg.norm(g, axis=1, keepdims=True)

    return reference.gradient_descent(unit, x0, rates, momentum)


@misconception(
    of="gradient_descent",
    killed_by="test_descent_with_a_schedule",
    says="Every step uses the first rate. Step t uses rates[t - 1].",
)
def first_rate_only(gradient, x0, rates, momentum=0.0):
    return reference.gradient_descent(gradient, x0, np.repeat(rates[:1], len(rates)), momentum)


@misconception(
    of="gradient_descent",
    killed_by="test_descent_with_momentum",
    says=(
        "The momentum is a moving average in your answer: the gradient is scaled by 1 - "
        "momentum. Right in Adam; here it keeps its full weight."
    ),
)
def moving_average(gradient, x0, rates, momentum=0.0):
    return walk(
        gradient,
        x0,
        rates,
        lambda v, rate, x: momentum * v - (1 - momentum) * rate * gradient(x),
    )


@misconception(
    of="gradient_descent",
    killed_by="test_descent_with_momentum",
    says=(
        "You took the gradient where the momentum would lead (Nesterov). Right elsewhere; here "
        "it is taken at the current point."
    ),
)
def looks_ahead(gradient, x0, rates, momentum=0.0):
    return walk(
        gradient, x0, rates, lambda v, rate, x: momentum * v - rate * gradient(x + momentum * v)
    )


@misconception(
    of="gradient_descent",
    killed_by="test_descent_with_momentum",
    says=(
        "The momentum has the wrong sign: it brakes. The velocity already points downhill, so "
        "momentum times velocity is added."
    ),
)
def momentum_brakes(gradient, x0, rates, momentum=0.0):
    return walk(gradient, x0, rates, lambda v, rate, x: -momentum * v - rate * gradient(x))


@misconception(
    of="gradient_descent",
    killed_by="test_descent_with_momentum",
    says=(
        "Momentum acts on the last gradient only. It multiplies the whole last step, which "
        "holds all earlier gradients."
    ),
)
def remembers_one_gradient(gradient, x0, rates, momentum=0.0):
    path, last = [x0], np.zeros_like(x0)
    for rate in rates:
        kick = -rate * gradient(path[-1])
        path.append(path[-1] + kick + momentum * last)
        last = kick
    return np.stack(path)


@misconception(
    of="gradient_descent",
    killed_by="test_momentum_with_a_schedule",
    says=(
        "Your velocity is a sum of gradients, multiplied by the newest rate at the end. Right "
        "in torch's SGD; here each gradient keeps the rate of its own time."
    ),
)
def rate_outside_the_velocity(gradient, x0, rates, momentum=0.0):
    path, velocity = [x0], np.zeros_like(x0)
    for rate in rates:
        velocity = momentum * velocity + gradient(path[-1])
        path.append(path[-1] - rate * velocity)
    return np.stack(path)


@misconception(
    of="gradient_descent",
    killed_by="test_descent_arrives",
    says=(
        "You stop as soon as the gradient is small and repeat the last point. All steps are "
        "asked for: the last ones bring the last digits."
    ),
)
def stops_early(gradient, x0, rates, momentum=0.0):
    path, velocity = [x0], np.zeros_like(x0)
    for rate in rates:
        g = gradient(path[-1])
        if np.abs(g).max() < 1e-3:
            path.append(path[-1])
            continue
        velocity = momentum * velocity - rate * g
        path.append(path[-1] + velocity)
    return np.stack(path)


@misconception(
    of="gradient_descent",
    killed_by="test_descent_leaves_the_starts",
    says="x += ... changed the caller's starts. Work on a copy: x = x0.copy(), or x = x + ...",
)
def moves_the_callers_starts(gradient, x0, rates, momentum=0.0):
    path = reference.gradient_descent(gradient, x0.copy(), rates, momentum)
    x0 += path[-1] - path[0]
    return path


# --- steepest_exact


@misconception(
    of="steepest_exact",
    killed_by="test_exact_steps",
    says="The curvature is missing: the best step is <g, g> / <g, Q g>, not <g, g> / <g, g> = 1.",
)
def forgets_the_curvature(Q, b, x0, steps):
    return slide(Q, b, x0, steps, lambda g, Q: 1.0)


@misconception(
    of="steepest_exact",
    killed_by="test_exact_steps",
    says=(
        "You made the gradient a unit vector but kept the step for the full one. Use one of "
        "them throughout."
    ),
)
def unit_direction(Q, b, x0, steps):
    return slide(Q, b, x0, steps, lambda g, Q: (g @ g) ** 0.5 / (g @ Q @ g))


@misconception(
    of="steepest_exact",
    killed_by="test_exact_steps",
    says=(
        "The gradient was computed once, at the start. Compute it again at each point, or you "
        "stay on one line."
    ),
)
def keeps_the_first_gradient(Q, b, x0, steps):
    g = Q @ x0 - b
    eta = g @ g / (g @ Q @ g) if g.any() else 0.0
    return np.stack([x0 - t * eta * g for t in range(steps + 1)])


@misconception(
    of="steepest_exact",
    killed_by="test_exact_steps",
    says=(
        "You used one safe step for all, 1 over the largest eigenvalue. The best step depends "
        "on the gradient: <g, g> / <g, Q g>."
    ),
)
def one_safe_step(Q, b, x0, steps):
    return slide(Q, b, x0, steps, lambda g, Q: 1 / np.linalg.eigvalsh(Q)[-1])


@misconception(
    of="steepest_exact",
    killed_by="test_exact_steps_turn_at_right_angles",
    says="b is missing: the gradient of 1/2 x^T Q x - b^T x is Q x - b.",
)
def forgets_b(Q, b, x0, steps):
    return reference.steepest_exact(Q, np.zeros_like(b), x0, steps)


@misconception(
    of="steepest_exact",
    killed_by="test_exact_steps_turn_at_right_angles",
    says="b has the wrong sign: the gradient of 1/2 x^T Q x - b^T x is Q x - b.",
)
def adds_b(Q, b, x0, steps):
    return reference.steepest_exact(Q, -b, x0, steps)


@misconception(
    of="steepest_exact",
    killed_by="test_exact_steps_at_the_minimum",
    says="You stop where the gradient is small. It is only at zero that there is no step to take.",
)
def stays_near_the_minimum(Q, b, x0, steps):
    path = [x0]
    for _ in range(steps):
        g = Q @ path[-1] - b
        size = 0.0 if g @ Q @ g < 1e-6 else (g @ g) / (g @ Q @ g)
        path.append(path[-1] - size * g)
    return np.stack(path)


@misconception(
    of="steepest_exact",
    killed_by="test_exact_steps_at_the_minimum",
    says=(
        "At the minimum the step is 0/0, a NaN, and the path is lost. Stay when the gradient is "
        "zero."
    ),
)
def zero_over_zero(Q, b, x0, steps):
    path = [x0]
    for _ in range(steps):
        g = Q @ path[-1] - b
        with np.errstate(invalid="ignore"):
            path.append(path[-1] - g @ g / (g @ Q @ g) * g)
    return np.stack(path)
