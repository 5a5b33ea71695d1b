import math


class Value:
    """그래프의 한 노드."""

    __slots__ = ("data", "grad", "parents", "partials")

    def __init__(self, data, parents=(), partials=()):
        self.data = float(data)
        self.grad = 0.0
        self.parents = parents
        self.partials = partials

    # 연산 ---------------------------------------------------------------
    def _binary(self, other, f, da, db):
        other = as_value(other)
        a, b = self.data, other.data
        return Value(f(a, b), (self, other), (da(a, b), db(a, b)))

    def _unary(self, f, df):
        y = f(self.data)
        return Value(y, (self,), (df(self.data, y),))

    def __add__(self, other):
        return self._binary(other, lambda a, b: a + b, lambda a, b: 1.0, lambda a, b: 1.0)

    def __sub__(self, other):
        return self._binary(other, lambda a, b: a - b, lambda a, b: 1.0, lambda a, b: -1.0)

    def __mul__(self, other):
        return self._binary(other, lambda a, b: a * b, lambda a, b: b, lambda a, b: a)

    def __truediv__(self, other):
        return self._binary(other, lambda a, b: a / b, lambda a, b: 1 / b, lambda a, b: -a / b**2)

    def __neg__(self):
        return self._unary(lambda a: -a, lambda a, y: -1.0)

    def __pow__(self, exponent):
        if isinstance(exponent, Value):
            raise TypeError("지수는 숫자여야 합니다")
        return self._unary(lambda a: a**exponent, lambda a, y: exponent * a ** (exponent - 1))

    def exp(self):
        return self._unary(math.exp, lambda a, y: y)

    def log(self):
        return self._unary(math.log, lambda a, y: 1 / a)

    def tanh(self):
        return self._unary(math.tanh, lambda a, y: 1 - y**2)

    def relu(self):
        return self._unary(lambda a: a if a > 0 else 0.0, lambda a, y: 1.0 if a > 0 else 0.0)

    def __radd__(self, number):
        return Value(number) + self

    def __rsub__(self, number):
        return Value(number) - self

    def __rmul__(self, number):
        return Value(number) * self

    def __rtruediv__(self, number):
        return Value(number) / self

    # 역전파 --------------------------------------------------------------
    def backward(self):
        order = []
        state = {}
        path = [(self, iter(self.parents))]
        state[id(self)] = "열림"
        while path:
            node, rest = path[-1]
            child = next(rest, None)
            if child is None:
                order.append(node)
                path.pop()
            elif id(child) not in state:
                state[id(child)] = "열림"
                path.append((child, iter(child.parents)))
        total = {id(node): 0.0 for node in order}
        total[id(self)] = 1.0
        while order:
            node = order.pop()
            above = total[id(node)]
            node.grad = node.grad + above
            for parent, slope in zip(node.parents, node.partials):
                total[id(parent)] += slope * above


def as_value(x):
    if isinstance(x, Value):
        return x
    return Value(x)
