import torch
import torch.nn.functional as F
from torch import nn


class SwiGLU(nn.Module):
    def __init__(self, d_in, d_hidden, d_out):
        super().__init__()
        for name, a, b in (
            ("gate", d_in, d_hidden),
            ("value", d_in, d_hidden),
            ("out", d_hidden, d_out),
        ):
            self.add_module(name, nn.Linear(a, b, bias=False))

    def forward(self, x):
        g = self.gate(x)
        v = self.value(x)
        return self.out(g * torch.sigmoid(g) * v)


class Maxout(nn.Module):
    def __init__(self, d_in, d_out, k):
        super().__init__()
        self.pieces = nn.ModuleList()
        for _ in range(k):
            self.pieces.append(nn.Linear(d_in, d_out))

    def forward(self, x):
        best = self.pieces[0](x)
        for piece in list(self.pieces)[1:]:
            best = torch.maximum(best, piece(x))
        return best


class KANLayer(nn.Module):
    def __init__(self, d_in, d_out, centres, width):
        super().__init__()
        self.width = width
        self.slope = nn.Parameter(torch.empty(d_in, d_out))
        nn.init.xavier_uniform_(self.slope)
        self.coef = nn.Parameter(torch.zeros(d_in, len(centres), d_out))
        self.register_buffer("centres", torch.tensor(centres))

    def forward(self, x):
        y = F.linear(x, self.slope.T)
        for m in range(len(self.centres)):
            z = (x - self.centres[m]) / self.width
            y = y + torch.exp(-0.5 * z * z) @ self.coef[:, m, :]
        return y
