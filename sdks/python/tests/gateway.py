"""A server that answers what a test says, and keeps what it was sent."""

import http.server
import json
import socket
import sys
import threading
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Tuple

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

# Status, headers, body; or None to end the connection without an answer.
Told = Optional[Tuple[int, Dict[str, str], bytes]]


def told(body: Any, status: int = 200, **headers: str) -> Told:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return status, named, body if isinstance(body, bytes) else json.dumps(body).encode()


def done(data: Any) -> Told:
    return told({"code": 2000, "msg": "ok", "error": False, "data": data})


def refused(code: int, **more: Any) -> Told:
    return told({"code": code, "msg": "no", "error": True, "data": {}, **more})


def payment(**more: Any) -> Dict[str, Any]:
    """`$id` is the id that was sent."""
    return {
        "phone": "770000001",
        "amount": 500,
        "codeService": "OPA_SN_API_CASH_OUT",
        "transactionId": "1396639104231",
        "status": "PENDING",
        "externalTransactionId": "$id",
        **more,
    }


class Gateway:
    """Answers each request with the next of `answers`, and the last one from then on."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.requests: List[Any] = []
        gateway = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                body = self.rfile.read(length)
                gateway.requests.append((self.command, self.path, self.headers, body))
                number = min(len(gateway.requests), len(gateway.answers)) - 1
                answer = gateway.answers[number]
                answer = answer() if callable(answer) else answer
                if answer is None:
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                status, headers, content = answer
                if b'"$id"' in content:
                    id = json.loads(body)["externalTransactionId"]
                    content = content.replace(b'"$id"', json.dumps(id).encode())
                self.send_response(status)
                if not any(name.lower() == "content-length" for name in headers):
                    self.send_header("Content-Length", str(len(content)))
                for name, value in headers.items():
                    self.send_header(name, value)
                try:
                    self.end_headers()
                    self.wfile.write(content)
                except OSError:
                    # The client did not wait so long.
                    self.close_connection = True

            do_GET = do_POST = answer

            def log_message(self, *_: Any) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def bodies(self) -> List[bytes]:
        return [body for _, _, _, body in self.requests]

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


Start = Callable[..., Gateway]
