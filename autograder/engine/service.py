"""The student's side of the wire: a module, the objects it made, and what may be asked of them."""

from __future__ import annotations

import operator
import random
import sys
import types
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from autograder.engine.graph import tracked_tensors
from autograder.engine.loading import Loader
from autograder.engine.loading import Loaded
from autograder.engine.protocol import CONVERSIONS
from autograder.engine.protocol import FLAG_ARGUMENTS
from autograder.engine.protocol import FLAG_NO_GRAD
from autograder.engine.protocol import OPERATORS
from autograder.engine.protocol import Outcome
from autograder.engine.protocol import Reply
from autograder.engine.protocol import Request
from autograder.engine.shortcuts import ShortcutWatch
from autograder.engine.soft_limit import CallTimeout
from autograder.engine.soft_limit import cpu_limit
from autograder.engine.traceback import exception_facts
from autograder.wire.codec import Encoded
from autograder.wire.codec import Reference
from autograder.wire.codec import decode
from autograder.wire.codec import encode
from autograder.wire.errors import WireError
from autograder.wire.limits import WireLimits

_OUTGOING = WireLimits()
_ABSENT = object()
_IMMUTABLE = (int, float, bool, str, bytes, complex, type(None), slice, range)
_CONVERT: dict[str, Callable[[Any], Any]] = {
    "float": float,
    "int": int,
    "str": str,
    "bool": bool,
    "complex": complex,
}
_COMPUTE: dict[str, Callable[..., Any]] = {
    **{name: getattr(operator, name) for name in OPERATORS - {"len"}},
    "len": len,
}
assert set(_CONVERT) == set(CONVERSIONS)

Exchange = Callable[[Encoded], "tuple[bytes, list[Any]]"]


class CallbackFailed(BaseException):
    """The grader's function raised; a student's `except Exception` must not hide it."""


class NotDefined(Exception):
    """A name the assignment asks for is not in the student's module."""


class GraderFunction:
    """A function that lives in the grader, callable from the student's code."""

    def __init__(self, service: Service, reference: Reference) -> None:
        self._service = service
        self._reference = reference
        self.__name__ = reference.label

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._service.call_grader(self._reference.id, args, kwargs)


class Service:
    """Answers requests on one student module.

    The same class serves a remote worker, a student's own machine and the replay of a
    misconception; only the way bytes travel differs.
    """

    def __init__(self, exchange: Exchange | None = None) -> None:
        self.exchange = exchange
        self.call_seconds = 0.0
        self._module: types.ModuleType = types.ModuleType("student")
        self._files: dict[str, list[str]] = {}
        self._folder = ""
        self._shortcuts = ShortcutWatch(())
        self._objects: dict[int, Any] = {}
        self._ids: dict[int, int] = {}
        self._graphs: list[tuple[list[Any], list[Any]]] = []
        self._replaced: dict[str, Any] = {}

    def adopt(self, loaded: Loaded) -> None:
        """Serve a module that is already loaded."""
        self._module = loaded.module
        self._files = loaded.files
        self._folder = loaded.folder

    def answer(self, packed: bytes, buffers: list[Any]) -> Encoded:
        """One encoded request to one encoded reply; raises only what ends the process."""
        request = Request(*decode(packed, buffers, self._resolve, _OUTGOING))
        reply = self._perform(request)
        try:
            return encode(reply.plain(), self._refer)
        except WireError as error:
            return encode(Reply(Outcome.UNSUPPORTED, str(error)).plain(), self._refer)
        except RecursionError:
            return encode(Reply(Outcome.UNSUPPORTED, "nested too deeply").plain(), self._refer)

    def call_grader(self, number: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run the grader's callback `number`; the student's timer counts our CPU only."""
        if self.exchange is None:
            raise CallbackFailed
        packed, buffers = self.exchange(encode((number, args, kwargs), self._refer))
        succeeded, value = decode(packed, buffers, self._resolve, _OUTGOING)
        if not succeeded:
            raise CallbackFailed
        return value

    # --- objects that stay here -------------------------------------------------------

    def _refer(self, value: Any) -> Reference:
        if isinstance(value, GraderFunction):
            return value._reference
        number = self._ids.get(id(value))
        if number is None:
            number = len(self._objects) + 1
            self._objects[number] = value  # keeps it alive, so its id() stays taken
            self._ids[id(value)] = number
        return Reference(_kind_of(value), number, _label_of(value))

    def _resolve(self, reference: Reference) -> Any:
        if reference.kind == "callback":
            return GraderFunction(self, reference)
        if reference.id == 0:
            return self._named(reference.label)
        return self._objects[reference.id]

    def _named(self, name: str) -> Any:
        try:
            return self._module.__dict__[name]
        except KeyError:
            raise NotDefined(name) from None

    # --- operations -------------------------------------------------------------------

    def _perform(self, request: Request) -> Reply:
        try:
            with cpu_limit(self.call_seconds):
                with _grad_mode(request.flags):
                    return self._operate(request)
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
        except BaseException as error:  # SystemExit and KeyboardInterrupt are answers, too
            return Reply(Outcome.RAISED, self._facts(error))

    def _operate(self, request: Request) -> Reply:
        match request.operation:
            case "call":
                return self._call(request)
            case "get":
                owner = self._module if request.target is None else request.target
                if request.target is None:
                    return Reply(Outcome.OK, self._named(request.name))
                return Reply(Outcome.OK, getattr(owner, request.name))
            case "set":
                setattr(request.target, request.name, request.args[0])
                return Reply(Outcome.OK, None)
            case "operator":
                return self._tracked(_COMPUTE[request.name](*request.args), request)
            case "convert":
                return Reply(Outcome.OK, _CONVERT[request.name](request.target))
            case "iter":
                return Reply(Outcome.OK, iter(request.target))
            case "next":
                return Reply(Outcome.OK, next(request.target))
            case "isinstance":
                return Reply(Outcome.OK, isinstance(request.args[0], request.target))
            case "grads":
                named = request.target.named_parameters()
                return Reply(Outcome.OK, {name: p.grad for name, p in named})
            case "backward":
                return Reply(Outcome.OK, self._backward(*request.args))
            case "given":
                self._replace(request.kwargs)
                return Reply(Outcome.OK, None)
            case "reset":
                return self._reset(*request.args)
            case "load":
                return self._load(**request.kwargs)
        raise WireError(f"no such operation: {request.operation!r}")

    def _call(self, request: Request) -> Reply:
        args, kwargs = request.args, request.kwargs
        target = request.target
        if target is None:
            target = self._named(request.name)
        elif request.name:
            target = getattr(target, request.name)
        before = self._snapshots(args, kwargs)
        value = target(*args, **kwargs)
        changed = tuple(
            key for key, (argument, state) in before.items() if self._state(argument) != state
        )
        return self._tracked(value, request, changed)

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

    def _backward(self, graph: int, cotangents: list[Any]) -> list[Any]:
        import torch

        outputs, leaves = self._graphs[graph]
        for leaf in leaves:
            leaf.grad = None
        torch.autograd.backward(outputs, cotangents, retain_graph=True)
        return [leaf.grad for leaf in leaves]

    def _replace(self, functions: dict[str, Any]) -> None:
        """Put the grader's functions in the place of the module's own, for this test."""
        names = self._module.__dict__
        for name, function in functions.items():
            self._replaced.setdefault(name, names.get(name, _ABSENT))
            names[name] = function

    def _restore(self) -> None:
        names = self._module.__dict__
        for name, original in self._replaced.items():
            if original is _ABSENT:
                names.pop(name, None)
            else:
                names[name] = original
        self._replaced.clear()

    def _reset(self, seed: int) -> Reply:
        """Forget the last test's objects and give every source of randomness a fixed start."""
        self._restore()
        self._objects.clear()
        self._ids.clear()
        self._graphs.clear()
        random.seed(seed)
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(seed % 2**32)
        if "torch" in sys.modules:
            sys.modules["torch"].manual_seed(seed)
        return Reply(Outcome.OK, None)

    def _load(
        self,
        units: list[Any],
        name: str,
        folder: str,
        libraries: list[str],
        forbid: list[str],
        call_seconds: float,
        import_seconds: float,
    ) -> Reply:
        self._shortcuts = ShortcutWatch(tuple(forbid))
        if libraries:  # a process of the student's own: elsewhere numpy is shared with others
            self._shortcuts.install()
        loaded = Loader(name, folder, tuple(libraries), import_seconds).load(units)
        self.adopt(loaded)
        self.call_seconds = call_seconds
        return Reply(Outcome.OK, loaded.report(self._shortcuts))

    # --- arguments changed in place ---------------------------------------------------

    def _snapshots(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> dict[int | str, tuple[Any, Any]]:
        named: dict[int | str, Any] = {**dict(enumerate(args)), **kwargs}
        return {
            key: (argument, self._state(argument))
            for key, argument in named.items()
            if type(argument) not in _IMMUTABLE
        }

    def _state(self, argument: Any) -> tuple[bytes, list[bytes]] | None:
        """An argument's content: its own encoding, since equal bytes mean equal values."""
        try:
            encoded = encode(argument, _anonymous)
        except WireError:
            return None
        return encoded.packed, [bytes(buffer) for buffer in encoded.buffers]

    def _facts(self, error: BaseException) -> dict[str, Any]:
        return exception_facts(error, self._files, self._folder)


def _anonymous(value: Any) -> Reference:
    """A student's own object counts as unchanged whatever it holds."""
    return Reference("object", 0, type(value).__name__)


def _grad_mode(flags: int) -> Any:
    if flags & FLAG_NO_GRAD and "torch" in sys.modules:
        return sys.modules["torch"].no_grad()
    return nullcontext()


def _kind_of(value: Any) -> str:
    if isinstance(value, type):
        return "class"
    if isinstance(value, (types.FunctionType, types.BuiltinFunctionType, types.MethodType)):
        return "function"
    if "torch" in sys.modules and isinstance(value, sys.modules["torch"].nn.Module):
        return "module"
    if hasattr(type(value), "__next__"):
        return "iterator"
    return "object"


def _label_of(value: Any) -> str:
    name = value.__name__ if _kind_of(value) in ("class", "function") else type(value).__name__
    return str(name)[:80]
