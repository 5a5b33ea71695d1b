"""The number of parameters of a layer, and the hidden size that meets a budget."""

from __future__ import annotations

from collections.abc import Callable


def conv_params(kh: int, kw: int, c_in: int, c_out: int, bias: bool = True) -> int:
    """Parameters of a convolutional layer (CNN notes, definition 10).

    kh, kw: height and width of a filter; c_in: input channels; c_out: filters;
    bias: whether each filter has one bias. Returns an int.
    """
    ### BEGIN SOLUTION
    return c_out * (kh * kw * c_in + bias)
    ### END SOLUTION


def fc_params(n_in: int, n_out: int, bias: bool = True) -> int:
    """Parameters of a fully connected layer (CNN notes, section 4, example 6).

    n_in: inputs; n_out: units; bias: whether each unit has one. Returns an int.
    """
    ### BEGIN SOLUTION
    return n_out * (n_in + bias)
    ### END SOLUTION


def rnn_params(d: int, H: int, two_biases: bool = False) -> int:
    """Parameters of a simple recurrent layer with W_x, W_h and b (CNN notes, section 7).

    d: numbers read at a step; H: size of the state; two_biases: count a second bias of size H,
    as torch keeps it (bias_ih and bias_hh). Returns an int.
    """
    ### BEGIN SOLUTION
    return H * (d + H + 1 + two_biases)
    ### END SOLUTION


def gru_params(d: int, H: int, two_biases: bool = False) -> int:
    """Parameters of a GRU layer: two gates and a candidate (CNN notes, section 9).

    d, H, two_biases: as in rnn_params, for each of its blocks. Returns an int.
    """
    ### BEGIN SOLUTION
    return 3 * H * (d + H + 1 + two_biases)
    ### END SOLUTION


def lstm_params(d: int, H: int, two_biases: bool = False) -> int:
    """Parameters of an LSTM layer: three gates and a candidate (CNN notes, section 9).

    d, H, two_biases: as in rnn_params, for each of its blocks. Returns an int.
    """
    ### BEGIN SOLUTION
    return 4 * H * (d + H + 1 + two_biases)
    ### END SOLUTION


def attention_params(D: int, d_k: int, d_v: int, heads: int = 1, bias: bool = False) -> int:
    """Parameters of multi-head attention (lecture notes, several heads).

    D: width of an embedding. Each head has W_Q (D, d_k), W_K (D, d_k) and W_V (D, d_v); the heads
    side by side are (heads * d_v) wide and pass through one W_O of shape (heads * d_v, D).
    bias: whether each of these matrices has one, as wide as its result. Returns an int.
    """
    ### BEGIN SOLUTION
    projections = heads * (2 * d_k + d_v) * (D + bias)
    return projections + (heads * d_v + bias) * D
    ### END SOLUTION


def block_params(D: int, ff: int) -> int:
    """Parameters of a Transformer encoder block (torch tutorial, section 3.5.3).

    D: width of an embedding; ff: hidden units of the feed-forward network D -> ff -> D.
    The heads together are D wide, so the four projections of attention are (D, D); all
    projections and fully connected layers have biases, and each of the two layer norms has a
    scale and a shift of size D. Returns an int; the number of heads does not matter.
    """
    ### BEGIN SOLUTION
    attention = 4 * D * (D + 1)
    feed_forward = ff * (D + 1) + D * (ff + 1)
    norms = 2 * 2 * D
    return attention + feed_forward + norms
    ### END SOLUTION


def match_hidden(budget: int, count: Callable[[int], int]) -> int:
    """The hidden size whose parameter count is closest to a budget (torch tutorial, last exercise).

    budget: parameters wanted; count: maps a size h >= 1 to the number of parameters, larger for
    larger h, in any way. Returns h >= 1, an int; of two equally close sizes the smaller.
    """
    ### BEGIN SOLUTION
    h = 1
    while count(h) < budget:
        h += 1
    if h > 1 and budget - count(h - 1) <= count(h) - budget:
        return h - 1
    return h
    ### END SOLUTION
