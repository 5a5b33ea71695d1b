"""Backpropagation through time for the simple recurrent layer."""

from __future__ import annotations

import numpy as np


def rnn_forward(
    X: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray, h0: np.ndarray
) -> np.ndarray:
    """States h_t = tanh(a_t) with a_t = W_x x_t + W_h h_{t-1} + b (CNN notes, section 7).

    X: (T, d), a row for each step; W_x: (H, d); W_h: (H, H); b, h0: (H,).
    Returns (T, H): the states h_1 to h_T, without h0.
    """
    ### BEGIN SOLUTION
    states = np.empty((len(X), len(h0)))
    h = h0
    for t, x in enumerate(X):
        h = np.tanh(W_x @ x + W_h @ h + b)
        states[t] = h
    return states
    ### END SOLUTION


def readout_loss(
    states: np.ndarray, U: np.ndarray, Y: np.ndarray
) -> tuple[float, np.ndarray, np.ndarray]:
    """Squared error of a linear readout at every step: L = 1/2 sum over t of |U h_t - y_t|^2.

    states: (T, H); U: (K, H); Y: (T, K), the targets.
    Returns the tuple (L, direct, dU): a float; the direct terms dL/dh_t through step t's own
    error only, (T, H); and dL/dU, (K, H) (CNN notes, section 8, definition 15).
    """
    ### BEGIN SOLUTION
    errors = states @ U.T - Y
    return 0.5 * float((errors**2).sum()), errors @ U, errors.T @ states
    ### END SOLUTION


def preactivation_gradients(states: np.ndarray, W_h: np.ndarray, direct: np.ndarray) -> np.ndarray:
    """Gradients g_t = dL/da_t of all steps, last step first (CNN notes, section 8, theorem 4).

    g_t = D_t dL/dh_t with D_t = diag(1 - h_t^2), and dL/dh_t = direct_t + W_h^T g_{t+1}.

    states: (T, H), h_1 to h_T; W_h: (H, H); direct: (T, H), the direct terms: row t is the
    gradient that the loss sends to h_t itself, not through later states. A loss of the last
    state only has zeros in all other rows. Returns g, (T, H).
    """
    ### BEGIN SOLUTION
    g = np.empty(states.shape)
    from_later = np.zeros(len(W_h))
    for t in reversed(range(len(states))):
        g[t] = (1 - states[t] ** 2) * (direct[t] + from_later)
        from_later = W_h.T @ g[t]
    return g
    ### END SOLUTION


def weight_gradients(
    X: np.ndarray, states: np.ndarray, h0: np.ndarray, g: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Gradients of the shared weights: every use adds its part (CNN notes, section 8, theorem 4).

    dW_x = sum of g_t x_t^T, dW_h = sum of g_t h_{t-1}^T, db = sum of g_t, over t = 1 to T.

    X: (T, d); states: (T, H), h_1 to h_T; h0: (H,); g: (T, H).
    Returns the tuple (dW_x, dW_h, db), shapes (H, d), (H, H), (H,).
    """
    ### BEGIN SOLUTION
    before = np.vstack([h0, states[:-1]])
    return g.T @ X, g.T @ before, g.sum(axis=0)
    ### END SOLUTION


def bptt(
    X: np.ndarray,
    W_x: np.ndarray,
    W_h: np.ndarray,
    b: np.ndarray,
    h0: np.ndarray,
    direct: np.ndarray,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """All gradients of a recurrent layer, forward and backward (CNN notes, section 8).

    X, W_x, W_h, b, h0: as in rnn_forward; direct: (T, H), as in preactivation_gradients.
    Returns the tuple (dW_x, dW_h, db, dh0), each shaped like its argument.
    """
    ### BEGIN SOLUTION
    states = rnn_forward(X, W_x, W_h, b, h0)
    g = preactivation_gradients(states, W_h, direct)
    return *weight_gradients(X, states, h0, g), W_h.T @ g[0]
    ### END SOLUTION


def truncated_bptt(
    X: np.ndarray,
    W_x: np.ndarray,
    W_h: np.ndarray,
    b: np.ndarray,
    h0: np.ndarray,
    direct: np.ndarray,
    k: int,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Gradients of the weights when no gradient crosses the border between two windows.

    The steps are cut into windows of k from the first step on; the last may be shorter. The state
    runs on from window to window, the gradient stops at a window's first step.

    X, W_x, W_h, b, h0, direct: as in bptt; k: at least 1, also above T.
    Returns the tuple (dW_x, dW_h, db), summed over the windows.
    """
    ### BEGIN SOLUTION
    total = np.zeros(W_x.shape), np.zeros(W_h.shape), np.zeros(b.shape)
    h = h0
    for start in range(0, len(X), k):
        window = slice(start, start + k)
        *parts, _ = bptt(X[window], W_x, W_h, b, h, direct[window])
        for gradient, part in zip(total, parts, strict=True):
            gradient += part
        h = rnn_forward(X[window], W_x, W_h, b, h)[-1]
    return total
    ### END SOLUTION
