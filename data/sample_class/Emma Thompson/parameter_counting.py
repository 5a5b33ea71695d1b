from functools import lru_cache


def conv_params(kh, kw, c_in, c_out, bias=True):
    weights = c_out
    for size in (c_in, kh, kw):
        weights *= size
    return weights + (c_out if bias else 0)


def fc_params(n_in, n_out, bias=True):
    return (n_in + bool(bias)) * n_out


def rnn_params(d, H, two_biases=False):
    one = (d + H + 1) * H
    if two_biases:  # torch has everything twice
        return 2 * one
    return one


def gru_params(d, H, two_biases=False):
    biases = 1 + int(two_biases)
    return (d * 3 * H) + (H * 3 * H) + (biases * 3 * H)


def lstm_params(d, H, two_biases=False):
    biases = 1 + int(two_biases)
    return (d * 4 * H) + (H * 4 * H) + (biases * 4 * H)


def attention_params(D, d_k, d_v, heads=1, bias=False):
    inside = heads * (d_k + d_k + d_v)
    count = D * inside + heads * d_v * D
    return count + inside + D if bias else count


def block_params(D, ff):
    attention = attention_params(D, D, D, 1, True)
    return attention + fc_params(D, ff) + fc_params(ff, D) + 4 * D


def match_hidden(budget, count):
    count = lru_cache(maxsize=None)(count)
    low, high = 1, max(budget, 1)
    while low < high:
        middle = (low + high) // 2
        if count(middle) < budget:
            low = middle
        else:
            high = middle
    if low > 1 and budget - count(low - 1) <= count(low) - budget:
        return low - 1
    return low
