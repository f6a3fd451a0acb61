"""What is checked before anything is sent."""

import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any, Mapping, Optional, Union

from .errors import InvalidCall

Amount = Union[int, float, str, Decimal]

TABLES = json.loads(Path(__file__).with_name("tables.json").read_text("utf-8"))
_KINDS = [
    (re.compile(kind["pattern"].replace("$", r"\Z"), re.DOTALL), kind) for kind in TABLES["kinds"]
]
_CALLS_OF_TYPES = {
    "CASHIN": "payOut",
    "CASHOUT": "collect",
    "CREDIT_TELEPHONIQUE": "airtime",
    "BILL_PAY": "bills.pay",
    "BILL_BUY_RELOAD": "reload",
    "MESSENGING_SMS": "chat",
}
_ID = re.compile(r"[A-Za-z0-9_\-.:/]{1,128}")
_DECIMAL = re.compile(r"[0-9]{1,16}(?:\.[0-9]{1,4})?")
_SAFE_MAX = 2**53 - 1


def check_id(id: Any) -> None:
    if not isinstance(id, str) or not _ID.fullmatch(id):
        raise InvalidCall(
            "id must be 1 to 128 letters, digits or _ - . : / and be in your database before the "
            "call: a lost answer is repeated under it."
        )


def read_amount(amount: Any) -> Union[int, str]:
    """The amount as it is sent: an integer, or a text with decimals."""
    if isinstance(amount, Decimal) and amount.is_finite():
        amount = int(amount) if amount == int(amount) else format(amount, "f")
    if isinstance(amount, float):
        if amount != amount or amount in (float("inf"), float("-inf")):
            raise InvalidCall("amount must be a finite number.")
        if not amount.is_integer():
            raise InvalidCall('Write an amount with decimals as text, "12.50".')
        amount = int(amount)
    if isinstance(amount, str) and _DECIMAL.fullmatch(amount) and Decimal(amount) > 0:
        return amount
    if isinstance(amount, int) and not isinstance(amount, bool) and 0 < amount <= _SAFE_MAX:
        return amount
    raise InvalidCall("amount must be a positive integer, or a decimal number as text.")


def kind_of_code(service: str) -> Optional[Mapping[str, str]]:
    """By its spelling: the last pattern that fits, as in the gateway."""
    found = [kind for pattern, kind in _KINDS if pattern.search(service)]
    return found[-1] if found else None


def kind_of_type(type_service: str) -> Optional[Mapping[str, str]]:
    call = _CALLS_OF_TYPES.get(type_service)
    return next((kind for kind in TABLES["kinds"] if kind["call"] == call), None)


def check_kind(call: str, service: str, kind: Optional[Mapping[str, str]]) -> None:
    if kind is None:
        raise InvalidCall(f"{service} is not in the catalogue of your account: see services().")
    if kind["call"] != call:
        raise InvalidCall(f"{service} {kind['does']}: use {snake_case(kind['call'])}().")


def snake_case(name: str) -> str:
    return re.sub(r"([A-Z])", lambda letter: "_" + letter[1].lower(), name)
