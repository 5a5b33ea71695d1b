"""Every layer as the list of its arrays, counted one by one."""

from __future__ import annotations

import math


def total(*shapes):
    return sum(math.prod(shape) for shape in shapes)


def conv_params(kh, kw, c_in, c_out, bias=True):
    shapes = [(c_out, c_in, kh, kw)]
    if bias:
        shapes.append((c_out,))
    return total(*shapes)


def fc_params(n_in, n_out, bias=True):
    return conv_params(1, 1, n_in, n_out, bias)


def recurrent(blocks, d, H, two_biases):
    one = [(H, d), (H, H), (H,)] + [(H,)] * two_biases
    return total(*one * blocks)


def rnn_params(d, H, two_biases=False):
    return recurrent(1, d, H, two_biases)


def gru_params(d, H, two_biases=False):
    return recurrent(3, d, H, two_biases)


def lstm_params(d, H, two_biases=False):
    return recurrent(4, d, H, two_biases)


def attention_params(D, d_k, d_v, heads=1, bias=False):
    count = fc_params(heads * d_v, D, bias)
    for _ in range(heads):
        count += fc_params(D, d_k, bias) + fc_params(D, d_k, bias) + fc_params(D, d_v, bias)
    return count


def block_params(D, ff):
    network = fc_params(D, ff) + fc_params(ff, D)
    return attention_params(D, D, D, bias=True) + network + total(*[(D,)] * 4)


def match_hidden(budget, count):
    sizes = [1]
    while count(sizes[-1]) < budget:
        sizes.append(sizes[-1] + 1)
    return min(sizes, key=lambda h: abs(count(h) - budget))
