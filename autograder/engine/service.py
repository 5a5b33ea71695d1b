"""The student's side of the wire: a module, the objects it made, and what may be asked of them."""

from __future__ import annotations

import inspect
import operator
import os
import sys
import types
from collections.abc import Callable
from contextlib import AbstractContextManager
from contextlib import nullcontext
from contextlib import suppress
from typing import Any

from autograder.engine import exits
from autograder.engine.arguments import Snapshot
from autograder.engine.graph import tracked_tensors
from autograder.engine.loading import Loaded
from autograder.engine.loading import LoadRequest
from autograder.engine.loading import load
from autograder.engine.objects import ObjectTable
from autograder.engine.protocol import ANSWER_LIMITS
from autograder.engine.protocol import FLAG_ARGUMENTS
from autograder.engine.protocol import FLAG_NO_GRAD
from autograder.engine.protocol import OPERATORS
from autograder.engine.protocol import Outcome
from autograder.engine.protocol import Reply
from autograder.engine.protocol import Request
from autograder.engine.randomness import seed_everything
from autograder.engine.records import plain
from autograder.engine.shortcuts import ShortcutWatch
from autograder.engine.soft_limit import CallTimeout
from autograder.engine.soft_limit import CpuLimit
from autograder.engine.surroundings import Surroundings
from autograder.engine.traceback import exception_facts
from autograder.wire.codec import Encoded
from autograder.wire.codec import Reference
from autograder.wire.codec import decode
from autograder.wire.codec import encode
from autograder.wire.errors import WireError

_ABSENT = object()
_AS_IT_IS = nullcontext()
_CONVERT: dict[str, Callable[[Any], Any]] = {"float": float, "int": int, "str": str}
_COMPUTE: dict[str, Callable[..., Any]] = {
    **{name: getattr(operator, name) for name in OPERATORS - {"len"}},
    "len": len,
}

Exchange = Callable[[Encoded], "tuple[bytes, list[Any]]"]


class CallbackFailed(BaseException):
    """The grader's function raised; a student's `except Exception` must not hide it."""


class NotDefined(Exception):
    """A name the assignment asks for is not in the student's module."""


class GraderFunction:
    """A function that lives in the grader, callable from the student's code.

    own: the student's, in whose place it stands; it answers what this one does not take.
    """

    own: Any = None

    def __init__(self, service: Service, reference: Reference) -> None:
        self.service = service
        self.reference = reference
        self.__name__ = reference.label

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        succeeded, value = self.service.call_grader(self.reference.id, args, kwargs)
        if succeeded is None and _takes(self.own, args, kwargs):
            return self.own(*args, **kwargs)
        if not succeeded:
            raise CallbackFailed
        return value


def _takes(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    try:
        inspect.signature(function).bind(*args, **kwargs)
    except (TypeError, ValueError):
        return False
    return True


class Service:
    """Answers requests on one student module.

    The same class serves a remote worker, a student's own machine and the answers of a
    misconception; only the way bytes travel differs.
    """

    def __init__(self, exchange: Exchange | None = None) -> None:
        self.exchange = exchange
        self.call_seconds = 0.0
        self._loaded = Loaded(types.ModuleType("student"), "")
        self._shortcuts = ShortcutWatch(())
        self._objects = ObjectTable()
        self._graphs: list[tuple[list[Any], list[Any]]] = []
        self._replaced: dict[str, Any] = {}
        self._surroundings: Surroundings | None = None
        self._spoiled = False

    def adopt(self, loaded: Loaded) -> None:
        """Serve a module that is already loaded."""
        self._loaded = loaded

    def answer(self, packed: bytes, buffers: list[Any]) -> Encoded:
        """One encoded request to one encoded reply; raises only what ends the process."""
        try:
            request = Request.received(decode(packed, buffers, self._resolve, checked=True))
            reply = self._marked(self._perform(request))
            value = plain(reply.value)
            if value is not reply.value:
                reply = reply._replace(value=value)
        except NotDefined as error:
            reply = Reply(Outcome.MISSING, str(error))
        except LookupError:
            reply = Reply(Outcome.UNSUPPORTED, "an object that no longer lives")
        try:
            return encode(reply.flat(), self._refer, ANSWER_LIMITS)
        except WireError as error:
            return encode(Reply(Outcome.UNSUPPORTED, str(error)).flat(), self._refer)
        except RecursionError:
            return encode(Reply(Outcome.UNSUPPORTED, "nested too deeply").flat(), self._refer)

    def call_grader(
        self, number: int, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[bool | None, Any]:
        """Whether the grader's callback `number` succeeded, and what it returned.

        None: it does not take the call. Its time is the grader's own.
        """
        if self.exchange is None:
            raise CallbackFailed
        packed, buffers = self.exchange(encode((number, args, kwargs), self._refer, ANSWER_LIMITS))
        succeeded, value = decode(packed, buffers, self._resolve, checked=True)
        return succeeded, value

    def _refer(self, value: Any) -> Reference:
        return value.reference if isinstance(value, GraderFunction) else self._objects.refer(value)

    def _resolve(self, reference: Reference) -> Any:
        if reference.kind == "callback":
            return GraderFunction(self, reference)
        if reference.id == 0:
            return self._named(reference.label)
        return self._objects[reference.id]

    def _named(self, name: str) -> Any:
        try:
            return self._loaded.module.__dict__[name]
        except KeyError:
            raise NotDefined(name) from None

    def _perform(self, request: Request) -> Reply:
        try:
            with CpuLimit(self.call_seconds), _grad_mode(request.flags):
                return _OPERATIONS[request.operation](self, request)
        except CallTimeout as error:
            return Reply(Outcome.TIMEOUT, self._facts(error))
        except CallbackFailed:
            return Reply(Outcome.CALLBACK_FAILED, None)
        except NotDefined as error:
            return Reply(Outcome.MISSING, str(error))
        except StopIteration as error:
            if request.operation == "next":
                return Reply(Outcome.STOP, None)
            return Reply(Outcome.RAISED, self._facts(error))
        except BaseException as error:  # SystemExit is an answer, too
            return Reply(Outcome.RAISED, self._facts(error))

    def _facts(self, error: BaseException) -> dict[str, Any]:
        facts = exception_facts(error, self._loaded.files, self._loaded.folder)
        lost = self._loaded.lost.get(str(error.name)) if type(error) is NameError else None
        return facts if lost is None else {**facts, "lost": lost}

    def _marked(self, reply: Reply) -> Reply:
        """The reply, with a mark when the process was no longer as it should be in this test."""
        if not self._spoiled:
            return reply
        return reply._replace(extra={**(reply.extra or {}), "spoiled": True})

    # --- operations: one method each, see _OPERATIONS ---------------------------------

    def _call(self, request: Request) -> Reply:
        args, kwargs = request.args, request.kwargs
        target = request.target
        if target is None:
            target = self._named(request.name)
        elif request.name:
            target = getattr(target, request.name)
        snapshot = Snapshot(args, kwargs)
        value = target(*args, **kwargs)
        return self._tracked(value, request, snapshot.changed())

    def _get(self, request: Request) -> Reply:
        if request.target is None:
            return Reply(Outcome.OK, self._named(request.name))
        return Reply(Outcome.OK, getattr(request.target, request.name))

    def _set(self, request: Request) -> Reply:
        setattr(request.target, request.name, request.args[0])
        return Reply(Outcome.OK, None)

    def _operator(self, request: Request) -> Reply:
        return self._tracked(_COMPUTE[request.name](*request.args), request)

    def _convert(self, request: Request) -> Reply:
        return Reply(Outcome.OK, _CONVERT[request.name](request.target))

    def _iter(self, request: Request) -> Reply:
        return Reply(Outcome.OK, iter(request.target))

    def _next(self, request: Request) -> Reply:
        return Reply(Outcome.OK, next(request.target))

    def _isinstance(self, request: Request) -> Reply:
        return Reply(Outcome.OK, isinstance(request.args[0], request.target))

    def _grads(self, request: Request) -> Reply:
        parameters = request.target.named_parameters()
        return Reply(Outcome.OK, {name: parameter.grad for name, parameter in parameters})

    def _backward(self, request: Request) -> Reply:
        import torch

        graph, cotangents = request.args
        outputs, leaves = self._graphs[graph]
        for leaf in leaves:
            leaf.grad = None
        torch.autograd.backward(outputs, cotangents, retain_graph=True)
        return Reply(Outcome.OK, [leaf.grad for leaf in leaves])

    def _given(self, request: Request) -> Reply:
        """Put the grader's functions in the place of the module's own, for this test."""
        names = self._loaded.module.__dict__
        for name, function in request.kwargs.items():
            function.own = self._replaced.setdefault(name, names.get(name, _ABSENT))
            names[name] = function
        return Reply(Outcome.OK, None)

    def _reset(self, request: Request) -> Reply:
        """Forget the last test's objects and give every source of randomness a fixed start."""
        names = self._loaded.module.__dict__
        for name, original in self._replaced.items():
            if original is _ABSENT:
                names.pop(name, None)
            else:
                names[name] = original
        self._replaced.clear()
        self._objects.clear()
        self._graphs.clear()
        self._shortcuts.take()  # of calls that nobody has asked about
        self._spoiled = self._surroundings is not None and self._surroundings.changed()
        seed_everything(request.args[0])
        return Reply(Outcome.OK, None)

    def _load(self, request: Request) -> Reply:
        wanted = LoadRequest(**request.kwargs)
        self._shortcuts = ShortcutWatch(tuple(wanted.forbid))
        if wanted.libraries:  # a process of the student's own: elsewhere numpy is shared
            exits.become_exceptions()
            self._shortcuts.install()
            _link_files_of(wanted.folder)
        self.adopt(load(wanted))
        if wanted.libraries:
            self._surroundings = Surroundings()
        self.call_seconds = wanted.call_seconds
        self._shortcuts.take()  # a file may check itself with what its functions must not use
        return Reply(Outcome.OK, self._loaded.report(self._shortcuts))

    def _tracked(self, value: Any, request: Request, changed: tuple[int | str, ...] = ()) -> Reply:
        """The reply to a call, with the graph its tensors hang on kept for a backward."""
        extra: dict[str, Any] = {}
        outputs = list(tracked_tensors(value))
        if outputs:
            leaves = list(tracked_tensors([request.args, request.kwargs]))
            extra["graph"] = len(self._graphs)
            self._graphs.append((outputs, leaves))
        if request.flags & FLAG_ARGUMENTS:
            extra["arguments"] = (request.args, request.kwargs)
        used = self._shortcuts.take()
        if used:
            extra["shortcuts"] = used
        return Reply(Outcome.OK, value, changed, extra or None)


_OPERATIONS: dict[str, Callable[[Service, Request], Reply]] = {
    name: getattr(Service, f"_{name}")
    for name in (
        "call",
        "get",
        "set",
        "operator",
        "convert",
        "iter",
        "next",
        "isinstance",
        "grads",
        "backward",
        "given",
        "reset",
        "load",
    )
}


def _link_files_of(folder: str) -> None:
    """Let `open("table.json")` find what was handed in beside the code."""
    with suppress(OSError), os.scandir(folder) as entries:  # much cheaper than a Path
        for entry in entries:
            if not entry.name.endswith((".py", ".ipynb")) and entry.name != "__pycache__":
                os.symlink(entry.path, entry.name)  # noqa: PTH211 - the same


def _grad_mode(flags: int) -> AbstractContextManager[Any]:
    if flags & FLAG_NO_GRAD and "torch" in sys.modules:
        no_grad: AbstractContextManager[Any] = sys.modules["torch"].no_grad()
        return no_grad
    return _AS_IT_IS
