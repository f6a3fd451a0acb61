"""The client whose calls answer when they are done, and what both clients are made with."""

import re
import time
from typing import Any, Dict, Iterator, List, Optional, Sequence, Type, TypeVar, Union
from urllib.parse import urlsplit

from .callbacks import Callbacks, read_webhook_secrets
from .calls import Bills, Claims, Payments, Remit, Sms
from .catalogue import Catalogue
from .errors import InvalidCall
from .exchange import Blocking, Exchange, M, Request, Steps
from .results import Members
from .secret import Secret
from .transport import Transport

T = TypeVar("T")


class Client(Payments[M]):
    """What both clients have in common."""

    def __init__(
        self, *, url: str, key: str, webhook_secret: Union[None, str, Sequence[str]] = None,
        hmac_secret: Optional[str] = None, sms_key: Optional[str] = None,
        callback_url: Optional[str] = None, timeout: float = 60, retries: int = 4,
    ) -> None:
        # A traceback that shows local variables would show the keys: none is kept in one.
        given: Dict[str, Secret[Any]] = {
            "key": Secret(key),
            "hmac_secret": Secret(hmac_secret),
            "sms_key": Secret(sms_key),
        }
        secrets: Secret[Any] = Secret(webhook_secret)
        key, hmac_secret, sms_key, webhook_secret = "", None, None, None
        exchange = Exchange(
            url=_read_url(url),
            key=_read_key("key", given["key"]),
            hmac_secret=_read_optional_key("hmac_secret", given["hmac_secret"]),
            timeout=_read_timeout(timeout),
            retries=_read_retries(retries),
        )
        shared = exchange, self._drive, callback_url, Catalogue(exchange)
        super().__init__(*shared)
        self.bills: Bills[M] = Bills(*shared)
        self.remit: Remit[M] = Remit(*shared)
        self.claims: Claims[M] = Claims(exchange, self._drive)
        sms = _read_optional_key("sms_key", given["sms_key"])
        self.sms: Sms[M] = Sms(exchange, self._drive, sms)
        self.callbacks = Callbacks(read_webhook_secrets(secrets))
        self._open()

    def _open(self) -> None:
        raise NotImplementedError

    def _drive(self, steps: Steps[Any]) -> Any:
        raise NotImplementedError

    def __repr__(self) -> str:
        # A client that was refused its settings has no exchange.
        exchange = getattr(self, "_exchange", None)
        return f"{type(self).__name__}(url={exchange and exchange.url!r})"


class Jokko(Client[Blocking]):
    """A client of one account of a gateway. It may be shared by threads.

    `webhook_secret` is one `whsec_…` secret, or a list during a rotation; `hmac_secret` signs the
    requests; `sms_key` is the application key of the SMS API; `callback_url` receives the results
    of operations that name no address; `timeout` is in seconds and of one attempt; `retries` is
    the number of attempts after the first one.
    """

    def _open(self) -> None:
        self._transport = Transport(self._exchange.url, self._exchange.timeout)

    def _drive(self, steps: Steps[T]) -> T:
        result: Any = None
        while True:
            try:
                step = steps.send(result)
            except StopIteration as end:
                value: T = end.value
                return value
            result = None
            if isinstance(step, Request):
                result = self._transport.send(step)
            else:
                time.sleep(step.seconds)

    def events(
        self, *, after: Optional[str] = None, limit: Optional[int] = None,
    ) -> Iterator[Members]:
        """The results after a cursor, oldest first. `limit` is the size of a page."""
        more = True
        while more:
            page = self._events_page(after, limit)
            yield from page["events"]
            after, more = page["next"], page["more"]

    def close(self) -> None:
        self._transport.close()

    def __enter__(self) -> "Jokko":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _read_url(url: Any) -> str:
    try:
        # Reading the port judges it.
        parts = urlsplit(url)
        is_address = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        is_more = parts.query or parts.fragment or parts.username
        if is_address and not is_more and re.fullmatch("[!-~]+", url):
            return str(url).rstrip("/")
    except (ValueError, AttributeError, TypeError):
        pass
    raise InvalidCall("url must be the address of your gateway, such as https://pay.example.")


def _read_key(name: str, given: Secret[Any]) -> Secret[str]:
    key = _stripped(given.reveal())
    if key is None:
        raise InvalidCall(f"{name} is missing, or has characters that no key has.")
    return key


def _read_optional_key(name: str, given: Secret[Any]) -> Optional[Secret[str]]:
    return _read_key(name, given) if given.reveal() else None


def _stripped(key: Any) -> Optional[Secret[str]]:
    text = key.strip() if isinstance(key, str) else ""
    return Secret(text) if text and text.isascii() and text.isprintable() else None


def _read_timeout(timeout: Any) -> float:
    if isinstance(timeout, (int, float)) and 0 < timeout < float("inf"):
        return float(timeout)
    raise InvalidCall("timeout must be a positive number of seconds.")


def _read_retries(retries: Any) -> int:
    if isinstance(retries, int) and retries >= 0:
        return retries
    raise InvalidCall("retries must be an integer from 0.")
