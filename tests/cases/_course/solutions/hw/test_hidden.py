import numpy as np
import torch

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_leaves_inputs

FAR_APART = np.array([[650.0], [-150.0]])  # exp of neither overflows, that of the gap is 0


@criterion(of="conv_out", points="1", says="Output length without stride and padding.")
def test_conv_out(student, reference):
    for n, k in ((7, 3), (28, 5), (224, 11), (4, 4)):
        assert_equal(student.conv_out(n, k), reference.conv_out(n, k), what="conv_out(n, k)")


@criterion(of="conv_out", points="1", says="Stride and padding count, rounded down.")
def test_conv_out_stride(student, reference):
    for n, k, s, p in ((7, 3, 2, 1), (28, 5, 3, 0), (225, 11, 2, 5), (1000, 7, 3, 6), (9, 4, 2, 3)):
        found = student.conv_out(n, k, s, p)
        assert_equal(found, reference.conv_out(n, k, s, p), what="conv_out(n, k, s, p)")
    found = student.conv_out(50, 4, p=2, s=3)
    assert_equal(found, reference.conv_out(50, 4, p=2, s=3), what="conv_out(n, k, p=p, s=s)")


@criterion(of="softmax", points="0.5", says="The softmax of a vector.")
def test_softmax_vector(student, reference, rng):
    for x in (rng.normal(size=5), np.full(3, 0.7), np.array([2.0])):
        assert_close(student.softmax(x.copy()), reference.softmax(x), what="softmax of a vector")


@criterion(of="softmax", points="1", says="Along the last axis of a batch, also of rows far apart.")
def test_softmax_batch(student, reference, rng):
    for x in (rng.normal(size=(2, 3, 4)), rng.normal(size=(2, 3)) + FAR_APART):
        assert_close(student.softmax(x.copy()), reference.softmax(x), what="softmax of a batch")


@criterion(of="softmax", points="1", says="Scores of ten thousand do not overflow.")
def test_softmax_stable(student, reference, rng):
    for x in (1e4 * rng.normal(size=4), 1e4 + rng.normal(size=6)):
        found = student.softmax(x.copy())
        assert_close(found, reference.softmax(x), what="softmax of large scores")


@criterion(of="softmax", points="0.5", says="Correct, and the input is left as it was.")
def test_softmax_input(student, reference, rng):
    for x in (rng.normal(size=6), rng.normal(size=(5, 2)), rng.normal(size=4)):
        found = assert_leaves_inputs(student.softmax, x.copy())
        assert_close(found, reference.softmax(x), what="softmax(x)")


@criterion(of="relu_backward", points="1", says="The gradient passes where x > 0.")
def test_relu_backward(student, reference, rng):
    for shape in ((3, 4), (6,)):
        dout, x = rng.normal(size=shape), rng.normal(size=shape)
        found = student.relu_backward(dout.copy(), x.copy())
        assert_close(found, reference.relu_backward(dout, x), what="relu_backward(dout, x)")


@criterion(of="relu_backward", points="0.5", says="The shape of x stays, also where nothing passes.")
def test_relu_backward_dead(student, reference, rng):
    x = rng.normal(size=(4, 3))
    for x in (x, -np.abs(x), -np.abs(x[0]), -np.abs(x[:2])):
        dout = rng.normal(size=x.shape)
        found = student.relu_backward(dout.copy(), x.copy())
        assert_close(found, reference.relu_backward(dout, x), what="relu_backward(dout, x)")


@criterion(of="relu_backward", points="0.5", says="Correct, and the inputs are left as they were.")
def test_relu_backward_inputs(student, reference, rng):
    for shape in ((2, 5, 3), (4,), (2, 3)):
        dout, x = rng.normal(size=shape), rng.normal(size=shape)
        found = assert_leaves_inputs(student.relu_backward, dout.copy(), x.copy())
        assert_close(found, reference.relu_backward(dout, x), what="relu_backward(dout, x)")


def tensors(rng, *shape):
    return [torch.tensor(rng.normal(size=shape), dtype=torch.float32) for _ in range(3)]


@criterion(of="attention", points="1", says="softmax(q k^T / sqrt(d)) v.")
def test_attention(student, reference, rng):
    for shape in ((4, 3), (2, 5)):
        q, k, v = tensors(rng, *shape)
        found = student.attention(q, k, v)
        assert_close(found, reference.attention(q, k, v), what="attention", rtol=1e-4, atol=1e-5)


@criterion(of="attention", points="1", says="Any number of axes in front.")
def test_attention_batch(student, reference, rng):
    for shape in ((2, 5, 3), (3, 2, 4, 5)):
        q, k, v = tensors(rng, *shape)
        found = student.attention(q, k, v)
        assert_close(found, reference.attention(q, k, v), what="attention", rtol=1e-4, atol=1e-5)


def gradients(function, inputs, cotangent):
    leaves = [tensor.clone().requires_grad_() for tensor in inputs]
    (function(*leaves) * cotangent).sum().backward()
    return [leaf.grad for leaf in leaves]


@criterion(of="attention", points="1", says="Gradients flow to q, k and v.")
def test_attention_gradient(student, reference, rng):
    for shape in ((4, 3), (2, 3, 5)):
        *inputs, cotangent = (*tensors(rng, *shape), tensors(rng, *shape)[0])
        found = gradients(student.attention, inputs, cotangent)
        right = gradients(reference.attention, inputs, cotangent)
        for name, one, other in zip("qkv", found, right, strict=True):
            assert_close(one, other, what=f"the gradient of {name}", rtol=1e-4, atol=1e-5)
