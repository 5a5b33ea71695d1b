"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

import numpy as np

from autograder import criterion
from autograder.checks import ask_each
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_shape
from autograder.checks import assert_true

# Three tokens, D = 2, d_k = 4, d_v = 2. Q K^T is [[2, 0, 2], [1, 1, 2], [3, 1, 4]], and since
# T, D and d_k differ, every wrong scale, axis or role gives an output of its own.
TOKENS = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
TO_QUERIES = np.array([[1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0]])
TO_KEYS = np.array([[1.0, 0.0, 1.0, 1.0], [0.0, 1.0, 0.0, 0.0]])
TO_VALUES = np.array([[1.0, 2.0], [10.0, -1.0]])
GOLDEN_OUTPUT = np.array(
    [
        [6.621449613987, 1.111593991257],
        [7.985245190326, 0.725931380938],
        [7.563058743449, 1.087595655804],
    ]
)
# What the word "it" attends to in 003, lines 190 to 199, by word; together 1.
ATTENDED = np.array([[0.01, 0.55, 0.02, 0.03, 0.01, 0.08, 0.04, 0.05, 0.08, 0.13]])


def distinct_sizes(rng, count):
    """Sizes from 2 to 7, no two alike, so that no mix-up of two axes goes unseen."""
    return [int(size) for size in rng.permutation(np.arange(2, 8))[:count]]


def untouched(function, cases):
    return [assert_leaves_inputs(function, *case) for case in cases]


def beginning_alike(case):
    """Other numbers in the same shapes, behind the same first ones: no answer can be looked up."""
    return tuple(np.concatenate((x.flat[:1], -x.flat[1:])).reshape(x.shape) for x in case)


def reshaped(case, *shapes):
    return tuple(x.reshape(shape) for x, shape in zip(case, shapes, strict=True))


def sequence(rng, T, D, d_k, d_v, *batch):
    """Embeddings, with leading axes `batch`, and the three projections."""
    shapes = ((*batch, T, D), (D, d_k), (D, d_k), (D, d_v))
    return tuple(rng.normal(size=shape) for shape in shapes)


def steps_given(student, reference):
    """Only what self_attention adds itself is judged: its four steps are the right ones."""
    names = ("project", "scores", "weights", "output")
    return student.given(**{name: getattr(reference, name) for name in names})


def assert_pairs(found, inputs):
    """Every answer is the tuple (O, A), each of its shape."""
    for answer, (E, _, _, W_V) in zip(found, inputs, strict=True):
        assert_true(
            isinstance(answer, tuple) and len(answer) == 2,
            "self_attention must return the tuple (O, A).",
        )
        expected = ((*E.shape[:-1], W_V.shape[1]), (*E.shape[:-1], E.shape[-2]))
        for part, shape, name in zip(answer, expected, "OA", strict=True):
            assert_shape(part, shape, what=f"{name} from self_attention")


@criterion(of="shapes", points="0.5", says="The shapes of embeddings, projections, Q, K and V.")
def test_shapes_of_projections(student, reference, rng):
    cases = [distinct_sizes(rng, 4) for _ in range(2)]
    found = ask_each(student.shapes, cases)
    for answer, case in zip(found, cases, strict=True):
        assert_true(isinstance(answer, dict), "shapes must return a dict from name to shape.")
        expected = reference.shapes(*case)
        for name in ("E", "W_Q", "W_K", "W_V", "Q", "K", "V"):
            assert_equal(answer.get(name), expected[name], what=f"shapes(T, D, d_k, d_v)[{name!r}]")


@criterion(of="shapes", points="0.5", says="The shapes of scores, weights and output.")
def test_shapes_of_attention(student, reference, rng):
    cases = [distinct_sizes(rng, 4) for _ in range(2)]
    found = ask_each(student.shapes, cases)
    for answer, case in zip(found, cases, strict=True):
        assert_true(isinstance(answer, dict), "shapes must return a dict from name to shape.")
        expected = reference.shapes(*case)
        for name in ("S", "A", "O"):
            assert_equal(answer.get(name), expected[name], what=f"shapes(T, D, d_k, d_v)[{name!r}]")


@criterion(of="project", points="1", says="Q, K and V, in this order, also for a batch.")
def test_project(student, reference, rng):
    cases = [sequence(rng, *distinct_sizes(rng, 4))]
    cases += [sequence(rng, *distinct_sizes(rng, 4), *batch) for batch in ((2,), (2, 3), (3, 2))]
    cases += [sequence(rng, 3, 3, 3, 3), sequence(rng, 1, 4, 2, 3, 1)]
    E, *W = cases[2]
    cases += [beginning_alike(cases[0]), (E.reshape(-1, *E.shape[-2:]), *W)]
    found = untouched(student.project, cases)
    expected = ask_each(reference.project, cases)
    assert_close(found, expected, what="project(E, W_Q, W_K, W_V) for several inputs")


@criterion(of="scores", points="0.5", says="Entry (i, j) is the product of query i and key j.")
def test_scores_products(student, rng):
    """With d_k = 1 the scale is 1, so the plain products remain."""
    cases = [
        (rng.normal(size=(n, 1)), rng.normal(size=(m, 1))) for n, m in ((2, 5), (6, 3), (3, 3))
    ]
    found = ask_each(student.scores, cases)
    expected = [np.outer(Q, K) for Q, K in cases]
    assert_close(found, expected, what="scores(Q, K) with d_k = 1")


@criterion(of="scores", points="1", says="The products are divided by the square root of d_k.")
def test_scores_scale(student, reference, rng):
    cases = [(np.array([[1.0, 2.0, 3.0, 4.0]]), np.array([[4.0, 3.0, 2.0, 1.0], [0, 0, 0, 1.0]]))]
    for d_k in (2, 3, 9):
        n, m = distinct_sizes(rng, 2)
        cases.append((rng.normal(size=(n, d_k)), rng.normal(size=(m, d_k))))
    cases.append(beginning_alike(cases[-1]))
    found = untouched(student.scores, cases)
    assert_close(found[0], np.array([[10.0, 2.0]]), what="scores(Q, K) with d_k = 4")
    expected = ask_each(reference.scores, cases)
    assert_close(found, expected, what="scores(Q, K) for several d_k")


@criterion(of="scores", points="0.5", says="A batch of sequences gives a batch of scores.")
def test_scores_of_a_batch(student, reference, rng):
    cases = [(rng.normal(size=(k, k, k)), rng.normal(size=(k, k, k))) for k in (3, 4)]
    for batch in ((2,), (2, 3)):
        n, m, d_k = distinct_sizes(rng, 3)
        cases.append((rng.normal(size=(*batch, n, d_k)), rng.normal(size=(*batch, m, d_k))))
    cases.append(reshaped(cases[-1], (6, n, d_k), (6, m, d_k)))
    found = ask_each(student.scores, cases)
    expected = ask_each(reference.scores, cases)
    assert_close(found, expected, what="scores(Q, K) with leading axes")


@criterion(of="weights", points="1", says="Each query's weights are a softmax over the keys.")
def test_weights(student, reference, rng):
    cases = [(np.log([[1.0, 2.0, 5.0], [6.0, 1.0, 1.0]]),), (rng.normal(size=(3, 1)),)]
    cases += [(2 * rng.normal(size=size),) for size in ((6, 3), (3, 3))]
    cases += [beginning_alike(cases[-1]), reshaped(cases[2], (2, 9))]
    found = ask_each(student.weights, cases)
    golden = np.array([[0.125, 0.25, 0.625], [0.75, 0.125, 0.125]])
    assert_close(found[0], golden, what="weights(S) for scores that are logarithms")
    expected = ask_each(reference.weights, cases)
    assert_close(found, expected, what="weights(S) for several sizes")


@criterion(
    of="weights",
    points="0.5",
    says="Scores of any size give finite weights, and the scores stay as they were.",
)
def test_weights_of_extreme_scores(student, reference, rng):
    levels = np.array([[1000.0], [0.0], [-1000.0]])
    cases = [(levels + rng.normal(size=(3, m)),) for m in (4, 5)]
    single = (levels / 10 + rng.normal(size=(3, 4))).astype(np.float32)
    found = untouched(student.weights, cases)
    found_single = student.weights(single)
    assert_close(found, ask_each(reference.weights, cases), what="weights(S) for scores of +-1000")
    assert_close(
        found_single,
        reference.weights(single.astype(np.float64)),
        what="weights(S) for float32 scores of +-100",
        rtol=1e-4,
        atol=1e-6,
    )


@criterion(of="weights", points="0.5", says="In a batch, too, every row sums to one.")
def test_weights_of_a_batch(student, reference, rng):
    cases = [(rng.normal(size=size),) for size in ((3, 5, 2), (2, 3, 4, 5))]
    found = ask_each(student.weights, cases)
    expected = ask_each(reference.weights, cases)
    assert_close(found, expected, what="weights(S) with leading axes")


@criterion(of="output", points="0.5", says="Row i mixes the values with the weights of query i.")
def test_output(student, reference, rng):
    cases = [(np.array([[0.25, 0.75], [0.5, 0.5]]), np.array([[4.0, -4.0], [8.0, 0.0]]))]
    cases.append((np.tile(ATTENDED, (10, 1)), np.ones((10, 1))))
    squares = [(k, k, k) for k in (3, 4)]
    for n, m, d_v in (*squares, (6, 3, 4)):
        cases.append((reference.weights(rng.normal(size=(n, m))), rng.normal(size=(m, d_v))))
    A, V = cases[-1]
    cases.append((A, *beginning_alike((V,))))
    found = untouched(student.output, cases)
    assert_close(
        found[0], np.array([[7.0, -1.0], [6.0, -2.0]]), what="output(A, V) for two queries"
    )
    assert_close(found[1], np.ones((10, 1)), what="output(A, V) for ten values of 1")
    expected = ask_each(reference.output, cases)
    assert_close(found, expected, what="output(A, V) for several sizes")


@criterion(of="output", points="0.5", says="In a batch each sequence reads its own values.")
def test_output_of_a_batch(student, reference, rng):
    cases = []
    for batch in ((3,), (2, 3)):
        n, m, d_v = distinct_sizes(rng, 3)
        A = reference.weights(rng.normal(size=(*batch, n, m)))
        cases.append((A, rng.normal(size=(*batch, m, d_v))))
    cases += [(cases[-1][0], -cases[-1][1]), reshaped(cases[-1], (6, n, m), (6, m, d_v))]
    found = ask_each(student.output, cases)
    expected = ask_each(reference.output, cases)
    assert_close(found, expected, what="output(A, V) with leading axes")


@criterion(
    of="self_attention",
    points="0.5",
    says="Reordered tokens give the same rows reordered, and every row reads every token.",
)
def test_self_attention_and_order(student, reference, rng):
    student = steps_given(student, reference)
    order = np.array([2, 0, 1, 4, 3])  # not its own inverse
    E, W_Q, W_K, W_V = sequence(rng, 5, 4, 3, 2)
    W = (W_Q / 4, W_K / 4, W_V)  # small scores: no weight vanishes
    changed = E.copy()
    changed[-1] += 1.0
    cases = [(E, *W), (E[order], *W), (changed, *W)]
    found = ask_each(student.self_attention, cases)
    assert_pairs(found, cases)
    (mixed, A), moved, (differing, _) = found
    assert_close(moved, (mixed[order], A[order][:, order]), what="self_attention, reordered tokens")
    reads = np.abs(differing - mixed).max(axis=1) > 1e-9
    assert_true(bool(reads.all()), "Changing the last token must change every row of O.")


@criterion(
    of="self_attention", points="0.5", says="The four steps together give the right numbers."
)
def test_self_attention_values(student, reference, rng):
    student = steps_given(student, reference)
    cases = [(TOKENS, TO_QUERIES, TO_KEYS, TO_VALUES), sequence(rng, 4, 4, 4, 4)]
    cases += [sequence(rng, *distinct_sizes(rng, 4)), sequence(rng, 1, 3, 2, 4)]
    found = untouched(student.self_attention, cases)
    assert_pairs(found, cases)
    assert_close(found[0][0], GOLDEN_OUTPUT, what="O for three tokens")
    expected = ask_each(reference.self_attention, cases)
    assert_close(found, expected, what="self_attention(E, W_Q, W_K, W_V) for several inputs")


@criterion(
    of="self_attention", points="0.5", says="The sequences of a batch do not see each other."
)
def test_self_attention_of_a_batch(student, reference, rng):
    student = steps_given(student, reference)
    batches = [sequence(rng, *distinct_sizes(rng, 4), 2)]
    stacked = [sequence(rng, *distinct_sizes(rng, 4), 2, 3)]
    E, *W = stacked[0]
    stacked.append((E.reshape(6, *E.shape[2:]), *W))
    together = ask_each(student.self_attention, batches)
    found = ask_each(student.self_attention, stacked)
    alone = [[student.self_attention(E, *W) for E in Es] for Es, *W in batches]
    assert_pairs(together, batches)
    for (mixed, A), each, (Es, *W) in zip(together, alone, batches, strict=True):
        assert_pairs(each, [(E, *W) for E in Es])
        for b in range(2):
            assert_close(
                (mixed[b], A[b]), each[b], what="a sequence of a batch, compared with it alone"
            )
        assert_true(
            not np.allclose(mixed[0], mixed[1]), "Two different sequences must give two outputs."
        )
    expected = ask_each(reference.self_attention, stacked)
    assert_close(found, expected, what="self_attention with leading axes")


@criterion(
    of="self_attention",
    points="0.5",
    says="Huge scores give no overflow: attention becomes the hard lookup.",
)
def test_self_attention_becomes_a_lookup(student, reference, rng):
    student = steps_given(student, reference)
    cases, expected = [], []
    for _ in range(2):
        E, *W = sequence(rng, *distinct_sizes(rng, 4))
        ranked = np.sort(reference.scores(*reference.project(E, *W)[:2]), axis=1)
        E = E * np.sqrt(1e4 / (ranked[:, -1] - ranked[:, -2]).min())
        Q, K, V = reference.project(E, *W)
        best = reference.hard_lookup(Q, K, np.eye(len(E)))
        cases.append((E, *W))
        expected.append((best @ V, best))
    found = ask_each(student.self_attention, cases)
    assert_close(found, expected, what="self_attention with scores beyond 10 000")


@criterion(of="hard_lookup", points="0.5", says="Each query gets the value of its best key.")
def test_hard_lookup(student, reference, rng):
    cases = []
    for n, m, d_k, d_v in ((9, 5, 3, 4), (12, 7, 4, 2), (6, 6, 6, 6)):
        lengths = np.exp(rng.normal(size=(m, 1)))
        K = lengths * rng.normal(size=(m, d_k))
        cases.append((rng.normal(size=(n, d_k)), K, rng.normal(size=(m, d_v))))
    Q, K, V = cases[0]
    signs = np.where(np.arange(len(Q)) % 2, -1.0, 1.0)[:, None]
    cases.append((signs * np.abs(Q), np.abs(K), V))  # no product of every other query is above 0
    cases += [beginning_alike(cases[2]), reshaped(cases[2], (12, 3), (12, 3), (12, 3))]
    found = untouched(student.hard_lookup, cases)
    expected = ask_each(reference.hard_lookup, cases)
    assert_close(found, expected, what="hard_lookup(Q, K, V) for several sizes")


@criterion(of="hard_lookup", points="0.5", says="Of equally good keys the first one counts.")
def test_hard_lookup_of_equals(student, rng):
    """Whole numbers, so that equal products are equal to the last bit."""
    cases, expected = [], []
    for m in (4, 6):
        K = rng.integers(-3, 4, size=(m, 3)).astype(float)
        K[0], K[-1] = (0.0, 1.0, 9.0), (1.0, 0.0, 9.0)
        V = rng.normal(size=(m, 2))
        cases.append((np.array([[1.0, 1.0, 5.0], [0.0, 0.0, 2.0]]), K, V))
        expected.append(V[[0, 0]])
    found = ask_each(student.hard_lookup, cases)
    assert_close(found, expected, what="hard_lookup(Q, K, V) with equally good keys")
