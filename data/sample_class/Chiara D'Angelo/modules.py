import torch
from torch import nn


class SwiGLU(nn.Module):
    def __init__(self, d_in, d_hidden, d_out):
        super().__init__()
        self.gate = nn.Linear(d_in, d_hidden, bias=False)
        self.value = nn.Linear(d_in, d_hidden, bias=False)
        self.out = nn.Linear(d_hidden, d_out, bias=False)

    def forward(self, x):
        # gated linear unit: a sigmoid opens and closes the gate
        opening = 1 / (1 + torch.exp(-self.gate(x)))
        return self.out(opening * self.value(x))


class Maxout(nn.Module):
    def __init__(self, d_in, d_out, k):
        super().__init__()
        self.pieces = nn.ModuleList([nn.Linear(d_in, d_out) for _ in range(k)])

    def forward(self, x):
        z = torch.zeros(x.shape[0], self.pieces[0].out_features, dtype=x.dtype)
        for piece in self.pieces:
            z = torch.maximum(z, piece(x))
        return z


class KANLayer(nn.Module):
    def __init__(self, d_in, d_out, centres, width):
        super().__init__()
        self.slope = nn.Parameter(torch.randn(d_in, d_out))
        self.coef = nn.Parameter(torch.zeros(d_in, len(centres), d_out))
        self.register_buffer("centres", torch.tensor(centres))
        self.width = width

    def forward(self, x):
        n, d_in = x.shape
        y = torch.zeros(n, self.slope.shape[1], dtype=x.dtype)
        for i in range(d_in):
            column = x[:, i : i + 1]
            bumps = torch.exp(-((column - self.centres) ** 2) / (2 * self.width))
            y = y + column * self.slope[i] + bumps @ self.coef[i]
        return y
