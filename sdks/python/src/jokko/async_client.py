"""The client whose calls are awaited. It needs httpx, which the extra `async` brings."""

import asyncio
import ssl
from typing import Any, AsyncIterator, Optional, Union

from .client import Client
from .exchange import ANSWER_MAX_BYTES, Answer, Awaiting, Lost, Request, Steps
from .results import Members


class AsyncJokko(Client[Awaiting]):
    """As Jokko, with calls that are awaited. It belongs to one event loop."""

    def _open(self) -> None:
        try:
            import httpx
        except ImportError as error:
            raise ImportError("AsyncJokko needs httpx 0.23 or later.") from error
        # The same as the blocking client: nothing of the environment but its certificates.
        self._http = httpx.AsyncClient(
            timeout=self._exchange.timeout, trust_env=False, verify=ssl.create_default_context()
        )
        self._not_sent = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
        self._failures = (httpx.HTTPError, httpx.InvalidURL, asyncio.TimeoutError, OSError)

    async def _drive(self, steps: Steps[Any]) -> Any:
        result: Any = None
        while True:
            try:
                step = steps.send(result)
            except StopIteration as end:
                return end.value
            result = None
            if isinstance(step, Request):
                result = await self._send(step)
            else:
                await asyncio.sleep(step.seconds)

    async def _send(self, request: Request) -> Union[Answer, Lost]:
        timeout = self._exchange.timeout
        try:
            return await asyncio.wait_for(self._exchanged(request), timeout)
        except self._failures as error:
            if "Timeout" in type(error).__name__:
                reason = f"no answer within {timeout:g} s"
            else:
                reason = str(error) or type(error).__name__
            return Lost(reason, was_sent=not isinstance(error, self._not_sent))

    async def _exchanged(self, request: Request) -> Union[Answer, Lost]:
        streamed = self._http.stream(
            request.method,
            self._exchange.url + request.path,
            content=request.wire_body(),
            headers=request.wire_headers(),
        )
        body = bytearray()
        async with streamed as response:
            async for part in response.aiter_bytes():
                body += part
                if len(body) > ANSWER_MAX_BYTES:
                    return Lost("an answer of more than 16 MiB")
        headers = {name.lower(): value for name, value in response.headers.items()}
        return Answer(response.status_code, headers, bytes(body))

    async def events(
        self, *, after: Optional[str] = None, limit: Optional[int] = None
    ) -> AsyncIterator[Members]:
        """The results after a cursor, oldest first. `limit` is the size of a page."""
        more = True
        while more:
            page = await self._events_page(after, limit)
            for event in page["events"]:
                yield event
            after, more = page["next"], page["more"]

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> "AsyncJokko":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
