import torch
from torch import nn


class SwiGLU(nn.Module):
    def __init__(self, d_in, d_hidden, d_out):
        super().__init__()
        self.gate = nn.Linear(d_in, d_hidden, bias=False)
        self.value = nn.Linear(d_in, d_hidden, bias=False)
        self.out = nn.Linear(d_hidden, d_out, bias=False)

    def forward(self, x):
        a, b = self.gate(x), self.value(x)
        return self.out(a * (b * torch.sigmoid(b)))


class Maxout(nn.Module):
    def __init__(self, d_in, d_out, k):
        super().__init__()
        piece = nn.Linear(d_in, d_out)
        self.pieces = nn.ModuleList([piece for _ in range(k)])

    def forward(self, x):
        z = torch.stack([piece(x) for piece in self.pieces], dim=1)
        return z.max(dim=1).values


class KANLayer(nn.Module):
    def __init__(self, d_in, d_out, centres, width):
        super().__init__()
        self.slope = nn.Parameter(torch.randn(d_in, d_out))
        self.coef = nn.Parameter(torch.ones(d_in, len(centres), d_out))
        self.centres = nn.Parameter(torch.tensor(centres), requires_grad=False)
        self.width = width

    def forward(self, x):
        r = (x[..., None] - self.centres) / self.width
        phi = torch.exp(-r * r)
        return torch.einsum("...i,io->...o", x, self.slope) + torch.einsum("...im,imo->...o", phi, self.coef)
