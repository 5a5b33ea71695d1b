import torch
from torch import nn


class SwiGLU(nn.Module):
    def __init__(self, d_in, d_hidden, d_out):
        super().__init__()
        linear = lambda a, b: nn.Linear(a, b, bias=False)
        self.gate = linear(d_in, d_hidden)
        self.value = linear(d_in, d_hidden)
        self.out = linear(d_hidden, d_out)

    def forward(self, x):
        # 게이트 쪽에만 silu
        s = x @ self.gate.weight.T
        h = s / (1 + torch.exp(-s)) * (x @ self.value.weight.T)
        return h @ self.out.weight.T


class Maxout(nn.Module):
    def __init__(self, d_in, d_out, k):
        super().__init__()
        self.pieces = nn.ModuleList(nn.Linear(d_in, d_out, bias=True) for i in range(k))

    def forward(self, x):
        W = torch.stack([piece.weight for piece in self.pieces])
        b = torch.stack([piece.bias for piece in self.pieces])
        z = torch.einsum("...i,koi->...ko", x, W) + b
        return z.amax(dim=-2)


class KANLayer(nn.Module):
    def __init__(self, d_in, d_out, centres, width):
        super().__init__()
        self.slope = nn.Parameter(0.1 * torch.randn(d_in, d_out))
        self.coef = nn.Parameter(torch.zeros(d_in, len(centres), d_out))
        self.register_buffer("centres", torch.tensor([float(c) for c in centres]))
        self.width = float(width)

    def forward(self, x):
        gap = torch.sub(x[..., :, None], self.centres)
        bumps = torch.exp(gap.pow(2).div(-2 * self.width**2))
        return x @ self.slope + torch.tensordot(bumps, self.coef, dims=2)
