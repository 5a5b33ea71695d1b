"""Wrong counts, each one that people give."""

from autograder import misconception
from autograder import reference

# --- conv_params


@misconception(
    of="conv_params",
    killed_by="test_conv",
    says=(
        "The input channels are missing. A filter reads all of them at once: kh kw c_in weights."
    ),
)
def one_channel_filters(kh, kw, c_in, c_out, bias=True):
    return c_out * (kh * kw + bias)


@misconception(
    of="conv_params",
    killed_by="test_conv",
    says="Each filter has one bias, whatever it reads; you gave it one for every input channel.",
)
def bias_for_every_input_channel(kh, kw, c_in, c_out, bias=True):
    return c_out * c_in * (kh * kw + bias)


@misconception(
    of="conv_params",
    killed_by="test_conv",
    says="You gave every weight a bias of its own. There is one bias for each filter.",
)
def bias_for_every_weight(kh, kw, c_in, c_out, bias=True):
    return c_out * kh * kw * c_in * (1 + bias)


@misconception(
    of="conv_params",
    killed_by="test_conv",
    says="The layer has one bias in your count. It has one for each filter: c_out.",
)
def one_bias_for_all_filters(kh, kw, c_in, c_out, bias=True):
    return c_out * kh * kw * c_in + bias


@misconception(
    of="conv_params",
    killed_by="test_conv_without_bias",
    says="The biases are counted even when bias is False.",
)
def conv_biases_always(kh, kw, c_in, c_out, bias=True):
    return c_out * (kh * kw * c_in + 1)


# --- fc_params


@misconception(
    of="fc_params",
    killed_by="test_fc",
    says="The biases are missing: each unit has one.",
)
def fc_without_biases(n_in, n_out, bias=True):
    return n_in * n_out


@misconception(
    of="fc_params",
    killed_by="test_fc",
    says="You counted a bias for every input. The bias belongs to the unit: n_out of them.",
)
def bias_for_every_input(n_in, n_out, bias=True):
    return n_in * (n_out + bias)


@misconception(
    of="fc_params",
    killed_by="test_fc_without_bias",
    says="The biases are counted even when bias is False.",
)
def fc_biases_always(n_in, n_out, bias=True):
    return n_out * (n_in + 1)


# --- rnn_params


@misconception(
    of="rnn_params",
    killed_by="test_rnn",
    says="The recurrent weights are missing: W_h takes the old state to the new one, (H, H).",
)
def forgets_the_recurrent_weights(d, H, two_biases=False):
    return H * (d + 1 + two_biases)


@misconception(
    of="rnn_params",
    killed_by="test_rnn",
    says="You counted W_x and W_h only. The layer has a bias of size H, too.",
)
def forgets_the_bias(d, H, two_biases=False):
    return H * (d + H + two_biases)


@misconception(
    of="rnn_params",
    killed_by="test_rnn",
    says="You count biases only with two_biases. Without it the layer has one, of size H.",
)
def biases_only_in_pairs(d, H, two_biases=False):
    return H * (d + H + 2 * two_biases)


@misconception(
    of="rnn_params",
    killed_by="test_rnn_with_two_biases",
    says="With two_biases the count stays the same. torch keeps bias_ih and bias_hh, H each.",
)
def one_bias_always(d, H, two_biases=False):
    return H * (d + H + 1)


@misconception(
    of="rnn_params",
    killed_by="test_rnn_with_two_biases",
    says="You doubled the whole layer. Only the bias comes twice; the weights stay.",
)
def doubles_the_layer(d, H, two_biases=False):
    return H * (d + H + 1) * (1 + two_biases)


# --- gru_params


@misconception(
    of="gru_params",
    killed_by="test_gru",
    says="You counted four blocks, as in an LSTM. A GRU has three: two gates and a candidate.",
)
def gru_of_four_blocks(d, H, two_biases=False):
    return 4 * H * (d + H + 1 + two_biases)


@misconception(
    of="gru_params",
    killed_by="test_gru",
    says="You counted the two gates only. The candidate has weights of its own: three blocks.",
)
def gru_without_candidate(d, H, two_biases=False):
    return 2 * H * (d + H + 1 + two_biases)


@misconception(
    of="gru_params",
    killed_by="test_gru_with_two_biases",
    says="The second bias was added once. Each of the three blocks has one: 3 H more.",
)
def gru_with_one_second_bias(d, H, two_biases=False):
    return 3 * H * (d + H + 1) + H * two_biases


# --- lstm_params


@misconception(
    of="lstm_params",
    killed_by="test_lstm",
    says="You counted the three gates only. The candidate has weights of its own: four blocks.",
)
def lstm_without_candidate(d, H, two_biases=False):
    return 3 * H * (d + H + 1 + two_biases)


@misconception(
    of="lstm_params",
    killed_by="test_lstm",
    says="The cell state needs no weights: it is scaled by the gates, entry by entry.",
)
def lstm_with_cell_weights(d, H, two_biases=False):
    return 4 * H * (d + H + 1 + two_biases) + H * H


@misconception(
    of="lstm_params",
    killed_by="test_lstm_with_two_biases",
    says="The second bias was added once. Each of the four blocks has one: 4 H more.",
)
def lstm_with_one_second_bias(d, H, two_biases=False):
    return 4 * H * (d + H + 1) + H * two_biases


# --- attention_params


@misconception(
    of="attention_params",
    killed_by="test_attention_with_one_head",
    says="W_O is missing: it brings the heads back to width D.",
)
def without_output_projection(D, d_k, d_v, heads=1, bias=False):
    return heads * (2 * d_k + d_v) * (D + bias)


@misconception(
    of="attention_params",
    killed_by="test_attention_with_one_head",
    says="Your values are as wide as the keys. W_V is (D, d_v), and W_O starts from d_v.",
)
def attention_values_as_wide_as_keys(D, d_k, d_v, heads=1, bias=False):
    return reference.attention_params(D, d_k, d_k, heads, bias)


@misconception(
    of="attention_params",
    killed_by="test_attention_with_several_heads",
    says="The number of heads changes nothing in your count. Each head has W_Q, W_K and W_V.",
)
def heads_share_projections(D, d_k, d_v, heads=1, bias=False):
    return reference.attention_params(D, d_k, d_v, 1, bias)


@misconception(
    of="attention_params",
    killed_by="test_attention_with_several_heads",
    says="Your W_O reads one head. The heads lie side by side, so it has heads * d_v rows.",
)
def output_reads_one_head(D, d_k, d_v, heads=1, bias=False):
    return heads * (2 * d_k + d_v) * (D + bias) + (d_v + bias) * D


@misconception(
    of="attention_params",
    killed_by="test_attention_with_biases",
    says="The bias of W_O is missing. Its result is D wide, and so is its bias.",
)
def output_without_bias(D, d_k, d_v, heads=1, bias=False):
    return heads * (2 * d_k + d_v) * (D + bias) + heads * d_v * D


@misconception(
    of="attention_params",
    killed_by="test_attention_with_biases",
    says="Your biases are D wide. A bias is added to the result: d_k or d_v wide for each head.",
)
def biases_as_wide_as_the_input(D, d_k, d_v, heads=1, bias=False):
    return heads * D * (2 * d_k + 2 * d_v) + bias * (3 * heads * D + D)


# --- block_params


@misconception(
    of="block_params",
    killed_by="test_block",
    says=(
        "4 D parameters are missing: the two layer norms have a scale and a shift of size D each, "
        "and the four projections of the attention a bias of size D each."
    ),
)
def block_without_norms_or_biases(D, ff):
    return reference.block_params(D, ff) - 4 * D


@misconception(
    of="block_params",
    killed_by="test_block",
    says="2 D parameters are missing: there are two layer norms, and each has a scale and a shift "
    "of size D.",
)
def block_with_one_norm(D, ff):
    return reference.block_params(D, ff) - 2 * D


@misconception(
    of="block_params",
    killed_by="test_block",
    says="The feed-forward network has two layers, D -> ff and ff -> D. You counted one of them.",
)
def block_with_half_a_network(D, ff):
    return reference.block_params(D, ff) - D * (ff + 1)


@misconception(
    of="block_params",
    killed_by="test_block",
    says="The two layers of the feed-forward network have biases: ff + D parameters more.",
)
def block_network_without_biases(D, ff):
    return reference.block_params(D, ff) - ff - D


@misconception(
    of="block_params",
    killed_by="test_block",
    says="W_O is missing in your attention: it has four projections of shape (D, D), not three.",
)
def block_without_output_projection(D, ff):
    return reference.block_params(D, ff) - D * (D + 1)


# --- match_hidden


@misconception(
    of="match_hidden",
    killed_by="test_match_hidden",
    says="You took the largest network within the budget. One just above it may be closer.",
)
def within_the_budget(budget, count):
    h = 1
    while count(h + 1) <= budget:
        h += 1
    return h


@misconception(
    of="match_hidden",
    killed_by="test_match_hidden",
    says="You took the first network that reaches the budget. The one before may be closer.",
)
def reaches_the_budget(budget, count):
    h = 1
    while count(h) < budget:
        h += 1
    return h


@misconception(
    of="match_hidden",
    killed_by="test_match_hidden",
    says="You returned the number of parameters. What is asked for is the hidden size h.",
)
def returns_the_count(budget, count):
    return count(reference.match_hidden(budget, count))


@misconception(
    of="match_hidden",
    killed_by="test_match_hidden_of_recurrent_layers",
    says=(
        "You drew a straight line through two counts. W_h has H H entries, so the count of a "
        "recurrent layer grows as a square: try the sizes."
    ),
)
def along_a_line(budget, count):
    slope = count(2) - count(1)
    steps, rest = divmod(max(budget - count(1), 0), slope)
    return 1 + steps + (2 * rest > slope)


@misconception(
    of="match_hidden",
    killed_by="test_match_hidden_of_equals",
    says="Of two equally close sizes you took the larger. The smaller one is asked for.",
)
def larger_of_equals(budget, count):
    h = reference.match_hidden(budget, count)
    return h + (abs(count(h + 1) - budget) == abs(count(h) - budget))


@misconception(
    of="match_hidden",
    killed_by="test_match_hidden_of_a_small_budget",
    says="A layer without units is none: the smallest size is h = 1, however small the budget.",
)
def down_to_nothing(budget, count):
    h = reference.match_hidden(budget, count)
    return 0 if count(1) > budget else h
