import numpy as np
import torch

from autograder import misconception


@misconception(
    of="conv_out",
    killed_by="test_conv_out",
    says="The first position counts, too: add one after the division.",
)
def without_the_first(n, k, s=1, p=0):
    return (n + 2 * p - k) // s


@misconception(
    of="conv_out",
    killed_by="test_conv_out_stride",
    says="The padding is added on both sides: 2p, not p.",
)
def padded_once(n, k, s=1, p=0):
    return (n + p - k) // s + 1


@misconception(
    of="conv_out",
    killed_by="test_conv_out_stride",
    says="A window that does not fit is left out: round down, not up.",
)
def rounded_up(n, k, s=1, p=0):
    return -(-(n + 2 * p - k) // s) + 1


@misconception(
    of="softmax",
    killed_by="test_softmax_vector",
    says="The scores are divided by their sum; softmax takes their exponentials first.",
)
def without_exponential(x):
    return x / x.sum(axis=-1, keepdims=True)


@misconception(
    of="softmax",
    killed_by="test_softmax_batch",
    says="The scores are normalised over the first axis; it is the last one that holds the classes.",
)
def over_the_first_axis(x):
    e = np.exp(x - x.max(axis=0, keepdims=True))
    return e / e.sum(axis=0, keepdims=True)


@misconception(
    of="softmax",
    killed_by="test_softmax_batch",
    says="The largest score of the whole batch is subtracted: a row far below it becomes 0/0.",
)
def one_maximum_for_all(x):
    with np.errstate(invalid="ignore"):
        e = np.exp(x - x.max())
        return e / e.sum(axis=-1, keepdims=True)


@misconception(
    of="softmax",
    killed_by="test_softmax_stable",
    says="exp of a large score overflows: subtract the largest score of the row first.",
)
def overflowing(x):
    with np.errstate(over="ignore", invalid="ignore"):
        e = np.exp(x)
        return e / e.sum(axis=-1, keepdims=True)


@misconception(
    of="softmax",
    killed_by="test_softmax_input",
    says="The caller's array is overwritten: work on a copy.",
)
def in_the_callers_array(x):
    x -= x.max(axis=-1, keepdims=True)
    np.exp(x, out=x)
    x /= x.sum(axis=-1, keepdims=True)
    return x.copy()


@misconception(
    of="relu_backward",
    killed_by="test_relu_backward",
    says="The mask comes from the incoming gradient; it is x that decides.",
)
def masked_by_the_gradient(dout, x):
    return np.where(dout > 0, dout, 0.0)


@misconception(
    of="relu_backward",
    killed_by="test_relu_backward_dead",
    says="Where no unit is alive the gradient passes unchanged; it is zero there.",
)
def passing_when_all_are_dead(dout, x):
    return np.where(x > 0, dout, 0.0) if (x > 0).any() else dout.copy()


@misconception(
    of="relu_backward",
    killed_by="test_relu_backward_inputs",
    says="The incoming gradient is overwritten: work on a copy.",
)
def in_the_callers_gradient(dout, x):
    dout[x <= 0] = 0
    return dout.copy()


@misconception(
    of="attention",
    killed_by="test_attention",
    says="The scores are not divided by the square root of d.",
)
def unscaled(q, k, v):
    return torch.softmax(q @ k.transpose(-1, -2), dim=-1) @ v


@misconception(
    of="attention",
    killed_by="test_attention",
    says="The scores are divided by the square root of the length; it is d, the last axis.",
)
def scaled_by_the_length(q, k, v):
    return torch.softmax(q @ k.transpose(-1, -2) / q.shape[-2] ** 0.5, dim=-1) @ v


@misconception(
    of="attention",
    killed_by="test_attention_batch",
    says="The softmax runs over axis 1, which in a batch is the axis of the queries; take axis -1.",
)
def over_axis_one(q, k, v):
    return torch.softmax(q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5, dim=1) @ v


@misconception(
    of="attention",
    killed_by="test_attention_gradient",
    says="The weights are detached from the graph: no gradient reaches q and k.",
)
def detached_weights(q, k, v):
    w = torch.softmax(q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5, dim=-1)
    return w.detach() @ v
