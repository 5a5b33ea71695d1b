"""Wrong answers about backpropagation through time, each one that people give."""

import numpy as np

from autograder import misconception
from autograder import reference


def backward(states, W_back, direct, slopes):
    """The recursion with a choice of the matrix that goes back and of tanh's derivative."""
    g, later = np.empty(states.shape), np.zeros(states.shape[1])
    for t in reversed(range(len(states))):
        g[t] = slopes[t] * (direct[t] + later)
        later = W_back @ g[t]
    return g


# --- rnn_forward


@misconception(
    of="rnn_forward",
    killed_by="test_forward",
    says="W_h is transposed. States are columns here: a_t = W_x x_t + W_h h_{t-1} + b.",
)
def forward_with_transposed_weights(X, W_x, W_h, b, h0):
    return reference.rnn_forward(X, W_x, W_h.T, b, h0)


@misconception(
    of="rnn_forward",
    killed_by="test_forward",
    says="Each of your steps starts from h0 again. Step t reads the state of step t - 1.",
)
def forgets_the_state(X, W_x, W_h, b, h0):
    return np.tanh(X @ W_x.T + W_h @ h0 + b)


@misconception(
    of="rnn_forward",
    killed_by="test_forward",
    says="The old state is added outside of tanh. It belongs inside: tanh of the whole sum.",
)
def old_state_outside_tanh(X, W_x, W_h, b, h0):
    states, h = [], h0
    for x in X:
        h = np.tanh(W_x @ x + b) + W_h @ h
        states.append(h)
    return np.array(states)


@misconception(
    of="rnn_forward",
    killed_by="test_forward_start",
    says="Your layer starts from zero whatever h0 is.",
)
def forward_from_zero(X, W_x, W_h, b, h0):
    return reference.rnn_forward(X, W_x, W_h, b, np.zeros_like(h0))


# --- readout_loss


@misconception(
    of="readout_loss",
    killed_by="test_readout_loss",
    says="The factor 1/2 is missing in the loss (your gradients may be right).",
)
def loss_without_half(states, U, Y):
    loss, direct, dU = reference.readout_loss(states, U, Y)
    return 2 * loss, direct, dU


@misconception(
    of="readout_loss",
    killed_by="test_readout_loss",
    says="You took the mean over the steps. The losses of all steps are added.",
)
def mean_over_the_steps(states, U, Y):
    return tuple(part / len(states) for part in reference.readout_loss(states, U, Y))


@misconception(
    of="readout_loss",
    killed_by="test_readout_loss",
    says="Only the last step's error counts in your loss. Every step has a target here.",
)
def loss_of_the_last_step(states, U, Y):
    loss, last, dU = reference.readout_loss(states[-1:], U, Y[-1:])
    return loss, np.vstack([np.zeros_like(states[:-1]), last]), dU


@misconception(
    of="readout_loss",
    killed_by="test_readout_gradients",
    says="The gradients have the wrong sign: the error is output minus target, U h_t - y_t.",
)
def target_minus_output(states, U, Y):
    loss, direct, dU = reference.readout_loss(states, U, Y)
    return loss, -direct, -dU


@misconception(
    of="readout_loss",
    killed_by="test_readout_gradients",
    says="The factor 1/2 cancels the 2 of the square: your gradients are twice too large.",
)
def gradients_twice_too_large(states, U, Y):
    loss, direct, dU = reference.readout_loss(states, U, Y)
    return loss, 2 * direct, 2 * dU


@misconception(
    of="readout_loss",
    killed_by="test_readout_gradients",
    says="dU holds the last step only. U is used at every step: add all their parts.",
)
def readout_gradient_of_the_last_step(states, U, Y):
    loss, direct, _ = reference.readout_loss(states, U, Y)
    return loss, direct, np.outer(U @ states[-1] - Y[-1], states[-1])


# --- preactivation_gradients


@misconception(
    of="preactivation_gradients",
    killed_by="test_recursion",
    says="You go back through W_h. The gradient goes back through its transpose, W_h^T g.",
)
def back_through_untransposed_weights(states, W_h, direct):
    return backward(states, W_h, direct, 1 - states**2)


@misconception(
    of="preactivation_gradients",
    killed_by="test_recursion",
    says="The derivative of tanh is 1 - h^2. You have 1 - h, so negative states give the most.",
)
def slope_without_square(states, W_h, direct):
    return backward(states, W_h.T, direct, 1 - states)


@misconception(
    of="preactivation_gradients",
    killed_by="test_recursion",
    says="You took the tanh of the state once more. h is tanh(a) already: D = diag(1 - h^2).",
)
def tanh_twice(states, W_h, direct):
    return backward(states, W_h.T, direct, 1 - np.tanh(states) ** 2)


@misconception(
    of="preactivation_gradients",
    killed_by="test_recursion",
    says="tanh's derivative is applied at the last step only. Every step back passes a tanh.",
)
def slope_at_the_last_step_only(states, W_h, direct):
    slopes = np.ones_like(states)
    slopes[-1] = 1 - states[-1] ** 2
    return backward(states, W_h.T, direct, slopes)


@misconception(
    of="preactivation_gradients",
    killed_by="test_recursion",
    says="You returned dL/dh_t. Multiply by 1 - h_t^2 to get dL/da_t.",
)
def gradients_of_the_states(states, W_h, direct):
    g = reference.preactivation_gradients(states, W_h, direct)
    return direct + np.vstack([g[1:] @ W_h, np.zeros_like(direct[:1])])


@misconception(
    of="preactivation_gradients",
    killed_by="test_recursion_with_direct_terms",
    says="Only the last direct term is used. A loss at an earlier step adds its own to dL/dh_t.",
)
def last_direct_term_only(states, W_h, direct):
    last = np.zeros_like(direct)
    last[-1] = direct[-1]
    return reference.preactivation_gradients(states, W_h, last)


@misconception(
    of="preactivation_gradients",
    killed_by="test_recursion_with_direct_terms",
    says=(
        "Earlier direct terms are added after the derivative of tanh. They belong to h_t: add "
        "them before you multiply by 1 - h_t^2."
    ),
)
def direct_terms_past_tanh(states, W_h, direct):
    slopes = 1 - states**2
    g = np.empty(states.shape)
    g[-1] = slopes[-1] * direct[-1]
    for t in reversed(range(len(states) - 1)):
        g[t] = slopes[t] * (W_h.T @ g[t + 1]) + direct[t]
    return g


@misconception(
    of="preactivation_gradients",
    killed_by="test_recursion_with_direct_terms",
    says="A direct term must travel on to all earlier steps; yours stays at its own step.",
)
def direct_terms_stay(states, W_h, direct):
    last = np.zeros_like(direct)
    last[-1] = direct[-1]
    g = reference.preactivation_gradients(states, W_h, last)
    return g + (1 - states**2) * (direct - last)


@misconception(
    of="preactivation_gradients",
    killed_by="test_recursion_leaves_inputs",
    says="You add into the caller's array of direct terms. Work on a copy.",
)
def adds_into_direct(states, W_h, direct):
    g = np.empty(states.shape)
    for t in reversed(range(len(states))):
        g[t] = (1 - states[t] ** 2) * direct[t]
        if t > 0:
            direct[t - 1] += W_h.T @ g[t]
    return g


# --- weight_gradients


@misconception(
    of="weight_gradients",
    killed_by="test_weights",
    says="You took one step's part. The weights are used at every step: add all parts.",
)
def gradients_of_the_last_step(X, states, h0, g):
    before = np.vstack([h0, states[:-1]])
    return np.outer(g[-1], X[-1]), np.outer(g[-1], before[-1]), g[-1]


@misconception(
    of="weight_gradients",
    killed_by="test_weights",
    says="You took the mean over the steps. One weight, many uses: their parts are added.",
)
def mean_of_the_uses(X, states, h0, g):
    return tuple(part / len(X) for part in reference.weight_gradients(X, states, h0, g))


@misconception(
    of="weight_gradients",
    killed_by="test_weights",
    says="g_t meets h_t in your dW_h. W_h multiplied the state before: g_t h_{t-1}^T.",
)
def with_the_state_after(X, states, h0, g):
    dW_x, _, db = reference.weight_gradients(X, states, h0, g)
    return dW_x, g.T @ states, db


@misconception(
    of="weight_gradients",
    killed_by="test_weights",
    says=(
        "Your first step reads the last state: Python's index -1 is the end of the array. What "
        "came before h_1 is h_0."
    ),
)
def wraps_around(X, states, h0, g):
    dW_x, _, db = reference.weight_gradients(X, states, h0, g)
    return dW_x, sum(np.outer(g[t], states[t - 1]) for t in range(len(g))), db


@misconception(
    of="weight_gradients",
    killed_by="test_weights",
    says="dW_h is transposed: entry (i, j) is the sum of g_{t,i} h_{t-1,j}, so g comes first.",
)
def outer_product_transposed(X, states, h0, g):
    dW_x, dW_h, db = reference.weight_gradients(X, states, h0, g)
    return dW_x, dW_h.T, db


@misconception(
    of="weight_gradients",
    killed_by="test_weights_start",
    says="The first step's part of dW_h is missing. It is g_1 h_0^T, zero only when h_0 is.",
)
def without_the_first_step(X, states, h0, g):
    return reference.weight_gradients(X, states, np.zeros_like(h0), g)


# --- bptt


@misconception(
    of="bptt",
    killed_by="test_bptt",
    says="Your dh0 is g_1, the gradient of a_1. From a_1 to h_0 it goes through W_h^T.",
)
def start_gradient_without_weights(X, W_x, W_h, b, h0, direct):
    states = reference.rnn_forward(X, W_x, W_h, b, h0)
    g = reference.preactivation_gradients(states, W_h, direct)
    return *reference.bptt(X, W_x, W_h, b, h0, direct)[:3], g[0]


@misconception(
    of="bptt",
    killed_by="test_bptt",
    says="Your dh0 goes through W_h. Back to the start it goes through the transpose.",
)
def start_gradient_untransposed(X, W_x, W_h, b, h0, direct):
    states = reference.rnn_forward(X, W_x, W_h, b, h0)
    g = reference.preactivation_gradients(states, W_h, direct)
    return *reference.bptt(X, W_x, W_h, b, h0, direct)[:3], W_h @ g[0]


@misconception(
    of="bptt",
    killed_by="test_bptt",
    says="The order is (dW_x, dW_h, db, dh0): you returned dW_h first.",
)
def recurrent_weights_first(X, W_x, W_h, b, h0, direct):
    dW_x, dW_h, db, dh0 = reference.bptt(X, W_x, W_h, b, h0, direct)
    return dW_h, dW_x, db, dh0


@misconception(
    of="bptt",
    killed_by="test_bptt_against_differences",
    says="Your forward pass starts from zero. Start it from h0.",
)
def bptt_from_zero(X, W_x, W_h, b, h0, direct):
    return reference.bptt(X, W_x, W_h, b, np.zeros_like(h0), direct)


@misconception(
    of="bptt",
    killed_by="test_bptt_against_differences",
    says="Only the last row of direct is used. Hand on the direct terms of all steps.",
)
def bptt_of_the_last_state(X, W_x, W_h, b, h0, direct):
    last = np.zeros_like(direct)
    last[-1] = direct[-1]
    return reference.bptt(X, W_x, W_h, b, h0, last)


# --- truncated_bptt


@misconception(
    of="truncated_bptt",
    killed_by="test_truncated",
    says="Each window starts from h0 again. The state runs on; only the gradient stops.",
)
def restarts_every_window(X, W_x, W_h, b, h0, direct, k):
    starts = range(0, len(X), k)
    parts = [reference.bptt(X[s : s + k], W_x, W_h, b, h0, direct[s : s + k])[:3] for s in starts]
    return tuple(sum(each) for each in zip(*parts, strict=True))


@misconception(
    of="truncated_bptt",
    killed_by="test_truncated",
    says="No gradient is cut: you returned that of the whole sequence.",
)
def cuts_nothing(X, W_x, W_h, b, h0, direct, k):
    return reference.bptt(X, W_x, W_h, b, h0, direct)[:3]


@misconception(
    of="truncated_bptt",
    killed_by="test_truncated",
    says="You returned the last window's gradients. Those of all windows are added.",
)
def last_window_only(X, W_x, W_h, b, h0, direct, k):
    start = (len(X) - 1) // k * k
    h = reference.rnn_forward(X[:start], W_x, W_h, b, h0)[-1] if start else h0
    return reference.bptt(X[start:], W_x, W_h, b, h, direct[start:])[:3]


@misconception(
    of="truncated_bptt",
    killed_by="test_truncated_remainder",
    says="The steps after the last full window are lost. The last window may be shorter.",
)
def drops_the_remainder(X, W_x, W_h, b, h0, direct, k):
    end = len(X) // k * k
    return reference.truncated_bptt(X[:end], W_x, W_h, b, h0, direct[:end], k)


@misconception(
    of="truncated_bptt",
    killed_by="test_truncated_remainder",
    says="Your windows are counted from the end. Count from the first step: the last is short.",
)
def windows_from_the_end(X, W_x, W_h, b, h0, direct, k):
    first = len(X) % k
    if first == 0:
        return reference.truncated_bptt(X, W_x, W_h, b, h0, direct, k)
    head = reference.bptt(X[:first], W_x, W_h, b, h0, direct[:first])[:3]
    h = reference.rnn_forward(X[:first], W_x, W_h, b, h0)[-1]
    tail = reference.truncated_bptt(X[first:], W_x, W_h, b, h, direct[first:], k)
    return tuple(one + other for one, other in zip(head, tail, strict=True))
