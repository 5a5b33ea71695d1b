"""Elementwise activation functions and their derivatives, safe for inputs of any size."""

from __future__ import annotations

import math

import numpy as np


def erf(x: np.ndarray) -> np.ndarray:
    """The error function 2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x.

    x: any shape. Returns the same shape. numpy has none of its own.
    """
    return np.vectorize(math.erf, otypes=[float])(x)


def sigmoid(s: np.ndarray) -> np.ndarray:
    """1 / (1 + exp(-s)) (book 4.3, 5.4).

    s: any shape and size. Returns the same shape, from 0 to 1.
    """
    ### BEGIN SOLUTION
    e = np.exp(-np.abs(s))
    return np.where(s >= 0, 1.0, e) / (1.0 + e)
    ### END SOLUTION


def d_sigmoid(s: np.ndarray) -> np.ndarray:
    """Derivative of the sigmoid at s (book 6.4.3).

    s: any shape and size. Returns the same shape, from 0 to 0.25.
    """
    ### BEGIN SOLUTION
    p = sigmoid(s)
    return p * (1.0 - p)
    ### END SOLUTION


def tanh(s: np.ndarray) -> np.ndarray:
    """Hyperbolic tangent, a sigmoid stretched to run from -1 to 1 (book 5.4).

    s: any shape and size. Returns the same shape.
    """
    ### BEGIN SOLUTION
    return 2.0 * sigmoid(2.0 * s) - 1.0
    ### END SOLUTION


def d_tanh(s: np.ndarray) -> np.ndarray:
    """Derivative of the hyperbolic tangent at s.

    s: any shape and size. Returns the same shape, from 0 to 1.
    """
    ### BEGIN SOLUTION
    return 1.0 - tanh(s) ** 2
    ### END SOLUTION


def relu(s: np.ndarray) -> np.ndarray:
    """max(0, s), the rectified linear unit (book, equation E.5.5).

    s: any shape. Returns a new array of the same shape.
    """
    ### BEGIN SOLUTION
    return np.maximum(s, 0.0)
    ### END SOLUTION


def d_relu(s: np.ndarray) -> np.ndarray:
    """Derivative of the ReLU at s (book 6.4.3-6.4.4). What it is at s = 0 is up to you.

    s: any shape. Returns the same shape, floats.
    """
    ### BEGIN SOLUTION
    return np.where(s > 0, 1.0, 0.0)
    ### END SOLUTION


def leaky_relu(s: np.ndarray, alpha: float = 0.01) -> np.ndarray:
    """s where s >= 0, alpha s elsewhere (book 5.4).

    s: any shape; alpha: slope on the negative side, any number. Returns the same shape.
    """
    ### BEGIN SOLUTION
    return np.where(s >= 0, s, alpha * s)
    ### END SOLUTION


def d_leaky_relu(s: np.ndarray, alpha: float = 0.01) -> np.ndarray:
    """Derivative of the leaky ReLU at s. What it is at s = 0 is up to you.

    s: any shape; alpha: slope on the negative side, any number. Returns the same shape, floats.
    """
    ### BEGIN SOLUTION
    return np.where(s > 0, 1.0, alpha)
    ### END SOLUTION


def softplus(s: np.ndarray) -> np.ndarray:
    """log(1 + exp(s)), a smooth ReLU (book 5.4).

    s: any shape and size. Returns the same shape, positive, to full relative precision.
    """
    ### BEGIN SOLUTION
    return np.maximum(s, 0.0) + np.log1p(np.exp(-np.abs(s)))
    ### END SOLUTION


def d_softplus(s: np.ndarray) -> np.ndarray:
    """Derivative of the softplus at s.

    s: any shape and size. Returns the same shape, from 0 to 1.
    """
    ### BEGIN SOLUTION
    return sigmoid(s)
    ### END SOLUTION


def elu(s: np.ndarray) -> np.ndarray:
    """s where s >= 0, exp(s) - 1 elsewhere: the exponential linear unit (book 5.4).

    s: any shape and size. Returns the same shape, at least -1.
    """
    ### BEGIN SOLUTION
    return np.where(s >= 0, s, np.expm1(np.minimum(s, 0.0)))
    ### END SOLUTION


def d_elu(s: np.ndarray) -> np.ndarray:
    """Derivative of the exponential linear unit at s.

    s: any shape and size. Returns the same shape, from 0 to 1.
    """
    ### BEGIN SOLUTION
    return np.exp(np.minimum(s, 0.0))
    ### END SOLUTION


def gelu(s: np.ndarray) -> np.ndarray:
    """s Phi(s), the Gaussian error linear unit; Phi is the normal distribution (book 5.4).

    Phi(s) = (1 + erf(s / sqrt(2))) / 2, exactly and not an approximation.
    s: any shape and size. Returns the same shape.
    """
    ### BEGIN SOLUTION
    return s * 0.5 * (1.0 + erf(s / math.sqrt(2.0)))
    ### END SOLUTION


def d_gelu(s: np.ndarray) -> np.ndarray:
    """Derivative of the Gaussian error linear unit at s.

    s: any shape and size. Returns the same shape.
    """
    ### BEGIN SOLUTION
    cumulative = 0.5 * (1.0 + erf(s / math.sqrt(2.0)))
    density = np.exp(-0.5 * s**2) / math.sqrt(2.0 * math.pi)
    return cumulative + s * density
    ### END SOLUTION


def silu(s: np.ndarray) -> np.ndarray:
    """s sigmoid(s), the sigmoid linear unit, also called Swish (book 5.4).

    s: any shape and size. Returns the same shape.
    """
    ### BEGIN SOLUTION
    return s * sigmoid(s)
    ### END SOLUTION


def d_silu(s: np.ndarray) -> np.ndarray:
    """Derivative of the sigmoid linear unit at s.

    s: any shape and size. Returns the same shape.
    """
    ### BEGIN SOLUTION
    p = sigmoid(s)
    return p + s * p * (1.0 - p)
    ### END SOLUTION
