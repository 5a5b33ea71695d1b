"""Each test asks for all its answers before it judges one: a diagnosis needs several.

Expected counts are summed over the shapes of all arrays, as torch lists them; the numbers that
the sources print stand beside them.
"""

import math

from autograder import criterion
from autograder.checks import assert_equal


def draw(rng, count, low=2, high=12):
    """Sizes from low to high, no two alike."""
    return [low + int(size) for size in rng.permutation(high - low + 1)[:count]]


def total(*shapes):
    return sum(math.prod(shape) for shape in shapes)


def recurrent(blocks, d, H, biases=1):
    return total((blocks * H, d), (blocks * H, H), *[(blocks * H,)] * biases)


def alone(student, reference, *names):
    """The student's module with the reference's counts for the smaller layers a count may call."""
    names = ("conv_params", "fc_params", "rnn_params", *names)
    return student.given(**{name: getattr(reference, name) for name in names})


@criterion(of="conv_params", points="1", says="Weights for every filter and channel, and biases.")
def test_conv(student, rng):
    # 001 lines 108 and 124: 10, 40, 102; 004 section 2.2: 416 and 1740, section 2.1.3: 13 and 290.
    known = [(3, 3, 1, 1), (3, 3, 1, 4), (2, 2, 4, 6), (5, 5, 1, 16), (3, 3, 16, 12)]
    known += [(3, 4, 1, 1), (3, 3, 16, 2)]
    cases = [*known, (1, 1, 3, 5)] + [tuple(draw(rng, 4)) for _ in range(5)]
    found = [student.conv_params(*case) for case in cases]
    printed = [10, 40, 102, 416, 1740, 13, 290]
    assert_equal(found[:7], printed, what="conv_params for layers of the notes")
    expected = [total((c_out, c_in, kh, kw), (c_out,)) for kh, kw, c_in, c_out in cases]
    assert_equal(found, expected, what="conv_params(kh, kw, c_in, c_out) for several layers")


@criterion(of="conv_params", points="0.5", says="Without biases only the weights count.")
def test_conv_without_bias(student, rng):
    # 000 line 185: one 3 x 3 filter on an RGB image; 001 line 124: one of six filters of 2 x 2 on
    # four channels; book chapter 7: 5 x 5, 3 to 64 channels.
    cases = [(3, 3, 3, 1), (2, 2, 4, 1), (5, 5, 3, 64), (3, 2, 1, 7)]
    cases += [tuple(draw(rng, 4)) for _ in range(4)]
    found = [student.conv_params(*case, bias=False) for case in cases]
    known = [27, 16, 4800]
    assert_equal(found[:3], known, what="conv_params(..., bias=False) for three known layers")
    expected = [total((c_out, c_in, kh, kw)) for kh, kw, c_in, c_out in cases]
    assert_equal(found, expected, what="conv_params(..., bias=False) for several layers")


@criterion(of="fc_params", points="0.75", says="A weight per input and unit, a bias per unit.")
def test_fc(student, rng):
    # 001 lines 108, 135 and 171: 2340, 9360, 370, 62; 004 section 2.2: 65 and 23050.
    known = [(64, 36), (64, 144), (36, 10), (30, 2), (12, 5), (2304, 10)]
    cases = known + [tuple(draw(rng, 2)) for _ in range(4)]
    found = [student.fc_params(*case) for case in cases]
    printed = [2340, 9360, 370, 62, 65, 23050]
    assert_equal(found[:6], printed, what="fc_params for layers of the notes")
    expected = [total((n_out, n_in), (n_out,)) for n_in, n_out in cases]
    assert_equal(found, expected, what="fc_params(n_in, n_out) for several layers")


@criterion(of="fc_params", points="0.25", says="Without biases, exact however large the layer is.")
def test_fc_without_bias(student, rng):
    # 000 line 58; book 7.1.1: an image of a megapixel to another one needs more than 32 bits.
    cases = [(150528, 1000), (3 * 1024**2, 3 * 1024**2)]
    cases += [(10**9 + 1, 10**9 + 1), (10**9 + 7, 10**9 + 9)]  # and these need more than 53
    cases += [tuple(draw(rng, 2)) for _ in range(4)]
    found = [student.fc_params(*case, bias=False) for case in cases]
    known = [150528000, 9895604649984]
    assert_equal(found[:2], known, what="fc_params(..., bias=False) for two known layers")
    expected = [n_in * n_out for n_in, n_out in cases]
    assert_equal(found, expected, what="fc_params(..., bias=False) for several layers")


@criterion(of="rnn_params", points="0.75", says="Input weights, recurrent weights and one bias.")
def test_rnn(student, rng):
    # 001 line 171: the toy layer has 8 parameters, thirty copies that share nothing 240.
    cases = [(1, 2), (4, 2)] + [tuple(draw(rng, 2)) for _ in range(5)]
    found = [student.rnn_params(*case) for case in cases]
    assert_equal(found[:2], [8, 14], what="rnn_params for two known layers")
    expected = [recurrent(1, *case) for case in cases]
    assert_equal(found, expected, what="rnn_params(d, H) for several layers")


@criterion(of="rnn_params", points="0.5", says="With torch's second bias H parameters are added.")
def test_rnn_with_two_biases(student, rng):
    # 004 section 3.3: three layers, 55 + 60 + 60 = 175; section 3.4: two directions, 110.
    cases = [(4, 5), (5, 5), (4, 2)] + [tuple(draw(rng, 2)) for _ in range(4)]
    found = [student.rnn_params(*case, two_biases=True) for case in cases]
    assert_equal(found[:3], [55, 60, 16], what="rnn_params(..., two_biases=True), known layers")
    expected = [recurrent(1, *case, biases=2) for case in cases]
    assert_equal(found, expected, what="rnn_params(d, H, two_biases=True) for several layers")


@criterion(of="gru_params", points="0.5", says="Two gates and a candidate, each with its arrays.")
def test_gru(student, reference, rng):
    cases = [(4, 2)] + [tuple(draw(rng, 2)) for _ in range(5)]
    asked = alone(student, reference)
    found = [asked.gru_params(*case) for case in cases]
    assert_equal(found[0], 42, what="gru_params(4, 2)")
    expected = [recurrent(3, *case) for case in cases]
    assert_equal(found, expected, what="gru_params(d, H) for several layers")


@criterion(of="gru_params", points="0.25", says="The second bias comes with each of the blocks.")
def test_gru_with_two_biases(student, reference, rng):
    cases = [(4, 2)] + [tuple(draw(rng, 2)) for _ in range(5)]
    asked = alone(student, reference)
    found = [asked.gru_params(*case, two_biases=True) for case in cases]
    assert_equal(found[0], 48, what="gru_params(4, 2, two_biases=True)")  # torch.nn.GRU(4, 2)
    expected = [recurrent(3, *case, biases=2) for case in cases]
    assert_equal(found, expected, what="gru_params(d, H, two_biases=True) for several layers")


@criterion(
    of="lstm_params", points="0.5", says="Three gates and a candidate, each with its arrays."
)
def test_lstm(student, reference, rng):
    cases = [(4, 2)] + [tuple(draw(rng, 2)) for _ in range(5)]
    asked = alone(student, reference, "gru_params")
    found = [asked.lstm_params(*case) for case in cases]
    assert_equal(found[0], 56, what="lstm_params(4, 2)")
    expected = [recurrent(4, *case) for case in cases]
    assert_equal(found, expected, what="lstm_params(d, H) for several layers")


@criterion(of="lstm_params", points="0.25", says="The second bias comes with each of the blocks.")
def test_lstm_with_two_biases(student, reference, rng):
    cases = [(4, 2)] + [tuple(draw(rng, 2)) for _ in range(5)]
    asked = alone(student, reference, "gru_params")
    found = [asked.lstm_params(*case, two_biases=True) for case in cases]
    assert_equal(found[0], 64, what="lstm_params(4, 2, two_biases=True)")  # torch.nn.LSTM(4, 2)
    expected = [recurrent(4, *case, biases=2) for case in cases]
    assert_equal(found, expected, what="lstm_params(d, H, two_biases=True) for several layers")


@criterion(of="attention_params", points="0.75", says="One head: four matrices.")
def test_attention_with_one_head(student, reference, rng):
    cases = [tuple(draw(rng, 3)) for _ in range(6)]
    asked = alone(student, reference)
    found = [asked.attention_params(*case) for case in cases]
    expected = [total((D, d_k), (D, d_k), (D, d_v), (d_v, D)) for D, d_k, d_v in cases]
    assert_equal(found, expected, what="attention_params(D, d_k, d_v) for several widths")


@criterion(of="attention_params", points="0.75", says="Heads have their own projections, one W_O.")
def test_attention_with_several_heads(student, reference, rng):
    cases = [tuple(draw(rng, 4)) for _ in range(6)]
    asked = alone(student, reference)
    found = [asked.attention_params(*case) for case in cases]
    expected = [
        total((h, D, d_k), (h, D, d_k), (h, D, d_v), (h * d_v, D)) for D, d_k, d_v, h in cases
    ]
    assert_equal(found, expected, what="attention_params(D, d_k, d_v, heads) for several widths")


@criterion(of="attention_params", points="0.5", says="A bias is as wide as the result it joins.")
def test_attention_with_biases(student, reference, rng):
    cases = [(16, 4, 4, 4)] + [tuple(draw(rng, 4)) for _ in range(5)]
    asked = alone(student, reference)
    found = [asked.attention_params(*case, bias=True) for case in cases]
    # as many as torch.nn.MultiheadAttention(16, 4) has
    assert_equal(found[0], 1088, what="attention_params(16, 4, 4, 4, bias=True)")
    expected = []
    for D, d_k, d_v, h in cases:
        matrices = total((D, h, d_k), (D, h, d_k), (D, h, d_v), (h * d_v, D))
        expected.append(matrices + total((h, d_k), (h, d_k), (h, d_v), (D,)))
    assert_equal(found, expected, what="attention_params(..., bias=True) for several widths")


@criterion(of="block_params", points="1", says="Attention, feed-forward network and two norms.")
def test_block(student, reference, rng):
    cases = [(16, 64)] + [tuple(draw(rng, 2)) for _ in range(5)]
    asked = alone(student, reference, "attention_params")
    found = [asked.block_params(*case) for case in cases]
    # torch.nn.TransformerEncoderLayer(16, 4, 64), the layer of 004 section 3.5.3
    assert_equal(found[0], 3280, what="block_params(16, 64)")
    expected = [
        total((4 * D, D), (4 * D,), (ff, D), (ff,), (D, ff), (D,), *[(D,)] * 4) for D, ff in cases
    ]
    assert_equal(found, expected, what="block_params(D, ff) for several widths")


def affine(slope, offset):
    """A count that is asked for sizes of at least 1."""

    def count(h):
        if h < 1:
            raise ValueError("a hidden size is at least 1")
        return slope * h + offset

    return count


def closest(budget, count):
    return min(range(1, 3000), key=lambda h: (abs(count(h) - budget), h))


@criterion(of="match_hidden", points="0.75", says="The closest size, below the budget or above.")
def test_match_hidden(student, rng):
    # The MLP 64-h-10 beside the CNN of 001 (410 parameters), and 784-h-10 beside that of 004.
    digits, mnist = affine(75, 10), affine(795, 10)
    cases = [(410, digits), (430, digits), (23466, mnist)]
    for _ in range(6):
        half, offset, h, part = draw(rng, 4, low=5, high=40)
        slope = 2 * half + 1  # odd: no budget lies half way between two counts
        cases.append((slope * h + offset + part % slope, affine(slope, offset)))
    cases.append((slope + offset + 1, affine(slope, offset)))  # one unit is closest
    cases.append((8 * 2500 + 4, affine(8, 3)))  # and here 2500 are
    found = [student.match_hidden(*case) for case in cases]
    assert_equal(found[:3], [5, 6, 30], what="match_hidden for three known networks")
    expected = [closest(*case) for case in cases]
    assert_equal(found, expected, what="match_hidden(budget, count) for several budgets")


@criterion(of="match_hidden", points="0.5", says="The count may grow in any way, also as a square.")
def test_match_hidden_of_recurrent_layers(student, rng):
    def readout(blocks):
        return lambda h: recurrent(blocks, 8, h, biases=2) + total((10, h), (10,))

    # Digit rows as sequences of 8 numbers, 10 classes: RNN, LSTM and GRU beside each other.
    cases = [(1200, readout(1)), (1200, readout(4)), (1200, readout(3))]
    for blocks in (1, 3, 4):
        cases.append((300 + 50 * draw(rng, 1)[0], readout(blocks)))
    cases.append((5000, lambda h: h**3))
    found = [student.match_hidden(*case) for case in cases]
    assert_equal(found[:3], [26, 12, 14], what="match_hidden for RNN, LSTM and GRU")
    expected = [closest(*case) for case in cases]
    assert_equal(found, expected, what="match_hidden(budget, count) for recurrent layers")


@criterion(of="match_hidden", points="0.25", says="Of two equally close sizes the smaller.")
def test_match_hidden_of_equals(student, rng):
    cases, expected = [], []
    for slope, offset, h in (draw(rng, 3) for _ in range(5)):
        cases.append((2 * slope * h + slope + offset, affine(2 * slope, offset)))
        expected.append(h)
    found = [student.match_hidden(*case) for case in cases]
    assert_equal(found, expected, what="match_hidden of budgets half way between two counts")


@criterion(of="match_hidden", points="0.25", says="However small the budget, h is at least 1.")
def test_match_hidden_of_a_small_budget(student, rng):
    lines = [draw(rng, 2) for _ in range(9)]
    cases = [(offset - 1, affine(slope, offset)) for slope, offset in lines]
    found = [student.match_hidden(*case) for case in cases]
    assert_equal(found, [1] * 9, what="match_hidden of budgets below the smallest count")
