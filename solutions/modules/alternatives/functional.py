"""Everything as one product: pieces and curves are columns of a larger matrix."""

import numpy as np
import torch
import torch.nn.functional as F


class SwiGLU(torch.nn.Module):
    def __init__(self, d_in, d_hidden, d_out):
        super().__init__()
        self.out = torch.nn.Linear(d_hidden, d_out, bias=False)
        self.value = torch.nn.Linear(d_in, d_hidden, bias=False)
        self.gate = torch.nn.Linear(d_in, d_hidden, bias=False)

    def forward(self, x):
        both = x @ torch.cat([self.gate.weight, self.value.weight]).T
        gate, value = both.chunk(2, dim=-1)
        return F.linear(F.silu(gate) * value, self.out.weight)


class Maxout(torch.nn.Module):
    def __init__(self, d_in, d_out, k):
        super().__init__()
        self.pieces = torch.nn.ModuleList([torch.nn.Linear(d_in, d_out) for _ in range(k)])
        self.shape = (k, d_out)

    def forward(self, x):
        weight = torch.cat([piece.weight for piece in self.pieces])
        bias = torch.cat([piece.bias for piece in self.pieces])
        return F.linear(x, weight, bias).unflatten(-1, self.shape).max(dim=-2).values


class KANLayer(torch.nn.Module):
    def __init__(self, d_in, d_out, centres, width):
        super().__init__()
        self.register_buffer("centres", torch.from_numpy(np.asarray(centres, dtype=np.float32)))
        self.coef = torch.nn.Parameter(torch.zeros(d_in, len(centres), d_out))
        self.slope = torch.nn.Parameter(torch.zeros(d_in, d_out))
        torch.nn.init.xavier_uniform_(self.slope)
        self.width = width

    def forward(self, x):
        bumps = torch.exp(-(x.unsqueeze(-1) - self.centres).square() / (2 * self.width**2))
        features = torch.cat([x.unsqueeze(-1), bumps], dim=-1).flatten(-2)
        weight = torch.cat([self.slope.unsqueeze(1), self.coef], dim=1).flatten(0, 1)
        return features @ weight
