"""The same layers, one unit of work at a time, with gradients left to torch."""

import torch
from torch import nn


def linear(weight, x):
    return (x[..., None, :] * weight).sum(dim=-1)


class SwiGLU(nn.Module):
    def __init__(self, d_in, d_hidden, d_out):
        super().__init__()
        for name, n, m in (
            ("gate", d_in, d_hidden),
            ("value", d_in, d_hidden),
            ("out", d_hidden, d_out),
        ):
            self.add_module(name, nn.Linear(n, m, bias=False))

    def forward(self, x):
        g = linear(self.gate.weight, x)
        return linear(self.out.weight, g * torch.sigmoid(g) * linear(self.value.weight, x))


class Maxout(nn.Module):
    def __init__(self, d_in, d_out, k):
        super().__init__()
        self.pieces = nn.ModuleList()
        for _ in range(k):
            self.pieces.append(nn.Linear(d_in, d_out))

    def forward(self, x):
        best = self.pieces[0](x)
        for piece in self.pieces[1:]:
            best = torch.maximum(best, piece(x))
        return best


class KANLayer(nn.Module):
    def __init__(self, d_in, d_out, centres, width):
        super().__init__()
        self.slope = nn.Parameter(torch.empty(d_in, d_out).uniform_(-1, 1))
        self.coef = nn.Parameter(torch.zeros(d_in, len(centres), d_out))
        self.register_buffer("centres", torch.tensor([float(c) for c in centres]))
        self.precision = 1 / width**2

    def forward(self, x):
        return sum(self.curves(i, x[..., i, None]) for i in range(x.shape[-1]))

    def curves(self, i, s):
        """What input i adds to every output; s: (..., 1)."""
        y = s * self.slope[i]
        for m, centre in enumerate(self.centres):
            y = y + self.coef[i, m] * torch.exp(-0.5 * self.precision * (s - centre) ** 2)
        return y
