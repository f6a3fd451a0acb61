"""The calls of both clients: each checks its arguments, sends one request and answers a result."""

import time
from datetime import datetime
from itertools import chain, count
from typing import Any, Callable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union
from urllib.parse import quote, urlencode

from .catalogue import Catalogue
from .checks import Amount, check_id, read_amount
from .errors import InvalidCall, Refused
from .exchange import Calls, Exchange, M, Steps, Wait, call
from .readers import batch_of, data_of, member_of, page_of, preview_of, refund_of, transaction_of
from .results import Bill, Members, Payment, Preview, Refund, SmsBatch, Status
from .results import bill_of, payment_of, status_of
from .secret import Secret

_API = "/api-services/"
# So that the limit of the API, three a minute, is kept.
_ASKED_AFTER_SECONDS = 0, 2, 20, 61
_ASKED_EACH_SECONDS = 20.5
_TOO_MANY = 4029


def _times_to_ask() -> Iterator[float]:
    return chain(_ASKED_AFTER_SECONDS[:-1], count(_ASKED_AFTER_SECONDS[-1], _ASKED_EACH_SECONDS))


Texts = Mapping[str, Optional[str]]


def _members(what: str, given: Optional[Texts], wire: Mapping[str, str]) -> Members:
    """The members of an argument that is a dict, as the API names them."""
    if given is not None and not isinstance(given, Mapping):
        raise InvalidCall(f"{what} must be a dict.")
    unknown = sorted(set(given or {}) - set(wire))
    if unknown:
        raise InvalidCall(f"{what} has no member {unknown[0]!r}: it takes {', '.join(wire)}.")
    return {wire[name]: value for name, value in (given or {}).items()}


def _customer(given: Texts) -> Members:
    names = ("first_name", "customerFirstName"), ("last_name", "customerLastName")
    return _members("customer", given, dict(names, email="customerEmail"))


_CARD = {
    "number": "cardNumber",
    "expire_month": "cardExpireMonth",
    "expire_year": "cardExpireYear",
    "cvc": "cardCVC",
    "type": "cardType",
}
_REDIRECT = {"success": "successRedirectUrl", "error": "errorRedirectUrl"}


class Operations(Calls[M]):
    """Calls that start an operation."""

    def __init__(
        self, exchange: Exchange, run: Callable[[Steps[Any]], Any], callback_url: Optional[str],
        catalogue: Catalogue,
    ) -> None:
        super().__init__(exchange, run)
        self._callback_url = callback_url
        self._catalogue = catalogue

    def _operate(
        self, name: str, id: str, service: str, phone: str, amount: Optional[Amount],
        callback_url: Optional[str], metadata: Optional[Members], **extra: Any,
    ) -> Steps[Payment]:
        check_id(id)
        sent_amount = None if name == "chat" else read_amount(amount)
        yield from self._catalogue.check(name, service)
        body = self._body(id, service, phone, sent_amount, callback_url, metadata, extra)
        return (
            yield from self._exchange.send(
                "POST", _API + "operation", body, id=id,
                of=lambda read: payment_of(transaction_of(read, id)),
            )
        )  # fmt: skip

    def _body(
        self, id: str, service: str, phone: str, amount: Union[None, int, str],
        callback_url: Optional[str], metadata: Optional[Members], extra: Members,
    ) -> Members:
        return {
            "phone": phone,
            "amount": amount,
            "codeService": service,
            "externalTransactionId": id,
            "callbackUrl": self._callback_url if callback_url is None else callback_url,
            "data": metadata,
            **extra,
        }


class Payments(Operations[M]):
    """The calls of a client itself."""

    @call
    def collect(
        self, *, id: str, service: str, phone: str, amount: Amount,
        callback_url: Optional[str] = None, metadata: Optional[Members] = None,
        redirect: Optional[Texts] = None, qr: Optional[bool] = None, sender: Optional[str] = None,
    ) -> Steps[Payment]:
        """Takes money from a customer's wallet, with a code such as OPA_SN_API_CASH_OUT."""
        extra = _members("redirect", redirect, _REDIRECT)
        return self._operate(
            "collect", id, service, phone, amount, callback_url, metadata,
            **extra, useOpaQrCode=qr, sender=sender,
        )  # fmt: skip

    @call
    def pay_out(
        self, *, id: str, service: str, phone: str, amount: Amount,
        callback_url: Optional[str] = None, metadata: Optional[Members] = None,
    ) -> Steps[Payment]:
        """Pays the owner of a wallet, with a code such as OPA_SN_API_CASH_IN."""
        return self._operate("payOut", id, service, phone, amount, callback_url, metadata)

    @call
    def airtime(
        self, *, id: str, service: str, phone: str, amount: Amount,
        callback_url: Optional[str] = None, metadata: Optional[Members] = None,
    ) -> Steps[Payment]:
        """Buys airtime for a phone."""
        return self._operate("airtime", id, service, phone, amount, callback_url, metadata)

    @call
    def bank_transfer(
        self, *, id: str, phone: str, amount: Amount, rib: str, customer: Texts,
        service: str = "BANK_TRANSFER_SN_API_CASH_IN", description: Optional[str] = None,
        callback_url: Optional[str] = None, metadata: Optional[Members] = None,
    ) -> Steps[Payment]:
        """Pays to a bank account. `customer` has `first_name`, `last_name` and may have `email`."""
        return self._operate(
            "bankTransfer", id, service, phone, amount, callback_url, metadata,
            **_customer(customer), rib=rib, operationDescription=description,
        )  # fmt: skip

    @call
    def card(
        self, *, id: str, phone: str, amount: Amount, card: Texts, customer: Texts, redirect: Texts,
        merchant_name: Optional[str] = None, description: Optional[str] = None,
        callback_url: Optional[str] = None, metadata: Optional[Members] = None,
    ) -> Steps[Payment]:
        """Takes money from a bank card; `link` of the payment leads the payer to 3-D Secure.

        `card` has `number`, `expire_month`, `expire_year`, `cvc` and `type`; `redirect` has
        `success`, `error` and `bank`.
        """
        secrets = _members("card", card, _CARD).items()
        extra = {
            **{name: Secret(str(value)) for name, value in secrets if value is not None},
            **_members("redirect", redirect, {**_REDIRECT, "bank": "bankAuthRedirectUrl"}),
            **_customer(customer),
        }
        return self._operate(
            "card", id, "BANK_CARD_API_CASH_OUT", phone, amount, callback_url, metadata,
            **extra, merchantName=merchant_name, operationDescription=description,
        )  # fmt: skip

    @call
    def reload(
        self, *, id: str, service: str, phone: str, amount: Amount, account: str,
        callback_url: Optional[str] = None, metadata: Optional[Members] = None,
    ) -> Steps[Payment]:
        """Tops up a card, a meter or a customer number."""
        return self._operate(
            "reload", id, service, phone, amount, callback_url, metadata, accountNumber=account
        )

    @call
    def chat(
        self, *, id: str, phone: str, message: str, callback_url: Optional[str] = None,
        metadata: Optional[Members] = None,
    ) -> Steps[Payment]:
        """Sends a chat message; its price is that of the catalogue."""
        return self._operate(
            "chat", id, "CHAT_MESSAGING", phone, None, callback_url, metadata, message=message
        )

    @call
    def preview_operation(
        self, *, id: str, service: str, phone: str, amount: Optional[Amount] = None,
        callback_url: Optional[str] = None, metadata: Optional[Members] = None,
        members: Optional[Members] = None,
    ) -> Steps[Preview]:
        """What an order would cost, and whether it would be accepted.

        Raises what the call itself would raise. Nothing is executed, and the id stays free.
        `members` is what the service needs besides, as `operation` of the API names it; `amount` is
        left out where the catalogue has the price.
        """
        check_id(id)
        sent_amount = None if amount is None else read_amount(amount)
        body = self._body(id, service, phone, sent_amount, callback_url, metadata, members or {})
        return self._exchange.send(
            "POST", _API + "preview-operation", body, of=lambda read: preview_of(read, id)
        )

    @call
    def status(self, id: str) -> Steps[Status]:
        """What has become of an operation. The API answers three times a minute."""
        return self._status(id)

    def _status(self, id: str) -> Steps[Status]:
        check_id(id)
        body = {"externalTransactionId": id}
        return (
            yield from self._exchange.send(
                "POST", _API + "get-transaction-status", body, id=id,
                of=lambda read: status_of(transaction_of(read, id)),
            )
        )  # fmt: skip

    @call
    def wait_for(self, id: str, seconds: float = 90) -> Steps[Status]:
        """Answers as soon as the status is final; after the time, the last one."""
        if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not seconds >= 0:
            raise InvalidCall("seconds must be a number from 0.")
        begin = earliest = time.monotonic()
        status = refusal = None
        for at in _times_to_ask():
            due = max(begin + at, earliest)
            if due > begin + seconds:
                if status is None and refusal is not None:
                    raise refusal
                yield Wait(max(0.0, begin + seconds - time.monotonic()))
                break
            yield Wait(max(0.0, due - time.monotonic()))
            try:
                status = yield from self._status(id)
            except Refused as refused:
                if refused.code != _TOO_MANY:
                    raise
                refusal = refused
                wait = refused.retry_after_seconds
                earliest = time.monotonic() + (_ASKED_EACH_SECONDS if wait is None else wait)
            if status is not None and status.is_final:
                break
        assert status is not None
        return status

    @call
    def balance(self) -> Steps[Members]:
        """The balance: `currency`, `balance`, and `balances` of each currency."""
        return self._exchange.send("GET", _API + "balance", of=data_of)

    @call
    def services(self) -> Steps[List[Members]]:
        """The catalogue of the account."""
        return self._catalogue.read()

    @call
    def _events_page(self, after: Optional[str], limit: Optional[int]) -> Steps[Members]:
        given = {"after": after, "limit": limit}
        query = urlencode({name: value for name, value in given.items() if value is not None})
        path = f"{_API}events?{query}" if query else f"{_API}events"
        return self._exchange.send("GET", path, of=page_of)

    @call
    def refund(self, transaction_id: Union[str, int]) -> Steps[Refund]:
        """Cancels what was not executed yet, and refunds what has succeeded."""
        body = {"transactionId": str(transaction_id)}
        # An earlier attempt may be why it is refused: it may have given the money back.
        return self._exchange.send(
            "POST", _API + "transaction/refund-cancel", body, of=refund_of, tells_of_earlier=()
        )


class Bills(Operations[M]):
    """Bills of customers at a biller."""

    @call
    def pending(self, *, service: str, account: str) -> Steps[List[Bill]]:
        """The unpaid bills of an account at the biller."""
        body = {"codeService": service, "billAccountNumber": account}
        bills_of = member_of("pendingBills")
        return self._exchange.send(
            "POST", _API + "list-pending-bills", body,
            of=lambda read: [bill_of(bill) for bill in bills_of(read)["pendingBills"]],
        )  # fmt: skip

    @call
    def pay(
        self, *, id: str, service: str, phone: str, amount: Amount, account: str, reference: str,
        callback_url: Optional[str] = None, metadata: Optional[Members] = None,
    ) -> Steps[Payment]:
        """Pays a bill of `pending`, with its exact amount and its reference."""
        return self._operate(
            "bills.pay", id, service, phone, amount, callback_url, metadata,
            accountNumber=account, billReference=reference,
        )  # fmt: skip


class Remit(Operations[M]):
    """Remittances."""

    @call
    def quote(self, *, service: str, amount: Amount, data: Members) -> Steps[Members]:
        """What sending costs. `data` is `remitSendData` of the API."""
        body = {"codeService": service, "amount": read_amount(amount), "remitSendData": data}
        return (
            yield from self._exchange.send("POST", _API + "remit-send-info", body, of=data_of)
        )

    @call
    def send(
        self, *, id: str, service: str, phone: str, amount: Amount, data: Members,
        callback_url: Optional[str] = None, metadata: Optional[Members] = None,
    ) -> Steps[Payment]:
        """Sends a remittance. `data` is `remitSendData` of the API."""
        return self._operate(
            "remit.send", id, service, phone, amount, callback_url, metadata, remitSendData=data
        )

    @call
    def look_up(self, *, service: str, reference: str) -> Steps[Members]:
        """What can be paid out for a withdrawal code."""
        body = {"codeService": service, "referenceNumber": reference}
        return self._exchange.send("POST", _API + "remit-reception-info", body, of=data_of)

    @call
    def receive(
        self, *, id: str, service: str, phone: str, amount: Amount, reference: Optional[str] = None,
        callback_url: Optional[str] = None, metadata: Optional[Members] = None,
    ) -> Steps[Payment]:
        """Collects a remittance. `reference` may be absent for 30 minutes after `look_up`."""
        return self._operate(
            "remit.receive", id, service, phone, amount, callback_url, metadata,
            referenceNumber=reference,
        )  # fmt: skip


class Claims(Calls[M]):
    """Claims about a transaction."""

    @call
    def open(
        self, *, transaction_id: Union[str, int], subject: str, message: str,
        callback_url: Optional[str] = None,
    ) -> Steps[Members]:
        """Is not repeated after a lost answer, since the API has no id for it."""
        body = {
            "subject": subject,
            "message": message,
            "transactionId": str(transaction_id),
            "callbackUrl": callback_url,
        }
        return self._exchange.send(
            "POST", _API + "new-claim", body, of=member_of("claim"), is_once=True
        )

    @call
    def get(self, reference: str) -> Steps[Members]:
        path = f"{_API}claim/{quote(reference, safe='')}"
        return self._exchange.send("GET", path, of=member_of("claim"))


class Sms(Calls[M]):
    """The SMS API."""

    def __init__(
        self, exchange: Exchange, run: Callable[[Steps[Any]], Any], key: Optional[Secret[str]],
    ) -> None:
        super().__init__(exchange, run)
        self._key = key

    @call
    def send(
        self, *, id: str, sender: str, text: str, to: Union[str, Sequence[str]],
        schedule_at: Union[None, str, datetime] = None, callback_url: Optional[str] = None,
    ) -> Steps[SmsBatch]:
        """Sends one text to all recipients or to none. `schedule_at` has a time zone."""
        if self._key is None:
            raise InvalidCall("sms_key is needed to send SMS.")
        check_id(id)
        if isinstance(schedule_at, datetime):
            schedule_at = schedule_at.isoformat()
        body = {
            "app_key": self._key,
            "sender": sender,
            "content": text,
            "msisdn": [to] if isinstance(to, str) else list(to),
            "scheduleAt": schedule_at,
            "callbackUrl": callback_url,
        }
        return self._exchange.send(
            "POST", "/api/send-sms", body, id=id, of=batch_of,
            sms_headers={"Idempotency-Key": id},
        )  # fmt: skip
