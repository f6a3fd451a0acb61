"""Keys and secrets appear in no text form."""

import copy
import pickle
import pprint
import traceback
import unittest
from typing import Any

from .gateway import free_port, refused
from .test_attempts import ORDER, Case

import jokko

KEY = "jk_test_1_abcdefgh"
WEBHOOK = "whsec_c2VjcmV0LW9mLXRoZS10ZXN0"
HMAC = "hmac-secret-1234"
SMS = "js_test_1_ijklmnop"
CARD = "5555555555554444"
SETTINGS = {"key": KEY, "webhook_secret": WEBHOOK, "hmac_secret": HMAC, "sms_key": SMS}
ALL = (KEY, WEBHOOK, HMAC, SMS, CARD, "c2VjcmV0")


def dump(value: Any, seen: Any = None) -> str:
    """The text form of an object and of everything that its attributes reach."""
    seen = set() if seen is None else seen
    if id(value) in seen:
        return ""
    seen.add(id(value))
    text = repr(value) + str(value)
    for each in getattr(value, "__dict__", {}).values():
        text += dump(each, seen)
    return text


class Secrets(Case):
    def assert_hidden(self, text: str) -> None:
        for secret in ALL:
            self.assertNotIn(secret, text)

    def test_in_no_form_of_a_client(self) -> None:
        client = jokko.Jokko(url="http://127.0.0.1:1", **SETTINGS)
        self.assert_hidden(dump(client))
        self.assert_hidden(pprint.pformat(vars(client)) + f"{client}" + dump(client.sms))
        for copied in (pickle.dumps, copy.deepcopy):
            with self.assertRaises(TypeError):
                copied(client)

    def card(self, client: jokko.Jokko) -> None:
        client.card(
            id="c-1", phone="+221770000001", amount=5, card={"number": "5" * 12 + "4" * 4},
            customer={}, redirect={},
        )  # fmt: skip

    def test_in_no_traceback(self) -> None:
        unreachable = jokko.Jokko(url=f"http://127.0.0.1:{free_port()}", retries=0, **SETTINGS)
        _, refusing = self.gateway(refused(4001), **SETTINGS)
        for client in (unreachable, refusing):
            calls = (
                lambda: client.collect(**ORDER),
                lambda: self.card(client),
                lambda: client.sms.send(id="s", sender="J", text="t", to="+221770000001"),
                lambda: client.callbacks.verify(b"{}", {"webhook-id": "a"}),
            )
            for make in calls:
                shown = self.shown(make)
                self.assertIn("/jokko/", shown)
                self.assert_hidden(shown)

    def shown(self, make: Any) -> str:
        """The traceback with the local variables of this package, as reports of errors show it."""
        try:
            make()
        except jokko.JokkoError as error:
            self.assertIsNone(error.__context__)
            told = traceback.TracebackException.from_exception(error, capture_locals=True)
        frames = [frame for frame in told.stack if "/jokko/" in frame.filename]
        return "".join(traceback.StackSummary.from_list(frames).format()) + str(told)

    def test_exceptions_can_be_pickled(self) -> None:
        _, client = self.gateway(refused(4009), **SETTINGS)
        with self.assertRaises(jokko.Conflict) as raised:
            client.collect(**ORDER)
        data = pickle.dumps(raised.exception)
        self.assert_hidden(data.decode("latin-1"))
        again = pickle.loads(data)
        self.assertIs(type(again), jokko.Conflict)
        self.assertEqual((again.code, str(again)), (4009, str(raised.exception)))
