"""Hand-written derivatives against central differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from autograder.checks.compare import number_difference
from autograder.checks.describe import as_array
from autograder.checks.describe import dtype_name
from autograder.checks.describe import is_array
from autograder.checks.describe import is_number
from autograder.checks.describe import numeric_class
from autograder.checks.describe import received
from autograder.checks.describe import shape_text
from autograder.checks.failure import CheckFailed
from autograder.checks.failure import Finding
from autograder.checks.margin import tolerance_for
from autograder.checks.tolerance import Tolerance

Float64 = NDArray[np.float64]

# The cube root of the double-precision step balances truncation (h^2) against rounding (eps / h).
STEP = 6e-6


def assert_gradient(
    function: Callable[[Any], Any],
    gradient: Callable[[Any, Any], Any],
    x: Any,
    rng: np.random.Generator,
    *,
    what: str,
    rtol: float = 1e-5,
    atol: float = 1e-7,
) -> None:
    """Check a hand-written vector-Jacobian product against central differences.

    `function(x)` maps a float64 array of any shape (or a float) to a float64 array of any
    shape (or a float); it may be the student's own forward pass. `gradient(x, cotangent)`
    is called twice, positionally, with fresh copies: `cotangent` has the shape of
    `function(x)` (a float when that is a number) and entries of random sign and of size 0.5
    to 1.5, never ones. It must return sum over i of cotangent[i] * d function(x)[i] / d x[j], an
    array shaped like `x` (a float when `x` is one). A function of more arguments is passed as
    two lambdas that close over the others.

    The second call has the cotangent times -2: the answer must scale with it.

    Differences are meaningless across a kink: keep every input of a ReLU, absolute value or
    maximum at least 1e-3 away from it, for example by drawing sign * uniform(0.1, 1).

    Raises CheckFailed.
    """
    point = _point(x)
    shape = _evaluated(function, point, what).shape
    cotangent = rng.choice((-1.0, 1.0), size=shape) * rng.uniform(0.5, 1.5, size=shape)
    expected = _vjp(function, point, cotangent, STEP, what)
    tolerance = tolerance_for(what, rtol, atol)

    found = gradient(_fresh(point), _fresh(cotangent))
    finding = number_difference(found, expected, tolerance, "float")
    if finding is not None and not finding.is_of_values:
        raise finding.failure(what)
    if finding is not None:
        ones = _vjp(function, point, np.ones(shape), STEP, what)
        raise _explained(finding, found, ones, tolerance).failure(what)

    scaled = gradient(_fresh(point), _fresh(-2.0 * cotangent))
    finding = number_difference(scaled, -2.0 * expected, tolerance, "float")
    if finding is not None:
        reason = "right for one cotangent, but it does not scale with the cotangent: "
        raise finding.because(reason).failure(what)


def numerical_vjp(
    function: Callable[[Any], Any], x: Any, cotangent: Any, h: float = STEP
) -> Float64:
    """Central differences of sum(cotangent * function(x)) by each entry of `x`.

    Works in float64 with steps of h * max(1, |x[j]|), so the error is about 1e-10 for
    functions of size one: two calls of `function` for each entry. `x` and `cotangent` are
    arrays or floats; returns an array shaped like `x`. Raises CheckFailed when `function`
    gives no finite float array of the cotangent's shape.
    """
    return _vjp(function, _point(x), np.asarray(cotangent, dtype=np.float64), h, "the function")


def _vjp(
    function: Callable[[Any], Any], point: Float64, cotangent: Float64, h: float, what: str
) -> Float64:
    result = np.empty_like(point)
    for index in np.ndindex(point.shape):
        step = h * max(1.0, abs(float(point[index])))
        above, below = point.copy(), point.copy()
        above[index] += step
        below[index] -= step
        upper, lower = _evaluated(function, above, what), _evaluated(function, below, what)
        for value in (upper, lower):
            if value.shape != cotangent.shape:
                raise CheckFailed(
                    f"{what}: expected a forward pass of shape {shape_text(cotangent)}, "
                    f"found {shape_text(value)}."
                )
        # The step that was taken differs from the one asked for by rounding.
        result[index] = (cotangent * (upper - lower)).sum() / (above[index] - below[index])
    return result


def _evaluated(function: Callable[[Any], Any], point: Float64, what: str) -> Float64:
    value = function(_fresh(point))
    if not (is_number(value) or is_array(value)) or numeric_class(value) not in ("float", "int"):
        raise CheckFailed(
            f"{what}: expected the forward pass to give a float or a float array, "
            f"found {received(value)}."
        )
    numbers: Float64 = as_array(value).astype(np.float64)
    if dtype_name(value) in ("float16", "float32"):
        raise CheckFailed(
            f"{what}: expected a forward pass in float64, found {dtype_name(value)}, "
            "too coarse for differences."
        )
    if not np.isfinite(numbers).all():
        raise CheckFailed(f"{what}: the forward pass gives NaN or infinity, so it has no gradient.")
    return numbers


def _explained(finding: Finding, found: Any, ones: Float64, tolerance: Tolerance) -> Finding:
    """The finding, with the commonest reason added when it holds."""
    if number_difference(found, ones, tolerance, "float") is not None:
        return finding
    reason = "right for a cotangent of ones only: multiply by the cotangent that is passed in; "
    return finding.because(reason)


def _point(x: Any) -> Float64:
    return np.array(x, dtype=np.float64)


def _fresh(numbers: Float64) -> Any:
    """A copy that a call may keep or change; a plain float where there are no axes."""
    return float(numbers) if np.ndim(numbers) == 0 else np.array(numbers)
