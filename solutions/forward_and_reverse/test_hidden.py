"""Dual numbers by their rules, then both sweeps against Jacobians written out by hand.

Everything is asked for before anything is judged, so that one wrong number does not hide the
others. The programs that jvp runs choose among their inputs and compute nothing, so that they
need no rule of the student's duals.

Functions that count their runs give other values when they run too often. A call of the
student's function sets them back first: asked again for a diagnosis, they count anew.
"""

from __future__ import annotations

import math
from functools import reduce
from itertools import pairwise

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_raises
from autograder.checks import assert_true


def away_from_zero(rng, size=None):
    """Numbers of either sign with magnitudes between 0.5 and 2."""
    draws = rng.choice([-1.0, 1.0], size=size) * rng.uniform(0.5, 2.0, size=size)
    return float(draws) if size is None else draws.tolist()


def compare(found, expected):
    """Compare two tables: name of what was read, pair (value, tangent)."""
    for what, (value, tangent) in expected.items():
        assert_close(found[what][0], value, what=f"({what}).value")
        assert_close(found[what][1], tangent, what=f"({what}).tangent")


def read(dual):
    return dual.value, dual.tangent


# Programs and their Jacobians: three inputs and two outputs, two and four, three and three, one
# and two, two and one.


def swirl(xs):
    x, y, z = xs
    return [x * y + z.sin(), (x * z).exp()]


def swirl_by_hand(x, y, z):
    e = math.exp(x * z)
    return [[y, x, math.cos(z)], [z * e, 0.0, x * e]]


def fan(xs):
    x, y = xs
    return [x / y, x * x * y, y.cos(), 1 - 2 * y]


def fan_by_hand(x, y):
    return [[1 / y, -x / y**2], [2 * x * y, x * x], [0.0, -math.sin(y)], [0.0, -2.0]]


def turn(xs):
    x, y, z = xs
    return [x * y, y * z**2, x - z]


def turn_by_hand(x, y, z):
    return [[y, x, 0.0], [0.0, z * z, 2 * y * z], [1.0, 0.0, -1.0]]


def curve(xs):
    return [xs[0].sin() * xs[0], xs[0] ** -1]


def curve_by_hand(x):
    return [[math.sin(x) + x * math.cos(x)], [-1 / x**2]]


def one_output(xs):
    return [xs[0] * xs[1]]


def one_output_by_hand(x, y):
    return [[y, x]]


def partly_constant(xs):
    return [2.0, xs[0] * xs[1], -3]


def partly_constant_by_hand(x, y):
    return [[0.0, 0.0], [y, x], [0.0, 0.0]]


PROGRAMS = (
    (swirl, swirl_by_hand, 3),
    (fan, fan_by_hand, 2),
    (turn, turn_by_hand, 3),
    (curve, curve_by_hand, 1),
    (one_output, one_output_by_hand, 2),
    (partly_constant, partly_constant_by_hand, 2),
)


def choose(*places):
    """The program whose outputs are its inputs at these places, and its Jacobian."""
    return lambda xs: [xs[j] for j in places], lambda c: np.eye(c)[list(places)]


SELECTIONS = (
    (choose(2, 0), 3),
    (choose(1, 1, 0, 1), 2),
    (choose(3, 0, 1, 2), 4),
    (choose(0, 0), 1),
    (choose(1), 2),
)


class Program:
    """A program that counts its runs; each above the allowed ones gives other outputs."""

    def __init__(self, compute, spoil, allowed):
        self.runs = 0

        def run(xs):
            self.runs += 1
            return spoil(compute(xs), max(0, self.runs - allowed))

        def rewind(xs):
            self.runs = 0
            return xs

        self.run, self.rewind = run, rewind


class Chain:
    """Layers h -> tanh(A h) that count their runs; each above the allowed ones gives other values.

    `rewind` is a primitive that changes nothing and sets the counts back.
    """

    def __init__(self, rng, *widths, allowed_runs=math.inf, allowed_vjps=math.inf):
        matrices = [rng.normal(size=(b, a)) for a, b in pairwise(widths)]
        self.x = rng.normal(size=widths[0])
        self.u = np.array(away_from_zero(rng, widths[-1]))
        self.allowed_runs, self.allowed_vjps = allowed_runs, allowed_vjps
        self.runs = [0] * len(matrices)
        self.vjps = [0] * len(matrices)
        self.primitives = [self._primitive(i, A) for i, A in enumerate(matrices)]
        self.rewind = (self._back, lambda h, u: self._back(u))
        self.values, self.jacobians = [self.x], []
        for A in matrices:
            self.values.append(np.tanh(A @ self.values[-1]))
            self.jacobians.append((1.0 - self.values[-1] ** 2)[:, None] * A)

    def _back(self, vector):
        self.runs = [0] * len(self.runs)
        self.vjps = [0] * len(self.vjps)
        return vector

    def _primitive(self, i, A):
        def f(h):
            self.runs[i] += 1
            if np.shape(h) != A.shape[1:]:
                raise ValueError(f"f: h must have the shape ({A.shape[1]},)")
            return np.tanh(A @ h) + max(0, self.runs[i] - self.allowed_runs)

        def vjp(h, u):
            self.vjps[i] += 1
            if np.shape(h) != A.shape[1:] or np.shape(u) != A.shape[:1]:
                raise ValueError(f"vjp: h must be ({A.shape[1]},) and u ({A.shape[0]},)")
            product = (u * (1.0 - np.tanh(A @ h) ** 2)) @ A
            return product + max(0, self.vjps[i] - self.allowed_vjps)

        return f, vjp

    def jacobian(self):
        """J_l ... J_1; the identity for an empty chain."""
        return reduce(lambda product, J: J @ product, self.jacobians, np.eye(len(self.x)))

    def adjoints(self):
        found = [self.u]
        for J in reversed(self.jacobians):
            found.insert(0, J.T @ found[0])
        return found


def arrays(answers, what):
    """The answers, if each is a list of arrays."""
    for answer in answers:
        assert_true(
            isinstance(answer, list) and all(isinstance(a, np.ndarray) for a in answer),
            f"{what} must be a list of arrays.",
        )
    return answers


# --- Dual


@criterion(of="Dual", points="0.5", says="A dual keeps a value and a tangent, 0.0 when not given.")
def test_a_new_dual(student, rng):
    pairs = [tuple(away_from_zero(rng, 2)) for _ in range(2)]
    numbers = away_from_zero(rng, 5)
    found = [read(student.Dual(*pair)) for pair in pairs]
    constants = [read(student.Dual(x)) for x in numbers]
    compare({"Dual(x, v)": found[0]}, {"Dual(x, v)": pairs[0]})
    compare({"Dual(x, v)": found[1]}, {"Dual(x, v)": pairs[1]})
    for x, constant in zip(numbers, constants, strict=True):
        compare({"Dual(x)": constant}, {"Dual(x)": (x, 0.0)})
    assert_true(
        all(isinstance(tangent, float) for _, tangent in constants),
        "The tangent of a constant must be the float 0.0.",
    )


@criterion(of="Dual", points="0.5", says="An operation makes a new dual; its operands stay.")
def test_operands_stay(student, rng):
    x, v, y, w = away_from_zero(rng, 4)
    a, b = student.Dual(x, v), student.Dual(y, w)
    results = [a + b, a - b, a * b, a / b, -a, a**2, a.exp(), a.sin(), a.cos(), 2 * a, 1 - a]
    found = {"a": read(a), "b": read(b), "a + b": read(results[0])}
    compare(found, {"a": (x, v), "b": (y, w), "a + b": (x + y, v + w)})


@criterion(of="Dual", points="0.5", says="a + b, a - b and -a.")
def test_sums(student, rng):
    x, v, y, w = away_from_zero(rng, 4)
    a, b = student.Dual(x, v), student.Dual(y, w)
    found = {"a + b": read(a + b), "a - b": read(a - b), "-a": read(-a)}
    compare(found, {"a + b": (x + y, v + w), "a - b": (x - y, v - w), "-a": (-x, -v)})


@criterion(of="Dual", points="1", says="The product rule, also for a * a.")
def test_products(student, rng):
    x, v, y, w = away_from_zero(rng, 4)
    a, b, zero = student.Dual(x, v), student.Dual(y, w), student.Dual(0.0, v)
    found = {"a * b": read(a * b), "a * a": read(a * a), "a * b with a = 0": read(zero * b)}
    expected = {"a * b": (x * y, v * y + x * w), "a * a": (x * x, 2 * x * v)}
    compare(found, expected | {"a * b with a = 0": (0.0, v * y)})


@criterion(of="Dual", points="0.5", says="The quotient rule.")
def test_quotients(student, rng):
    x, v, y, w = away_from_zero(rng, 4)
    a, b, zero = student.Dual(x, v), student.Dual(y, w), student.Dual(0.0, v)
    c = student.Dual(-y, w)
    found = {"a / b": read(a / b), "a / b with a = 0": read(zero / b)}
    found["a / b with b of the other sign"] = read(a / c)
    expected = {"a / b": (x / y, (v * y - x * w) / y**2), "a / b with a = 0": (0.0, v / y)}
    expected["a / b with b of the other sign"] = (-x / y, (-v * y - x * w) / y**2)
    compare(found, expected)


@criterion(of="Dual", points="0.5", says="A plain number on the right is a constant: a + 2, a / 4.")
def test_number_on_the_right(student, rng):
    found, expected = {}, {}
    for c in (3, -0.5):
        x, v = away_from_zero(rng, 2)
        a = student.Dual(x, v)
        found |= {
            f"a + {c}": read(a + c),
            f"a - {c}": read(a - c),
            f"a * {c}": read(a * c),
            f"a / {c}": read(a / c),
        }
        expected |= {f"a + {c}": (x + c, v), f"a - {c}": (x - c, v)}
        expected |= {f"a * {c}": (x * c, v * c), f"a / {c}": (x / c, v / c)}
    compare(found, expected)


@criterion(of="Dual", points="0.5", says="So is one on the left: 2 * a, 1 - a, 1 / a.")
def test_number_on_the_left(student, rng):
    found, expected = {}, {}
    for c, sign in ((3, 1), (-0.5, -1)):
        x, v = away_from_zero(rng, 2)
        x = sign * abs(x)
        a = student.Dual(x, v)
        found |= {
            f"{c} + a": read(c + a),
            f"{c} - a": read(c - a),
            f"{c} * a": read(c * a),
            f"{c} / a": read(c / a),
        }
        expected |= {f"{c} + a": (c + x, v), f"{c} - a": (c - x, -v)}
        expected |= {f"{c} * a": (c * x, c * v), f"{c} / a": (c / x, -c * v / x**2)}
    compare(found, expected)


@criterion(of="Dual", points="0.5", says="a ** n, also for negative a and n and for a = 0.")
def test_powers(student, rng):
    found, expected = {}, {}
    for n in (2, 3, -1, 0.5):
        x, v = away_from_zero(rng, 2)
        x = abs(x) if n == 0.5 else -abs(x)
        found[f"a ** {n}"] = read(student.Dual(x, v) ** n)
        expected[f"a ** {n}"] = (x**n, n * x ** (n - 1) * v)
    found["a ** 2 with a = 0"] = read(student.Dual(0.0, v) ** 2)
    compare(found, expected | {"a ** 2 with a = 0": (0.0, 0.0)})


@criterion(of="Dual", points="1", says="exp, sin and cos hand the tangent on by the chain rule.")
def test_functions(student, rng):
    """Golden: a sin x + b x sin x of 002 line 2726 at a = 2, b = -1, x = 0.7, by its formula."""
    x, v = away_from_zero(rng, 2)
    a, c, opposite = student.Dual(x, v), student.Dual(0.7, 1.0), student.Dual(-3 * x, v)
    large = student.Dual(3.5, v)
    found = {
        "b.exp()": read(opposite.exp()),
        "a.exp() at 3.5": read(large.exp()),
        "b.sin()": read(opposite.sin()),
        "b.cos()": read(opposite.cos()),
        "a.exp()": read(a.exp()),
        "a.sin()": read(a.sin()),
        "a.cos()": read(a.cos()),
        "2 * a.sin() - a * a.sin() at 0.7": read(2.0 * c.sin() - c * c.sin()),
        "Dual(-800, v).exp()": read(student.Dual(-800.0, v).exp()),
    }
    expected = {
        "a.exp()": (math.exp(x), math.exp(x) * v),
        "a.sin()": (math.sin(x), math.cos(x) * v),
        "a.cos()": (math.cos(x), -math.sin(x) * v),
        "b.exp()": (math.exp(-3 * x), math.exp(-3 * x) * v),
        "a.exp() at 3.5": (math.exp(3.5), math.exp(3.5) * v),
        "b.sin()": (-math.sin(3 * x), math.cos(3 * x) * v),
        "b.cos()": (math.cos(3 * x), math.sin(3 * x) * v),
        "2 * a.sin() - a * a.sin() at 0.7": (0.8374829934090985, 0.35007715621876175),
        "Dual(-800, v).exp()": (0.0, 0.0),
    }
    compare(found, expected)


# --- jvp and jacobian_forward


def direct(function, *case):
    return function(*case)


def pushed(student, rng, constants=(), ask=direct):
    """Answers of jvp to programs that end with these constants, and what they should be."""
    found, expected = [], []
    for (compute, jacobian), c in SELECTIONS:
        x, v = np.array(away_from_zero(rng, c)), np.array(away_from_zero(rng, c))
        found.append(ask(student.jvp, lambda xs, f=compute: [*f(xs), *constants], x, v))
        still = np.zeros(len(constants))
        J = jacobian(c)
        expected.append((np.append(J @ x, constants), np.append(J @ v, still)))
    for answer in found:
        assert_true(
            isinstance(answer, tuple) and len(answer) == 2, "jvp must return the tuple (y, t)."
        )
    return found, expected


@criterion(of="jvp", points="1", says="The outputs and their change along v.")
def test_jvp(student, rng):
    found, expected = pushed(student, rng)
    assert_close([y for y, _ in found], [y for y, _ in expected], what="y of jvp(f, x, v)")
    assert_close([t for _, t in found], [t for _, t in expected], what="t of jvp(f, x, v)")


@criterion(of="jvp", points="0.5", says="An output that is a plain number has the tangent 0.")
def test_jvp_of_constants(student, rng):
    found, expected = pushed(student, rng, constants=(3.0, -2), ask=assert_leaves_inputs)
    only = student.jvp(lambda xs: [7, -3], np.ones(2), np.ones(2))
    assert_close(found, expected, what="jvp(f, x, v) with two constants as the last outputs")
    still = (np.array([7.0, -3.0]), np.zeros(2))
    what = "jvp(f, x, v) with two whole numbers as the only outputs"
    assert_close(only, still, what=what, dtype="any")  # as_dual leaves a whole number an int


@criterion(
    of="jvp", points="0.5", says="f runs once, whatever the number of inputs.", after="test_jvp"
)
def test_jvp_runs_f_once(student, rng):
    runs = []
    for (compute, _), c in SELECTIONS:
        program = Program(compute, lambda ys, late: [*ys, *ys[:1] * late], allowed=1)
        x, v = np.array(away_from_zero(rng, c)), np.array(away_from_zero(rng, c))
        student.jvp(program.rewind, x, v)
        student.jvp(program.run, x, v)
        runs.append(program.runs)
    assert_equal(runs, [1] * len(SELECTIONS), what="the runs of f in jvp(f, x, v)")


@criterion(of="jacobian_forward", points="1", says="Column j of the Jacobian belongs to input j.")
def test_jacobian_forward(student, reference, rng):
    right = student.given(jvp=reference.jvp)
    found, expected = [], []
    for compute, by_hand, c in PROGRAMS:
        x = np.array(away_from_zero(rng, c))
        found.append(right.jacobian_forward(compute, x))
        expected.append(np.array(by_hand(*x.tolist())))
    assert_close(found, expected, what="jacobian_forward(f, x) for several programs")


@criterion(
    of="jacobian_forward",
    points="0.5",
    says="f runs once for each input.",
    after="test_jacobian_forward",
)
def test_jacobian_forward_runs(student, reference, rng):
    right = student.given(jvp=reference.jvp)
    runs = []
    for compute, _, c in PROGRAMS:
        program = Program(compute, lambda ys, late: [y * (1.0 + late) for y in ys], allowed=c)
        x = np.array(away_from_zero(rng, c))
        right.jacobian_forward(program.rewind, x)
        assert_leaves_inputs(right.jacobian_forward, program.run, x)
        runs.append(program.runs)
    assert_equal(runs, [c for *_, c in PROGRAMS], what="the runs of f in jacobian_forward(f, x)")


# --- the chain


@criterion(of="trace", points="0.5", says="All values of the chain, the input included.")
def test_trace(student, rng):
    chains = [Chain(rng, *widths) for widths in ((3, 4, 2, 5), (3, 3, 3), (2, 5), (4,))]
    found = [student.trace(chain.primitives, chain.x) for chain in chains]
    arrays(found, "trace(primitives, x)")
    assert_close(found, [chain.values for chain in chains], what="trace(primitives, x)")


@criterion(of="trace", points="0.25", says="Each primitive runs once.", after="test_trace")
def test_trace_runs_each_once(student, rng):
    sizes = ((3, 4, 2, 5), (3, 3, 3, 3, 3), (2, 5, 4))
    chains = [Chain(rng, *widths, allowed_runs=1) for widths in sizes]
    for chain in chains:
        student.trace([chain.rewind], chain.x)
        assert_leaves_inputs(student.trace, chain.primitives, chain.x)
    assert_equal(
        [chain.runs for chain in chains],
        [[1] * len(chain.primitives) for chain in chains],
        what="the runs of each f in trace(primitives, x)",
    )


@criterion(
    of="adjoints", points="1.5", says="The adjoints of all values, from u back to the input."
)
def test_adjoints(student, rng):
    """The book multiplies the Jacobians in ascending order, 002 line 2848: square ones hide it."""
    chains = [Chain(rng, *widths) for widths in ((3, 3, 3, 3), (3, 4, 2, 5), (2, 5), (4, 1, 3))]
    found = [student.adjoints(chain.primitives, chain.values, chain.u) for chain in chains]
    arrays(found, "adjoints(primitives, values, u)")
    assert_close(
        found, [chain.adjoints() for chain in chains], what="adjoints(primitives, values, u)"
    )


@criterion(of="adjoints", points="0.25", says="A chain without primitives: u is the adjoint of x.")
def test_adjoints_of_nothing(student, rng):
    chains = [Chain(rng, *widths) for widths in ((3,), (4,), (2, 3))]
    found = [
        assert_leaves_inputs(student.adjoints, chain.primitives, chain.values, chain.u)
        for chain in chains
    ]
    arrays(found, "adjoints(primitives, values, u)")
    assert_close(
        found, [chain.adjoints() for chain in chains], what="adjoints(primitives, values, u)"
    )


@criterion(
    of="adjoints",
    points="0.5",
    says="The sweep uses the values it was given: no primitive runs again, each vjp runs once.",
    after="test_adjoints",
)
def test_adjoints_run_nothing_again(student, rng):
    sizes = ((3, 4, 2, 5), (3, 3, 3, 3, 3), (2, 5, 4))
    chains = [Chain(rng, *widths, allowed_runs=0, allowed_vjps=1) for widths in sizes]
    for chain in chains:
        student.adjoints([chain.rewind], [chain.u, chain.u], chain.u)
        student.adjoints(chain.primitives, chain.values, chain.u)
    assert_equal(
        [(sum(chain.runs), chain.vjps) for chain in chains],
        [(0, [1] * len(chain.primitives)) for chain in chains],
        what="the runs of all f, and of each vjp, in adjoints(primitives, values, u)",
    )


def reversing(student, reference):
    return student.given(trace=reference.trace, adjoints=reference.adjoints)


@criterion(of="jacobian_reverse", points="1", says="Row k of the Jacobian belongs to output k.")
def test_jacobian_reverse(student, reference, rng):
    """The book takes the unit vectors of the input for the sweeps: 002 line 3012."""
    right = reversing(student, reference)
    chains = [Chain(rng, *widths) for widths in ((3, 4, 2), (2, 3, 4, 3), (3, 3, 3), (3,))]
    chains += [Chain(rng, 3, 4, 1), Chain(rng, 1, 3, 2)]
    found = [right.jacobian_reverse(chain.primitives, chain.x) for chain in chains]
    assert_close(
        found, [chain.jacobian() for chain in chains], what="jacobian_reverse(primitives, x)"
    )


@criterion(
    of="jacobian_reverse",
    points="0.5",
    says="One forward run, then one sweep for each output.",
    after="test_jacobian_reverse",
)
def test_jacobian_reverse_runs(student, reference, rng):
    right = reversing(student, reference)
    sizes = ((5, 4, 2), (2, 3, 4), (4, 3, 2, 3))
    chains = [Chain(rng, *widths, allowed_runs=1, allowed_vjps=widths[-1]) for widths in sizes]
    for chain in chains:
        right.jacobian_reverse([chain.rewind], chain.x)
        assert_leaves_inputs(right.jacobian_reverse, chain.primitives, chain.x)
    assert_equal(
        [(chain.runs, chain.vjps) for chain in chains],
        [([1] * len(c.primitives), [len(c.u)] * len(c.primitives)) for c in chains],
        what="the runs of each f and of each vjp in jacobian_reverse(primitives, x)",
    )


# --- chain_cost


def costs(rng):
    """Widths of chains, the last equal to none of the others."""
    return [rng.permutation(np.arange(2, 12))[:size].tolist() for size in (4, 5, 3, 6)]


def by_products(widths, order):
    """Multiply zeros of the right shapes and count."""
    shapes = [(b, a) for a, b in pairwise(widths)]
    total = 0
    while len(shapes) > 1:
        at = 0 if order == "forward" else len(shapes) - 2
        (b, a), (c, _) = shapes[at : at + 2]
        total += a * b * c
        shapes[at : at + 2] = [(c, a)]
    return total


@criterion(of="chain_cost", points="0.5", says="The multiplications of the forward order.")
def test_cost_forward(student, rng):
    """Golden: (n d)^2 p, one tangent of 002 line 2818, for n = 32, d = 100, p = d (d + 1)."""
    chains = [[10100, 3200, 3200], *costs(rng), [7, 4]]
    found = [student.chain_cost(widths, "forward") for widths in chains]
    expected = [by_products(widths, "forward") for widths in chains]
    assert_equal(found[0], 103_424_000_000, what='chain_cost([10100, 3200, 3200], "forward")')
    assert_equal(found, expected, what='chain_cost(widths, "forward")')


@criterion(of="chain_cost", points="0.5", says="The multiplications of the reverse order.")
def test_cost_reverse(student, rng):
    """Golden: the sizes a, b, c of 002 line 2764, a product of (c, b) with (b, a)."""
    chains = [[2, 3, 5], *costs(rng), [7, 4], [30, 20, 10, 1]]
    found = [assert_leaves_inputs(student.chain_cost, widths, "reverse") for widths in chains]
    expected = [by_products(widths, "reverse") for widths in chains]
    assert_equal(found[0], 30, what='chain_cost([2, 3, 5], "reverse")')
    assert_equal(found, expected, what='chain_cost(widths, "reverse")')


@criterion(of="chain_cost", points="0.25", says="The count is exact, however large.")
def test_cost_of_wide_layers(student):
    chains = [[10**7, 10**7 + 1, 10**7 + 3, 10**7 + 9], [3 * 10**6, 7 * 10**6, 10**7]]
    found = [
        student.chain_cost(widths, mode) for widths in chains for mode in ("forward", "reverse")
    ]
    expected = [by_products(widths, mode) for widths in chains for mode in ("forward", "reverse")]
    assert_equal(found, expected, what="chain_cost of layers with millions of units")


@criterion(
    of="chain_cost",
    points="0.25",
    says="A mode that does not exist raises ValueError.",
    after="test_cost_forward",
)
def test_cost_of_unknown_mode(student):
    for mode in ("backward", "Forward", "", "mixed"):
        assert_raises(ValueError, student.chain_cost, [2, 3, 5], mode, what="chain_cost")
