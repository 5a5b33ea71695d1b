"""Layers that are wrong in one way each."""

import torch
from torch import nn

from autograder import misconception
from autograder import reference


def bumps(layer, x):
    """(..., d_in, m): how near each input is to each centre."""
    return torch.exp(-(((x[..., None] - layer.centres) / layer.width) ** 2) / 2)


def curves(layer, x, features):
    """x: (..., d_in), features: (..., d_in, m). Returns (..., d_out)."""
    return x @ layer.slope + torch.einsum("...im,imo->...o", features, layer.coef)


# --- SwiGLU


@misconception(
    of="SwiGLU",
    killed_by="test_swiglu_parameters",
    says="The linear maps have biases: nn.Linear adds one unless bias=False.",
)
class WithBiases(reference.SwiGLU):
    def __init__(self, d_in, d_hidden, d_out):
        super().__init__(d_in, d_hidden, d_out)
        self.gate = nn.Linear(d_in, d_hidden)
        self.value = nn.Linear(d_in, d_hidden)
        self.out = nn.Linear(d_hidden, d_out)


@misconception(
    of="SwiGLU",
    killed_by="test_swiglu_parameters",
    says="gate and value are one and the same layer, so they stay equal forever. Make two.",
)
class OneLayerTwice(reference.SwiGLU):
    def __init__(self, d_in, d_hidden, d_out):
        super().__init__(d_in, d_hidden, d_out)
        self.value = self.gate


@misconception(
    of="SwiGLU",
    killed_by="test_swiglu_parameters",
    says="The layers sit in a dict, where nn.Module does not see them. Assign them to self.",
)
class LayersInADict(nn.Module):
    def __init__(self, d_in, d_hidden, d_out):
        super().__init__()
        self.layers = {
            "gate": nn.Linear(d_in, d_hidden, bias=False),
            "value": nn.Linear(d_in, d_hidden, bias=False),
            "out": nn.Linear(d_hidden, d_out, bias=False),
        }

    def forward(self, x):
        gate = nn.functional.silu(self.layers["gate"](x))
        return self.layers["out"](gate * self.layers["value"](x))


@misconception(
    of="SwiGLU",
    killed_by="test_swiglu_values",
    says="silu is applied to the value instead of the gate.",
)
class GateAndValueSwapped(reference.SwiGLU):
    def forward(self, x):
        return self.out(self.gate(x) * nn.functional.silu(self.value(x)))


@misconception(
    of="SwiGLU",
    killed_by="test_swiglu_values",
    says=("The gate is a sigmoid: that is the GLU. SwiGLU has silu(s) = s sigma(s) in its place."),
)
class SigmoidGate(reference.SwiGLU):
    def forward(self, x):
        return self.out(torch.sigmoid(self.gate(x)) * self.value(x))


@misconception(
    of="SwiGLU",
    killed_by="test_swiglu_values",
    says="exp(s) / (1 + exp(s)) is infinity over infinity for large s. Use torch.sigmoid.",
)
class SiluOverflows(reference.SwiGLU):
    def forward(self, x):
        e = torch.exp(self.gate(x))
        return self.out(self.gate(x) * e / (1 + e) * self.value(x))


@misconception(
    of="SwiGLU",
    killed_by="test_swiglu_values",
    says="silu is applied to the product. Only the gate goes through it.",
)
class SwishOfTheProduct(reference.SwiGLU):
    def forward(self, x):
        return self.out(nn.functional.silu(self.gate(x) * self.value(x)))


@misconception(
    of="SwiGLU",
    killed_by="test_swiglu_axes",
    says=(
        "All axes but the last come out as one. nn.Linear acts on the last axis of any tensor: "
        "call the layers on x as it is."
    ),
)
class FlattensTheBatch(reference.SwiGLU):
    def forward(self, x):
        return super().forward(x.reshape(-1, x.shape[-1]))


@misconception(
    of="SwiGLU",
    killed_by="test_swiglu_gradients",
    says="The gate is detached: it scales the value but never learns.",
)
class GateNeverLearns(reference.SwiGLU):
    def forward(self, x):
        return self.out(nn.functional.silu(self.gate(x)).detach() * self.value(x))


# --- Maxout


@misconception(
    of="Maxout",
    killed_by="test_maxout_parameters",
    says=(
        "The pieces sit in a Python list, where nn.Module does not see them: nothing is trained, "
        "saved or moved. Use nn.ModuleList."
    ),
)
class PiecesInAList(reference.Maxout):
    def __init__(self, d_in, d_out, k):
        nn.Module.__init__(self)
        self.pieces = [nn.Linear(d_in, d_out) for _ in range(k)]


@misconception(
    of="Maxout",
    killed_by="test_maxout_parameters",
    says="[layer] * k holds one layer k times, so all pieces are equal. Build k of them.",
)
class OnePieceManyTimes(reference.Maxout):
    def __init__(self, d_in, d_out, k):
        super().__init__(d_in, d_out, k)
        self.pieces = nn.ModuleList([nn.Linear(d_in, d_out)] * k)


@misconception(
    of="Maxout",
    killed_by="test_maxout_values",
    says="The maximum runs over the units. It compares the k pieces of one unit.",
)
class LargestUnit(reference.Maxout):
    def forward(self, x):
        return torch.stack([piece(x) for piece in self.pieces]).amax(dim=-1)


@misconception(
    of="Maxout",
    killed_by="test_maxout_values",
    says="The running maximum starts at 0, so no output is negative. Start with the first piece.",
)
class FloorAtZero(reference.Maxout):
    def forward(self, x):
        return super().forward(x).clamp(min=0)


@misconception(
    of="Maxout",
    killed_by="test_maxout_values",
    says="The piece of largest magnitude wins. The largest counts, with its sign.",
)
class LargestMagnitude(reference.Maxout):
    def forward(self, x):
        pieces = torch.stack([piece(x) for piece in self.pieces])
        return pieces.gather(0, pieces.abs().argmax(dim=0, keepdim=True))[0]


@misconception(
    of="Maxout",
    killed_by="test_maxout_values",
    says="The pieces are averaged. An average of affine functions is affine; take the maximum.",
)
class AverageOfPieces(reference.Maxout):
    def forward(self, x):
        return torch.stack([piece(x) for piece in self.pieces]).mean(dim=0)


@misconception(
    of="Maxout",
    killed_by="test_maxout_axes",
    says=(
        "The axis of the maximum is counted from the front, which fits (n, d_in) only. Count from "
        "the end, or stack along axis 0."
    ),
)
class AxisFromTheFront(reference.Maxout):
    def forward(self, x):
        return torch.stack([piece(x) for piece in self.pieces], dim=-2).amax(dim=1)


@misconception(
    of="Maxout",
    killed_by="test_maxout_gradients",
    says="The running maximum is detached at each step, so that only the last piece learns.",
)
class OnlyTheLastPieceLearns(reference.Maxout):
    def forward(self, x):
        best = self.pieces[0](x)
        for piece in self.pieces[1:]:
            best = torch.maximum(best.detach(), piece(x))
        return best


# --- KANLayer


@misconception(
    of="KANLayer",
    killed_by="test_kan_buffer",
    says=(
        "The centres are a plain attribute: neither saved with the model nor moved with it. Use "
        "register_buffer."
    ),
)
class CentresNotRegistered(reference.KANLayer):
    def __init__(self, d_in, d_out, centres, width):
        super().__init__(d_in, d_out, centres, width)
        del self.centres
        self.centres = torch.tensor(centres)


@misconception(
    of="KANLayer",
    killed_by="test_kan_buffer",
    says="The centres are a parameter, one of those that are trained. Use register_buffer.",
)
class CentresTrained(reference.KANLayer):
    def __init__(self, d_in, d_out, centres, width):
        super().__init__(d_in, d_out, centres, width)
        del self.centres
        self.centres = nn.Parameter(torch.tensor(centres))


@misconception(
    of="KANLayer",
    killed_by="test_kan_values",
    says="The bumps of the first x are used again for the next one. They depend on x: no keeping.",
)
class KeepsTheFirstBumps(reference.KANLayer):
    def forward(self, x):
        if "kept" not in vars(self) or self.kept.shape[:-1] != x.shape:
            self.kept = bumps(self, x)
        return curves(self, x, self.kept)


@misconception(
    of="KANLayer",
    killed_by="test_kan_line",
    says=(
        "The slopes multiply silu(x_i). The first paper on KANs does so; here they multiply x_i "
        "itself."
    ),
)
class SlopeOfSilu(reference.KANLayer):
    def forward(self, x):
        return curves(self, nn.functional.silu(x), bumps(self, x))


@misconception(
    of="KANLayer",
    killed_by="test_kan_line",
    says="The curves are averaged over the inputs. They are summed.",
)
class MeanOverInputs(reference.KANLayer):
    def forward(self, x):
        return super().forward(x) / x.shape[-1]


@misconception(
    of="KANLayer",
    killed_by="test_kan_starts_as_a_line",
    says="coef starts at 1. It starts at 0, so that a new layer is a linear map.",
)
class StartsWithBumps(reference.KANLayer):
    def __init__(self, d_in, d_out, centres, width):
        super().__init__(d_in, d_out, centres, width)
        nn.init.ones_(self.coef)


@misconception(
    of="KANLayer",
    killed_by="test_kan_values",
    says="The width is not squared: the exponent is -(s - c)^2 / (2 width^2).",
)
class WidthNotSquared(reference.KANLayer):
    def forward(self, x):
        squares = (x[..., None] - self.centres) ** 2
        return curves(self, x, torch.exp(-squares / (2 * self.width)))


@misconception(
    of="KANLayer",
    killed_by="test_kan_values",
    says="The 2 under the square is missing: the exponent is -(s - c)^2 / (2 width^2).",
)
class HalfForgotten(reference.KANLayer):
    def forward(self, x):
        return curves(self, x, bumps(self, x) ** 2)


@misconception(
    of="KANLayer",
    killed_by="test_kan_values",
    says="The bumps sit at -c: the centre is subtracted, not added.",
)
class CentreAdded(reference.KANLayer):
    def forward(self, x):
        return curves(self, x, torch.exp(-(((x[..., None] + self.centres) / self.width) ** 2) / 2))


@misconception(
    of="KANLayer",
    killed_by="test_kan_values",
    says=(
        "forward uses the centres given at the start, also after others were loaded. Read the "
        "buffer."
    ),
)
class CentresOfTheStart(reference.KANLayer):
    def __init__(self, d_in, d_out, centres, width):
        super().__init__(d_in, d_out, centres, width)
        self.given = centres

    def forward(self, x):
        distances = (x[..., None] - x.new_tensor(self.given)) / self.width
        return curves(self, x, torch.exp(-(distances**2) / 2))


@misconception(
    of="KANLayer",
    killed_by="test_kan_axes",
    says=(
        "All axes but the last come out as one. With x[..., None] and '...' in einsum they pass "
        "through."
    ),
)
class FlattensAllButTheLast(reference.KANLayer):
    def forward(self, x):
        return super().forward(x.reshape(-1, x.shape[-1]))


@misconception(
    of="KANLayer",
    killed_by="test_kan_gradients",
    says=(
        "The bumps are computed under no_grad, so the slope of the curves does not reach x, nor "
        "the layers below."
    ),
)
class BumpsWithoutGradient(reference.KANLayer):
    def forward(self, x):
        with torch.no_grad():
            features = bumps(self, x)
        return curves(self, x, features)


@misconception(
    of="KANLayer",
    killed_by="test_kan_gradients",
    says="forward reads coef.data, which hides the parameter from autograd: coef never learns.",
)
class CoefNeverLearns(reference.KANLayer):
    def forward(self, x):
        return x @ self.slope + torch.einsum("...im,imo->...o", bumps(self, x), self.coef.data)
