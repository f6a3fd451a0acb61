"""Client of the Jokko payments and SMS gateway."""

from .async_client import AsyncJokko
from .client import Jokko
from .errors import CallbackError, Conflict, FieldError, InvalidCall, JokkoError
from .errors import OutcomeUnknown, Refused
from .results import Bill, Callback, CallbackFailure, Failure, Payment, Preview, Refund
from .results import SmsBatch, Status
from .version import VERSION as __version__

__all__ = [
    "AsyncJokko",
    "Bill",
    "Callback",
    "CallbackError",
    "CallbackFailure",
    "Conflict",
    "Failure",
    "FieldError",
    "InvalidCall",
    "Jokko",
    "JokkoError",
    "OutcomeUnknown",
    "Payment",
    "Preview",
    "Refund",
    "Refused",
    "SmsBatch",
    "Status",
    "__version__",
]
