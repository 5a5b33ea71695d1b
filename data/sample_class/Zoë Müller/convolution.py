import numpy as np


def stempeln(X, K):
    """Jedes Pixel stempelt den ganzen Filter auf die Ausgabe (alle Überlappungen)."""
    (H, W), (kh, kw) = X.shape, K.shape
    voll = np.zeros((H + kh - 1, W + kw - 1))
    for (i, j), pixel in np.ndenumerate(X):
        voll[i : i + kh, j : j + kw] += pixel * K
    return voll


def true_convolution(X, K):
    kh, kw = K.shape
    return stempeln(X, K)[kh - 1 : len(X), kw - 1 : X.shape[1]]


def corr2d(X, K, stride=1, pad=0):
    X = np.pad(X, ((pad, pad), (pad, pad)), "constant")
    if any(k > n for k, n in zip(K.shape, X.shape)):
        raise ValueError("Der Filter ist zu groß.")
    return true_convolution(X, np.flip(K))[::stride, ::stride]


def corr1d(x, w, stride=1, pad=0):
    # eine Zeile ist ein Bild der Höhe 1, aber oben und unten kommt nichts dazu
    X = np.pad(x, pad).reshape(1, -1)
    return corr2d(X, w.reshape(1, -1))[0][::stride]


def conv_layer(X, K, b, stride=1, pad=0):
    return np.stack([
        np.sum([corr2d(X[c], Kf[c], stride=stride, pad=pad) for c in range(len(X))], axis=0) + bf
        for Kf, bf in zip(K, b)
    ])
