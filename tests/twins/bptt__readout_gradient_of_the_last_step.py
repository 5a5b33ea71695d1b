import numpy as np


def readout_loss(
    states: np.ndarray, U: np.ndarray, Y: np.ndarray
) -> tuple[float, np.ndarray, np.ndarray]:
    """Squared error of a linear readout at every step."""
    T, H = states.shape
    loss = 0.0
    direct = np.zeros((T, H))
    dU = np.zeros(U.shape)
    for t in range(T):
        err = U @ states[t] - Y[t]
        loss += 0.5 * float(err @ err)
        direct[t] = U.T @ err
        dU = np.outer(err, states[t])
    return loss, direct, dU
