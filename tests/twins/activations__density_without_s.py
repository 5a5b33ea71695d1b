import math

import numpy as np


def d_gelu(s):
    # product rule on s * Phi(s): Phi plus the density
    big_phi = 0.5 * (1.0 + erf(s / math.sqrt(2.0)))
    small_phi = np.exp(-0.5 * s**2) / math.sqrt(2.0 * math.pi)
    return big_phi + small_phi
