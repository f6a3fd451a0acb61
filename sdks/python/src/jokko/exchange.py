"""Sends a request until it is answered: the same bytes at each attempt, so that an operation whose
answer was lost is repeated under its id and executed once.

The calls are generators that yield a Request, to be sent, or a Wait. Both clients drive the same
generators; only sending and waiting differ.
"""

import functools
import hashlib
import hmac
import json
import platform
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Dict, Generator, Generic, List
from typing import Mapping, Optional, Sequence, TypeVar, Union, overload

from .checks import TABLES
from .errors import Conflict, FieldError, InvalidCall, Refused, outcome_unknown
from .results import Members, is_transaction, payment_of
from .secret import Secret
from .version import VERSION

_DELAY_MAX_SECONDS = 8.0
_RETRY_AFTER_MAX_SECONDS = 10
_SKEW_MAX_SECONDS = 30
_DONE, _INTERNAL, _TOO_MANY, _CONFLICT, _BAD_KEY = 2000, 5000, 4029, 4009, 4001
_FAILED, _SMS_REFUSED = 4000, 400
_REFUSALS = (_FAILED, _BAD_KEY, 4003, 4004, _CONFLICT, 4022, _TOO_MANY, _INTERNAL)
# Only these tell what became of an earlier attempt: the others are decided before the gateway
# looks for the id, or by what has changed since.
_TELLS_OF_EARLIER = (_FAILED, _CONFLICT)
# An answer that is longer is none of the gateway's.
ANSWER_MAX_BYTES = 16 * 1024 * 1024
USER_AGENT = f"jokko-python/{VERSION} python/{platform.python_version()}"

T = TypeVar("T")
M = TypeVar("M")


Headers = Mapping[str, Union[str, Secret[str]]]


@dataclass(frozen=True)
class Request:
    """One attempt."""

    method: str
    path: str
    body: Optional[Secret[bytes]]
    headers: Headers

    def wire_body(self) -> Optional[bytes]:
        return None if self.body is None else self.body.reveal()

    def wire_headers(self) -> Dict[str, str]:
        return {
            name: value.reveal() if isinstance(value, Secret) else value
            for name, value in self.headers.items()
        }


@dataclass(frozen=True)
class Wait:
    """A pause between two attempts."""

    seconds: float


@dataclass(frozen=True)
class Answer:
    """Names in `headers` are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Lost:
    """An attempt without an answer. `was_sent` is False where it cannot have been executed."""

    reason: str
    was_sent: bool = True
    is_final: bool = False


@dataclass(frozen=True)
class Read:
    """An answer of the gateway."""

    members: Members
    headers: Mapping[str, str]

    @property
    def code(self) -> Optional[int]:
        code = self.members.get("code")
        return code if type(code) is int else None

    def data(self) -> Members:
        """The member `data` of a success. Raises ValueError where there is none."""
        data = self.members.get("data")
        if self.code != _DONE or not isinstance(data, dict):
            raise ValueError
        return data

    @property
    def retry_after_seconds(self) -> Optional[int]:
        text = self.headers.get("retry-after", "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


@dataclass(frozen=True)
class Done:
    """What a call answers."""

    value: Any


Steps = Generator[Union[Request, Wait], Any, T]


class Blocking:
    """Of a client whose calls answer when they are done."""


class Awaiting:
    """Of a client whose calls are awaited."""


class Calls(Generic[M]):
    """A group of calls. `_run` drives the steps of a call."""

    def __init__(self, exchange: "Exchange", run: Callable[[Steps[Any]], Any]) -> None:
        self._exchange = exchange
        self._run = run

    def __repr__(self) -> str:
        exchange = getattr(self, "_exchange", None)
        return f"<{type(self).__name__.lower()} calls of {exchange!r}>"


if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    P = ParamSpec("P")

    class call(Generic[P, T]):
        """Makes a method of the steps of a call, for both clients."""

        def __init__(self, steps: Callable[Concatenate[Any, P], Steps[T]]) -> None: ...

        @overload
        def __get__(self, calls: Calls[Blocking], owner: Any) -> Callable[P, T]: ...

        @overload
        def __get__(self, calls: Calls[Awaiting], owner: Any) -> Callable[P, Awaitable[T]]: ...

        def __get__(self, calls: Any, owner: Any) -> Any: ...

else:

    def call(steps):
        """Makes a method of the steps of a call, for both clients."""

        @functools.wraps(steps)
        def method(self, *arguments, **named):
            # A traceback that shows local variables would show a card: nothing is raised from
            # where the arguments are.
            begun, problem = None, ""
            try:
                # Binds the arguments; the steps begin when they are driven.
                begun = steps(self, *arguments, **named)
            except TypeError as error:
                problem = f"{steps.__name__}(): {str(error).rpartition('() ')[2]}."
            except InvalidCall as error:
                problem = error.message
            arguments, named = (), {}
            if begun is None:
                raise InvalidCall(problem)
            return self._run(begun)

        return method


class Exchange:
    """The settings of a client, and how its requests are made, repeated and read."""

    first_delay_seconds = 1.0

    def __init__(
        self, *, url: str, key: Secret[str], hmac_secret: Optional[Secret[str]], timeout: float,
        retries: int,
    ) -> None:
        self.url = url
        self.timeout = timeout
        self._key = key
        self._hmac_secret = hmac_secret
        self._retries = retries

    def __repr__(self) -> str:
        return f"Jokko({self.url})"

    def send(
        self, method: str, path: str, body: Optional[Members] = None, *, of: Callable[[Read], T],
        id: Optional[str] = None, sms_headers: Optional[Headers] = None, is_once: bool = False,
        tells_of_earlier: Sequence[int] = _TELLS_OF_EARLIER,
    ) -> Steps[T]:
        """What `of` makes of a success: where it fails, the answer is taken for a lost one.

        Raises Refused. `is_once` is for what the API has no id for; `tells_of_earlier` are the
        refusals that are believed after an attempt that may have been executed.
        """
        data = None if body is None else _encode(body)
        attempt = 0
        # Why the last attempt that may have been executed has no answer.
        lost: Optional[str] = None
        while True:
            attempt += 1
            credentials = sms_headers or self._credentials(method, data)
            answer = yield Request(method, path, data, {**_headers(data), **credentials})
            got = self._judge(answer, of, id, sms_headers is not None)
            if isinstance(got, Done):
                value: T = got.value
                return value
            is_last = attempt > self._retries
            delay = min(self.first_delay_seconds * 2 ** (attempt - 1), _DELAY_MAX_SECONDS)
            if isinstance(got, Lost):
                if got.was_sent:
                    lost = got.reason
                if is_last or got.is_final or (is_once and got.was_sent):
                    raise outcome_unknown(id, attempt, lost or got.reason)
            else:
                seconds = got.retry_after_seconds
                if got.code == _TOO_MANY and seconds is not None:
                    delay = seconds
                is_repeated = got.code == _INTERNAL or (
                    got.code == _TOO_MANY
                    and seconds is not None
                    and seconds <= _RETRY_AFTER_MAX_SECONDS
                )
                if is_last or not is_repeated:
                    if lost is not None and got.code not in tells_of_earlier:
                        raise outcome_unknown(id, attempt, lost)
                    raise got
            yield Wait(delay)

    def _judge(
        self, answer: Union[Answer, Lost], of: Callable[[Read], Any], id: Optional[str],
        is_sms: bool,
    ) -> Union[Done, Refused, Lost]:
        if isinstance(answer, Lost):
            return answer
        read = _read(answer)
        if isinstance(read, Lost):
            return read
        try:
            if read.code in _REFUSALS or (is_sms and read.code == _SMS_REFUSED):
                return self._refusal(read, id)
            return Done(of(read))
        except (AttributeError, LookupError, TypeError, ValueError):
            return Lost(f"HTTP {answer.status} with an answer that is not the gateway's")

    def _credentials(self, method: str, data: Optional[Secret[bytes]]) -> Headers:
        if self._hmac_secret is None:
            return {"Secretkey": self._key}
        timestamp = str(int(time.time() * 1000))
        signed = f"{method}:{timestamp}:".encode() + (data.reveal() if data else b"")
        mac = hmac.new(self._hmac_secret.reveal().encode(), signed, hashlib.sha256)
        signature = {"Hmac-Signature": mac.hexdigest(), "Timestamp": timestamp}
        return {"Secretkey": self._key, **signature}

    def _refusal(self, read: Read, id: Optional[str]) -> Refused:
        members, code = read.members, read.code
        data = members.get("data")
        data = data if isinstance(data, dict) else {}
        error = data.get("errorType")
        error = error if isinstance(error, dict) else {}
        is_payment = code == _FAILED and is_transaction(data)
        if is_payment and id is not None and data["externalTransactionId"] != id:
            raise ValueError
        message = members.get("msg") or members.get("message")
        kind = Conflict if code == _CONFLICT else Refused
        return kind(
            str(message or f"The gateway refused with code {code}."),
            code=code,
            reason=error.get("code"),
            error_id=error.get("id"),
            fields=_fields_of(members, data),
            request_id=read.headers.get("x-request-id"),
            retry_after_seconds=read.retry_after_seconds,
            retryable=code in (_INTERNAL, _TOO_MANY),
            advice=self._advice(read),
            payment=payment_of(data) if is_payment else None,
        )

    def _advice(self, read: Read) -> str:
        advice: str = TABLES["advice"].get(str(read.code), "")
        if read.code != _BAD_KEY or self._hmac_secret is None:
            return advice
        try:
            theirs = parsedate_to_datetime(read.headers.get("date", "")).timestamp()
        except (TypeError, ValueError):
            return advice
        ahead = round(time.time() - theirs)
        if abs(ahead) <= _SKEW_MAX_SECONDS:
            return advice
        direction = "ahead of" if ahead > 0 else "behind"
        return f"{advice} Your clock is {abs(ahead)} s {direction} the gateway's."


def _headers(data: Optional[Secret[bytes]]) -> Headers:
    headers = {
        "Accept": "application/json",
        "Accept-Encoding": "identity",
        "User-Agent": USER_AGENT,
    }
    return headers if data is None else {**headers, "Content-Type": "application/json"}


def _encode(body: Members) -> Secret[bytes]:
    """Members that are None are left out."""
    present = {name: value for name, value in body.items() if value is not None}
    try:
        text = json.dumps(present, separators=(",", ":"), allow_nan=False, default=_plain)
        return Secret(text.encode())
    except (TypeError, ValueError, RecursionError) as error:
        problem = str(error)
    raise InvalidCall(f"The arguments cannot be written as JSON: {problem}.")


def _plain(value: Any) -> str:
    if isinstance(value, Secret):
        return str(value.reveal())
    raise TypeError(f"{type(value).__name__} is no type of JSON")


def _read(got: Answer) -> Union[Read, Lost]:
    location = got.headers.get("location")
    if 300 <= got.status < 400 and location is not None:
        reason = f"HTTP {got.status} to {location}: give that address as url"
        return Lost(reason, was_sent=False, is_final=True)
    try:
        # NaN and Infinity are no JSON: int raises ValueError for them.
        members = json.loads(got.body, parse_constant=int)
    except (ValueError, RecursionError):
        members = None
    if not isinstance(members, dict):
        return Lost(f"HTTP {got.status} without a JSON object")
    if not (200 <= got.status < 300 or 400 <= got.status < 500):
        return Lost(f"HTTP {got.status}")
    return Read(members, got.headers)


def _fields_of(members: Members, data: Members) -> List[FieldError]:
    errors = members.get("errors")
    if isinstance(errors, list):
        return [
            FieldError(str(each.get("field")), str(each.get("message")), each.get("suggestion"))
            for each in errors
            if isinstance(each, dict)
        ]
    if members.get("code") != _SMS_REFUSED:
        return []
    return [FieldError(name, str(message)) for name, message in data.items()]
