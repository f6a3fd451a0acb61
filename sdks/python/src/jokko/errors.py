"""What the calls raise."""

import functools
from dataclasses import dataclass
from typing import Any, Optional, Sequence, Tuple

from .results import Payment


@dataclass(frozen=True)
class FieldError:
    """A field of the request that the gateway refused."""

    field: str
    message: str
    suggestion: Optional[str] = None


class JokkoError(Exception):
    """Every exception of this package."""

    def __init__(self, message: str, **members: Any) -> None:
        super().__init__(message)
        self.message = message
        self._members = members
        for name, value in members.items():
            setattr(self, name, value)

    def __reduce__(self) -> Tuple[Any, ...]:
        return functools.partial(type(self), **self._members), (self.message,)


class InvalidCall(JokkoError, ValueError):
    """The call is wrong; nothing was sent."""


class Refused(JokkoError):
    """The gateway refused, with the members of its answer."""

    code: int
    reason: Optional[str]
    error_id: Optional[int]
    fields: Sequence[FieldError]
    request_id: Optional[str]
    retry_after_seconds: Optional[int]
    retryable: bool
    advice: str
    payment: Optional[Payment]


class Conflict(Refused):
    """The id was used before, for another operation."""


class OutcomeUnknown(JokkoError):
    """No attempt got an answer: whether the call was executed is not known. It has not failed."""

    id: Optional[str]
    attempts: int
    reason: str


class CallbackError(JokkoError):
    """The callback is not genuine: answer 400, and believe nothing of it."""

    problem: str


def outcome_unknown(id: Optional[str], attempts: int, reason: str) -> OutcomeUnknown:
    advice = (
        "Try again later."
        if id is None
        else f"Call again with the same id, ask status(id={id!r}), or wait for the callback; "
        "never pay again under another id."
    )
    tried = "1 attempt" if attempts == 1 else f"{attempts} attempts"
    message = f"The gateway gave no answer that can be read ({tried}; {reason}). {advice}"
    return OutcomeUnknown(message, id=id, attempts=attempts, reason=reason)
