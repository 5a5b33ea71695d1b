import math

import numpy as np


def conv_params(kh, kw, c_in, c_out, bias=True):
    K = np.zeros((c_out, c_in, kh, kw))
    b = np.zeros(c_out if bias else 0)
    return K.size + b.size


def fc_params(n_in, n_out, bias=True):
    W = np.zeros((n_out, n_in))
    b = np.zeros(n_out if bias else 0)
    return W.size + b.size


def rnn_params(d, H, two_biases=False):
    return d * H + math.pow(H, 2) + H + two_biases * H


def gru_params(d, H, two_biases=False):
    return 3 * rnn_params(d, H, two_biases)


def lstm_params(d, H, two_biases=False):
    return 4 * (d * H + math.pow(H, 2) + H + two_biases * H)


def attention_params(D, d_k, d_v, heads=1, bias=False):
    W_Q = W_K = np.zeros((heads, D, d_k))
    W_V = np.zeros((heads, D, d_v))
    W_O = np.zeros((heads * d_v, D))
    n = W_Q.size + W_K.size + W_V.size + W_O.size
    if bias:
        n += heads * (d_k + d_k + d_v) + D
    return n


def block_params(D, ff):
    return 4 * math.pow(D, 2) + 4 * D + 2 * D * ff + ff + D + 4 * D


def match_hidden(budget, count):
    # recta por dos puntos
    m = count(2) - count(1)
    n = count(1) - m
    h = int((budget - n) / m + 0.5)
    return max(h, 1)
