def conv_params(kh: int, kw: int, c_in: int, c_out: int, bias: bool = True) -> int:
    vahy = kh * kw * c_in
    if bias:
        vahy += 1
    return vahy * c_out


def fc_params(n_in: int, n_out: int, bias: bool = True) -> int:
    if not bias:
        return n_in * n_out
    return (n_in + 1) * n_out


def rnn_params(d: int, H: int, two_biases: bool = False) -> int:
    # two_biases zatim nechapu
    return d * H + H * H + H


def gru_params(d: int, H: int, two_biases: bool = False) -> int:
    # 3x rnn?
    pass


def lstm_params(d: int, H: int, two_biases: bool = False) -> int:
    raise NotImplementedError


def attention_params(D: int, d_k: int, d_v: int, heads: int = 1, bias: bool = False) -> int:
    raise NotImplementedError


def block_params(D: int, ff: int) -> int:
    raise NotImplementedError


def match_hidden(budget: int, count) -> int:
    raise NotImplementedError
