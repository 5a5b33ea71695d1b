"""One number at a time, with an if for each side."""

from __future__ import annotations

from math import erfc
from math import exp
from math import expm1
from math import log1p
from math import pi
from math import sqrt

import numpy as np


def elementwise(function):
    """The function of a number as a function of arrays."""
    return np.vectorize(function, otypes=[float])


@elementwise
def sigmoid(s):
    return 1.0 / (1.0 + exp(-s)) if s >= 0 else exp(s) / (1.0 + exp(s))


@elementwise
def d_sigmoid(s):
    return exp(-abs(s)) / (1.0 + exp(-abs(s))) ** 2


@elementwise
def tanh(s):
    e = expm1(-2.0 * abs(s))
    return -e / (2.0 + e) if s >= 0 else e / (2.0 + e)


@elementwise
def d_tanh(s):
    return 4.0 * exp(-2.0 * abs(s)) / (1.0 + exp(-2.0 * abs(s))) ** 2


@elementwise
def relu(s):
    return s if s > 0 else 0.0


@elementwise
def d_relu(s):
    return 1.0 if s > 0 else 0.0


def leaky_relu(s, alpha=0.01):
    return elementwise(lambda x: x if x >= 0 else alpha * x)(s)


def d_leaky_relu(s, alpha=0.01):
    return elementwise(lambda x: 1.0 if x >= 0 else alpha)(s)


@elementwise
def softplus(s):
    return s + log1p(exp(-s)) if s > 0 else log1p(exp(s))


@elementwise
def d_softplus(s):
    return 1.0 / (1.0 + exp(-s)) if s >= 0 else 1.0 - 1.0 / (1.0 + exp(s))


@elementwise
def elu(s):
    return s if s >= 0 else exp(s) - 1.0


@elementwise
def d_elu(s):
    return 1.0 if s >= 0 else exp(s)


@elementwise
def gelu(s):
    return 0.5 * s * erfc(-s / sqrt(2.0))


@elementwise
def d_gelu(s):
    return 0.5 * erfc(-s / sqrt(2.0)) + s * exp(-s * s / 2.0) / sqrt(2.0 * pi)


@elementwise
def silu(s):
    return s / (1.0 + exp(-s)) if s >= 0 else s * exp(s) / (1.0 + exp(s))


@elementwise
def d_silu(s):
    e = exp(-abs(s))
    gate = 1.0 / (1.0 + e) if s >= 0 else e / (1.0 + e)
    return gate * (1.0 + s * (1.0 - gate))
