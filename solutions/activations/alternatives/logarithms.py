"""Everything from log(exp(a) + exp(b)), and derivatives from identities."""

from __future__ import annotations

import math

import numpy as np


def softplus(s):
    return np.logaddexp(0.0, s)


def sigmoid(s):
    return np.exp(-softplus(-s))


def d_sigmoid(s):
    return np.exp(-softplus(s) - softplus(-s))


def tanh(s):
    return sigmoid(2.0 * s) - sigmoid(-2.0 * s)


def d_tanh(s):
    return 4.0 * d_sigmoid(2.0 * s)


def relu(s):
    return s * (s > 0)


def d_relu(s):
    return np.heaviside(s, 0.0)


def leaky_relu(s, alpha=0.01):
    return relu(s) - alpha * relu(-s)


def d_leaky_relu(s, alpha=0.01):
    return d_relu(s) + alpha * d_relu(-s)


def d_softplus(s):
    return sigmoid(s)


def elu(s):
    return relu(s) + np.exp(np.minimum(s, 0.0)) - 1.0


def d_elu(s):
    return np.minimum(elu(s) + 1.0, 1.0)


def normal_cdf(s):
    flat = [0.5 * math.erfc(-x / math.sqrt(2.0)) for x in s.ravel()]
    return np.array(flat).reshape(s.shape)


def gelu(s):
    return s * normal_cdf(s)


def d_gelu(s):
    return normal_cdf(s) + s * np.exp(-(s**2) / 2.0) / np.sqrt(2.0 * np.pi)


def silu(s):
    return s * sigmoid(s)


def d_silu(s):
    return sigmoid(s) + silu(s) * sigmoid(-s)
