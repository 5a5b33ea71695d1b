"""パラメータの数え方: torch の state_dict のように名前と形を並べる。"""

import numpy as np


def _数(配列):
    return int(sum(np.prod(形, dtype=np.int64) for 形 in 配列.values()))


def conv_params(kh, kw, c_in, c_out, bias=True):
    配列 = {"weight": (c_out, c_in, kh, kw)}
    if bias:
        配列["bias"] = (c_out,)
    return _数(配列)


def fc_params(n_in, n_out, bias=True):
    return _数({"weight": (n_out, n_in), "bias": (n_out * bool(bias),)})


def _再帰(塊, d, H, two_biases):
    配列 = {}
    for 名 in 塊:
        配列 |= {f"{名}_ih": (H, d), f"{名}_hh": (H, H), f"{名}_b": (H,)}
        if two_biases:
            配列[f"{名}_b2"] = (H,)
    return _数(配列)


def rnn_params(d, H, two_biases=False):
    return _再帰("h", d, H, two_biases)


def gru_params(d, H, two_biases=False):
    return _再帰("rzn", d, H, two_biases)


def lstm_params(d, H, two_biases=False):
    return _再帰("ifgo", d, H, two_biases)


def attention_params(D, d_k, d_v, heads=1, bias=False):
    幅 = 2 * d_k + d_v
    配列 = {"in_proj": (heads, D, 幅), "out_proj": (heads * d_v, D)}
    if bias:
        配列 |= {"in_bias": (heads, 幅), "out_bias": (D,)}
    return _数(配列)


def block_params(D, ff):
    return _数({
        "in_proj": (3, D, D), "in_bias": (3, D), "out_proj": (D, D), "out_bias": (D,),
        "linear1": (D, ff), "bias1": (ff,), "linear2": (ff, D), "bias2": (D,),
        "norm1": (2, D), "norm2": (2, D),
    })


def match_hidden(budget, count):
    # 予算以下で最大の h を、2 のべきの歩幅で探す
    h, 歩 = 0, 1 << 16
    while 歩:
        if count(h + 歩) <= budget:
            h += 歩
        歩 //= 2
    if h == 0:
        return 1
    下, 上 = budget - count(h), count(h + 1) - budget
    return h if 下 <= 上 else h + 1
