"""Wrong answers about attention, each one that people give."""

import numpy as np

from autograder import misconception
from autograder import reference


def softmax(S, axis):
    e = np.exp(S - S.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def transposed(X):
    return np.swapaxes(X, -1, -2)


# --- shapes


@misconception(
    of="shapes",
    killed_by="test_shapes_of_projections",
    says=(
        "Your projections are (out, in). Right inside torch.nn.Linear; here Q = E W_Q, so W_Q is "
        "(D, d_k)."
    ),
)
def projections_transposed(T, D, d_k, d_v):
    found = reference.shapes(T, D, d_k, d_v)
    return found | {name: found[name][::-1] for name in ("W_Q", "W_K", "W_V")}


@misconception(
    of="shapes",
    killed_by="test_shapes_of_projections",
    says=(
        "You made the values as wide as the keys. Only queries and keys must agree; values have "
        "width d_v."
    ),
)
def values_as_wide_as_keys(T, D, d_k, d_v):
    return reference.shapes(T, D, d_k, d_k)


@misconception(
    of="shapes",
    killed_by="test_shapes_of_attention",
    says=(
        "Your scores compare features, Q^T K. Tokens are compared with tokens: Q K^T has shape "
        "(T, T)."
    ),
)
def features_against_features(T, D, d_k, d_v):
    return reference.shapes(T, D, d_k, d_v) | {"S": (d_k, d_k), "A": (d_k, d_k)}


@misconception(
    of="shapes",
    killed_by="test_shapes_of_attention",
    says=(
        "The output is as wide as the values, d_v. It has width D again only after an output "
        "projection."
    ),
)
def output_as_wide_as_embeddings(T, D, d_k, d_v):
    return reference.shapes(T, D, d_k, d_v) | {"O": (T, D)}


# --- project


@misconception(
    of="project",
    killed_by="test_project",
    says=(
        "You returned keys, values, queries. Some fused layers store them so; here the order is "
        "Q, K, V."
    ),
)
def keys_first(E, W_Q, W_K, W_V):
    return E @ W_K, E @ W_V, E @ W_Q


@misconception(
    of="project",
    killed_by="test_project",
    says=(
        "Queries and keys come from the same matrix in your answer. Keys have one of their own, "
        "W_K."
    ),
)
def keys_from_the_query_matrix(E, W_Q, W_K, W_V):
    return E @ W_Q, E @ W_Q, E @ W_V


@misconception(
    of="project",
    killed_by="test_project",
    says=(
        "You divided the queries by sqrt(d_k) already. Some code does; here the scores do it, and "
        "only once."
    ),
)
def scales_the_queries(E, W_Q, W_K, W_V):
    return E @ W_Q / np.sqrt(W_Q.shape[1]), E @ W_K, E @ W_V


@misconception(
    of="project",
    killed_by="test_project",
    says="You allow for one axis before the tokens. There may be any number of them.",
)
def one_batch_at_most(E, W_Q, W_K, W_V):
    letters = "td,dk->tk" if E.ndim == 2 else "btd,dk->btk"
    return tuple(np.einsum(letters, E, W) for W in (W_Q, W_K, W_V))


@misconception(
    of="project",
    killed_by="test_project",
    says="The batch axis was folded into the tokens. E @ W keeps every leading axis by itself.",
)
def folds_the_batch(E, W_Q, W_K, W_V):
    rows = E.reshape(-1, E.shape[-1])
    return rows @ W_Q, rows @ W_K, rows @ W_V


# --- scores


@misconception(
    of="scores",
    killed_by="test_scores_products",
    says="Your rows are keys. Row i of the scores belongs to query i: Q K^T, not K Q^T.",
)
def a_row_for_each_key(Q, K):
    return K @ transposed(Q) / np.sqrt(Q.shape[-1])


@misconception(
    of="scores",
    killed_by="test_scores_products",
    says=(
        "You compared directions only (cosine). The length of queries and keys counts in a dot "
        "product."
    ),
)
def cosine(Q, K):
    Q = Q / np.linalg.norm(Q, axis=-1, keepdims=True)
    K = K / np.linalg.norm(K, axis=-1, keepdims=True)
    return Q @ transposed(K)


@misconception(
    of="scores",
    killed_by="test_scores_scale",
    says="The scale is missing. Divide by sqrt(d_k), else wide keys make the softmax nearly hard.",
)
def unscaled(Q, K):
    return Q @ transposed(K)


@misconception(
    of="scores",
    killed_by="test_scores_scale",
    says=(
        "You divided by d_k. It is the standard deviation of a dot product that grows: divide by "
        "sqrt(d_k)."
    ),
)
def scaled_by_the_width(Q, K):
    return Q @ transposed(K) / Q.shape[-1]


@misconception(
    of="scores",
    killed_by="test_scores_scale",
    says=(
        "You divided by the root of the number of tokens. The divisor is the root of the key "
        "width, sqrt(d_k)."
    ),
)
def scaled_by_the_tokens(Q, K):
    return Q @ transposed(K) / np.sqrt(K.shape[-2])


@misconception(
    of="scores",
    killed_by="test_scores_of_a_batch",
    says="K.T reverses all axes, the batch too. Swap the last two only: np.swapaxes(K, -1, -2).",
)
def transposes_the_batch(Q, K):
    return Q @ K.T / np.sqrt(Q.shape[-1])


# --- weights


@misconception(
    of="weights",
    killed_by="test_weights",
    says=(
        "Your columns sum to one. Each query shares out its attention among the keys: normalise "
        "each row."
    ),
)
def over_the_queries(S):
    return softmax(S, -2)


@misconception(
    of="weights",
    killed_by="test_weights",
    says=(
        "The whole matrix sums to one. Every query has its own softmax: normalise each row by "
        "itself."
    ),
)
def over_the_whole_matrix(S):
    return softmax(S, (-2, -1))


@misconception(
    of="weights",
    killed_by="test_weights",
    says="You divided the scores by their sum. Scores may be negative: take the exponential first.",
)
def without_exponential(S):
    return S / S.sum(axis=-1, keepdims=True)


@misconception(
    of="weights",
    killed_by="test_weights_of_extreme_scores",
    says=(
        "exp overflows for large scores. Subtract the maximum of each row first: the quotient "
        "stays the same."
    ),
)
def overflows(S):
    e = np.exp(S)
    return e / e.sum(axis=-1, keepdims=True)


@misconception(
    of="weights",
    killed_by="test_weights_of_extreme_scores",
    says=(
        "You subtracted the maximum of all scores. A row far below it becomes 0/0: use each row's "
        "own maximum."
    ),
)
def one_maximum_for_all(S):
    e = np.exp(S - S.max())
    return e / e.sum(axis=-1, keepdims=True)


@misconception(
    of="weights",
    killed_by="test_weights_of_a_batch",
    says="axis=1 is the keys only without a batch. The keys are always the last axis: axis=-1.",
)
def counts_axes_from_the_front(S):
    return softmax(S, 1)


# --- output


@misconception(
    of="output",
    killed_by="test_output",
    says="You divided by the number of keys. The weights sum to one already: O = A V is the mean.",
)
def averages_again(A, V):
    return A @ V / V.shape[-2]


@misconception(
    of="output",
    killed_by="test_output",
    says=(
        "You took the value with the largest weight. That is the hard lookup; attention mixes all "
        "values."
    ),
)
def only_the_largest_weight(A, V):
    return np.eye(A.shape[-1])[A.argmax(axis=-1)] @ V


@misconception(
    of="output",
    killed_by="test_output",
    says=(
        "You used the columns of A as weights. Row i holds the weights of query i: A V, not A^T V."
    ),
)
def reads_the_columns(A, V):
    return transposed(A) @ V


@misconception(
    of="output",
    killed_by="test_output_of_a_batch",
    says=(
        "np.dot pairs every sequence with every other. Use @ (matmul), which works within each "
        "sequence."
    ),
)
def dot_on_a_batch(A, V):
    return np.dot(A, V)


# --- self_attention


@misconception(
    of="self_attention",
    killed_by="test_self_attention_and_order",
    says=(
        "A token sees only itself and those before it. That is the causal variant; here all "
        "tokens are seen."
    ),
)
def looks_back_only(E, W_Q, W_K, W_V):
    Q, K, V = reference.project(E, W_Q, W_K, W_V)
    S = reference.scores(Q, K)
    A = reference.weights(np.where(np.tril(np.ones(S.shape[-2:])) == 1, S, -np.inf))
    return A @ V, A


@misconception(
    of="self_attention",
    killed_by="test_self_attention_and_order",
    says=(
        "You added positions to the embeddings. Here E is used as it is given: attention itself "
        "knows no order."
    ),
)
def adds_positions(E, W_Q, W_K, W_V):
    return reference.self_attention(E + np.arange(E.shape[-2])[:, None], W_Q, W_K, W_V)


@misconception(
    of="self_attention",
    killed_by="test_self_attention_values",
    says=(
        "You divided by the root of D, the width of the embeddings. The dot product adds d_k "
        "terms: sqrt(d_k)."
    ),
)
def scaled_by_the_embedding(E, W_Q, W_K, W_V):
    Q, K, V = reference.project(E, W_Q, W_K, W_V)
    A = reference.weights(Q @ transposed(K) / np.sqrt(E.shape[-1]))
    return A @ V, A


@misconception(
    of="self_attention",
    killed_by="test_self_attention_values",
    says="Queries and keys changed roles. Row i must hold the match of query i with every key.",
)
def swaps_queries_and_keys(E, W_Q, W_K, W_V):
    return reference.self_attention(E, W_K, W_Q, W_V)


@misconception(
    of="self_attention",
    killed_by="test_self_attention_values",
    says=(
        "You mixed with A^T. No shape complains, since A is square: row i of A V belongs to query "
        "i."
    ),
)
def mixes_with_the_columns(E, W_Q, W_K, W_V):
    A = reference.self_attention(E, W_Q, W_K, W_V)[1]
    return transposed(A) @ (E @ W_V), A


@misconception(
    of="self_attention",
    killed_by="test_self_attention_values",
    says="You mixed the embeddings themselves. The weights mix the values V = E W_V.",
)
def forgets_the_values(E, W_Q, W_K, W_V):
    A = reference.self_attention(E, W_Q, W_K, W_V)[1]
    return A @ E, A


@misconception(
    of="self_attention",
    killed_by="test_self_attention_values",
    says=(
        "Only the output came back. Return the tuple (O, A): the weights show where each token "
        "looked."
    ),
)
def returns_the_output_only(E, W_Q, W_K, W_V):
    return reference.self_attention(E, W_Q, W_K, W_V)[0]


@misconception(
    of="self_attention",
    killed_by="test_self_attention_values",
    says="You returned (A, O). The output comes first: (O, A).",
)
def weights_first(E, W_Q, W_K, W_V):
    return reference.self_attention(E, W_Q, W_K, W_V)[::-1]


@misconception(
    of="self_attention",
    killed_by="test_self_attention_of_a_batch",
    says=(
        "All sequences of the batch were joined into one. Tokens attend within their own sequence "
        "only."
    ),
)
def joins_the_batch(E, W_Q, W_K, W_V):
    mixed, A = reference.self_attention(E.reshape(-1, E.shape[-1]), W_Q, W_K, W_V)
    return mixed.reshape(*E.shape[:-1], -1), A


@misconception(
    of="self_attention",
    killed_by="test_self_attention_becomes_a_lookup",
    says=(
        "exp overflows inside self_attention. Use your stable weights there, or subtract each "
        "row's maximum."
    ),
)
def overflows_in_the_middle(E, W_Q, W_K, W_V):
    Q, K, V = reference.project(E, W_Q, W_K, W_V)
    e = np.exp(reference.scores(Q, K))
    A = e / e.sum(axis=-1, keepdims=True)
    return A @ V, A


# --- hard_lookup


@misconception(
    of="hard_lookup",
    killed_by="test_hard_lookup",
    says=(
        "You took the nearest key. Another fair lookup, but here the match is the dot product: "
        "the largest wins."
    ),
)
def nearest_key(Q, K, V):
    return V[np.linalg.norm(Q[:, None] - K[None], axis=-1).argmin(axis=1)]


@misconception(
    of="hard_lookup",
    killed_by="test_hard_lookup",
    says=(
        "You compared directions only (cosine). With the dot product a long key matches more "
        "strongly."
    ),
)
def key_of_the_nearest_direction(Q, K, V):
    return V[(Q @ (K / np.linalg.norm(K, axis=1, keepdims=True)).T).argmax(axis=1)]


@misconception(
    of="hard_lookup",
    killed_by="test_hard_lookup",
    says=(
        "You searched the best query for each key. Each query searches among the keys: argmax "
        "along axis 1."
    ),
)
def best_query_of_each_key(Q, K, V):
    return V[(Q @ K.T).argmax(axis=0)]


@misconception(
    of="hard_lookup",
    killed_by="test_hard_lookup",
    says=(
        "You returned the best keys. A dictionary finds by the key and answers with the value: "
        "rows of V."
    ),
)
def returns_the_keys(Q, K, V):
    return K[(Q @ K.T).argmax(axis=1)]


@misconception(
    of="hard_lookup",
    killed_by="test_hard_lookup",
    says="You returned where the best keys are. One step is left: take these rows of V.",
)
def returns_the_positions(Q, K, V):
    return (Q @ K.T).argmax(axis=1)


@misconception(
    of="hard_lookup",
    killed_by="test_hard_lookup_of_equals",
    says="Among equally good keys you took the last. The first one counts, as with argmax.",
)
def last_of_equals(Q, K, V):
    return V[len(K) - 1 - (Q @ K[::-1].T).argmax(axis=1)]


@misconception(
    of="hard_lookup",
    killed_by="test_hard_lookup_of_equals",
    says="You averaged the values of equally good keys. A hard lookup answers with one: the first.",
)
def averages_equals(Q, K, V):
    S = Q @ K.T
    best = S >= S.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True) @ V


@misconception(
    of="hard_lookup",
    killed_by="test_hard_lookup",
    says=(
        "Your search starts from a product of 0, so a query whose products are all negative finds "
        "no key. Start from the first key."
    ),
)
def begins_at_zero(Q, K, V):
    values = np.zeros((len(Q), V.shape[1]))
    for i, products in enumerate(Q @ K.T):
        best = 0.0
        for product, value in zip(products, V, strict=True):
            if product > best:
                best, values[i] = product, value
    return values
