"""The grader's side of the wire: asks one student module, and keeps a log for the diagnosis."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from collections.abc import Iterable
from typing import Any
from typing import NamedTuple
from typing import Protocol

from autograder.engine.failures import failure_of
from autograder.engine.handed_over import NotTaken
from autograder.engine.protocol import ANSWER_LIMITS
from autograder.engine.protocol import FLAG_ARGUMENTS
from autograder.engine.protocol import FLAG_NO_GRAD
from autograder.engine.protocol import Outcome
from autograder.engine.protocol import Reply
from autograder.engine.protocol import Request
from autograder.engine.soft_limit import CallTimeout
from autograder.engine.soft_limit import CpuLimit
from autograder.errors import GraderFault
from autograder.errors import ProtocolViolation
from autograder.errors import StudentCrash
from autograder.errors import StudentError
from autograder.errors import StudentTimeout
from autograder.errors import UnsupportedReturn
from autograder.wire.codec import Buffer
from autograder.wire.codec import Encoded
from autograder.wire.codec import Reference
from autograder.wire.codec import decode
from autograder.wire.codec import encode
from autograder.wire.errors import WireError
from autograder.wire.scan import check_structure

Raw = tuple[bytes, list[Any]]
Upcall = Callable[[bytes, list[Any]], Encoded]

_NOTHING: Raw = (encode(Reply(Outcome.OK, None).flat(), lambda _: Reference("object", 0))[0], [])
"""What stands in the log as the reply to a reset."""
NO_ANSWER = encode((False, None), lambda _: Reference("object", 0))
"""To a call of a test's function that failed, or that nobody waits for any more."""
_NOT_TAKEN = encode((None, None), lambda _: Reference("object", 0))
"""To a call that a function does not take which stands in for one of the student's."""
_FUNCTIONS_BITS = 24
_LOGGED_BYTES = 8_000_000
_ANSWERED_BYTES = 40 << 20
"""All answers of one test together: it may keep each of them."""
_ITEM_BYTES, _PROXY_BYTES = 40, 300  # about what they take in the grader
_ENTRY_BYTES = 500  # about what an entry costs besides its bytes


class Transport(Protocol):
    """Carries one encoded request to a service and its encoded reply back."""

    def exchange(self, encoded: Encoded, upcall: Upcall) -> Raw:
        """Send, answer callbacks by `upcall`, return the reply.

        Raises StudentTimeout, StudentCrash or ProtocolViolation.
        """

    def tell(self, encoded: Encoded) -> None:
        """Send a request that gets no reply; it is served before the next one."""


class Operation(NamedTuple):
    """One logged request with its reply, as bytes: values may change hands afterwards.

    nested: a function of the test asked it while the student waited for that function.
    """

    packed: bytes
    buffers: list[Buffer]
    reply: Raw
    name: str
    nested: bool = False

    @property
    def is_reset(self) -> bool:
        """Whether a test began here."""
        return self.name == "reset"

    @property
    def request(self) -> Encoded:
        """What asks."""
        return Encoded(self.packed, self.buffers)

    def asks(self, encoded: Encoded) -> bool:
        """Whether `encoded` is this very request."""
        return encoded.packed == self.packed and encoded.buffers == self.buffers


class Session:
    """One student module, seen from the grader.

    `proxy_for` makes what a suite sees of a reference; it is given at construction so
    that this module needs to know nothing about proxies.
    """

    def __init__(
        self,
        transport: Transport,
        proxy_for: Callable[[Session, Reference], Any],
        reference_of: Callable[[Any], Reference | None],
    ) -> None:
        self.transport = transport
        self.log: list[Operation] = []
        self.recording = False
        self.shortcuts_used: list[str] = []
        self.given: set[str] = set()
        """Names of the student's module that a test has put functions of its own behind."""
        self.upcall_seconds = 0.0
        """CPU time that a function of the test may take with a student's arguments; 0: any."""
        self.callbacks: dict[int, Callable[..., Any]] = {}
        self._proxy_for = proxy_for
        self._reference_of = reference_of
        self._callback_error: BaseException | None = None
        self._logged_bytes = 0
        self._answered_bytes = 0
        self._given = 0
        self._answering = 0
        self.spoiled = False
        """Whether this test began in a process that an earlier one had changed: `Surroundings`."""

    def begin_test(self, seed: int) -> None:
        """Forget the objects of the last test and seed the student's randomness."""
        self.spoiled = False
        # Always the same in this test, and in no other: a late call finds its own function or none.
        self._given = seed << _FUNCTIONS_BITS
        self.log.clear()
        self._logged_bytes = 0
        self._answered_bytes = 0
        self.callbacks.clear()
        self.shortcuts_used.clear()
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Let the service forget its objects and start all randomness at `seed`."""
        operation = reset_operation(seed)
        self.transport.tell(Encoded(operation.packed, []))
        if self.recording:
            self._note(operation)

    @property
    def log_is_whole(self) -> bool:
        """Whether nothing had to be left out of the log."""
        return self._logged_bytes < _LOGGED_BYTES

    def load(self, **request: Any) -> dict[str, Any]:
        """Run the student's files; see `Service`. Returns the loading report."""
        report = self.ask("load", kwargs=request).value
        if not isinstance(report, dict):
            raise ProtocolViolation("The file could not be loaded.")
        return report

    def ask(
        self,
        operation: str,
        target: Reference | None = None,
        name: str = "",
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
        *,
        keep_arguments: bool = False,
        said: str = "",
    ) -> Reply:
        """Ask for one operation; raises a StudentError when it went wrong over there.

        said: what it is called in a sentence, where that is not `name`.
        """
        flags = (FLAG_ARGUMENTS if keep_arguments else 0) | _grad_flag()
        encoded = self._encoded(Request(operation, target, name, args, kwargs or {}, flags))
        # Arrays may be changed by the test afterwards: copied before they are sent.
        kept = self._kept(encoded) if self.recording else None
        try:
            raw = self.transport.exchange(encoded, self._upcall)
        except (StudentCrash, StudentTimeout) as error:
            raise _named(error, said or name) from None
        if kept is not None:
            self._note(Operation(*kept, raw, name or operation, self._answering > 0))
        return self._reply(raw, said or name)

    def call_each(
        self, target: Reference | None, name: str, cases: Iterable[tuple[Any, ...]], said: str
    ) -> list[Reply]:
        """Ask for every call, then raise what the first failed one of them raised."""
        replies = []
        failure: StudentError | None = None
        for args in cases:
            try:
                replies.append(self.ask("call", target, name, args, said=said))
            except StudentTimeout:  # the others would take as long
                raise
            except StudentError as error:
                failure = failure or error
        if failure is not None:
            raise failure
        return replies

    def _encoded(self, request: Request) -> Encoded:
        try:
            return encode(request.flat(), self.refer)
        except WireError as error:
            # too much of it: what a suite makes by itself was sent when it was rehearsed
            raise UnsupportedReturn(f"What was returned cannot be handed on: {error}") from error

    def replay(self, operation: Operation) -> Raw:
        """Repeat a logged request, as bytes, on this session's student."""
        encoded = Encoded(operation.packed, list(operation.buffers))
        if operation.is_reset:
            self.transport.tell(encoded)
            return _NOTHING
        return self.transport.exchange(encoded, self._upcall)

    def value_of(self, raw: Raw) -> Reply:
        """A raw reply as values and proxies, without raising what it reports."""
        packed, buffers = raw
        try:
            items = check_structure(packed, ANSWER_LIMITS)
            self._weigh(len(packed) + sum(map(len, buffers)) + _ITEM_BYTES * items)
            return Reply.received(decode(*raw, self.resolve, ANSWER_LIMITS, checked=True))
        except (WireError, ValueError) as error:
            raise ProtocolViolation("The answer was not in a readable form.") from error
        except MemoryError as error:
            raise UnsupportedReturn("The answer is too large to be graded.") from error

    def refer(self, value: Any) -> Reference:
        """What crosses instead of a value that has no plain form: a proxy or a callback."""
        reference = self._reference_of(value)
        if reference is not None:
            return reference
        if callable(value):
            self._given += 1
            self.callbacks[self._given] = value
            return Reference("callback", self._given, getattr(value, "__name__", "function"))
        kind = type(value).__name__
        raise GraderFault(f"The suite passed a value that cannot be sent: {kind} does not cross.")

    def resolve(self, reference: Reference) -> Any:
        if reference.kind == "callback":
            try:
                return self.callbacks[reference.id]
            except KeyError:
                raise WireError("a callback that was never given") from None
        self._answered_bytes += _PROXY_BYTES
        return self._proxy_for(self, reference)

    def _reply(self, raw: Raw, name: str) -> Reply:
        reply = self.value_of(raw)
        extra = reply.extra or {}
        self.spoiled |= "spoiled" in extra
        if reply.outcome == Outcome.CALLBACK_FAILED and self._callback_error is not None:
            error, self._callback_error = self._callback_error, None
            raise error
        if reply.outcome not in (Outcome.OK, Outcome.STOP):
            raise failure_of(reply, name)
        self.shortcuts_used += [str(used)[:80] for used in extra.get("shortcuts", ())]
        return reply

    def _upcall(self, packed: bytes, buffers: list[Any]) -> Encoded:
        """Run one of the test's functions for the student's code."""
        try:
            call = decode(packed, buffers, self.resolve, ANSWER_LIMITS)
            # to take an object of the student's apart would ask the student, who may call again
            if type(call) is not tuple or [*map(type, call)] != [int, tuple, dict]:
                raise TypeError("a call is a number, arguments and keywords")
            number, args, names = call
            if any(type(name) is not str for name in names):
                raise TypeError("a keyword is a text")
            function = self.callbacks[number]
        except (WireError, TypeError, ValueError, KeyError) as error:
            raise ProtocolViolation("A call of the test's function was not readable.") from error
        self._answering += 1
        try:
            with CpuLimit(self.upcall_seconds):
                return encode((True, function(*args, **names)), self.refer)
        except NotTaken as error:
            self._callback_error = error.fault
            return _NOT_TAKEN
        except CallTimeout:
            self._callback_error = StudentTimeout(
                "The function it is given was called with more than it can finish."
            )
            return NO_ANSWER
        except BaseException as error:  # also a failed check: raised again by the test's own call
            self._callback_error = error
            return NO_ANSWER
        finally:
            self._answering -= 1

    def _weigh(self, size: int) -> None:
        self._answered_bytes += size
        if self._answered_bytes > _ANSWERED_BYTES:
            raise UnsupportedReturn("The answers of this test take too much memory.")

    def _kept(self, encoded: Encoded) -> tuple[bytes, list[Buffer]] | None:
        """A copy of a request for the log; None once the log is full."""
        size = len(encoded.packed) + sum(map(len, encoded.buffers))
        if self._logged_bytes + size > _LOGGED_BYTES:
            self._logged_bytes = _LOGGED_BYTES  # a log with a gap could not be repeated
            return None
        return encoded.packed, [bytes(buffer) for buffer in encoded.buffers]

    def _note(self, operation: Operation) -> None:
        """Log an operation; what a student answers may not fill the grader's memory."""
        packed, buffers = operation.reply
        size = len(operation.packed) + sum(map(len, operation.buffers))
        size += len(packed) + sum(map(len, buffers)) + _ENTRY_BYTES
        self._logged_bytes += size
        if self._logged_bytes < _LOGGED_BYTES:
            self.log.append(operation)


def _named(error: StudentError, name: str) -> StudentError:
    """An error of the transport, which knows no names, with the name of what was asked."""
    said = error.summary.replace("The call", name, 1) if name else error.summary
    return type(error)(said, detail=error.detail, place=error.place)


def reset_operation(seed: int) -> Operation:
    """The request a test begins with."""
    request = Request("reset", None, "", (seed,), {})
    packed = encode(request.flat(), lambda _: Reference("object", 0)).packed
    return Operation(packed, [], _NOTHING, "reset")


def new_request_id() -> int:
    """61 random bits: an answer to a question nobody asked is never taken for one."""
    return secrets.randbits(61)


def _grad_flag() -> int:
    torch = sys.modules.get("torch")
    return FLAG_NO_GRAD if torch is not None and not torch.is_grad_enabled() else 0
