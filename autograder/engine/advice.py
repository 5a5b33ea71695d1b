"""One sentence for exceptions that have a usual cause in this course.

The exception's text is the student's own and may hold a hidden input: it is matched, and
never repeated.
"""

from __future__ import annotations

import re

from autograder.engine.usual_causes import usual_cause

_REMOVED = re.compile(
    r"module 'numpy' has no attribute '(int|float|bool|object|str|complex|long|unicode|Inf|NaN"
    r"|product|cumproduct|alltrue|sometrue|in1d|row_stack|trapz|infty|float_|string_)'"
)
_INSTEAD = {
    "Inf": "inf",
    "infty": "inf",
    "NaN": "nan",
    "product": "prod",
    "cumproduct": "cumprod",
    "alltrue": "all",
    "sometrue": "any",
    "in1d": "isin",
    "row_stack": "vstack",
    "trapz": "trapezoid",
    "float_": "float64",
}
_PYTHON_2 = {"xrange": "range", "unicode": "str", "raw_input": "input", "long": "int"}
_IMPORTS = {
    "np": "import numpy as np",
    "numpy": "import numpy",
    "math": "import math",
    "torch": "import torch",
    "nn": "from torch import nn",
    "F": "import torch.nn.functional as F",
}
_UNDEFINED = re.compile(r"name '(\w+)' is not defined")
_UNAVAILABLE = re.compile(r"'?([\w.]+)'? is not available in this exercise")
_PAST = re.compile(r"'past(?:\.[\w.]+)?'")
_SIGNATURE = re.compile(
    r"(?P<missing>missing \d+ required (?:positional|keyword-only) arguments?: '\w+'[\w', ]*)"
    r"|(?P<unexpected>got an unexpected keyword argument '\w+')"
    r"|(?P<many>takes (?:from )?\d+(?: to \d+)? positional arguments? but \d+ (?:was|were) given)"
    r"|(?P<none>\w+\(\) takes no arguments)"
)
_WITHOUT_SELF = re.compile(r"\w\.\w+\(\) takes (?:0|1) positional arguments? but (?:1|2) w")
_CANNOT_IMPORT = re.compile(r"cannot import name '\w+' from '([\w.]+)'")
_NO_MODULE = re.compile(r"No module named '([\w.]+)'")


def advise(kind: str, text: str, source: str, lost: str = "") -> str:
    """What usually causes `kind` with this text at this source line, or "".

    lost: where the file would have set a name that is not there.
    """
    removed = _REMOVED.search(text)
    if removed:
        name = removed[1]
        instead = f"np.{_INSTEAD[name]}" if name in _INSTEAD else f"the built-in {name}"
        return f"np.{name} was removed from NumPy; use {instead}."
    undefined = _UNDEFINED.search(text)
    if kind == "NameError" and undefined:
        name = undefined[1]
        if name in _PYTHON_2:
            return f"{name} is Python 2; in Python 3 it is {_PYTHON_2[name]}."
        if lost:
            return (
                f"The name {name} was to be set in {lost}, which did not succeed: see what is said "
                "of that line at the top."
            )
        if name in _IMPORTS and name in source:
            return f"The file must import it at its top: `{_IMPORTS[name]}`."
        return (
            f"The name {name} is not defined where it is used: is it spelled right, and is it "
            "set above, in the file itself and not only in a notebook's memory?"
        )
    if kind == "TypeError":
        direct = not source
        return _type_advice(text, called_directly=direct) or usual_cause(kind, text, source)
    if kind in ("ModuleNotFoundError", "ImportError"):
        return _import_advice(text, source)
    if kind == "MemoryError" or "allocate memory" in text:
        return "It ran out of the memory a submission may use."
    if kind == "EOFError" and "input" in source:
        return "input() has nobody to answer it here: take the value as an argument."
    if "cuda" in text.lower() or ".cuda" in source or "nvidia" in text.lower():
        return "There is no GPU while grading: stay on the device of the inputs (no cuda)."
    return _blocked_advice(kind, text) or usual_cause(kind, text, source)


def _type_advice(text: str, *, called_directly: bool) -> str:
    signature = _SIGNATURE.search(text)
    if called_directly and _WITHOUT_SELF.search(text):
        return "Is `self` missing as the first parameter of the method?"
    if signature and called_directly:
        return (
            f"Its parameters are not those of the exercise ({signature[0]}): keep the names, the "
            "order and the default values of the starter file."
        )
    if "unhashable type" in text and not re.search(r"'(list|dict|set|numpy\.ndarray|slice)'", text):
        return "A class that defines __eq__ has no hash: define __hash__, too, or use id(...)."
    if "unhashable type" in text:
        return "An array or list is no key of a dict, set or cache (unhashable); use a tuple."
    return ""


def _import_advice(text: str, source: str) -> str:
    if _PAST.search(text):
        return "The package past belongs to old Python 2 code; Python 3 does not need it."
    unavailable = _UNAVAILABLE.search(text)
    if unavailable:
        name = unavailable[1]
        return (
            f"No {name}.py was handed in beside the file, and this exercise allows no package of "
            "that name."
        )
    if "relative import" in text:
        return (
            "Use a plain `import helpers` instead of a relative import: the file is run by itself."
        )
    hidden = _CANNOT_IMPORT.search(text)
    if hidden and hidden[1] in source:
        return f"The module {hidden[1]} has nothing of this name: is it misspelled?"
    missing = _NO_MODULE.search(text)
    if missing:
        return f"There is no module {missing[1]} here or beside the file."
    return "The import failed."


def _blocked_advice(kind: str, text: str) -> str:
    network = ("URLError", "gaierror", "ConnectionError", "ConnectionRefusedError", "HTTPError")
    if kind in network or "urlopen" in text or "name resolution" in text:
        return "There is no network while grading: nothing can be downloaded."
    if kind in ("PermissionError", "BlockingIOError"):
        return "Other processes, the network and files outside the submission are out of reach."
    if kind == "FileNotFoundError" and text.endswith("No such file or directory"):
        # without a name it is no file but what processes share
        return "Other processes are out of reach: compute in this one."
    if kind == "FileNotFoundError":
        return "Only files handed in with the submission, or named by the exercise, can be read."
    if kind == "SystemExit":
        return "It tried to end the program (exit)."
    if kind == "RecursionError":
        return (
            "It called itself deeper than Python allows: either without reaching an end, or once "
            "for each step of a long way. A long way takes a loop, and a list of what is still "
            "to visit."
        )
    return ""
