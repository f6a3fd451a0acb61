"""Keeps keys, secrets and bodies out of text forms: of clients, exceptions, tracebacks and logs."""

from typing import Generic, NoReturn, TypeVar

T = TypeVar("T", str, bytes)


class Secret(Generic[T]):
    """A text or bytes that only `reveal` answers."""

    __slots__ = ("_value",)

    def __init__(self, value: T) -> None:
        self._value: T = value

    def reveal(self) -> T:
        return self._value

    def __repr__(self) -> str:
        return "<secret>"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("A client holds keys and connections: it is not pickled or copied.")
