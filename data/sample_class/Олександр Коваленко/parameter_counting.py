import matplotlib.pyplot as plt


def conv_params(kh, kw, c_in, c_out, bias=True):
    n = kh * kw * c_in * c_out
    if bias:
        n += c_in
    return n


def fc_params(n_in, n_out, bias=True):
    n = n_in * n_out
    return n + n_in if bias else n


def rnn_params(d, H, two_biases=False):
    W_x, W_h, b = (H, d), (d, d), H
    n = W_x[0] * W_x[1] + W_h[0] * W_h[1] + b
    return n + H if two_biases else n


def gru_params(d, H, two_biases=False):
    n = 0
    for ворота in ["reset", "update", "candidate"]:
        n += H * d
        n += H * H
        n += H
        if two_biases:
            n += H
    return n


def lstm_params(d, H, two_biases=False):
    n = H * H  # стан комірки c
    for ворота in ["input", "forget", "output", "candidate"]:
        n += H * d + H * H + H * (2 if two_biases else 1)
    return n


def attention_params(D, d_k, d_v, heads=1, bias=False):
    n = heads * (D * d_k + D * d_k + D * d_v) + d_v * D
    if bias:
        n += heads * (d_k + d_k + d_v) + D
    return n


def block_params(D, ff):
    attn = 4 * (D + 1) * D
    mlp = (D + 1) * ff + (ff + 1) * D
    norm = 2 * D
    return attn + mlp + norm


def match_hidden(budget, count):
    best, h = 1, 1
    while count(h) < 2 * budget:
        h += 1
        if abs(count(h) - budget) <= abs(count(best) - budget):
            best = h
    return best


print("conv:", conv_params(3, 3, 1, 4))
plt.plot([rnn_params(8, h) for h in range(1, 50)])
plt.show()
