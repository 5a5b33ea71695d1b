import numpy as np
import torch

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_leaves_inputs


@criterion(of="conv_out", points="1", says="Output length without stride and padding.")
def test_conv_out(student, reference):
    for n, k in ((7, 3), (28, 5), (4, 4)):
        assert_equal(student.conv_out(n, k), reference.conv_out(n, k), what="conv_out(n, k)")


@criterion(of="conv_out", points="1", says="Stride and padding count, rounded down.")
def test_conv_out_stride(student, reference):
    for n, k, s, p in ((7, 3, 2, 1), (28, 5, 3, 0), (9, 4, 2, 3)):
        found = student.conv_out(n, k, s, p)
        assert_equal(found, reference.conv_out(n, k, s, p), what="conv_out(n, k, s, p)")


@criterion(of="softmax", points="1", says="The softmax of a vector.")
def test_softmax_vector(student, reference, rng):
    x = rng.normal(size=5)
    assert_close(student.softmax(x.copy()), reference.softmax(x), what="softmax of a vector")


@criterion(of="softmax", points="1", says="Along the last axis of a batch.")
def test_softmax_batch(student, reference, rng):
    x = rng.normal(size=(2, 3, 4))
    assert_close(student.softmax(x.copy()), reference.softmax(x), what="softmax of a batch")


@criterion(of="softmax", points="0.5", says="Scores of ten thousand do not overflow.")
def test_softmax_stable(student, reference, rng):
    x = 1e4 * rng.normal(size=4)
    assert_close(student.softmax(x.copy()), reference.softmax(x), what="softmax of large scores")


@criterion(of="softmax", points="0.5", says="Correct, and the input is left as it was.")
def test_softmax_input(student, reference, rng):
    x = rng.normal(size=6)
    found = assert_leaves_inputs(student.softmax, x.copy())
    assert_close(found, reference.softmax(x), what="softmax of a vector")


@criterion(of="relu_backward", points="1", says="The gradient passes where x > 0.")
def test_relu_backward(student, reference, rng):
    dout, x = rng.normal(size=(3, 4)), rng.normal(size=(3, 4))
    found = student.relu_backward(dout.copy(), x.copy())
    assert_close(found, reference.relu_backward(dout, x), what="relu_backward(dout, x)")


@criterion(of="relu_backward", points="1", says="Any shape, and the inputs are left as they were.")
def test_relu_backward_inputs(student, reference, rng):
    dout, x = rng.normal(size=(2, 5, 3)), rng.normal(size=(2, 5, 3))
    found = assert_leaves_inputs(student.relu_backward, dout.copy(), x.copy())
    assert_close(found, reference.relu_backward(dout, x), what="relu_backward(dout, x)")


def tensors(rng, *shape):
    return (torch.tensor(rng.normal(size=shape), dtype=torch.float32) for _ in range(3))


@criterion(of="attention", points="2", says="softmax(q k^T / sqrt(d)) v, also in a batch.")
def test_attention(student, reference, rng):
    for shape in ((4, 3), (2, 5, 3)):
        q, k, v = tensors(rng, *shape)
        found = student.attention(q, k, v)
        assert_close(found, reference.attention(q, k, v), what="attention", rtol=1e-4, atol=1e-5)


@criterion(of="attention", points="1", says="Gradients flow to q, k and v.")
def test_attention_gradient(student, reference, rng):
    q, k, v = (t.requires_grad_() for t in tensors(rng, 4, 3))
    weights = torch.tensor(rng.normal(size=(4, 3)), dtype=torch.float32)
    (student.attention(q, k, v) * weights).sum().backward()
    found = [t.grad for t in (q, k, v)]
    for t in (q, k, v):
        t.grad = None
    (reference.attention(q, k, v) * weights).sum().backward()
    for name, grad, t in zip("qkv", found, (q, k, v), strict=True):
        assert_close(grad, t.grad, what=f"the gradient of {name}", rtol=1e-4, atol=1e-5)
