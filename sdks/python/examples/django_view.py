"""A view that receives callbacks. In urls.py: path("jokko/callback", jokko_callback)."""

import os

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from jokko import Callback, CallbackError, Jokko

jokko = Jokko(
    url=os.environ["JOKKO_URL"],
    key=os.environ["JOKKO_KEY"],
    webhook_secret=os.environ["JOKKO_WEBHOOK_SECRET"],
)


@csrf_exempt
@require_POST
def jokko_callback(request: HttpRequest) -> HttpResponse:
    try:
        callback = jokko.callbacks.verify(request.body, request.headers)
    except CallbackError as error:
        return HttpResponseBadRequest(str(error))
    # What it raises is answered with 500, and the gateway sends the callback again.
    handle(callback)
    return HttpResponse()


def handle(callback: Callback) -> None:
    # Store the result; skip a webhook_id that you have stored before.
    print(f"{callback.id} {callback.status} {callback.amount}", flush=True)
