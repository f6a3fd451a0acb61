"""What the calls answer."""

from dataclasses import dataclass
from typing import Any, Mapping, Optional, Tuple, Union

Members = Mapping[str, Any]
Number = Union[int, float]


_FINAL = ("SUCCESS", "FAILLED", "CANCELED", "REFUNDED")
STATUSES = ("PENDING", "PROCESSING", *_FINAL)


class Outcome:
    """What a status means."""

    status: str

    @property
    def is_final(self) -> bool:
        """The status does not change any more, except by a refund."""
        return self.status in _FINAL

    @property
    def succeeded(self) -> bool:
        return self.status == "SUCCESS"

    @property
    def failed(self) -> bool:
        return self.status in ("FAILLED", "CANCELED")


@dataclass(frozen=True)
class Payment(Outcome):
    """An operation as the gateway has accepted it."""

    id: str
    transaction_id: str
    status: str
    amount: Number
    phone: str
    service: str
    link: Optional[str]
    notification_message: Optional[str]
    order_id: Optional[str]


@dataclass(frozen=True)
class Preview:
    """What an order would cost. The members that are None are not known.

    `would_be`: the status that the order would be answered with. `total`: what the balance loses
    by a payout or gains by a collection. `recipient` has `e164`, `operator` and `agrees`, `limits`
    `minimum`, `maximum` and `multipleOf`, `remaining` `day`, `week` and `month`, `route`
    `available` and `typicalSeconds`; `repeats` has `transactionId` and `status` of what has this
    id already.
    """

    id: str
    service: str
    phone: str
    amount: Number
    would_be: str
    commission: Optional[Number]
    currency: str
    total: Optional[Number]
    balance_after: Optional[Number]
    recipient: Members
    limits: Members
    remaining: Members
    repeats: Optional[Members]
    route: Members


@dataclass(frozen=True)
class Failure:
    """Why an operation failed."""

    code: str
    message: str


@dataclass(frozen=True)
class CallbackFailure(Failure):
    """The same with its number in the error catalogue."""

    id: Optional[int]


@dataclass(frozen=True)
class Status(Outcome):
    """What has become of an operation. Times are ISO 8601 in UTC."""

    id: str
    transaction_id: str
    status: str
    created_at: str
    updated_at: str
    error: Optional[Failure]
    voucher: Optional[Members]


@dataclass(frozen=True)
class Callback(Outcome):
    """A genuine result. Skip a `webhook_id` that you have processed before."""

    id: str
    webhook_id: str
    transaction_id: str
    status: str
    amount: Number
    phone: str
    service: str
    commission: Number
    error: Optional[CallbackFailure]
    metadata: Members
    voucher: Optional[Members]
    body: Members


@dataclass(frozen=True)
class Bill:
    """An unpaid bill. Each of `infos` has a `label` and a `value`."""

    amount: Number
    reference: str
    infos: Tuple[Members, ...]


@dataclass(frozen=True)
class Refund:
    """PENDING: the refund is requested, and its outcome is to come."""

    status: str
    message: str


@dataclass(frozen=True)
class SmsBatch:
    """An accepted SMS request."""

    batch_id: str
    message: str


def is_transaction(data: Any) -> bool:
    """Whether these are the members that every transaction has."""
    names = ("externalTransactionId", "transactionId", "status")
    return isinstance(data, dict) and all(isinstance(data.get(name), str) for name in names)


def payment_of(data: Members) -> Payment:
    return Payment(
        id=data["externalTransactionId"],
        transaction_id=data["transactionId"],
        status=data["status"],
        amount=data["amount"],
        phone=data["phone"],
        service=data["codeService"],
        link=data.get("deepLinkUrl") or data.get("authLinkUrl"),
        notification_message=data.get("notificationMessage"),
        order_id=data.get("orderId"),
    )


def status_of(data: Members) -> Status:
    error = data.get("errorType")
    is_error = isinstance(error, dict)
    return Status(
        id=data["externalTransactionId"],
        transaction_id=data["transactionId"],
        status=data["status"],
        created_at=data["createdAt"],
        updated_at=data["updatedAt"],
        error=Failure(error["code"], error["message"]) if is_error else None,
        voucher=data.get("voucher"),
    )


def bill_of(data: Members) -> Bill:
    return Bill(data["amount"], data["billReference"], tuple(data["infos"]))
