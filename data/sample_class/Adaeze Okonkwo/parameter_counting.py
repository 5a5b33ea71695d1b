def conv_params(kh, kw, c_in, c_out, bias=True):
    # one filter: a kh x kw grid for each channel it reads
    one_filter = sum(kh * kw for _ in range(c_in))
    if bias:
        one_filter += 1
    return sum(one_filter for _ in range(c_out))


def fc_params(n_in, n_out, bias=True):
    per_unit = n_in + 1 if bias else n_in
    return per_unit * n_out


def rnn_params(d, H, two_biases=False):
    # Two fully connected layers, input to state and state to state. One of them has the bias.
    return fc_params(d, H) + fc_params(H, H, bias=two_biases)


def gru_params(d, H, two_biases=False):
    gates = 2 * rnn_params(d, H, two_biases)
    candidate = rnn_params(d, H, two_biases)
    return gates + candidate


def lstm_params(d, H, two_biases=False):
    return sum(rnn_params(d, H, two_biases) for _ in ("forget", "input", "output", "candidate"))


def attention_params(D, d_k, d_v, heads=1, bias=False):
    count = 0
    for _ in range(heads):
        for width in (d_k, d_k, d_v):
            count += fc_params(D, width, bias)
    return count + fc_params(heads * d_v, D, bias)


def block_params(D, ff):
    layers = [(D, D)] * 4 + [(D, ff), (ff, D)]
    layer_norm = D + D
    return sum(fc_params(a, b) for a, b in layers) + 2 * layer_norm


def match_hidden(budget, count):
    # As long as one more unit brings us closer, take it.
    h = 1
    while abs(count(h + 1) - budget) < abs(count(h) - budget):
        h += 1
    return h
