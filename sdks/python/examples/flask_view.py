"""A view that receives callbacks: `flask --app flask_view run --port 3000`."""

import os

from flask import Flask, request

from jokko import Callback, CallbackError, Jokko

app = Flask(__name__)
jokko = Jokko(
    url=os.environ["JOKKO_URL"],
    key=os.environ["JOKKO_KEY"],
    webhook_secret=os.environ["JOKKO_WEBHOOK_SECRET"],
)


@app.post("/jokko/callback")
def jokko_callback() -> "tuple[str, int]":
    try:
        callback = jokko.callbacks.verify(request.get_data(), request.headers)
    except CallbackError as error:
        return str(error), 400
    # What it raises is answered with 500, and the gateway sends the callback again.
    handle(callback)
    return "", 200


def handle(callback: Callback) -> None:
    # Store the result; skip a webhook_id that you have stored before.
    print(f"{callback.id} {callback.status} {callback.amount}", flush=True)
