def conv_params(kh, kw, c_in, c_out, bias=True):
    filtry = kh * kw * c_out
    return filtry + c_out if bias else filtry


def fc_params(n_in, n_out, bias=True):
    return n_in * n_out + n_out if bias else n_in * n_out


def rnn_params(d, H, two_biases=False):
    n = d * H + H * H
    if two_biases:
        n += 2 * H
    return n


def gru_params(d, H, two_biases=False):
    return 3 * (H * (d + H) + (2 if two_biases else 1) * H)


def lstm_params(d, H, two_biases=False):
    # input, forget, output
    return gru_params(d, H, two_biases)


def attention_params(D, d_k, d_v, heads=1, bias=False):
    q = k = D * d_k
    v = D * d_v
    o = d_v * D
    n = q + k + v + o
    if bias:
        n += d_k + d_k + d_v + D
    return n


def block_params(D, ff):
    uwaga = 4 * (D * D + D)
    siec = D * ff + ff + ff * D + D
    return uwaga + siec + 2 * D + 2 * D


def match_hidden(budget, count):
    h = 1
    while True:
        if count(h) >= budget:
            return h
        h = h + 1
