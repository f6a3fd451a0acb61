"""Verifies callbacks by Standard Webhooks 1.0.0, over the bytes as they arrived."""

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from .errors import CallbackError, InvalidCall
from .results import STATUSES, Callback, CallbackFailure, Members
from .secret import Secret

Headers = Union[Mapping[str, Any], Iterable[Tuple[Any, Any]]]

_TOLERANCE_SECONDS = 300
_PREFIX = "whsec_"


def read_webhook_secrets(given: Secret[Any]) -> List[Secret[str]]:
    """Entries that are empty or None are skipped: an environment variable may not be set."""
    secrets = _secrets_of(given.reveal())
    if secrets is None:
        raise InvalidCall("webhook_secret must be the webhook secret of your account, whsec_….")
    return secrets


def _secrets_of(given: Union[None, str, Sequence[str]]) -> Optional[List[Secret[str]]]:
    if given is not None and not isinstance(given, (str, list, tuple, set, frozenset)):
        return None
    secrets = [given] if given is None or isinstance(given, str) else list(given)
    if any(_key_of(secret) is None for secret in secrets if secret):
        return None
    return [Secret(secret.strip()) for secret in secrets if secret]


def _key_of(secret: Any) -> Optional[bytes]:
    """The key is what follows `whsec_`, in base64."""
    if not isinstance(secret, str):
        return None
    text = secret.strip()
    text = text[len(_PREFIX) :] if text.startswith(_PREFIX) else text
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True) or None
    except (binascii.Error, ValueError):
        return None


class Callbacks:
    """Tells genuine callbacks from forged ones."""

    def __init__(self, secrets: Sequence[Secret[str]]) -> None:
        self._secrets = secrets

    def verify(
        self, body: Union[bytes, str], headers: Headers, now: Optional[float] = None
    ) -> Callback:
        """Give `body` as it arrived, before any parser. Raises CallbackError."""
        if not self._secrets:
            raise InvalidCall("webhook_secret is needed to verify callbacks.")
        if not isinstance(body, (bytes, bytearray, memoryview, str)):
            raise InvalidCall("body must be the bytes as they arrived, not what a parser made.")
        data = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else bytes(body)
        webhook_id, timestamp, signatures = _read_headers(headers)
        _check_time(timestamp, time.time() if now is None else now)
        signed = f"{webhook_id}.{timestamp}.".encode("utf-8", "surrogatepass") + data
        if not self._is_signed(signed, signatures):
            raise CallbackError(
                "No signature in webhook-signature fits the body: it was changed on the way or by "
                "a parser, or webhook_secret is that of another account.",
                problem="signature",
            )
        return _callback_of(_parse(data), webhook_id)

    def _is_signed(self, signed: bytes, signatures: str) -> bool:
        given = [part[3:].encode() for part in signatures.split() if part.startswith("v1,")]
        found = False
        for secret in self._secrets:
            mac = hmac.new(_key_of(secret.reveal()) or b"", signed, hashlib.sha256).digest()
            expected = base64.b64encode(mac)
            for signature in given:
                found |= hmac.compare_digest(expected, signature)
        return found


def _read_headers(headers: Headers) -> Tuple[str, str, str]:
    pairs = headers.items() if isinstance(headers, Mapping) or hasattr(headers, "items") else headers
    found: Dict[str, List[str]] = {}
    for name, value in pairs:
        values = value if isinstance(value, (list, tuple)) else [value]
        found.setdefault(_text(name).lower(), []).extend(_text(each) for each in values if each)
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    read = [" ".join(found.get(name, [])).strip() for name in names]
    missing = [name for name, value in zip(names, read) if not value]
    if missing:
        raise CallbackError(
            f"The request has no {', '.join(missing)}: it is not from the gateway, or a proxy "
            "removes the header.",
            problem="missingHeader",
        )
    return read[0], read[1], read[2]


def _text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _check_time(timestamp: str, now: float) -> None:
    if not re.fullmatch("[0-9]{1,12}", timestamp):
        raise CallbackError("webhook-timestamp is not a time in seconds.", problem="tooOld")
    age = now - int(timestamp)
    if abs(age) > _TOLERANCE_SECONDS:
        when = "before" if age > 0 else "after"
        raise CallbackError(
            f"The callback was signed {abs(age):.0f} s {when} the time of this machine; "
            f"{_TOLERANCE_SECONDS} s are allowed.",
            problem="tooOld",
        )


def _parse(data: bytes) -> Members:
    try:
        # NaN and Infinity are no JSON: int raises ValueError for them.
        body: Members = json.loads(data.decode(), parse_constant=int)
        is_named = isinstance(body["transaction"]["externalTransactionId"], str)
        if is_named and body["status"] in STATUSES:
            return body
    except (ValueError, TypeError, KeyError, RecursionError):
        pass
    raise CallbackError(
        "The body is signed, but it is no callback of a transaction.", problem="notJson"
    )


def _callback_of(body: Members, webhook_id: str) -> Callback:
    transaction = body["transaction"]
    error = transaction.get("errorType")
    error = error if isinstance(error, dict) else None
    return Callback(
        id=transaction["externalTransactionId"],
        webhook_id=webhook_id,
        transaction_id=str(transaction.get("transactionId")),
        status=body["status"],
        amount=transaction.get("amount"),
        phone=transaction.get("phone"),
        service=transaction.get("codeService"),
        commission=transaction.get("commission"),
        error=error and CallbackFailure(error.get("code"), error.get("message"), error.get("id")),
        metadata=transaction.get("data") or {},
        voucher=transaction.get("voucher"),
        body=body,
    )
