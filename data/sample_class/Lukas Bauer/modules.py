import torch
import torch.nn as nn
import torch.nn.functional as F


class SwiGLU(nn.Module):
    def __init__(self, d_in, d_hidden, d_out):
        super().__init__()
        self.gate = nn.Linear(d_in, d_hidden)
        self.value = nn.Linear(d_in, d_hidden)
        self.out = nn.Linear(d_hidden, d_out)

    def forward(self, x):
        return self.out(F.silu(self.gate(x)) * self.value(x))


class Maxout(nn.Module):
    def __init__(self, d_in, d_out, k):
        super().__init__()
        self.pieces = []
        for _ in range(k):
            self.pieces.append(nn.Linear(d_in, d_out))

    def forward(self, x):
        return torch.max(torch.stack([p(x) for p in self.pieces]), dim=0)[0]


class KANLayer(nn.Module):
    def __init__(self, d_in, d_out, centres, width):
        super().__init__()
        self.slope = nn.Parameter(torch.randn(d_in, d_out))
        self.coef = nn.Parameter(torch.zeros(d_in, len(centres), d_out))
        self.centres = torch.tensor(centres)
        self.width = width

    def forward(self, x):
        r = (x.unsqueeze(-1) - self.centres) / self.width
        phi = torch.exp(-r**2 / 2)
        return x @ self.slope + torch.einsum("...im,imo->...o", phi, self.coef)
