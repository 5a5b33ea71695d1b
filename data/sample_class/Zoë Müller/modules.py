import torch
from torch import Tensor
from torch import nn


class SwiGLU(nn.Module):
    def __init__(self, d_in: int, d_hidden: int, d_out: int) -> None:
        super().__init__()
        self.gate, self.value = (nn.Linear(d_in, d_hidden, bias=False) for _ in range(2))
        self.out = nn.Linear(d_hidden, d_out, bias=False)
        self.activation = nn.SiLU()

    def forward(self, x: Tensor) -> Tensor:
        return self.out(self.activation(self.gate(x)).mul(self.value(x)))


class Maxout(nn.Module):
    def __init__(self, d_in: int, d_out: int, k: int) -> None:
        super().__init__()
        self.pieces = nn.ModuleList([nn.Linear(d_in, d_out) for _ in range(k)])

    def forward(self, x: Tensor) -> Tensor:
        values, _ = torch.stack([p(x) for p in self.pieces], dim=-1).max(dim=-1)
        return values


class KANLayer(nn.Module):
    def __init__(self, d_in: int, d_out: int, centres: list[float], width: float) -> None:
        super().__init__()
        self.width = width
        self.register_buffer("centres", torch.as_tensor(centres, dtype=torch.get_default_dtype()))
        self.slope = nn.Parameter(torch.nn.init.kaiming_uniform_(torch.empty(d_in, d_out)))
        self.coef = nn.Parameter(torch.zeros(d_in, len(centres), d_out))

    def forward(self, x: Tensor) -> Tensor:
        bumps = (-0.5 * ((x.unsqueeze(-1) - self.centres) / self.width).square()).exp()
        line = x.unsqueeze(-2) @ self.slope
        curve = bumps.flatten(-2).unsqueeze(-2) @ self.coef.flatten(0, 1)
        return (line + curve).squeeze(-2)
