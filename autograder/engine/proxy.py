"""What a hidden suite sees of the student: a module, functions, classes and objects.

Everything here forwards to the student's process. A proxy has no truth value and equals
only itself, so an object that claims to equal everything earns nothing.
"""

from __future__ import annotations

import functools
import itertools
import sys
import time
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Iterator
from typing import Any
from typing import NoReturn
from typing import TypeVar

from autograder.checks.calls import Observation
from autograder.engine.handed_over import handed_over
from autograder.engine.handed_over import standing_in
from autograder.engine.objects import identity_of
from autograder.engine.protocol import BINARY
from autograder.engine.protocol import UNARY
from autograder.engine.protocol import Outcome
from autograder.engine.protocol import Reply
from autograder.engine.session import Session
from autograder.errors import GraderFault
from autograder.errors import UnsupportedReturn
from autograder.wire.codec import Reference

_SYMBOLS = "+ - * / // % ** @ & | ^ << >> < <= > >=".split()
_NOTATION = {name: f"a {sign} b" for name, sign in zip(BINARY, _SYMBOLS, strict=True)} | {
    "neg": "-a",
    "pos": "+a",
    "abs": "abs(a)",
    "invert": "~a",
    "len": "len(a)",
    "getitem": "a[i]",
    "setitem": "a[i] = b",
    "delitem": "del a[i]",
    "contains": "b in a",
}
"""How an operator is written, for sentences."""

_Plain = TypeVar("_Plain", float, int, str)

MAX_ITEMS = 100_000
MAX_SECONDS = 10.0
"""A loop over a student's endless iterator ends here: items, and seconds by the clock."""


class Proxy:
    """Something that lives in the student's process."""

    __slots__ = ("_reference", "_session")
    # numpy must ask the proxy's reflected operator instead of making an object array
    __array_ufunc__ = None

    _session: Session
    _reference: Reference

    def __init__(self, session: Session, reference: Reference) -> None:
        object.__setattr__(self, "_session", session)
        object.__setattr__(self, "_reference", reference)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Proxy) or self._session is not other._session:
            return False
        mine, theirs = identity_of(self._reference), identity_of(other._reference)
        return self._reference.label == other._reference.label if not mine else mine == theirs

    def __hash__(self) -> int:
        identity = identity_of(self._reference)
        return hash((id(self._session), identity or self._reference.label))

    def __bool__(self) -> NoReturn:
        raise UnsupportedReturn(
            f"A plain value was expected, found {self._reference.kind} "
            f"{_word(self._reference.label)}: it has no truth value here."
        )

    def __repr__(self) -> str:
        return f"<the student's {self._reference.kind} {_word(self._reference.label)}>"

    @property
    def __student_class__(self) -> str:
        return _word(self._reference.label)

    @property
    def __student_kind__(self) -> str:
        return self._reference.kind


class _Callable(Proxy):
    """A function, bound method or class of the student's."""

    __slots__ = ()

    @property
    def __name__(self) -> str:
        return _word(self._reference.label)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._call(args, kwargs).value

    def observe(self, *args: Any, **kwargs: Any) -> Observation:
        """Call, and tell which arguments the call changed in place."""
        reply = self._call(args, kwargs, keep_arguments=True)
        after_args, after_kwargs = (reply.extra or {}).get("arguments", (args, kwargs))
        names = tuple(
            f"argument {key + 1}" if isinstance(key, int) else str(key) for key in reply.changed
        )
        return Observation(reply.value, names, tuple(after_args), dict(after_kwargs))

    def ask_each(self, cases: Iterable[tuple[Any, ...]]) -> list[Any]:
        """See `checks.ask_each`."""
        cases = [handed_over(self._calls, args, {})[0] for args in cases]
        replies = self._session.call_each(*self._called, cases, self._said)
        return [
            bridged(self._session, reply, args, {}).value
            for reply, args in zip(replies, cases, strict=True)
        ]

    def _call(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], *, keep_arguments: bool = False
    ) -> Reply:
        args, kwargs = handed_over(self._calls, args, kwargs)
        reply = self._session.ask(
            "call", *self._called, args, kwargs, keep_arguments=keep_arguments, said=self._said
        )
        return bridged(self._session, reply, args, kwargs)

    @property
    def _called(self) -> tuple[Reference | None, str]:
        """What a request names: the object, or what the module calls it."""
        named = self._reference.id == 0
        return (None, self._reference.label) if named else (self._reference, "")

    @property
    def _calls(self) -> str:
        return f"{self._said} calls the function it is given"

    @property
    def _said(self) -> str:
        """What a call of it is called in a sentence."""
        label, kind = _word(self._reference.label), self._reference.kind
        if kind == "module":
            return f"{label}.forward"
        return label if kind in ("function", "class") else f"calling the {label}"


class StudentFunction(_Callable):
    """`student.softmax`."""

    __slots__ = ()


class StudentClass(_Callable):
    """`student.Value`: call it to construct; `isinstance(x, student.Value)` works."""

    __slots__ = ()

    def __instancecheck__(self, instance: object) -> bool:
        if not isinstance(instance, Proxy):
            return False
        return bool(
            self._session.ask("isinstance", self._reference, args=(instance,)).value is True
        )

    def __getattr__(self, name: str) -> Any:
        return _attribute(self, name)


class StudentObject(Proxy):
    """An instance of a student's class: attributes, calls, items and operators forward."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        return _attribute(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._session.ask("set", self._reference, name, (value,))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return StudentFunction(self._session, self._reference)(*args, **kwargs)

    def observe(self, *args: Any, **kwargs: Any) -> Observation:
        """Call the object, and tell which arguments the call changed in place."""
        return StudentFunction(self._session, self._reference).observe(*args, **kwargs)

    def ask_each(self, cases: Iterable[tuple[Any, ...]]) -> list[Any]:
        """See `checks.ask_each`."""
        return StudentFunction(self._session, self._reference).ask_each(cases)

    def __len__(self) -> int:
        length = self._operator("len", self)
        if type(length) is not int or length < 0:
            raise UnsupportedReturn("len() of the student's object is not an int.")
        return length

    def __iter__(self) -> Iterator[Any]:
        return iter(self._session.ask("iter", self._reference).value)

    def __getitem__(self, index: Any) -> Any:
        return self._operator("getitem", self, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._operator("setitem", self, index, value)

    def __delitem__(self, index: Any) -> None:
        self._operator("delitem", self, index)

    def __contains__(self, item: Any) -> bool:
        return self._operator("contains", self, item) is True

    def __float__(self) -> float:
        return _plain(self._convert("float"), float)

    def __int__(self) -> int:
        return _plain(self._convert("int"), int)

    def __str__(self) -> str:
        return _plain(self._convert("str"), str)

    def _convert(self, name: str) -> Any:
        return self._session.ask("convert", self._reference, name).value

    def _operator(self, name: str, *operands: Any) -> Any:
        reply = self._session.ask("operator", None, name, operands, said=_NOTATION[name])
        return bridged(self._session, reply, operands, {}).value


class StudentIterator(StudentObject):
    """A generator or iterator; reading stops at MAX_ITEMS."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        until = time.monotonic() + MAX_SECONDS
        for _ in range(MAX_ITEMS):
            try:
                yield self.__next__()
            except StopIteration:
                return
            if time.monotonic() > until:
                break
        raise UnsupportedReturn("The iterator did not stop: it gives one item after another.")

    def __next__(self) -> Any:
        reply = self._session.ask("next", self._reference)
        if reply.outcome == Outcome.STOP:
            raise StopIteration
        return reply.value

    def take(self, count: int) -> list[Any]:
        """The next `count` items, or fewer: for generators that never end."""
        return list(itertools.islice(self, count))


_NETWORK_METHODS = frozenset(
    "parameters named_parameters buffers named_buffers children named_children modules "
    "named_modules state_dict load_state_dict train eval zero_grad requires_grad_ double float "
    "to".split()
)


class StudentNetwork(StudentObject):
    """An nn.Module: called on tensors, its graph reaches back into the student's process."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name in _NETWORK_METHODS:  # every module has them: no need to ask first
            return functools.partial(self._method, name)
        return _attribute(self, name)

    def _method(self, name: str, *args: Any, **kwargs: Any) -> Any:
        reply = self._session.ask("call", self._reference, name, args, kwargs)
        return bridged(self._session, reply, args, kwargs).value

    def grads(self) -> dict[str, Any]:
        """Name of parameter -> its gradient, or None where no backward reached it."""
        return dict(self._session.ask("grads", self._reference).value)


class StudentModule:
    """The `student` fixture: the names of the submission."""

    def __init__(self, session: Session, names: dict[str, str]) -> None:
        self._session = session
        self._names = names
        self._given: frozenset[str] = frozenset()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in self._given:
            raise GraderFault(f"The test would judge {name}, which it gave itself.")
        kind = self._names.get(name, "function")
        if kind == "value":
            return self._session.ask("get", None, name).value
        return proxy_for(self._session, Reference(kind, 0, name))

    def given(self, **functions: Callable[..., Any]) -> StudentModule:
        """This module with `functions` in the place of the student's own, for this test.

        A function that calls others is judged on what it adds itself:
        `student.given(softmax=reference.softmax).attention(q, k, v)`. What such a function does not
        take, the student's own is called with, which may take more than it must.
        """
        wrapped = {name: standing_in(name, function) for name, function in functions.items()}
        self._session.ask("given", kwargs=wrapped)
        self._session.given |= functions.keys()
        module = StudentModule(self._session, self._names)
        module._given = self._given | functions.keys()
        return module

    def __dir__(self) -> list[str]:
        return sorted(self._names)

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def __repr__(self) -> str:
        return "<the student's module>"


_CLASSES: dict[str, type[Proxy]] = {
    "function": StudentFunction,
    "class": StudentClass,
    "module": StudentNetwork,
    "iterator": StudentIterator,
    "object": StudentObject,
}


def proxy_for(session: Session, reference: Reference) -> Proxy:
    """The proxy for something in the student's process."""
    return _CLASSES.get(reference.kind, StudentObject)(session, reference)


def reference_of(value: Any) -> Reference | None:
    """What a proxy stands for; None for anything else."""
    return value._reference if isinstance(value, Proxy) else None


def bridged(session: Session, reply: Reply, args: Any, kwargs: Any) -> Reply:
    """`reply` with its tensors joined to the graph of the test's own tensors."""
    if not reply.extra or "graph" not in reply.extra or "torch" not in sys.modules:
        return reply
    from autograder.engine.torch_bridge import join_graph

    return reply._replace(value=join_graph(session, reply, args, kwargs))


def _attribute(proxy: Proxy, name: str) -> Any:
    # pytest and numpy probe dunder names; the student's object must not answer for us.
    if name.startswith("__"):
        raise AttributeError(name)
    return proxy._session.ask("get", proxy._reference, name).value


def _plain(value: Any, wanted: type[_Plain]) -> _Plain:
    if type(value) is not wanted:
        raise UnsupportedReturn(f"A plain {wanted.__name__} was expected.")
    return value


def _word(label: str) -> str:
    shown = label if label.isprintable() else "".join(filter(str.isprintable, label))
    return shown[:80]


def _forward_unary(name: str) -> Callable[[StudentObject], Any]:
    def forward(self: StudentObject) -> Any:
        return self._operator(name, self)

    return forward


def _forward_binary(name: str, *, reflected: bool) -> Callable[[StudentObject, Any], Any]:
    def forward(self: StudentObject, other: Any) -> Any:
        return self._operator(name, other, self) if reflected else self._operator(name, self, other)

    return forward


_ORDER = frozenset(("lt", "le", "gt", "ge"))
for _name in UNARY:
    setattr(StudentObject, f"__{_name}__", _forward_unary(_name))
for _name in BINARY:
    _dunder = _name.rstrip("_")  # operator.and_ is __and__
    setattr(StudentObject, f"__{_dunder}__", _forward_binary(_name, reflected=False))
    if _name not in _ORDER:
        setattr(StudentObject, f"__r{_dunder}__", _forward_binary(_name, reflected=True))
