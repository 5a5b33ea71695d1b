"""What the worker reports as an error, as the exception a suite sees and a student reads."""

from __future__ import annotations

import builtins
import re
from contextlib import suppress
from functools import lru_cache
from typing import Any

from autograder.checks.describe import describe
from autograder.checks.failure import clipped
from autograder.checks.failure import escaped
from autograder.engine.advice import advise
from autograder.engine.exits import CALLS
from autograder.engine.exits import EndedItself
from autograder.engine.protocol import Outcome
from autograder.engine.protocol import Reply
from autograder.errors import Place
from autograder.errors import ProtocolViolation
from autograder.errors import StudentCrash
from autograder.errors import StudentError
from autograder.errors import StudentMissing
from autograder.errors import StudentRaised
from autograder.errors import StudentTimeout
from autograder.errors import UnsupportedReturn

# A class that is mixed in must construct from any arguments and never steer pytest.
_NOT_MIXED = {
    *("BaseException", "Exception", "StopIteration", "StopAsyncIteration"),
    *("BaseExceptionGroup", "ExceptionGroup"),
}

_NO_FORWARD = re.compile(r"Module \[\w+\] is missing the required \"forward\" function")


def failure_of(reply: Reply, name: str) -> StudentError:
    """The exception for a reply that is not OK."""
    called = name or "the call"
    if reply.outcome == Outcome.MISSING:
        return StudentMissing(f"{called} is not defined in the submission.")
    if reply.outcome == Outcome.UNSUPPORTED:
        why = reply.value[:300] if type(reply.value) is str else "it has no plain form"
        return UnsupportedReturn(f"What {called} returned cannot be graded: {why}.")
    facts = reply.value if isinstance(reply.value, dict) else {}
    if reply.outcome == Outcome.TIMEOUT:
        place = place_of(facts)
        return StudentTimeout(
            f"{called} did not finish within the time limit"
            + (f" (stopped at {place})." if place else ".")
            + " It may be an endless loop.",
            place=place,
        )
    if reply.outcome == Outcome.RAISED:
        return raised(facts, called)
    return ProtocolViolation(f"{called} did not give a valid answer.")


def raised(facts: dict[str, Any], called: str) -> StudentError:
    """An exception that left the student's code."""
    kind = _word(facts.get("kind"), "an exception")
    bases = tuple(_word(base, "") for base in facts.get("bases") or ())
    text = str(facts.get("text") or "")[:500]
    place = place_of(facts)
    if kind == "NotImplementedError" and _NO_FORWARD.match(text):
        return StudentMissing(
            f"{called} is not there: the class has no method forward. Is it misspelled, or not "
            "indented under the class?"
        )
    if kind == "NotImplementedError":
        return StudentMissing(
            f"{called} is not attempted yet: it still raises NotImplementedError"
            + (f" ({place})." if place else "."),
            place=place,
        )
    where = f" at {place}" if place else ""
    if kind == EndedItself.__name__:
        return StudentCrash(
            f"{called} ended its own process{where}, by {text if text in CALLS else CALLS[0]}. "
            "Return a value, or raise an exception.",
            place=place,
        )
    sentence = f"{called} raised {kind}{where}."
    lost = "".join(c for c in str(facts.get("lost") or "") if c.isprintable())[:160]
    # a statement of the file itself has its line told before
    source = place.text if place else str(facts.get("statement_source") or "")
    hint = advise(kind, text, source, lost)
    error_class = _student_class(bases)
    return error_class(
        f"{sentence} {hint}".rstrip(), kind=kind, bases=bases, detail=text, place=place
    )


def refused(
    says: str, error: Exception, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> StudentRaised:
    """What a function of the suite's own raised when a student's code called it.

    says: who called it, up to "with", such as "softmax was called".
    """
    kind = type(error).__name__
    bases = tuple(base.__name__ for base in type(error).__mro__)
    error_class = _student_class(bases)
    return error_class(
        f"{says} with {_arguments(args, kwargs)}, which it does not take ({kind}).",
        kind=kind,
        bases=bases,
        detail=str(error),
    )


def _arguments(args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """What kinds of things a call hands over; no values."""
    named = (f"{escaped(name)}={describe(value)}" for name, value in kwargs.items())
    shown = [*map(describe, args), *named]
    if not shown:
        return "no arguments"
    count = "" if len(shown) == 1 else f"{len(shown)} arguments, "
    return count + clipped(" and ".join(shown), 200)


def place_of(facts: dict[str, Any]) -> Place | None:
    """Where in the student's files, if the worker could tell."""
    line = facts.get("line")
    if type(line) is not int or not isinstance(facts.get("file"), str):
        return None
    text = "".join(c for c in str(facts.get("source") or "") if c.isprintable())
    return Place(facts["file"][:120], line, text[:160])


def _word(value: Any, default: str) -> str:
    return value[:80] if isinstance(value, str) and value.isidentifier() else default


def _mixable(name: str) -> bool:
    found = getattr(builtins, name, None) if name not in _NOT_MIXED else None
    return isinstance(found, type) and issubclass(found, Exception)


@lru_cache(maxsize=256)  # a runner outlives the students who choose the names
def _student_class(bases: tuple[str, ...]) -> type[StudentRaised]:
    """StudentRaised that is also the built-in classes, so that pytest.raises recognises them."""
    mixed: list[type] = []
    for base in (getattr(builtins, name) for name in bases if _mixable(name)):
        if issubclass(base, UnicodeError):
            base = ValueError  # the others cannot be made without their own five arguments
        if not any(issubclass(known, base) for known in mixed):
            mixed.append(base)
    with suppress(TypeError):  # some built-in classes cannot be one object
        return type("StudentRaisedOf" + "".join(bases[:1]), (StudentRaised, *mixed), {})
    return type("StudentRaisedOf" + "".join(bases[:1]), (StudentRaised, *mixed[:1]), {})
