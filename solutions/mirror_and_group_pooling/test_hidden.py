"""Each test asks for all its answers before it judges one: a diagnosis needs several."""

from functools import partial

import numpy as np

from autograder import criterion
from autograder.checks import assert_close
from autograder.checks import assert_equal
from autograder.checks import assert_leaves_inputs
from autograder.checks import assert_raises

# 000, the reflection counterexample and its table
SPIKE = np.array([0.0, 1.0, 0.0, 0.0])
PAIR = np.array([1.0, 2.0])
TABLE = {"sum": [3.0, 3.0, 0.0], "mean": [1.5, 1.5, 0.0], "max": [2.0, 2.0, 0.0]}
# 000, images: the filter and an image that gives every number printed there
ROWS = np.array([[1.0, 1.0], [2.0, 2.0]])
IMAGE = np.array([[1.0, 2.0, 0.0], [0.0, 1.0, 3.0], [2.0, 0.0, 1.0]])


def products(x, w, pad=0):
    """Window by window, without striding tricks; x and w have one or two axes."""
    x = np.pad(x, pad)
    if x.ndim == 1:
        return np.array([x[i : i + len(w)] @ w for i in range(len(x) - len(w) + 1)])
    kh, kw = w.shape
    return np.array(
        [
            [np.sum(x[i : i + kh, j : j + kw] * w) for j in range(x.shape[1] - kw + 1)]
            for i in range(x.shape[0] - kh + 1)
        ]
    )


def ask(function, cases):
    return [function(*case) for case in cases]


def untouched(function, cases):
    """As ask, but a call that changes an argument fails."""
    return [assert_leaves_inputs(function, *case) for case in cases]


@criterion(of="respond", points="0.5", says="One product at each position, the filter as it is.")
def test_respond(student, rng):
    cases = [(SPIKE, PAIR), (SPIKE[::-1].copy(), PAIR)]
    cases += [(x, PAIR[::-1].copy()) for x, _ in cases]
    patches = np.array([2.0, 3.0]), np.array([3.0, 2.0])
    cases += [(x, w) for w in (np.ones(2), PAIR, PAIR[::-1].copy()) for x in patches]
    cases += [(rng.normal(size=n), rng.normal(size=k)) for n, k in ((6, 3), (7, 4), (5, 5))]
    found = untouched(student.respond, cases)
    # 000, lines 321 to 333, 411 to 412 and 390 to 398
    assert_close(found[0], np.array([2.0, 1.0, 0.0]), what="respond([0, 1, 0, 0], [1, 2])")
    assert_close(found[1], np.array([0.0, 2.0, 1.0]), what="respond([0, 0, 1, 0], [1, 2])")
    reversed_maps = [np.array([1.0, 2.0, 0.0]), np.array([0.0, 1.0, 2.0])]
    assert_close(found[2:4], reversed_maps, what="respond(x, [2, 1]) for the same two")
    sums = [np.array([number]) for number in (5.0, 5.0, 8.0, 7.0, 7.0, 8.0)]
    assert_close(found[4:10], sums, what="respond([2, 3], w) and respond([3, 2], w)")
    assert_close(found, ask(products, cases), what="respond(x, w) for several vectors")


@criterion(of="respond", points="0.5", says="Images: the filter's rows meet the image's rows.")
def test_respond_to_images(student, rng):
    cases = [(IMAGE, ROWS), (IMAGE[::-1].copy(), ROWS), (IMAGE[:, ::-1].copy(), ROWS)]
    sizes = (((4, 6), (2, 2)), ((6, 5), (3, 3)), ((5, 5), (2, 2)))
    cases += [(rng.normal(size=shape), rng.normal(size=size)) for shape, size in sizes]
    found = ask(student.respond, cases)
    # 000, lines 450 to 458
    goldens = ([[5, 10], [5, 6]], [[4, 9], [7, 8]], [[10, 5], [6, 5]])
    for answer, golden in zip(found, goldens, strict=False):
        assert_close(answer, np.array(golden, dtype=float), what="respond(x, w) in the figure")
    assert_close(found, ask(products, cases), what="respond(x, w) for several images")


@criterion(of="respond", points="0.25", says="Padding adds zeros at both ends of each axis.")
def test_respond_with_padding(student, rng):
    cases = [(rng.normal(size=n), rng.normal(size=k), pad) for n, k, pad in ((5, 3, 1), (4, 5, 2))]
    sizes = (((3, 5), (2, 3), 1), ((4, 3), (3, 5), 2))
    cases += [(rng.normal(size=shape), rng.normal(size=size), pad) for shape, size, pad in sizes]
    found = ask(student.respond, cases)
    assert_close(found, ask(products, cases), what="respond(x, w, pad)")


@criterion(of="combine", points="0.5", says="Sum, mean and maximum, entry by entry.")
def test_combine(student, rng):
    sets = [[np.array([8.0]), np.array([7.0])]]  # 000, line 402
    sets += [list(rng.normal(size=size) - 2) for size in ((2, 5), (3, 2, 4), (4, 3), (3, 3))]
    cases = [(values, how) for values in sets for how in ("sum", "mean", "max")]
    found = untouched(student.combine, cases)
    assert_close(
        found[:3],
        [np.array([15.0]), np.array([7.5]), np.array([8.0])],
        what="combine([[8], [7]], how)",
    )
    reductions = {"sum": np.sum, "mean": np.mean, "max": np.max}
    expected = [reductions[how](np.array(values), axis=0) for values, how in cases]
    assert_close(found, expected, what="combine(values, how) for several arrays")


@criterion(of="combine", points="0.25", says="Any other `how` raises ValueError.")
def test_combine_refuses(student, rng):
    values = list(rng.normal(size=(2, 3)))
    for how in ("min", "median", ""):
        assert_raises(ValueError, student.combine, values, how, what=f"combine(values, {how!r})")


def mirror_maps(student, reference, cases, asking=ask):
    """What mirror_map adds to right responses and right combinations, and what it should."""
    given = student.given(respond=reference.respond, combine=reference.combine)
    return asking(given.mirror_map, cases), ask(reference.mirror_map, cases)


@criterion(
    of="mirror_map", points="1", says="A filter and its reverse answer together at each position."
)
def test_mirror_map(student, reference, rng):
    cases = [(x, PAIR, how) for how in TABLE for x in (SPIKE, SPIKE[::-1].copy())]
    cases += [(rng.normal(size=n), rng.normal(size=k), "max") for n, k in ((6, 2), (8, 3))]
    cases += [(rng.normal(size=7), rng.normal(size=3))]
    found, expected = mirror_maps(student, reference, cases, untouched)
    for k, (how, golden) in enumerate(TABLE.items()):
        # 000, lines 410 to 414
        assert_close(found[2 * k], np.array(golden), what=f"mirror_map of the table, {how!r}")
        flipped = np.array(golden[::-1])
        assert_close(found[2 * k + 1], flipped, what=f"mirror_map of the table, flipped, {how!r}")
    assert_close(found, expected, what="mirror_map(x, w, how) for several vectors")


@criterion(
    of="mirror_map", points="0.5", says="A flipped input gives the flipped map, for long filters."
)
def test_mirror_map_moves_along(student, reference, rng):
    cases = []
    for n, k, how in ((8, 4, "sum"), (9, 5, "max"), (10, 6, "mean"), (11, 7, "max")):
        x, w = rng.normal(size=n), rng.normal(size=k)
        cases += [(x, w, how), (x[::-1].copy(), w, how)]
    found, expected = mirror_maps(student, reference, cases)
    for plain, flipped in zip(found[::2], found[1::2], strict=True):
        assert_close(flipped, np.flip(plain), what="mirror_map of a flipped x")
    assert_close(found, expected, what="mirror_map(x, w, how) for long filters")


@criterion(of="mirror_map", points="0.5", says="In an image only the named axis is reversed.")
def test_mirror_map_of_images(student, reference, rng):
    cases = [(IMAGE, ROWS, "max", axis) for axis in (-1, -2)]
    for axis in (-1, -2, -1, -2):
        cases.append((rng.normal(size=(5, 6)), rng.normal(size=(2, 3)), "max", axis))
        cases.append((rng.normal(size=(5, 4)), rng.normal(size=(3, 2)), "sum", axis))
    found, expected = mirror_maps(student, reference, cases)
    assert_close(found, expected, what="mirror_map(x, w, how, axis) for several images")


@criterion(of="mirror_map", points="0.25", says="Padding goes to the input, at both ends alike.")
def test_mirror_map_with_padding(student, reference, rng):
    settings = ((5, 3, "sum", 1), (4, 4, "max", 2), (6, 2, "mean", 1))
    cases = [(rng.normal(size=n), rng.normal(size=k), how, -1, pad) for n, k, how, pad in settings]
    found, expected = mirror_maps(student, reference, cases)
    assert_close(found, expected, what="mirror_map(x, w, how, axis, pad)")


@criterion(of="symmetric_filter", points="0.25", says="The filter plus its reverse.")
def test_symmetric_filter(student, reference, rng):
    filters = [PAIR, *(rng.normal(size=k) for k in (3, 4, 5))]
    found = [assert_leaves_inputs(student.symmetric_filter, w) for w in filters]
    assert_close(found[0], np.array([3.0, 3.0]), what="symmetric_filter([1, 2])")  # 000, line 430
    x = rng.normal(size=9)
    maps = [reference.mirror_map(x, w, "sum") for w in filters]
    assert_close([products(x, w) for w in found], maps, what="the response of symmetric_filter(w)")


@criterion(of="symmetric_filter", points="0.25", says="In two axes, along the named one only.")
def test_symmetric_filter_of_images(student, reference, rng):
    cases = [(rng.normal(size=size), axis) for size in ((2, 3), (3, 3)) for axis in (-1, -2)]
    found = ask(student.symmetric_filter, cases)
    assert_close(found, ask(reference.symmetric_filter, cases), what="symmetric_filter(w, axis)")


@criterion(of="kept_symmetries", points="0.75", says="Which flips the response map respects.")
def test_kept_symmetries(student, reference, rng):
    row = rng.permutation(9)[:3].astype(float)
    filters = [
        ROWS,
        ROWS.T.copy(),
        np.outer([1.0, 2.0, 1.0], [1.0, 3.0, 1.0]),
        np.array([[1.0, 0, -1], [2, 0, -2], [1, 0, -1]]),  # vertical edges
        np.array([[1.0, 2], [0, 0], [-1, -2]]),  # horizontal edges
        np.array([[2.0, -2], [1, -1]]),
        np.stack([row, 2 * row + 1]),
        np.stack([row, row]),
        np.array([[0.0, 1, 2, 0], [3, 4, 5, 3], [6, 7, 8, 6], [0, 1, 2, 0]]),  # equal ends alone
        np.array([[0.0, 1, 2, 0], [3, 4, 5, 6], [0, 2, 1, 0]]),
        *(np.stack([[1.0, 2, 1], *rows]) for rows in ([row], [row, [3, 0, 3]], [[3, 0, 3], row])),
    ]
    cases = [(w,) for w in filters]
    found = untouched(student.kept_symmetries, cases)
    assert_equal(found, ask(reference.kept_symmetries, cases), what="kept_symmetries(w)")


@criterion(
    of="kept_symmetries",
    points="0.25",
    says="A half turn may be respected where neither flip is.",
)
def test_kept_half_turns(student, reference, rng):
    halves = [rng.permutation(20)[:k].astype(float) for k in (2, 3, 4, 6)]
    filters = [np.concatenate([half, half[::-1]]).reshape(2, -1) for half in halves]
    cases = [(w,) for w in filters]
    found = ask(student.kept_symmetries, cases)
    assert_equal(found, ask(reference.kept_symmetries, cases), what="kept_symmetries(w)")


def heads(rng, settings):
    return [
        (rng.normal(size=shape), rng.normal(size=(c, *size)), rng.normal(size=(c, classes)), *rest)
        for shape, c, size, classes, *rest in settings
    ]


@criterion(
    of="invariant_scores", points="0.75", says="The largest entry of each mirror map, times V."
)
def test_invariant_scores(student, reference, rng):
    settings = (
        ((7,), 3, (2,), 4),
        ((9,), 4, (3,), 2),
        ((5, 6), 2, (3, 2), 3),
        ((6, 4), 3, (2, 3), 3),
    )
    cases = heads(rng, settings)
    cases += [(np.flip(x, -1).copy(), filters, V) for x, filters, V in cases]
    given = student.given(mirror_map=reference.mirror_map, combine=reference.combine)
    found = untouched(given.invariant_scores, cases)
    expected = ask(reference.invariant_scores, cases)
    assert_close(found, expected, what="invariant_scores(x, filters, V)")


@criterion(
    of="invariant_scores", points="0.25", says="`how` and `pad` are handed to the mirror map."
)
def test_invariant_scores_with_options(student, reference, rng):
    settings = (
        ((7,), 3, (2,), 4, "max", 0),
        ((5,), 4, (3,), 2, "mean", 1),
        ((4, 5), 2, (3, 2), 3, "max", 2),
    )
    cases = heads(rng, settings)
    given = student.given(mirror_map=reference.mirror_map, combine=reference.combine)
    found = ask(given.invariant_scores, cases)
    expected = ask(reference.invariant_scores, cases)
    assert_close(found, expected, what="invariant_scores(x, filters, V, how, pad)")


@criterion(of="orbit", points="0.5", says="An image and its left-right flip.")
def test_orbit_of_a_mirror(student, rng):
    cases = [(rng.normal(size=size), "mirror") for size in ((2, 3), (4, 4), (3, 2, 5))]
    found = untouched(student.orbit, cases)
    expected = [[x, np.flip(x, -1)] for x, _ in cases]
    assert_close(found, expected, what='orbit(x, "mirror")')


@criterion(of="orbit", points="0.5", says="An image and its three quarter turns, in order.")
def test_orbit_of_rotations(student, rng):
    cases = [(rng.normal(size=size), "rotation") for size in ((2, 3), (4, 4), (3, 2))]
    found = ask(student.orbit, cases)
    expected = [[x, x.T[::-1], x[::-1, ::-1], x.T[:, ::-1]] for x, _ in cases]
    assert_close(found, expected, what='orbit(x, "rotation")')


@criterion(of="orbit", points="0.25", says="All channels of an image turn together.")
def test_orbit_of_channels(student, reference, rng):
    cases = [(rng.normal(size=size), "rotation") for size in ((3, 2, 4), (3, 3, 3), (2, 4, 3, 5))]
    found = ask(student.orbit, cases)
    assert_close(found, ask(reference.orbit, cases), what='orbit(x, "rotation") with channels')


@criterion(of="orbit", points="0.25", says="The square has eight: turns of the flip as well.")
def test_orbit_of_the_square(student, reference, rng):
    cases = [(rng.normal(size=size), "square") for size in ((2, 3), (4, 4), (2, 3, 3))]
    found = ask(student.orbit, cases)
    assert_close(found, ask(reference.orbit, cases), what='orbit(x, "square")')


def network(weights, x):
    """Scores that are no linear function of x and change when x turns."""
    return np.maximum(weights @ x.ravel(), -0.5) ** 2


def networks(rng, group, hows):
    cases = []
    for how in hows:
        x = rng.normal(size=(3, 3))
        cases.append((partial(network, rng.normal(size=(4, 9))), x, group, how))
    return cases


@criterion(of="group_pool", points="1", says="The mean of the scores over a group.")
def test_group_pool(student, reference, rng):
    cases = [case[:3] for case in networks(rng, "rotation", "abc")]
    cases += [(h, np.rot90(x).copy(), group) for h, x, group in cases]
    cases += [case[:3] for group in ("mirror", "square") for case in networks(rng, group, "a")]
    given = student.given(orbit=reference.orbit, combine=reference.combine)
    found = untouched(given.group_pool, cases)
    for plain, turned in zip(found[:3], found[3:6], strict=True):
        assert_close(turned, plain, what="group_pool(h, x, group) of a turned image")
    assert_close(found, ask(reference.group_pool, cases), what="group_pool(h, x, group)")


@criterion(of="group_pool", points="0.75", says="Sum or maximum, for each class by itself.")
def test_group_pool_in_other_ways(student, reference, rng):
    cases = networks(rng, "rotation", ("sum", "max", "max", "mean"))
    cases += networks(rng, "square", ("max", "sum"))
    given = student.given(orbit=reference.orbit, combine=reference.combine)
    found = ask(given.group_pool, cases)
    assert_close(found, ask(reference.group_pool, cases), what="group_pool(h, x, group, how)")
