"""Duals, sweeps and counts that are wrong in one way each."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from autograder import misconception
from autograder import reference

# --- Dual


@misconception(
    of="Dual",
    killed_by="test_a_new_dual",
    says="Without a tangent a dual is a constant, and a constant does not change: 0, not 1.",
)
class ConstantsMove(reference.Dual):
    def __init__(self, value, tangent=1.0):
        super().__init__(value, tangent)


@misconception(
    of="Dual",
    killed_by="test_sums",
    says="a - b adds the tangents. When b grows, a - b shrinks: subtract them.",
)
class DifferenceAddsTangents(reference.Dual):
    def __sub__(self, other):
        b = as_dual(other)
        return Dual(self.value - b.value, self.tangent + b.tangent)


@misconception(
    of="Dual",
    killed_by="test_sums",
    says="-a keeps the tangent's sign. The tangent is negated with the value.",
)
class NegationKeepsTheTangent(reference.Dual):
    def __neg__(self):
        return Dual(-self.value, self.tangent)


@misconception(
    of="Dual",
    killed_by="test_products",
    says="The product rule has two terms: a' b + a b'. Yours has only the first.",
)
class ProductWithOneTerm(reference.Dual):
    def __mul__(self, other):
        b = as_dual(other)
        return Dual(self.value * b.value, self.tangent * b.value)

    def __rmul__(self, number):
        return self * number


@misconception(
    of="Dual",
    killed_by="test_products",
    says="The tangents are multiplied with each other. The product rule is a' b + a b'.",
)
class TangentsMultiplied(reference.Dual):
    def __mul__(self, other):
        b = as_dual(other)
        return Dual(self.value * b.value, self.tangent * b.tangent)


@misconception(
    of="Dual",
    killed_by="test_quotients",
    says="The signs of the quotient rule are swapped: it is (a' b - a b') / b^2.",
)
class QuotientWithTheWrongSign(reference.Dual):
    def __truediv__(self, other):
        quotient = super().__truediv__(other)
        return Dual(quotient.value, -quotient.tangent)


@misconception(
    of="Dual",
    killed_by="test_quotients",
    says="The quotient rule divides by b^2: (a' b - a b') / b^2. Yours divides by b.",
)
class QuotientWithoutTheSquare(reference.Dual):
    def __truediv__(self, other):
        b = as_dual(other)
        top = self.tangent * b.value - self.value * b.tangent
        return Dual(self.value / b.value, top / b.value)


@misconception(
    of="Dual",
    killed_by="test_number_on_the_right",
    says=(
        "A plain number gets the tangent 1, as if you differentiated by it. It is a constant: its "
        "tangent is 0."
    ),
)
class NumbersMove(reference.Dual):
    def __add__(self, other):
        return super().__add__(moving(other))

    def __sub__(self, other):
        return super().__sub__(moving(other))

    def __mul__(self, other):
        return super().__mul__(moving(other))

    def __truediv__(self, other):
        return super().__truediv__(moving(other))


def moving(x):
    return x if isinstance(x, Dual) else Dual(x, 1.0)


@misconception(
    of="Dual",
    killed_by="test_number_on_the_right",
    says="a + 2 and a - 2 shift the tangent too. A constant changes the value only.",
)
class NumbersShiftTheTangent(reference.Dual):
    def __add__(self, other):
        total = super().__add__(other)
        return total if isinstance(other, Dual) else Dual(total.value, total.tangent + other)

    def __sub__(self, other):
        return super().__sub__(other) if isinstance(other, Dual) else self + -other


@misconception(
    of="Dual",
    killed_by="test_number_on_the_left",
    says="1 - a computes a - 1: Python calls a.__rsub__(1), and the number comes first.",
)
class ReflectedDifferenceTurned(reference.Dual):
    def __rsub__(self, number):
        return self - number


@misconception(
    of="Dual",
    killed_by="test_number_on_the_left",
    says="1 / a computes a / 1: Python calls a.__rtruediv__(1), and the number is the numerator.",
)
class ReflectedQuotientTurned(reference.Dual):
    def __rtruediv__(self, number):
        return self / number


@misconception(
    of="Dual",
    killed_by="test_powers",
    says="The exponent stays as it was in your tangent. It is n * a ** (n - 1) times a'.",
)
class ExponentNotLowered(reference.Dual):
    def __pow__(self, n):
        power = self.value**n
        return Dual(power, n * power * self.tangent)


@misconception(
    of="Dual",
    killed_by="test_powers",
    says="The tangent of a ** n lacks the inner one. It is n * a ** (n - 1) times a'.",
)
class PowerWithoutInnerTangent(reference.Dual):
    def __pow__(self, n):
        return Dual(self.value**n, n * self.value ** (n - 1))


@misconception(
    of="Dual",
    killed_by="test_functions",
    says="The derivative of the cosine is minus the sine.",
)
class CosineWithoutSign(reference.Dual):
    def cos(self):
        return Dual(math.cos(self.value), math.sin(self.value) * self.tangent)


@misconception(
    of="Dual",
    killed_by="test_functions",
    says=(
        "exp, sin and cos give their derivative and drop the tangent that comes in. Multiply the "
        "two: that is the chain rule."
    ),
)
class FunctionsDropTheTangent(reference.Dual):
    def exp(self):
        return Dual(math.exp(self.value), math.exp(self.value))

    def sin(self):
        return Dual(math.sin(self.value), math.cos(self.value))

    def cos(self):
        return Dual(math.cos(self.value), -math.sin(self.value))


@misconception(
    of="Dual",
    killed_by="test_functions",
    says=(
        "The functions are applied to the tangent as well: sin(a) has the tangent sin(a'). It is "
        "cos(a) a'."
    ),
)
class FunctionOfTheTangent(reference.Dual):
    def exp(self):
        return Dual(math.exp(self.value), math.exp(self.tangent))

    def sin(self):
        return Dual(math.sin(self.value), math.sin(self.tangent))

    def cos(self):
        return Dual(math.cos(self.value), math.cos(self.tangent))


@misconception(
    of="Dual",
    killed_by="test_operands_stay",
    says="a + b changes a itself. The new dual holds the sum; a keeps its numbers.",
)
class SumInPlace(reference.Dual):
    def __add__(self, other):
        b = as_dual(other)
        self.value += b.value
        self.tangent += b.tangent
        return Dual(self.value, self.tangent)


# --- jvp


@misconception(
    of="jvp",
    killed_by="test_jvp",
    says=(
        "Every input starts with the tangent 1, whatever v says. That sums the columns of J: "
        "input j starts with v[j]."
    ),
)
def seeds_of_one(f, x, v):
    return reference.jvp(f, x, np.ones_like(v))


@misconception(
    of="jvp",
    killed_by="test_jvp",
    says="v was scaled to length 1. J v is linear in v: use it as it is.",
)
def unit_direction(f, x, v):
    return reference.jvp(f, x, v / np.linalg.norm(v))


@misconception(
    of="jvp",
    killed_by="test_jvp",
    says="The tuple is (J v, f(x)) in your answer. The values come first.",
)
def tangents_first(f, x, v):
    return reference.jvp(f, x, v)[::-1]


@misconception(
    of="jvp",
    killed_by="test_jvp",
    says="Only the tangents came back. jvp returns the tuple (f(x), J v).",
)
def tangents_alone(f, x, v):
    return reference.jvp(f, x, v)[1]


@misconception(
    of="jvp",
    killed_by="test_jvp_of_constants",
    says="Outputs that are plain numbers are left out. They stay outputs, with the tangent 0.",
)
def constants_left_out(f, x, v):
    outputs = [y for y in f(list(map(Dual, x, v))) if isinstance(y, Dual)]
    return np.array([y.value for y in outputs]), np.array([y.tangent for y in outputs])


@misconception(
    of="jvp",
    killed_by="test_jvp_of_constants",
    says=(
        "An output may be a plain number, which has neither .value nor .tangent. Make it a "
        "constant first: as_dual."
    ),
)
def fails_on_constants(f, x, v):
    outputs = f(list(map(Dual, x, v)))
    return np.array([y.value for y in outputs]), np.array([y.tangent for y in outputs])


@misconception(
    of="jvp",
    killed_by="test_jvp_runs_f_once",
    says=(
        "f runs once for each input, and the columns are added up at the end. All inputs can move "
        "in one run: start input j with the tangent v[j]."
    ),
)
def column_by_column(f, x, v):
    columns = [reference.jvp(f, x, e) for e in np.eye(len(x))]
    return columns[0][0], sum(t * column for t, (_, column) in zip(v, columns, strict=True))


@misconception(
    of="jvp",
    killed_by="test_jvp_runs_f_once",
    says="f runs twice, once for the values and once for the tangents. A dual carries both.",
)
def values_by_themselves(f, x, v):
    values, _ = reference.jvp(f, x, np.zeros_like(v))
    return values, reference.jvp(f, x, v)[1]


# --- jacobian_forward


@misconception(
    of="jacobian_forward",
    killed_by="test_jacobian_forward",
    says="Your Jacobian is transposed. A forward run gives a column, J[:, j], not a row.",
)
def columns_as_rows(f, x):
    return reference.jacobian_forward(f, x).T


@misconception(
    of="jacobian_forward",
    killed_by="test_jacobian_forward",
    says="An output that is a plain number has no row in your Jacobian. Its row is zero.",
)
def no_row_for_a_constant(f, x):
    outputs = f(list(map(Dual, x)))
    return reference.jacobian_forward(f, x)[[isinstance(y, Dual) for y in outputs]]


@misconception(
    of="jacobian_forward",
    killed_by="test_jacobian_forward",
    says="One run with all tangents 1 adds up the columns. Run once for each unit vector.",
)
def one_run_with_ones(f, x):
    return reference.jvp(f, x, np.ones_like(x))[1][:, None]


@misconception(
    of="jacobian_forward",
    killed_by="test_jacobian_forward",
    says=(
        "You took the unit vectors of the output. A tangent has the size of the INPUT: take e_1 "
        "to e_c."
    ),
)
def unit_vectors_of_the_output(f, x):
    values, _ = reference.jvp(f, x, np.zeros_like(x))
    return np.stack([reference.jvp(f, x, e)[1] for e in np.eye(len(values))], axis=1)


@misconception(
    of="jacobian_forward",
    killed_by="test_jacobian_forward_runs",
    says="One more run only to learn the size of the output. The columns know it already.",
)
def one_run_more(f, x):
    values, _ = reference.jvp(f, x, np.zeros_like(x))
    J = np.empty((len(values), len(x)))
    for j, e in enumerate(np.eye(len(x))):
        J[:, j] = reference.jvp(f, x, e)[1]
    return J


@misconception(
    of="jacobian_forward",
    killed_by="test_jacobian_forward_runs",
    says=(
        "f runs once for each ENTRY of the Jacobian. One run gives a whole column: all outputs "
        "at once."
    ),
)
def entry_by_entry(f, x):
    rows = range(len(reference.jvp(f, x, x)[0]))
    return np.array([[reference.jvp(f, x, e)[1][k] for e in np.eye(len(x))] for k in rows])


# --- trace


@misconception(
    of="trace",
    killed_by="test_trace",
    says="The input is missing: h_0 = x is the first value. The first vjp needs it.",
)
def without_the_input(primitives, x):
    return reference.trace(primitives, x)[1:]


@misconception(
    of="trace",
    killed_by="test_trace",
    says="The output is missing. The list ends with h_l: l + 1 values for l primitives.",
)
def without_the_output(primitives, x):
    return reference.trace(primitives, x)[:-1]


@misconception(
    of="trace",
    killed_by="test_trace",
    says="Only the output came back. The reverse sweep needs every value on the way.",
)
def the_output_alone(primitives, x):
    return reference.trace(primitives, x)[-1]


@misconception(
    of="trace",
    killed_by="test_trace_runs_each_once",
    says=("Every value is computed from x anew: l (l + 1) / 2 runs. Go on from the value before."),
)
def each_from_the_input(primitives, x):
    return [reference.trace(primitives[:i], x)[-1] for i in range(len(primitives) + 1)]


# --- adjoints


def sweep(primitives, inputs, u):
    found = [u]
    for (_, vjp), h in zip(reversed(primitives), reversed(inputs), strict=True):
        found.insert(0, vjp(h, found[0]))
    return found


@misconception(
    of="adjoints",
    killed_by="test_adjoints",
    says=(
        "The Jacobians are multiplied in ascending order, as the book prints it. Matrices do not "
        "commute: from u the sweep meets J_l first and J_1 last."
    ),
)
def ascending_order(primitives, values, u):
    found = [u]
    for (_, vjp), h in zip(primitives, values[:-1], strict=True):
        found.append(vjp(h, found[-1]))
    return found[::-1]


@misconception(
    of="adjoints",
    killed_by="test_adjoints",
    says=(
        "The vjp of primitive i was given its output, values[i]. It wants what went in, "
        "values[i - 1]."
    ),
)
def at_the_output(primitives, values, u):
    return sweep(primitives, values[1:], u)


@misconception(
    of="adjoints",
    killed_by="test_adjoints",
    says="The list is in the order of the sweep, last first. a_i belongs to h_i: reverse it.",
)
def last_first(primitives, values, u):
    return reference.adjoints(primitives, values, u)[::-1]


@misconception(
    of="adjoints",
    killed_by="test_adjoints",
    says="The sweep starts with ones. That is right for a sum of the outputs; start with u.",
)
def starts_with_ones(primitives, values, u):
    return reference.adjoints(primitives, values, np.ones_like(u))


@misconception(
    of="adjoints",
    killed_by="test_adjoints",
    says="u itself is missing from the list: it is the adjoint of the output.",
)
def without_u(primitives, values, u):
    return reference.adjoints(primitives, values, u)[:-1]


@misconception(
    of="adjoints",
    killed_by="test_adjoints",
    says=(
        "Every vjp was given u. The adjoint changes on the way: each vjp gets what the one after "
        "it has returned."
    ),
)
def never_updated(primitives, values, u):
    return [
        *(vjp(h, u) for (_, vjp), h in zip(primitives, values[:-1], strict=True)),
        u,
    ]


@misconception(
    of="adjoints",
    killed_by="test_adjoints_of_nothing",
    says="A chain without primitives fails. It is the identity: the list has one adjoint, u.",
)
def needs_a_primitive(primitives, values, u):
    (_, last), h = primitives[-1], values[-2]
    return [*reference.adjoints(primitives[:-1], values[:-1], last(h, u)), u]


@misconception(
    of="adjoints",
    killed_by="test_adjoints_run_nothing_again",
    says="The primitives run a second time. Their values are in `values`: that is what it is for.",
)
def runs_forward_again(primitives, values, u):
    return reference.adjoints(primitives, reference.trace(primitives, values[0]), u)


@misconception(
    of="adjoints",
    killed_by="test_adjoints_run_nothing_again",
    says=(
        "Each adjoint is found by a sweep of its own from u: l (l + 1) / 2 vjps. Go on from the "
        "adjoint you have."
    ),
)
def a_sweep_for_each(primitives, values, u):
    steps = range(len(primitives) + 1)
    return [sweep(primitives[i:], values[i:-1], u)[0] for i in steps]


# --- jacobian_reverse


@misconception(
    of="jacobian_reverse",
    killed_by="test_jacobian_reverse",
    says="Your Jacobian is transposed. A reverse sweep gives a row, J[k], not a column.",
)
def rows_as_columns(primitives, x):
    return reference.jacobian_reverse(primitives, x).T


@misconception(
    of="jacobian_reverse",
    killed_by="test_jacobian_reverse",
    says=(
        "The sweeps start with the unit vectors of the input. They start at the OUTPUT: take e_1 "
        "to e_o there (the book's box slips here)."
    ),
)
def unit_vectors_of_the_input(primitives, x):
    values = reference.trace(primitives, x)
    return np.stack([reference.adjoints(primitives, values, e)[0] for e in np.eye(len(x))])


@misconception(
    of="jacobian_reverse",
    killed_by="test_jacobian_reverse",
    says="One sweep with ones adds up the rows. Sweep once for each unit vector of the output.",
)
def one_sweep_with_ones(primitives, x):
    values = reference.trace(primitives, x)
    return reference.adjoints(primitives, values, np.ones_like(values[-1]))[0][None, :]


@misconception(
    of="jacobian_reverse",
    killed_by="test_jacobian_reverse",
    says=(
        "Each sweep's last adjoint was taken, the unit vector itself. The row is the adjoint of "
        "the input, the first of the list."
    ),
)
def adjoints_of_the_output(primitives, x):
    values = reference.trace(primitives, x)
    return np.stack(
        [reference.adjoints(primitives, values, e)[-1] for e in np.eye(len(values[-1]))]
    )


@misconception(
    of="jacobian_reverse",
    killed_by="test_jacobian_reverse_runs",
    says=(
        "The chain runs forward again for every row. Its values do not depend on the row: run it "
        "once and keep them."
    ),
)
def forward_for_each_row(primitives, x):
    o = len(reference.trace(primitives, x)[-1])
    return np.stack(
        [reference.adjoints(primitives, reference.trace(primitives, x), e)[0] for e in np.eye(o)]
    )


# --- chain_cost


@misconception(
    of="chain_cost",
    killed_by="test_cost_forward",
    says=(
        "The two modes are swapped. Forward starts at J_1, so its products keep w_0 columns; "
        "reverse starts at J_l and keeps w_l rows."
    ),
)
def modes_swapped(widths, mode):
    return reference.chain_cost(
        widths, {"forward": "reverse", "reverse": "forward"}.get(mode, mode)
    )


@misconception(
    of="chain_cost",
    killed_by="test_cost_forward",
    says="The first Jacobian is counted as a product. l matrices take l - 1 products.",
)
def one_product_too_many(widths, mode):
    first = widths[0] ** 2 * widths[1] if mode == "forward" else widths[-1] ** 2 * widths[-2]
    return reference.chain_cost(widths, mode) + first


@misconception(
    of="chain_cost",
    killed_by="test_cost_forward",
    says="Additions are counted too. Only the multiplications are asked for: a b c a product.",
)
def additions_too(widths, mode):
    return 2 * reference.chain_cost(widths, mode)


@misconception(
    of="chain_cost",
    killed_by="test_cost_forward",
    says="You counted the entries of the results, not the multiplications: each entry takes b.",
)
def entries_of_the_results(widths, mode):
    reference.chain_cost(widths, mode)
    if mode == "forward":
        return sum(row * widths[0] for row in widths[2:])
    return sum(widths[-1] * column for column in widths[:-2])


@misconception(
    of="chain_cost",
    killed_by="test_cost_reverse",
    says=(
        "Reverse mode is counted as if the output were one number. A Jacobian has w_l rows, and "
        "each takes its own sweep."
    ),
)
def one_output(widths, mode):
    whole = reference.chain_cost(widths, mode)
    return whole if mode == "forward" else whole // widths[-1]


@misconception(
    of="chain_cost",
    killed_by="test_cost_reverse",
    says="Reverse gives the same count as forward. The order of the products changes the cost.",
)
def one_cost_for_both(widths, mode):
    reference.chain_cost(widths, mode)
    return reference.chain_cost(widths, "forward")


@misconception(
    of="chain_cost",
    killed_by="test_cost_of_wide_layers",
    says=(
        "64 bits are not enough for the count, so it wraps around. Python's own ints have no "
        "limit: keep numpy out of it."
    ),
)
def wraps_around(widths, mode):
    return int(np.array(reference.chain_cost(widths, mode), dtype=object) % 2**64)


@misconception(
    of="chain_cost",
    killed_by="test_cost_of_unknown_mode",
    says='Any mode but "forward" counts as reverse. A misspelt one must raise ValueError.',
)
def anything_else_is_reverse(widths, mode):
    if mode == "forward":
        return reference.chain_cost(widths, mode)
    return sum(widths[-1] * a * b for a, b in pairwise(widths[:-1]))
