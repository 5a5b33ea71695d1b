"""Gradients through the wire: a test's backward() runs on in the student's process."""

from __future__ import annotations

from typing import Any

import torch
from torch.autograd.function import once_differentiable

from autograder.engine.graph import substitute
from autograder.engine.graph import tracked_tensors
from autograder.engine.protocol import Reply
from autograder.engine.session import Session
from autograder.errors import ProtocolViolation


class _Remote(torch.autograd.Function):
    """Outputs the student computed; their cotangents are sent back, the inputs' come in."""

    @staticmethod
    def forward(
        ctx: Any, session: Session, graph: int, outputs: list[torch.Tensor], *inputs: torch.Tensor
    ) -> tuple[torch.Tensor, ...]:
        ctx.session = session
        ctx.graph = graph
        ctx.shapes = [tensor.shape for tensor in inputs]
        # clone: an output that is not a fresh tensor would be marked as a view of its input
        return tuple(tensor.detach().clone() for tensor in outputs)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *cotangents: torch.Tensor) -> tuple[Any, ...]:
        reply = ctx.session.ask("backward", args=(ctx.graph, list(cotangents)))
        gradients = reply.value
        # the last input is the anchor, which stands for no argument
        if type(gradients) is not list or len(gradients) != len(ctx.shapes) - 1:
            raise ProtocolViolation("backward() did not give a gradient for each input.")
        for gradient, shape in zip(gradients, ctx.shapes[:-1], strict=True):
            if gradient is not None and (
                type(gradient) is not torch.Tensor or gradient.shape != shape
            ):
                raise ProtocolViolation("backward() gave a gradient of another shape.")
        return (None, None, None, *gradients, None)


def join_graph(session: Session, reply: Reply, args: Any, kwargs: Any) -> Any:
    """The reply's value, its tensors hanging on the tensors in `args` and `kwargs`."""
    if reply.extra is None:
        return reply.value
    outputs = list(tracked_tensors(reply.value))
    inputs = list(tracked_tensors([args, kwargs]))
    # Parameters live with the student: without an argument that requires a gradient the
    # anchor keeps the result differentiable.
    anchor = torch.zeros((), requires_grad=True)
    joined = _Remote.apply(session, reply.extra["graph"], outputs, *inputs, anchor)  # type: ignore[no-untyped-call]
    return substitute(reply.value, iter(joined))
