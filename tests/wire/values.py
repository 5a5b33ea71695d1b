"""Strategies for values that cross as copies, and what it means that one arrived intact."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from autograder.wire.arrays import DTYPES
from autograder.wire.codec import Reference
from autograder.wire.codec import decode
from autograder.wire.codec import encode
from autograder.wire.reference import KINDS


def refuse(value: object) -> Reference:
    raise AssertionError(f"{type(value).__name__} went by reference")


def itself(reference: Reference) -> Reference:
    return reference


def round_trip(value: object) -> Any:
    encoded = encode(value, refuse)
    return decode(encoded.packed, encoded.buffers, itself)


def same(left: Any, right: Any) -> bool:
    """Equal in type, order and every bit, all the way down."""
    if type(left) is not type(right):
        return False
    if isinstance(left, float):
        return struct.pack("d", left) == struct.pack("d", right)
    if isinstance(left, complex):
        return same(left.real, right.real) and same(left.imag, right.imag)
    if isinstance(left, list | tuple):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict):
        return same(list(left.items()), list(right.items()))
    if isinstance(left, set | frozenset):
        # NaN members equal nothing, so membership cannot be asked of the set itself.
        return len(left) == len(right) and all(any(same(a, b) for b in right) for a in left)
    if isinstance(left, slice):
        return same([left.start, left.stop, left.step], [right.start, right.stop, right.step])
    if isinstance(left, np.ndarray | np.generic):
        return (left.dtype, left.shape, left.tobytes()) == (
            right.dtype,
            right.shape,
            right.tobytes(),
        )
    return bool(left == right)


text = st.text(st.characters())  # lone surrogates included
references = st.builds(
    Reference, st.sampled_from(KINDS), st.integers(0, 2**64 - 1), st.text(max_size=20)
)
dtypes = st.integers(0, len(DTYPES) - 1).map(DTYPES.__getitem__)


@st.composite
def arrays(draw: st.DrawFn) -> NDArray[Any]:
    shape = draw(hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4))
    array: NDArray[Any] = draw(hnp.arrays(draw(dtypes), shape))
    return array


@st.composite
def scalars(draw: st.DrawFn) -> Any:
    dtype = draw(dtypes)
    return dtype.type(draw(hnp.from_dtype(dtype)))


@st.composite
def atoms(draw: st.DrawFn) -> Any:
    return draw(draw(st.sampled_from(_ATOMS)))


_ATOMS = (
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-(2**200), 2**200),
    st.floats(),
    st.complex_numbers(),
    text,
    st.binary(),
    st.just(...),
    st.builds(range, st.integers(), st.integers(), st.integers(1)),
    references,
    dtypes,
    scalars(),
)
keys = st.recursive(
    atoms(), lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(inner, max_size=3)
)
leaves = st.one_of(atoms(), arrays(), st.binary().map(bytearray))
containers = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(keys, inner, max_size=3),
        st.sets(keys, max_size=3),
        st.builds(slice, inner, inner, inner),
    ),
    max_leaves=8,
)


@st.composite
def values(draw: st.DrawFn) -> Any:
    return draw(containers)
