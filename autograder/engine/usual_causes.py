"""What usually lies behind an exception, by its class and its text.

A text may hold a hidden input, so it is matched and never repeated; what is said of a name
is said of one that stands in the student's own line.
"""

from __future__ import annotations

import re

_SUPER = (
    "Call super().__init__() as the first line of the class's own __init__, with both pairs of "
    "brackets and before any layer or parameter is set."
)
_SHAPES = (
    "The shapes of its operands do not fit together: look at the .shape of each just before this "
    "line. Is a transpose missing, or an axis of length one?"
)
_DTYPES = (
    "Tensors of float32 and float64 meet: create parameters and new tensors in the dtype of the "
    "input (dtype=x.dtype), or in the one the exercise names."
)
_TRUTH = (
    "An array of several numbers is neither true nor false: use np.where for each element, or "
    ".all() or .any() for all of them; for tensors torch.where."
)
_INTEGER = "An integer is needed here: divide with //, or round with int(...)."
_STAYS_IN_TORCH = (
    "numpy cannot be used between the input and the result of what has to be differentiated: use "
    "torch's own functions there."
)
_IN_PLACE = (
    "The gradient needs a value that is overwritten in place: write x = x + ... in place of "
    "x += ..., and functions without the underscore at their end."
)
_SET_LATER = (
    "The name in this line gets its value inside the function only later: set it before, such "
    "as total = 0, or pass it in as an argument."
)
_NO_FUNCTION = (
    "What stands before the round brackets is no function: is a * missing, are square "
    "brackets meant, or is a name used for both a value and a function?"
)
_KINDS = (
    "The operands of this line are of kinds that do not combine, such as a list and a number "
    "or text and a number: turn them into arrays or numbers first."
)
_NOT_THERE = (
    "The exercise asks for this attribute or method, and the object has none of this name: is "
    "it misspelled, never set on self, or not indented under its class?"
)
_NOT_CALLABLE = (
    "It is called like a function: give its class what the exercise names for that, forward "
    "in an nn.Module or else __call__."
)
_NO_OPERATOR = (
    "The class has no method of its own for this operator (such as __add__, and __radd__ for "
    "a number on the left): is it misspelled, or not indented under the class?"
)
_MISSING = re.compile(r"has no attribute '(?P<name>\w+)'")

_Cause = tuple[str, str, str]
"""Class of the exception or "" for any, what its text says, advice: the first that fits counts."""

_ANYWHERE: tuple[_Cause, ...] = (
    ("AttributeError", r"before Module\.__init__\(\) call", _SUPER),
    (
        "AttributeError",
        r"has no attribute '(?:_(?:modules|parameters|buffers|\w+_hooks)\w*|training)'",
        _SUPER,
    ),
    ("BdbQuit", "", "A breakpoint() or pdb.set_trace() is still in the code: remove it."),
    ("ValueError", r"truth value of an array", _TRUTH),
    ("RuntimeError", r"Boolean value of Tensor", _TRUTH),
    ("ValueError", r"could not be broadcast|not aligned|mismatch in its core dimension", _SHAPES),
    ("RuntimeError", r"shapes cannot be multiplied|must match the size|expected .* size", _SHAPES),
    ("RuntimeError", r"expected .* same dtype|must have the same dtype|expected scalar", _DTYPES),
    ("", r"numpy\(\) on Tensor that requires grad", _STAYS_IN_TORCH),
    ("RuntimeError", r"modified by an inplace|used in an in-place operation", _IN_PLACE),
    (
        "RuntimeError",
        r"backward through the graph a second time",
        "The graph of an earlier call is still attached: use .detach() on what is kept of it.",
    ),
    (
        "RuntimeError",
        r"Error\(s\) in loading state_dict",
        "Its parameters are not named or not shaped as the exercise says.",
    ),
    ("UnboundLocalError", "", _SET_LATER),
    ("IndexError", r"too many indices", "The array has fewer axes than there are indices here."),
    ("IndexError", r"boolean index", "The mask is not shaped like the array it picks from."),
    ("IndexError", r"out of", "An index is too large: a length of n has the indices 0 to n - 1."),
    ("KeyError", "", "The dict has no such key: compare with what was put in, 1 and '1' differ."),
    ("ZeroDivisionError", "", "The divisor is zero for this input."),
    (
        "ValueError",
        r"values to unpack",
        "The names left of the = are more or fewer than the values on its right.",
    ),
    (
        "ValueError",
        r"math domain error",
        "A function of math got a number for which it has no value, such as the log of zero.",
    ),
    ("ValueError", r"cannot reshape|inhomogeneous", _SHAPES),
    ("RuntimeError", r"is invalid for input of size", _SHAPES),
    ("", r"'NoneType'", "A value in this line is None: what it comes from returned nothing."),
)
_IN_A_LINE: tuple[_Cause, ...] = (
    ("TypeError", r"cannot be interpreted as an integer|indices must be integers", _INTEGER),
    ("TypeError", r"only integer scalar arrays|slice indices must be", _INTEGER),
    ("IndexError", r"only integers, slices", _INTEGER),
    (
        "TypeError",
        r"only (?:size|length)-1 arrays|only 0-dimensional arrays",
        "Functions of math take one number: for arrays there are numpy's, such as np.exp.",
    ),
    ("TypeError", r"is not callable", _NO_FUNCTION),
    (
        "TypeError",
        r"is not subscriptable",
        "What stands before the square brackets has no items: are round brackets meant?",
    ),
    (
        "TypeError",
        r"is not iterable",
        "A single value stands where several are needed: is range(...) meant?",
    ),
    ("TypeError", r"unsupported operand|can only concatenate|must be str", _KINDS),
    ("AssertionError", "", "An `assert` of the file does not hold here."),
)
_ASKED_FOR: tuple[_Cause, ...] = (
    (
        "AttributeError",
        r"no attribute '(?:load_state_dict|state_dict|(?:named_)?parameters|zero_grad|train|eval)'",
        "Its class is no network: derive it from nn.Module, as in the starter file.",
    ),
    ("AttributeError", r"has no attribute", _NOT_THERE),
    ("TypeError", r"is not callable", _NOT_CALLABLE),
    (
        "TypeError",
        r"operand type|not supported between|not subscriptable|item assignment|has no len",
        _NO_OPERATOR,
    ),
)


def usual_cause(kind: str, text: str, source: str) -> str:
    """What mostly causes `kind` with this text, or "".

    source: the student's line it came from; "" when what failed is what the test asked for.
    """
    for wanted, pattern, advice in (*_ANYWHERE, *(_IN_A_LINE if source else _ASKED_FOR)):
        if wanted in ("", kind) and re.search(pattern, text):
            return advice
    return _misspelled(kind, text, source)


def _misspelled(kind: str, text: str, source: str) -> str:
    missing = _MISSING.search(text) if kind == "AttributeError" else None
    if missing is None:
        return ""
    name = missing["name"]
    owners = set(re.findall(rf"(\w*)\s*\.\s*{name}\b", source))
    if not owners:
        return ""
    if text.startswith("module "):
        return f"The module before .{name} has nothing of this name: is it misspelled?"
    if owners == {"self"}:
        return f"self has no {name}: is it set in __init__, and under this very name?"
    return (
        f"What stands before .{name} has no attribute or method of this name: is it misspelled, "
        "or another kind of value than you think?"
    )
