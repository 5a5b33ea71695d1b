import numpy as np
import torch


def test_conv_out(student):
    assert student.conv_out(7, 3) == 5


def test_softmax(student):
    assert np.allclose(student.softmax(np.array([0.0, 0.0])), [0.5, 0.5])


def test_relu_backward(student):
    assert np.allclose(student.relu_backward(np.array([2.0, 3.0]), np.array([-1.0, 1.0])), [0, 3])


def test_attention(student):
    one = torch.ones(1, 2)
    assert torch.allclose(student.attention(one, one, one), one)
