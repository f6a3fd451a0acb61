"""Receives callbacks with the standard library alone. Put TLS in front of it."""

import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from jokko import Callback, CallbackError, Jokko

jokko = Jokko(
    url=os.environ["JOKKO_URL"],
    key=os.environ["JOKKO_KEY"],
    webhook_secret=os.environ["JOKKO_WEBHOOK_SECRET"],
)
seen = set()


def handle(callback: Callback) -> None:
    # Store the result and the webhook_id in one transaction of your database.
    if callback.webhook_id in seen:
        return
    seen.add(callback.webhook_id)
    print(f"{callback.id} {callback.status} {callback.amount}", flush=True)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > 1_048_576:
            return self.send_error(400, "a callback has a length, of a megabyte at most")
        body = self.rfile.read(int(length))
        try:
            handle(jokko.callbacks.verify(body, self.headers))
        except CallbackError as error:
            self.send_error(400, str(error))
        except Exception:
            # The gateway sends the callback again.
            self.send_error(500)
            raise
        else:
            self.send_response(200)
            self.end_headers()


if __name__ == "__main__":
    address = ("127.0.0.1", int(os.environ.get("PORT", "3000")))
    ThreadingHTTPServer(address, Receiver).serve_forever()
