import numpy as np


def weight_gradients(X, states, h0, g):
    dW_x = np.einsum("th,td->hd", g, X)
    dW_h = np.einsum("th,tk->hk", g, states)
    db = np.einsum("th->h", g)
    return dW_x, dW_h, db
