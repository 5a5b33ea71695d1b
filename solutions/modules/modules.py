"""Layers that own their parameters: a gated MLP, maxout, a layer of curves (book 5)."""

import torch
from torch import nn


class SwiGLU(nn.Module):
    """y = (silu(x G) * (x V)) O with trained matrices G, V and O, without biases.

    Three `nn.Linear` without bias: `gate` and `value` (d_in -> d_hidden), `out`
    (d_hidden -> d_out). silu(s) = s sigmoid(s), and * multiplies entry by entry.
    """

    def __init__(self, d_in: int, d_hidden: int, d_out: int) -> None:
        """Register `gate`, `value` and `out`."""
        ### BEGIN SOLUTION
        super().__init__()
        self.gate = nn.Linear(d_in, d_hidden, bias=False)
        self.value = nn.Linear(d_in, d_hidden, bias=False)
        self.out = nn.Linear(d_hidden, d_out, bias=False)
        ### END SOLUTION

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x: (..., d_in) real. Returns (..., d_out)."""
        ### BEGIN SOLUTION
        return self.out(nn.functional.silu(self.gate(x)) * self.value(x))
        ### END SOLUTION


class Maxout(nn.Module):
    """y_o = the largest of k affine functions of x, for each unit o on its own.

    `pieces`: an `nn.ModuleList` of k `nn.Linear` with bias (d_in -> d_out).
    """

    def __init__(self, d_in: int, d_out: int, k: int) -> None:
        """Register `pieces`."""
        ### BEGIN SOLUTION
        super().__init__()
        self.pieces = nn.ModuleList(nn.Linear(d_in, d_out) for _ in range(k))
        ### END SOLUTION

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x: (..., d_in) real. Returns (..., d_out)."""
        ### BEGIN SOLUTION
        return torch.stack([piece(x) for piece in self.pieces]).amax(dim=0)
        ### END SOLUTION


class KANLayer(nn.Module):
    """y_o = sum_i phi_io(x_i): a trained curve from each input i to each output o.

    phi_io(s) = slope[i, o] s + sum_m coef[i, m, o] exp(-(s - centres[m])^2 / (2 width^2)).
    Parameters: `slope` (d_in, d_out); `coef` (d_in, m, d_out), zeros at first, so that
    every curve starts as a line. Buffer: `centres` (m,). `width` > 0 is a plain number.
    """

    def __init__(self, d_in: int, d_out: int, centres: list[float], width: float) -> None:
        """Register `slope`, `coef` and `centres`, all of torch's default dtype."""
        ### BEGIN SOLUTION
        super().__init__()
        self.slope = nn.Parameter(nn.init.xavier_normal_(torch.empty(d_in, d_out)))
        self.coef = nn.Parameter(torch.zeros(d_in, len(centres), d_out))
        self.register_buffer("centres", torch.tensor(centres))
        self.width = width
        ### END SOLUTION

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x: (..., d_in) real. Returns (..., d_out)."""
        ### BEGIN SOLUTION
        distances = (x[..., None] - self.centres) / self.width
        bumps = torch.exp(-(distances**2) / 2)
        return x @ self.slope + torch.einsum("...im,imo->...o", bumps, self.coef)
        ### END SOLUTION
