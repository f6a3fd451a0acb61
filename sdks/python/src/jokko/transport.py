"""Sends requests over http.client, on connections that are kept between requests."""

import functools
import http.client
import io
import os
import select
import socket
import ssl
import threading
import time
from typing import Any, List, Tuple, Union
from urllib.parse import urlsplit

from .exchange import ANSWER_MAX_BYTES, Answer, Lost, Request

_KEPT_MAX = 8
# Servers close idle connections after some seconds, and a request that meets the closing is lost.
_KEPT_SECONDS = 2.0


class _Received(io.RawIOBase):
    """The bytes of a socket until a deadline: a time limit of the socket is of each read."""

    def __init__(self, used: socket.socket, deadline: float) -> None:
        self._used = used
        self._bytes: Any = used.makefile("rb", buffering=0)
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Any:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._used.settimeout(left)
        return self._bytes.readinto(buffer)

    def close(self) -> None:
        if not self.closed:
            self._bytes.close()
        super().close()


class _Response(http.client.HTTPResponse):
    def __init__(self, used: socket.socket, *settings: Any, deadline: float, **more: Any) -> None:
        super().__init__(used, *settings, **more)
        self.fp.close()
        self.fp = io.BufferedReader(_Received(used, deadline))

    def begin(self) -> None:
        """Passes over 102 and 103, too, which come before the answer."""
        super().begin()
        while self.status in (102, 103):
            self.headers = None  # type: ignore[assignment]
            super().begin()


class Transport:
    """Is safe for threads and processes that fork. Never follows a redirect."""

    def __init__(self, url: str, timeout: float) -> None:
        parts = urlsplit(url)
        self._host = parts.hostname or ""
        self._port = parts.port
        self._prefix = parts.path
        self._timeout = timeout
        self._tls = ssl.create_default_context() if parts.scheme == "https" else None
        self._lock = threading.Lock()
        self._kept: List[Tuple[float, http.client.HTTPConnection]] = []
        self._process = os.getpid()

    def send(self, request: Request) -> Union[Answer, Lost]:
        """Raises nothing for what goes wrong on the way: a traceback would show the headers."""
        deadline = time.monotonic() + self._timeout
        connection = None
        was_sent = False
        try:
            connection = self._take()
            if connection.sock is None:
                connection.connect()
            used = connection.sock
            assert used is not None
            used.settimeout(max(0.001, deadline - time.monotonic()))
            response_class: Any = functools.partial(_Response, deadline=deadline)
            connection.response_class = response_class
            was_sent = True
            connection.request(
                request.method,
                self._prefix + request.path,
                body=request.wire_body(),
                headers=request.wire_headers(),
            )
            answer = self._receive(connection)
            connection = None
            return answer
        except (OSError, http.client.HTTPException, UnicodeError) as error:
            return Lost(_reason_of(error, self._timeout), was_sent)
        finally:
            if connection is not None:
                connection.close()

    def _receive(self, connection: http.client.HTTPConnection) -> Answer:
        response = connection.getresponse()
        body = bytearray()
        try:
            while part := response.read1(65536):
                body += part
                if len(body) > ANSWER_MAX_BYTES:
                    raise http.client.HTTPException("an answer of more than 16 MiB")
        except BaseException:
            # A connection that ends with its answer leaves its socket to it.
            response.close()
            raise
        # Ends the answer, so that the connection can be used again; raises where bytes are missing.
        response.read()
        headers = {name.lower(): value for name, value in response.getheaders()}
        self._keep(connection)
        return Answer(response.status, headers, bytes(body))

    def _take(self) -> http.client.HTTPConnection:
        with self._lock:
            if self._process != os.getpid():
                # The connections belong to the process that made them.
                self._process, self._kept = os.getpid(), []
            while self._kept:
                since, connection = self._kept.pop()
                if time.monotonic() - since < _KEPT_SECONDS and not _is_readable(connection):
                    return connection
                connection.close()
        if self._tls is None:
            return http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)
        return http.client.HTTPSConnection(
            self._host, self._port, timeout=self._timeout, context=self._tls
        )

    def _keep(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            if connection.sock is not None and len(self._kept) < _KEPT_MAX:
                self._kept.append((time.monotonic(), connection))
                return
        connection.close()

    def close(self) -> None:
        with self._lock:
            kept, self._kept = self._kept, []
        for _, connection in kept:
            connection.close()


def _is_readable(connection: http.client.HTTPConnection) -> bool:
    """Between answers only the end of the connection can be read."""
    if connection.sock is None:
        return True
    try:
        return bool(select.select([connection.sock], [], [], 0)[0])
    except (OSError, ValueError):
        return True


def _reason_of(error: Exception, timeout: float) -> str:
    if isinstance(error, TimeoutError) or "timed out" in str(error):
        return f"no answer within {timeout:g} s"
    return str(error) or type(error).__name__
