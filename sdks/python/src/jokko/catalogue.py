"""Says which call a service is for: by the spelling of its code, else by the catalogue."""

import time
from typing import Any, List, Optional, Sequence, Tuple

from .checks import check_kind, kind_of_code, kind_of_type
from .errors import InvalidCall
from .exchange import Exchange, Steps
from .readers import services_of
from .results import Members

_SERVICES_KEPT_SECONDS = 300


class Catalogue:
    """The services of an account, read once in five minutes at most."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self._kept: Optional[Tuple[float, Sequence[Members]]] = None

    def read(self) -> Steps[List[Members]]:
        return self._exchange.send("GET", "/api-services/services", of=services_of)

    def check(self, name: str, service: Any) -> Steps[None]:
        if not isinstance(service, str) or not service:
            raise InvalidCall("service must be a code of the catalogue.")
        kind = kind_of_code(service)
        if kind is None:
            if self._kept is None or time.monotonic() - self._kept[0] > _SERVICES_KEPT_SECONDS:
                self._kept = time.monotonic(), (yield from self.read())
            found = [each for each in self._kept[1] if each.get("codeService") == service]
            kind = kind_of_type(str(found[0].get("typeService"))) if found else None
        check_kind(name, service, kind)
