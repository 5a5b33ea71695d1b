import numpy as np


def orbit(x: np.ndarray, group) -> list[np.ndarray]:
    """All versions of an image under a group."""

    def turns(image):
        return [np.rot90(image, q, axes=(-2, -1)) for q in range(4)]

    mirrored = np.flip(x, axis=-2)
    if group == "mirror":
        return [x, mirrored]
    if group == "rotation":
        return turns(x)
    return turns(x) + turns(mirrored)
