"""Values first, then one derivative at a time, then how derivatives travel through a graph.

The expected derivatives are closed formulas. Everything is read off before anything is
compared, so that one wrong number does not hide the others.
"""

from __future__ import annotations

import math
import operator

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_raises
from autograder.checks import assert_true


def away_from_zero(rng, size=None):
    """Numbers of either sign with magnitudes between 0.5 and 2."""
    draws = rng.choice([-1.0, 1.0], size=size) * rng.uniform(0.5, 2.0, size=size)
    return float(draws) if size is None else [float(x) for x in draws]


def compare(found, expected):
    """Compare two tables: name of what was read, number."""
    for what, number in expected.items():
        assert_close(found[what], number, what=what)


def assert_floats(found):
    """Floats and not ints that equal them; numpy's float64 is one."""
    for what, number in found.items():
        assert_true(isinstance(number, float), f"{what} must be a float, also for whole numbers.")


def slope(function, x, cotangent):
    """d(cotangent * function(a)) / da at a = x, by the engine of the values `function` handles."""
    (function(x) * cotangent).backward()
    return x.grad


@criterion(
    of="Value", points="0.5", says="A new value holds its number as a float and a gradient of 0.0."
)
def test_a_new_value(student, rng):
    numbers = [3, *away_from_zero(rng, 2)]
    values = [student.Value(x) for x in numbers]
    read = [(value.data, value.grad) for value in values]
    for x, (data, grad) in zip(numbers, read, strict=True):
        assert_floats({"Value(x).data": data, "Value(x).grad": grad})
        assert_close(data, float(x), what="Value(x).data")
        assert_close(grad, 0.0, what="Value(x).grad before any backward()")


@criterion(of="Value", points="1", says="a + b, a - b, a * b, a / b and -a hold the right numbers.")
def test_arithmetic_of_two_values(student, rng):
    operations = {
        "(-a).data": lambda a, b: -a,
        "(a + b).data": lambda a, b: a + b,
        "(a - b).data": lambda a, b: a - b,
        "(a * b).data": lambda a, b: a * b,
        "(a / b).data": lambda a, b: a / b,
    }
    found, expected = {}, {}
    for what, operation in operations.items():
        x, y = away_from_zero(rng, 2)
        found[what] = operation(student.Value(x), student.Value(y)).data
        expected[what] = operation(x, y)
    whole = {
        what: operation(student.Value(6.0), student.Value(3.0)).data
        for what, operation in operations.items()
    }
    compare(found, expected)
    compare(whole, {what: operation(6.0, 3.0) for what, operation in operations.items()})
    assert_floats(whole)


@criterion(
    of="Value", points="1", says="An operation makes a new value and leaves its operands alone."
)
def test_operands_stay(student, rng):
    """Some results hold the number of an operand, and are values of their own all the same."""
    x, y, p, q = abs(away_from_zero(rng)), *away_from_zero(rng, 3)
    a, b = student.Value(x), student.Value(y)
    a.grad, b.grad = p, q
    total, *_ = (a + b, a * b)
    found = {"a.data after a + b and a * b": a.data, "b.data after a + b and a * b": b.data}
    _ = (a - b, a / b, -a, a**2, a.exp(), a.log(), a.tanh())  # some could undo the others
    for result in (a + 0, 0 + a, a - 0, a * 1, 1 * a, a / 1, a**1, a.relu()):
        result.grad = 7.0
    found |= {"a.data": a.data, "b.data": b.data, "(a + b).data": total.data}
    found |= {"a.grad": a.grad, "b.grad": b.grad}
    expected = {"a.data after a + b and a * b": x, "b.data after a + b and a * b": y}
    expected |= {"a.data": x, "b.data": y, "(a + b).data": x + y, "a.grad": p, "b.grad": q}
    compare(found, expected)


@criterion(of="Value", points="1", says="The second operand may be a plain number: a + 2, a / 4.")
def test_number_on_the_right(student, rng):
    operations = {
        "(a + number).data": lambda a, b: a + b,
        "(a - number).data": lambda a, b: a - b,
        "(a * number).data": lambda a, b: a * b,
        "(a / number).data": lambda a, b: a / b,
    }
    for number in (3, -0.5):
        x = away_from_zero(rng)
        a = student.Value(x)
        found = {what: f(a, number).data for what, f in operations.items()}
        expected = {what: f(x, number) for what, f in operations.items()}
        compare(found, expected)


@criterion(
    of="Value", points="1", says="The first operand may be a plain number: 2 * a, 1 - a, 1 / a."
)
def test_number_on_the_left(student, rng):
    operations = {
        "(number - a).data": lambda a, b: b - a,
        "(number * a).data": lambda a, b: b * a,
        "(number / a).data": lambda a, b: b / a,
        "(number + a).data": lambda a, b: b + a,
    }
    for number in (3, -0.5):
        x = away_from_zero(rng)
        found = {what: f(student.Value(x), number).data for what, f in operations.items()}
        expected = {what: f(x, number) for what, f in operations.items()}
        compare(found, expected)


@criterion(of="Value", points="1", says="a ** n holds the right number, also for negative a and n.")
def test_powers(student, rng):
    found, expected = {}, {}
    for exponent in (0.5, 2, 3, -1, -2):
        x = away_from_zero(rng) if exponent != 0.5 else abs(away_from_zero(rng))
        found[f"(a ** {exponent}).data"] = (student.Value(x) ** exponent).data
        expected[f"(a ** {exponent}).data"] = x**exponent
    x = -abs(away_from_zero(rng))
    found["(a ** 3).data"] = (student.Value(x) ** 3).data
    expected["(a ** 3).data"] = x**3
    compare(found, expected)


@criterion(of="Value", points="0.5", says="A value as exponent raises TypeError.")
def test_exponent_is_a_number(student, rng):
    for _ in range(4):
        x, y = abs(away_from_zero(rng)), away_from_zero(rng)
        a, b = student.Value(x), student.Value(y)
        assert_close((a**2).data, x**2, what="(a ** 2).data")
        assert_raises(TypeError, operator.pow, a, b, what="a ** b")


@criterion(of="Value", points="1", says="exp, log, tanh and relu hold the right numbers.")
def test_functions(student, rng):
    x, y, z = rng.normal(), float(rng.uniform(0.2, 5.0)), abs(away_from_zero(rng))
    found = {
        "a.exp().data": student.Value(x).exp().data,
        "a.log().data": student.Value(y).log().data,
        "a.tanh().data": student.Value(z).tanh().data,
        "a.relu().data for a > 0": student.Value(z).relu().data,
        "a.relu().data for a < 0": student.Value(-z).relu().data,
        "Value(800).tanh().data": student.Value(800.0).tanh().data,
        "Value(-800).tanh().data": student.Value(-800.0).tanh().data,
    }
    expected = {
        "a.exp().data": math.exp(x),
        "a.log().data": math.log(y),
        "a.tanh().data": math.tanh(z),
        "a.relu().data for a > 0": z,
        "a.relu().data for a < 0": 0.0,
        "Value(800).tanh().data": 1.0,
        "Value(-800).tanh().data": -1.0,
    }
    compare(found, expected)
    assert_floats(found)


@criterion(
    of="Value",
    points="1",
    says="backward() gives the value it was called on the gradient 1, and returns None.",
)
def test_gradient_of_the_result(student, rng):
    operations = {
        "-a": lambda a, _: -a,
        "a + b": lambda a, b: a + b,
        "a - b": lambda a, b: a - b,
        "a * b": lambda a, b: a * b,
        "a / b": lambda a, b: a / b,
        "a ** 2": lambda a, _: a**2,
        "a.exp()": lambda a, _: a.exp(),
        "a.tanh()": lambda a, _: a.tanh(),
        "a.relu()": lambda a, _: a.relu(),
    }
    leaf = student.Value(away_from_zero(rng))
    returned = leaf.backward()
    found = {"grad of a": leaf.grad}
    for what, operation in operations.items():
        result = operation(*(student.Value(x) for x in away_from_zero(rng, 2)))
        result.backward()
        found[f"grad of {what}"] = result.grad
    compare(found, dict.fromkeys(found, 1.0))
    assert_floats(found)
    assert_equal(returned, None, what="what a.backward() returns")


@criterion(
    of="Value",
    points="1",
    says="The gradient travels through several operations, from the result to every leaf.",
)
def test_chain(student, rng):
    a, b, c, d, e = (student.Value(x) for x in away_from_zero(rng, 5))
    steps = [a + b]
    steps.append(-steps[-1])
    steps.append(c + steps[-1])
    steps.append(steps[-1] + d)
    steps.append(e + steps[-1])
    (-steps[-1]).backward()
    found = {f"grad of leaf {k}": leaf.grad for k, leaf in enumerate((a, b, c, d, e))}
    found |= {f"grad of step {k}": step.grad for k, step in enumerate(steps)}
    signs = [1, 1, -1, -1, -1, 1, -1, -1, -1, -1]
    compare(found, {what: float(sign) for what, sign in zip(found, signs, strict=True)})


@criterion(of="Value", points="1", says="Gradients of a * b.")
def test_product_gradient(student, rng):
    x, y, z, number = away_from_zero(rng, 4)
    a, b, c = (student.Value(v) for v in (x, y, z))
    (a * b * c * number).backward()
    compare(
        {"a.grad": a.grad, "b.grad": b.grad, "c.grad": c.grad},
        {"a.grad": y * z * number, "b.grad": x * z * number, "c.grad": x * y * number},
    )


@criterion(
    of="Value",
    points="1",
    says="Two values that hold the same number stay two values.",
)
def test_equal_numbers(student, rng):
    x, y = away_from_zero(rng, 2)
    a, b, c = (student.Value(v) for v in (x, x, y))
    (a * b * c).backward()
    compare(
        {"a.grad": a.grad, "b.grad": b.grad, "c.grad": c.grad},
        {"a.grad": x * y, "b.grad": x * y, "c.grad": x * x},
    )


@criterion(
    of="Value",
    points="1",
    says="Gradients of a - b and a / b, also with a number on either side.",
)
def test_difference_and_quotient_gradients(student, rng):
    w, number, *xs = away_from_zero(rng, 10)
    a, b, c, d, e, f, g, h = (student.Value(x) for x in xs)
    u, v = student.Value(xs[2]), student.Value(-xs[3])
    for result in (a - b, c / d, number - e, number / f, g - number, h / number, u / v):
        (result * w).backward()
    found = [value.grad for value in (a, b, c, d, e, f, g, h, u, v)]
    _, _, x, y, _, z, _, _ = xs
    expected = [w, -w, w / y, -w * x / y**2, -w, -w * number / z**2, w, w / number]
    expected += [-w / y, -w * x / y**2]
    what = ["a.grad of a - b", "b.grad of a - b", "a.grad of a / b", "b.grad of a / b"]
    what += ["a.grad of number - a", "a.grad of number / a"]
    what += ["a.grad of a - number", "a.grad of a / number"]
    what += ["a.grad of a / b, b of the other sign", "b.grad of a / b, b of the other sign"]
    compare(dict(zip(what, found, strict=True)), dict(zip(what, expected, strict=True)))


@criterion(of="Value", points="1", says="The gradient of a ** n.")
def test_power_gradient(student, rng):
    found, expected = {}, {}
    for n in (2, 3, -1, 1.5, -0.5, 0):
        x, w = abs(away_from_zero(rng)), away_from_zero(rng)
        x = -x if n in (2, 3, -1) else x
        found[f"a.grad of a ** {n}"] = slope(lambda a, n=n: a**n, student.Value(x), w)
        expected[f"a.grad of a ** {n}"] = w * n * x ** (n - 1)
    found["a.grad of a ** 2 at 0"] = slope(lambda a: a**2, student.Value(0.0), w)
    expected["a.grad of a ** 2 at 0"] = 0.0
    compare(found, expected)


@criterion(
    of="Value",
    points="1",
    says="The gradients of exp and log.",
)
def test_exp_and_log_gradients(student, rng):
    x, y, w = away_from_zero(rng), float(rng.uniform(0.2, 5.0)), away_from_zero(rng)
    found = {
        "a.grad of a.exp()": slope(lambda a: a.exp(), student.Value(x), w),
        "a.grad of a.log()": slope(lambda a: a.log(), student.Value(y), w),
        "a.grad of a.log() near 0": slope(lambda a: a.log(), student.Value(y / 1000), w),
    }
    expected = {"a.grad of a.exp()": w * math.exp(x), "a.grad of a.log()": w / y}
    compare(found, expected | {"a.grad of a.log() near 0": 1000 * w / y})


@criterion(
    of="Value",
    points="1",
    says="The gradient of tanh, times what arrives from above.",
)
def test_tanh_gradient(student, rng):
    x, w = away_from_zero(rng, 2)
    found = {
        "a.grad of a.tanh()": slope(lambda a: a.tanh(), student.Value(x), w),
        "a.grad of a.tanh() at 800": slope(lambda a: a.tanh(), student.Value(800.0), w),
    }
    compare(
        found,
        {"a.grad of a.tanh()": w / math.cosh(x) ** 2, "a.grad of a.tanh() at 800": 0.0},
    )


@criterion(
    of="Value",
    points="1",
    says="relu passes the gradient on where its input is positive, and 0 elsewhere, also at 0.",
)
def test_relu_gradient(student, rng):
    x, w = abs(away_from_zero(rng)) / 4, abs(away_from_zero(rng))
    cases = {
        "input > 0, gradient from above > 0": (x, w, w),
        "input > 0, gradient from above < 0": (x, -w, -w),
        "input < 0, gradient from above > 0": (-x, w, 0.0),
        "input < 0, gradient from above < 0": (-x, -w, 0.0),
        "input 0": (0.0, w, 0.0),
    }
    found = {
        case: slope(lambda a: a.relu(), student.Value(at), above)
        for case, (at, above, _) in cases.items()
    }
    compare(found, {case: grad for case, (_, _, grad) in cases.items()})


@criterion(
    of="Value",
    points="2",
    says="A value used several times gets the sum over all its uses.",
)
def test_fan_out(student, rng):
    x, y, z = away_from_zero(rng, 3)
    a, b = student.Value(x), student.Value(y)
    (a * b + a).backward()
    found = {"a.grad of a * b + a": a.grad, "b.grad of a * b + a": b.grad}
    expected = {"a.grad of a * b + a": y + 1, "b.grad of a * b + a": x}
    twice = {"*": (operator.mul, 2 * z), "+": (operator.add, 2.0), "-": (operator.sub, 0.0)}
    for sign, (operation, slope_of_it) in (twice | {"/": (operator.truediv, 0.0)}).items():
        c = student.Value(z)
        operation(c, c).backward()
        found[f"a.grad of a {sign} a"] = c.grad
        expected[f"a.grad of a {sign} a"] = slope_of_it
    compare(found, expected)


@criterion(
    of="Value",
    points="2",
    says="A value hands its gradient on only after all its uses have added to it.",
)
def test_order(student, rng):
    x, p, q, y = away_from_zero(rng, 4)
    a = student.Value(x)
    b = 2 * a
    c = b * b
    (c * b + b).backward()
    d, e, f = (student.Value(v) for v in (p, q, y))
    shared = (f * f).tanh()
    (d * shared + e * f * shared).backward()
    t = math.tanh(y * y)
    compare(
        {
            "a.grad of c * b + b with b = 2 * a, c = b * b": a.grad,
            "b.grad": b.grad,
            "c.grad": c.grad,
            "a.grad with a in a shared tanh and beside it": f.grad,
        },
        {
            "a.grad of c * b + b with b = 2 * a, c = b * b": 24 * x**2 + 2,
            "b.grad": 12 * x**2 + 1,
            "c.grad": 2 * x,
            "a.grad with a in a shared tanh and beside it": (
                q * t + (p + q * y) * (1 - t**2) * 2 * y
            ),
        },
    )


@criterion(
    of="Value",
    points="1",
    says="backward() of an inner value leaves alone what was computed from it later.",
)
def test_backward_of_an_inner_value(student, rng):
    x, y, z = away_from_zero(rng, 3)
    a, b, c = (student.Value(v) for v in (x, y, z))
    inner = a * b
    outer = inner * c + a
    inner.backward()
    compare(
        {"a.grad": a.grad, "b.grad": b.grad, "c.grad": c.grad, "outer.grad": outer.grad},
        {"a.grad": y, "b.grad": x, "c.grad": 0.0, "outer.grad": 0.0},
    )


@criterion(
    of="Value",
    points="1",
    says="The gradients of two results over the same leaves add up, until grad is set to 0.",
)
def test_two_results_add_up(student, rng):
    x, y, z = away_from_zero(rng, 3)
    a, b, c = (student.Value(v) for v in (x, y, z))
    (a * b).backward()
    (a * c).backward()
    found = {"a.grad": a.grad, "b.grad": b.grad, "c.grad": c.grad}
    a.grad = 0.0
    (a * c).backward()
    found["a.grad after a.grad = 0.0 and one more backward()"] = a.grad
    expected = {"a.grad": y + z, "b.grad": x, "c.grad": x}
    expected["a.grad after a.grad = 0.0 and one more backward()"] = z
    compare(found, expected)


@criterion(
    of="Value",
    points="2",
    says="A second backward() through the same inner values adds its own gradient, once.",
)
def test_second_backward(student, rng):
    x, y, p, q = away_from_zero(rng, 4)
    a, b = student.Value(x), student.Value(y)
    inner = a * b
    (inner * p).backward()
    (inner * q).backward()
    c = student.Value(x)
    result = (c * y) * p
    result.backward()
    result.backward()
    found = {"a.grad": a.grad, "b.grad": b.grad, "inner.grad": inner.grad, "c.grad": c.grad}
    found["result.grad after two calls of result.backward()"] = result.grad
    expected = {"a.grad": (p + q) * y, "b.grad": (p + q) * x, "inner.grad": p + q}
    expected |= {"c.grad": 2 * p * y, "result.grad after two calls of result.backward()": 2.0}
    compare(found, expected)


@criterion(
    of="Value",
    points="1",
    says="A chain of 2200 values is no deeper than Python can bear.",
)
def test_deep_chain(student, rng):
    x, w = away_from_zero(rng), -float(rng.uniform(0.001, 0.003))
    a, b = student.Value(x), student.Value(w)
    chain = [a]
    for _ in range(1100):
        chain.append(chain[-1] * b + chain[-1])
    chain[-1].backward()
    found = {"y.data": chain[-1].data, "a.grad": a.grad, "b.grad": b.grad}
    found |= {f"y{k}.grad": chain[k].grad for k in range(100, 1101, 200)}
    expected = {
        "y.data": x * (1 + w) ** 1100,
        "a.grad": (1 + w) ** 1100,
        "b.grad": 1100 * x * (1 + w) ** 1099,
    }
    compare(found, expected | {f"y{k}.grad": (1 + w) ** (1100 - k) for k in range(100, 1101, 200)})
