def conv_params(kh, kw, c_in, c_out, bias=True):
    n = kh * kw * c_in * c_out
    if bias:
        n += 1
    return n


def fc_params(n_in, n_out, bias=True):
    return n_in * n_out + bias * n_out


def rnn_params(d, H, two_biases=False):
    biases = 2 if two_biases else 1
    return H * d + H * H + biases * H


def gru_params(d, H, two_biases=False):
    # r, z, h~ und der alte Zustand
    return 4 * rnn_params(d, H, two_biases)


def lstm_params(d, H, two_biases=False):
    n = 4 * (H * d + H * H + H)
    if two_biases:
        n += H
    return n


def attention_params(D, d_k, d_v, heads=1, bias=False):
    one_head = D * d_k + D * d_k + D * d_v
    if bias:
        one_head += d_k + d_k + d_v
    return heads * one_head


def block_params(D, ff):
    attention = 4 * D * D + 4 * D
    mlp = D * ff + ff + ff * D + D
    return attention + mlp


def match_hidden(budget, count):
    h = 1
    # nicht ueber das Budget gehen
    while count(h + 1) <= budget:
        h += 1
    return h
