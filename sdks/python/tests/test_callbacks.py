"""Which callbacks are genuine."""

import base64
import hashlib
import hmac
import json
import unittest
from typing import Any, Dict

from . import gateway as _gateway  # noqa: F401, sets the path

import jokko

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER = "whsec_" + base64.b64encode(b"another secret of 24 byt").decode()
NOW = 1_790_425_317
BODY = (
    b'{"status":"SUCCESS","transaction":{"phone":"770000001","amount":100,"codeService":"X_BILL_PAY",'
    b'"commission":0,"transactionId":"2313499724668","externalTransactionId":"ORDER-1","errorType":null,'
    b'"data":{"a":1}}}'
)


def sign(body: bytes, secret: str = SECRET, at: int = NOW, id: str = "cb_1") -> Dict[str, Any]:
    key = base64.b64decode(secret[len("whsec_") :])
    mac = hmac.new(key, f"{id}.{at}.".encode() + body, hashlib.sha256).digest()
    signature = "v1," + base64.b64encode(mac).decode()
    return {"webhook-id": id, "webhook-timestamp": str(at), "webhook-signature": signature}


class Verification(unittest.TestCase):
    def verify(self, body: Any, headers: Any, now: float = NOW, secret: Any = SECRET) -> jokko.Callback:
        client = jokko.Jokko(url="http://127.0.0.1:1", key="k", webhook_secret=secret)
        return client.callbacks.verify(body, headers, now)

    def problem(self, *arguments: Any, **named: Any) -> str:
        with self.assertRaises(jokko.CallbackError) as raised:
            self.verify(*arguments, **named)
        return raised.exception.problem

    def test_a_genuine_callback(self) -> None:
        callback = self.verify(BODY, sign(BODY))
        self.assertEqual((callback.id, callback.webhook_id, callback.amount), ("ORDER-1", "cb_1", 100))
        self.assertEqual((callback.succeeded, callback.error, callback.metadata), (True, None, {"a": 1}))

    def test_the_known_vector_of_the_specification(self) -> None:
        # https://github.com/standard-webhooks/standard-webhooks, section "Signature scheme".
        headers = {
            "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp": "1614265330",
            "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        }
        self.assertEqual(self.problem(b'{"test": 2432232314}', headers, now=1614265330), "notJson")

    def test_the_bytes_count(self) -> None:
        for body in (
            BODY.replace(b"ORDER-1", b"a\\/b"),
            BODY.replace(b"ORDER-1", b"caf\\u00e9"),
            BODY.replace(b"ORDER-1", "café".encode()),
            json.dumps(json.loads(BODY), indent=2).encode(),
            BODY + b"\n",
        ):
            self.verify(body, sign(body))
            self.verify(bytearray(body), sign(body))
            self.assertEqual(self.problem(body + b" ", sign(body)), "signature")
            rewritten = json.dumps(json.loads(body)).encode()
            if rewritten != body:
                self.assertEqual(self.problem(rewritten, sign(body)), "signature")

    def test_headers_in_any_case_and_form(self) -> None:
        signed = sign(BODY)
        self.verify(BODY, {name.upper(): value for name, value in signed.items()})
        self.verify(BODY, {name: [value] for name, value in signed.items()})
        self.verify(BODY, list(signed.items()))
        self.verify(BODY, [(name.encode(), value.encode()) for name, value in signed.items()])

    def test_one_of_several_signatures_and_secrets(self) -> None:
        both = sign(BODY)
        both["webhook-signature"] = f"v1a,xyz v1,AAAA {both['webhook-signature']}"
        self.verify(BODY, both)
        self.verify(BODY, sign(BODY, OTHER), secret=[SECRET, OTHER])
        self.verify(BODY, sign(BODY), secret=[None, "", SECRET])
        self.assertEqual(self.problem(BODY, sign(BODY, OTHER)), "signature")

    def test_forged(self) -> None:
        self.assertEqual(self.problem(BODY.replace(b"100", b"900"), sign(BODY)), "signature")
        signed = sign(BODY)
        for value in ("v1,", "v1,é", "v2," + signed["webhook-signature"][3:], signed["webhook-signature"][3:]):
            self.assertEqual(self.problem(BODY, {**signed, "webhook-signature": value}), "signature")
        self.assertEqual(self.problem(BODY, {**signed, "webhook-id": "cb_2"}), "signature")

    def test_a_missing_header(self) -> None:
        for name in sign(BODY):
            for without in ({name: ""}, {name: None}, {name: []}):
                self.assertEqual(self.problem(BODY, {**sign(BODY), **without}), "missingHeader")

    def test_the_time(self) -> None:
        for age in (-300, 300):
            self.verify(BODY, sign(BODY, at=NOW - age))
        for age in (-301, 301):
            self.assertEqual(self.problem(BODY, sign(BODY, at=NOW - age)), "tooOld")
        for text in ("x", "1e9", "1790425317000", "-1", "١٧٩٠٤٢٥٣١٧"):
            self.assertEqual(self.problem(BODY, {**sign(BODY), "webhook-timestamp": text}), "tooOld")

    def test_what_is_signed_but_no_callback(self) -> None:
        for body in (b"", b"[]", b"{}", b"null", b'{"transaction":1}', b"\xff", b"\xef\xbb\xbf" + BODY, BODY.replace(b"100", b"NaN"), b"[" * 100_000):
            self.assertEqual(self.problem(body, sign(body)), "notJson")

    def test_what_a_parser_made_is_refused(self) -> None:
        with self.assertRaises(jokko.InvalidCall):
            self.verify(json.loads(BODY), sign(BODY))
        with self.assertRaises(jokko.InvalidCall):
            self.verify(BODY, sign(BODY), secret=None)
