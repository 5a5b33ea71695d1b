"""Run these as often as you like. They show what is asked; they earn no points."""

from autograder.checks import assert_equal


def test_the_handouts_filters(student):
    assert_equal(student.conv_params(3, 5, 2, 7), 217, what="conv_params(3, 5, 2, 7)")


def test_a_count_is_an_int(student):
    assert_equal(student.fc_params(1, 1), 2, what="fc_params(1, 1)")


def test_the_smallest_recurrent_layer(student):
    assert_equal(student.rnn_params(1, 1), 3, what="rnn_params(1, 1)")


def test_the_smallest_gru(student):
    assert_equal(student.gru_params(1, 1), 9, what="gru_params(1, 1)")


def test_the_smallest_lstm(student):
    assert_equal(student.lstm_params(1, 1), 12, what="lstm_params(1, 1)")


def test_the_handouts_attention(student):
    found = student.attention_params(6, 2, 3, heads=2)
    assert_equal(found, 120, what="attention_params(6, 2, 3, heads=2)")


def test_a_wider_feed_forward_network_costs_more(student):
    more = student.block_params(4, 9) > student.block_params(4, 8)
    assert_equal(bool(more), True, what="block_params(4, 9) > block_params(4, 8)")


def test_the_handouts_budget(student):
    found = student.match_hidden(100, lambda h: 8 * h + 3)
    assert_equal(found, 12, what="match_hidden(100, count) with count(h) = 8 h + 3")
