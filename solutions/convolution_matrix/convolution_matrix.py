"""A convolution as a matrix with few entries and shared weights, and the gradient of sharing."""

from __future__ import annotations

import numpy as np


def local_matrix(weights: np.ndarray) -> np.ndarray:
    """Matrix of a locally connected layer along one axis (book 7.1.2; lecture notes).

    weights: (m, k), integers or floats; row i are the weights with which output i reads inputs i
    to i + k - 1, counted from 0. Returns floats, (m, m + k - 1), zero where nothing is connected.
    """
    ### BEGIN SOLUTION
    m, k = weights.shape
    M = np.zeros((m, m + k - 1))
    for i, row in enumerate(weights):
        M[i, i : i + k] = row
    return M
    ### END SOLUTION


def conv1d_matrix(w: np.ndarray, n: int, mode: str = "valid") -> np.ndarray:
    """Matrix M with M x = w slid along x, unflipped (lecture notes).

    w: (k,), integers or floats; n: length of x. mode "valid": no padding, k <= n; returns
    (n - k + 1, n). mode "same": k is odd, and (k - 1) / 2 zeros at each end of x, which the
    matrix does not contain; returns (n, n), also for n < k. Floats.
    """
    ### BEGIN SOLUTION
    pad = (len(w) - 1) // 2 if mode == "same" else 0
    m = n + 2 * pad - len(w) + 1
    return local_matrix(np.tile(w, (m, 1)))[:, pad : pad + n]
    ### END SOLUTION


def conv_matrix(K: np.ndarray, H: int, W: int) -> np.ndarray:
    """Matrix M with M vec(X) = vec(K slid over X), unflipped (CNN notes, section 4).

    No padding. K: (kh, kw), integers or floats; H, W: height and width of X, no smaller than K. vec
    flattens row by row, as numpy does. Returns floats, ((H - kh + 1)(W - kw + 1), H W).
    """
    ### BEGIN SOLUTION
    kh, kw = K.shape
    rows, columns = H - kh + 1, W - kw + 1
    M = np.zeros((rows, columns, H, W))
    for i in range(rows):
        for j in range(columns):
            M[i, j, i : i + kh, j : j + kw] = K
    return M.reshape(rows * columns, H * W)
    ### END SOLUTION


def connections(kh: int, kw: int, H: int, W: int) -> tuple[int, int, int]:
    """What sparse connections save, and what sharing saves (lecture notes).

    kh, kw: size of a filter; H, W: size of the image, no smaller. The layer's outputs are the
    positions of the filter. Returns the tuple of three ints: the weights of a fully connected
    layer, of a locally connected one (each output its own filter), and of a convolution. No biases.
    """
    ### BEGIN SOLUTION
    outputs = (H - kh + 1) * (W - kw + 1)
    return outputs * H * W, outputs * kh * kw, kh * kw
    ### END SOLUTION


def conv1d_grad(
    x: np.ndarray, w: np.ndarray, delta: np.ndarray
) -> tuple[np.ndarray, float, np.ndarray]:
    """Gradients of a_i = sum over j of w_j x_{i+j-1} + b (lecture notes, learning shared weights).

    dL/dw_j = sum over i of delta_i x_{i+j-1}, with delta_i = dL/da_i.

    x: (n,), w: (k,), integers or floats; delta: (n - k + 1,), floats.
    Returns the tuple (dw, db, dx) of floats: (k,), a number, (n,).
    """
    ### BEGIN SOLUTION
    m = len(delta)
    dw = np.array([delta @ x[j : j + m] for j in range(len(w))])
    dx = conv1d_matrix(w, len(x)).T @ delta
    return dw, float(delta.sum()), dx
    ### END SOLUTION


def tied_gradient(G: np.ndarray, k: int) -> np.ndarray:
    """Gradient of k shared weights from the gradient of the matrix they fill (CNN notes).

    G: (m, m + k - 1), floats, dL/dM for every entry of M = conv1d_matrix(w, m + k - 1), taken as if
    all entries were free. Returns dL/dw, (k,).
    """
    ### BEGIN SOLUTION
    return np.array([np.trace(G, offset=j) for j in range(k)])
    ### END SOLUTION
