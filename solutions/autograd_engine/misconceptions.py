"""Engines that are wrong in one way each."""

from __future__ import annotations

import math

import numpy as np

from autograder import misconception
from autograder import reference


def leaves_first(result):
    """Every value `result` depends on, once, each after the values it was computed from."""
    order, seen, stack = [], set(), [(result, False)]
    while stack:
        node, parents_are_in = stack.pop()
        if parents_are_in:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((parent, False) for parent in node.parents)
    return order


def send(order, adjoint, share=lambda node, partial, above: partial * above):
    """Visit the values in the given order; each hands its gradient on and keeps it."""
    for node in order:
        for parent, partial in zip(node.parents, node.partials, strict=True):
            adjoint[parent] += share(node, partial, adjoint[node])
    for node in order:
        node.grad += adjoint[node]


def fresh(result, order):
    """Adjoints before the sweep: 1 for the result, 0 for everything else."""
    return {**dict.fromkeys(order, 0.0), result: 1.0}


@misconception(
    of="Value",
    killed_by="test_a_new_value",
    says="grad is None until backward() runs. It is a sum, and a sum starts at 0.0.",
)
class GradientStartsAsNone(reference.Value):
    def __init__(self, data, parents=(), partials=()):
        super().__init__(data, parents, partials)
        self.grad = None

    def backward(self):
        for node in leaves_first(self):
            node.grad = node.grad or 0.0
        super().backward()


@misconception(
    of="Value",
    killed_by="test_arithmetic_of_two_values",
    says="a / b computes b / a. In a.__truediv__(b) the value itself is the numerator.",
)
class QuotientUpsideDown(reference.Value):
    def __truediv__(self, other):
        return reference.Value.__truediv__(as_value(other), self)


@misconception(
    of="Value",
    killed_by="test_operands_stay",
    says="a + b changes a itself. The new value holds the sum; a keeps its number.",
)
class SumInPlace(reference.Value):
    def __add__(self, other):
        self.data += as_value(other).data
        return Value(self.data, (self, as_value(other)), (1.0, 1.0))


@misconception(
    of="Value",
    killed_by="test_number_on_the_right",
    says=(
        "A plain number is added into a itself. a + 2 is a new value like any other; a keeps its "
        "number."
    ),
)
class NumbersAddedInPlace(reference.Value):
    def __add__(self, other):
        if isinstance(other, Value):
            return super().__add__(other)
        self.data += other
        return Value(self.data, (self,), (1.0,))

    def __sub__(self, other):
        return super().__sub__(other) if isinstance(other, Value) else self + -other


@misconception(
    of="Value",
    killed_by="test_number_on_the_left",
    says="1 - a computes a - 1: Python calls a.__rsub__(1), and the number comes first.",
)
class ReflectedDifferenceTurned(reference.Value):
    def __rsub__(self, number):
        return self - number


@misconception(
    of="Value",
    killed_by="test_number_on_the_left",
    says="1 / a computes a / 1: Python calls a.__rtruediv__(1), and the number is the numerator.",
)
class ReflectedQuotientTurned(reference.Value):
    def __rtruediv__(self, number):
        return self / number


@misconception(
    of="Value",
    killed_by="test_powers",
    says=(
        "a ** n is computed as exp(n log |a|), which loses the sign of a. Python's own power "
        "keeps it."
    ),
)
class PowerByLogarithm(reference.Value):
    def __pow__(self, exponent):
        power = super().__pow__(exponent)
        return Value(abs(power.data), (self,), power.partials)


@misconception(
    of="Value",
    killed_by="test_exponent_is_a_number",
    says=(
        "a ** b reads b's number and forgets b: its gradient would silently stay 0. Refuse with "
        "TypeError."
    ),
)
class ExponentTakenAsNumber(reference.Value):
    def __pow__(self, exponent):
        return super().__pow__(as_value(exponent).data)


@misconception(
    of="Value",
    killed_by="test_functions",
    says=(
        "tanh is computed as 2 sigma(a) - 1. It is 2 sigma(2a) - 1 (a slip that is also in the "
        "book)."
    ),
)
class TanhFromOneSigmoid(reference.Value):
    def tanh(self):
        t = math.tanh(self.data / 2)
        return Value(t, (self,), ((1 - t**2) / 2,))


@misconception(
    of="Value",
    killed_by="test_functions",
    says=(
        "tanh is NaN for large arguments: exp(2a) overflows there, and inf / inf is NaN. "
        "math.tanh has no such limit."
    ),
)
class TanhOverflows(reference.Value):
    def tanh(self):
        e = np.exp(2 * np.float64(self.data))
        t = (e - 1) / (e + 1)
        return Value(t, (self,), (1 - t**2,))


@misconception(
    of="Value",
    killed_by="test_functions",
    says=(
        "log is the logarithm to base 10. The natural logarithm is the one whose derivative is 1 "
        "/ a."
    ),
)
class LogToBaseTen(reference.Value):
    def log(self):
        return Value(math.log10(self.data), (self,), (1 / self.data,))


@misconception(
    of="Value",
    killed_by="test_gradient_of_the_result",
    says="Nothing flows: the result's own gradient is still 0. d y / d y = 1 starts the sweep.",
)
class NoSeed(reference.Value):
    def backward(self):
        order = leaves_first(self)
        send(order[::-1], dict.fromkeys(order, 0.0))


@misconception(
    of="Value",
    killed_by="test_gradient_of_the_result",
    says="The sweep starts with the result's number instead of d y / d y = 1.",
)
class SeededWithItsNumber(reference.Value):
    def backward(self):
        order = leaves_first(self)
        send(order[::-1], {**dict.fromkeys(order, 0.0), self: self.data})


@misconception(
    of="Value",
    killed_by="test_chain",
    says="The sweep visits the leaves first, before anything has reached them. Reverse the order.",
)
class LeavesFirst(reference.Value):
    def backward(self):
        order = leaves_first(self)
        send(order, fresh(self, order))


@misconception(
    of="Value",
    killed_by="test_chain",
    says="The second operand is wrapped anew although it is a value, so its own history is lost.",
)
class SecondOperandCopied(reference.Value):
    def __add__(self, other):
        return super().__add__(as_value(other).data)

    def __mul__(self, other):
        return super().__mul__(as_value(other).data)


@misconception(
    of="Value",
    killed_by="test_product_gradient",
    says="The two derivatives of a product are swapped: d(a * b) / da is b.",
)
class ProductSwapped(reference.Value):
    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, (self, other), (self.data, other.data))


@misconception(
    of="Value",
    killed_by="test_equal_numbers",
    says=(
        "Values with equal numbers are taken for the same value. Leave == alone: it must mean "
        "identity."
    ),
)
class EqualByNumber(reference.Value):
    def __eq__(self, other):
        return self.data == as_value(other).data

    def __hash__(self):
        return hash(self.data)


@misconception(
    of="Value",
    killed_by="test_difference_and_quotient_gradients",
    says="The gradient of a - b with respect to b has lost its minus sign.",
)
class DifferenceWithoutSign(reference.Value):
    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data, (self, other), (1.0, 1.0))


@misconception(
    of="Value",
    killed_by="test_difference_and_quotient_gradients",
    says="d(a / b) / db lacks the square: it is -a / b**2.",
)
class QuotientWithoutSquare(reference.Value):
    def __truediv__(self, other):
        other = as_value(other)
        quotient = self.data / other.data
        return Value(quotient, (self, other), (1 / other.data, -quotient))


@misconception(
    of="Value",
    killed_by="test_power_gradient",
    says="The derivative of a ** n keeps the exponent n. It is n * a ** (n - 1).",
)
class ExponentNotLowered(reference.Value):
    def __pow__(self, exponent):
        power = super().__pow__(exponent)
        return Value(power.data, (self,), (exponent * power.data,))


@misconception(
    of="Value",
    killed_by="test_power_gradient",
    says="The derivative of a ** n has lost its factor n. It is n * a ** (n - 1).",
)
class FactorForgotten(reference.Value):
    def __pow__(self, exponent):
        power = super().__pow__(exponent)
        return Value(power.data, (self,), (self.data ** (exponent - 1),))


@misconception(
    of="Value",
    killed_by="test_power_gradient",
    says="The derivative of a ** n is taken at |a|: for a < 0 and an even n its sign is wrong.",
)
class PowerOfTheMagnitude(reference.Value):
    def __pow__(self, exponent):
        power = super().__pow__(exponent)
        return Value(power.data, (self,), (exponent * abs(self.data) ** (exponent - 1),))


@misconception(
    of="Value",
    killed_by="test_difference_and_quotient_gradients",
    says="The gradient of a - 3 is -1 in your engine. It is 1: only the 3 is subtracted.",
)
class NumberTurnsTheSign(reference.Value):
    def __sub__(self, other):
        difference = super().__sub__(other)
        if isinstance(other, reference.Value):
            return difference
        return Value(difference.data, (self,), (-1.0,))


@misconception(
    of="Value",
    killed_by="test_difference_and_quotient_gradients",
    says="The gradient of a / 4 is taken as 4, as if it were a product. It is 1/4.",
)
class QuotientByANumber(reference.Value):
    def __truediv__(self, other):
        quotient = super().__truediv__(other)
        if isinstance(other, reference.Value):
            return quotient
        return Value(quotient.data, (self,), (float(other),))


@misconception(
    of="Value",
    killed_by="test_exp_and_log_gradients",
    says="exp is differentiated like a power. It is its own derivative.",
)
class ExpLikeAPower(reference.Value):
    def exp(self):
        return Value(math.exp(self.data), (self,), (self.data * math.exp(self.data - 1),))


@misconception(
    of="Value",
    killed_by="test_exp_and_log_gradients",
    says="The derivative of log is taken at its output. It is 1 / a, with a the input.",
)
class LogAtItsOutput(reference.Value):
    def log(self):
        return Value(math.log(self.data), (self,), (1 / (math.log(self.data) or 1.0),))


@misconception(
    of="Value",
    killed_by="test_tanh_gradient",
    says=(
        "tanh' is computed as 1 - a**2 with the input a. The formula wants the output: 1 - "
        "tanh(a)**2."
    ),
)
class TanhAtItsInput(reference.Value):
    def tanh(self):
        return Value(math.tanh(self.data), (self,), (1 - self.data**2,))


@misconception(
    of="Value",
    killed_by="test_tanh_gradient",
    says="tanh hands on its own derivative and drops what arrives from above. Multiply the two.",
)
class TanhIgnoresWhatArrives(reference.Value):
    def tanh(self):
        result = super().tanh()
        result.ends_the_chain = True
        return result

    def backward(self):
        order = leaves_first(self)

        def share(node, partial, above):
            return partial if hasattr(node, "ends_the_chain") else partial * above

        send(order[::-1], fresh(self, order), share)


@misconception(
    of="Value",
    killed_by="test_relu_gradient",
    says="relu's gate looks at the sign of the gradient. It opens where the input was positive.",
)
class GateOnTheGradient(reference.Value):
    def relu(self):
        result = super().relu()
        result.is_gate = True
        return result

    def backward(self):
        order = leaves_first(self)

        def share(node, partial, above):
            return max(above, 0.0) if hasattr(node, "is_gate") else partial * above

        send(order[::-1], fresh(self, order), share)


@misconception(
    of="Value",
    killed_by="test_relu_gradient",
    says="relu'(0) is 1 here. The course, like torch, takes 0: the gate opens for a > 0 only.",
)
class GateOpenAtZero(reference.Value):
    def relu(self):
        return Value(max(self.data, 0.0), (self,), (float(self.data >= 0),))


@misconception(
    of="Value",
    killed_by="test_fan_out",
    says="A value used twice keeps only one of its gradients. Use += where you have =.",
)
class Overwritten(reference.Value):
    def backward(self):
        order = leaves_first(self)
        adjoint = fresh(self, order)
        for node in reversed(order):
            node.grad += adjoint[node]
            for parent, partial in zip(node.parents, node.partials, strict=True):
                adjoint[parent] = partial * adjoint[node]


@misconception(
    of="Value",
    killed_by="test_order",
    says=(
        "A value passes its gradient on when it is first met (depth first), before all its uses "
        "are done."
    ),
)
class DepthFirst(reference.Value):
    def backward(self):
        order, stack = {}, [self]
        while stack:
            node = stack.pop()
            if node not in order:
                order[node] = True
                stack.extend(node.parents)
        send(order, fresh(self, order))


@misconception(
    of="Value",
    killed_by="test_order",
    says=(
        "Values are visited by their distance from the result (breadth first). One that is both "
        "near and far passes its gradient on too early: order the values so that all uses come "
        "first."
    ),
)
class BreadthFirst(reference.Value):
    def backward(self):
        order, seen = [self], {self}
        for node in order:
            for parent in node.parents:
                if parent not in seen:
                    seen.add(parent)
                    order.append(parent)
        send(order, fresh(self, order))


@misconception(
    of="Value",
    killed_by="test_backward_of_an_inner_value",
    says="backward() starts from the newest value instead of the one it is called on.",
)
class StartsAtTheNewest(reference.Value):
    newest = None

    def __init__(self, data, parents=(), partials=()):
        super().__init__(data, parents, partials)
        Value.newest = self

    def backward(self):
        reference.Value.backward(Value.newest)


@misconception(
    of="Value",
    killed_by="test_two_results_add_up",
    says=(
        "backward() clears the old gradients. They add up until the user sets grad to 0, as in "
        "torch."
    ),
)
class ClearsOldGradients(reference.Value):
    def backward(self):
        for node in leaves_first(self):
            node.grad = 0.0
        super().backward()


@misconception(
    of="Value",
    killed_by="test_second_backward",
    says=(
        "A second backward() sends the gradients of the first one along again: inner values start "
        "from their old grad. Keep the sweep's own numbers apart and add them to grad."
    ),
)
class SendsOldGradientsAgain(reference.Value):
    def backward(self):
        self.grad = 1.0
        for node in reversed(leaves_first(self)):
            for parent, partial in zip(node.parents, node.partials, strict=True):
                parent.grad += partial * node.grad


@misconception(
    of="Value",
    killed_by="test_deep_chain",
    says=(
        "The order is found by a function that calls itself once a value: Python stops at a depth "
        "of 1000. Keep a list of values to visit instead."
    ),
)
class OrderByRecursion(reference.Value):
    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node not in seen:
                seen.add(node)
                for parent in node.parents:
                    visit(parent)
                order.append(node)

        visit(self)
        send(order[::-1], fresh(self, order))
