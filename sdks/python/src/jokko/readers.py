"""Reads what a call answers from a success, and raises where the answer is no such thing.

An answer that makes a reader fail is taken for a lost one: see Exchange.send.
"""

from typing import Callable, List

from .exchange import Read
from .results import Members, Preview, Refund, SmsBatch, is_transaction

_DONE, _SMS_ACCEPTED = 2000, 201


def data_of(read: Read) -> Members:
    return read.data()


def member_of(name: str) -> Callable[[Read], Members]:
    """Reads a member of `data` that has members."""

    def of(read: Read) -> Members:
        member = read.data()[name]
        if not isinstance(member, dict):
            raise ValueError
        return member

    return of


def transaction_of(read: Read, id: str) -> Members:
    """The transaction that was asked for. The status of one has its number as a number."""
    data = dict(read.data())
    number = data.get("transactionId")
    if type(number) is int:
        data["transactionId"] = str(number)
    if not is_transaction(data) or data["externalTransactionId"] != id:
        raise ValueError
    return data


def preview_of(read: Read, id: str) -> Preview:
    data = read.data()
    if data["externalTransactionId"] != id or not isinstance(data["wouldBe"], str):
        raise ValueError
    return Preview(
        id=id,
        service=data["codeService"],
        phone=data["phone"],
        amount=data["amount"],
        would_be=data["wouldBe"],
        commission=data["commission"],
        currency=data["currency"],
        total=data["total"],
        balance_after=data["balanceAfter"],
        recipient=data["recipient"],
        limits=data["limits"],
        remaining=data["remaining"],
        repeats=data["repeats"],
        route=data["route"],
    )


def services_of(read: Read) -> List[Members]:
    services = read.members.get("services")
    if read.members.get("success") is not True or not isinstance(services, list):
        raise ValueError
    if not all(isinstance(each, dict) for each in services):
        raise ValueError
    return services


def page_of(read: Read) -> Members:
    page = read.data()
    is_more = page["more"]
    if not isinstance(page["events"], list) or not isinstance(is_more, bool):
        raise ValueError
    if is_more and not isinstance(page["next"], str):
        raise ValueError
    return page


def refund_of(read: Read) -> Refund:
    """One that is done has no code."""
    status, code = read.members.get("statutTreatment"), read.members.get("code", _DONE)
    if status not in ("SUCCESS", "PENDING") or type(code) is not int or code != _DONE:
        raise ValueError
    return Refund(status, str(read.members.get("message")))


def batch_of(read: Read) -> SmsBatch:
    if read.code != _SMS_ACCEPTED:
        raise ValueError
    return SmsBatch(read.headers.get("x-batch-id", ""), str(read.members.get("msg")))
