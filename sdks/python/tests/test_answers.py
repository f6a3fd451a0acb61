"""Which answers count: what is no answer of the gateway is tried again, and never believed."""

import json
import socket
import threading
import time
import traceback
import unittest
from typing import Any, Callable

from .gateway import done, payment, refused, told
from .test_attempts import ORDER, STATUS, Case
from .test_callbacks import BODY, NOW, SECRET, sign

import jokko

CLAIM = {"transaction_id": 1396639104231, "subject": "s", "message": "m"}
SMS = {"id": "s-1", "sender": "J", "text": "t", "to": "+221770000001"}


def without(members: Any, name: str) -> Any:
    return {each: value for each, value in members.items() if each != name}


class Unusable(Case):
    def assert_no_answer(self, make: Callable[[jokko.Jokko], Any], *answers: Any) -> None:
        for answer in answers:
            gateway, client = self.gateway(answer, retries=1, sms_key="k")
            with self.subTest(answer=answer), self.assertRaises(jokko.OutcomeUnknown) as raised:
                make(client)
            self.assertEqual((raised.exception.attempts, len(gateway.requests)), (2, 2))

    def test_a_transaction_that_cannot_be_used(self) -> None:
        for make, data in (
            (lambda client: client.collect(**ORDER), payment()),
            (lambda client: client.status("order-1"), STATUS),
        ):
            names = ("externalTransactionId", "transactionId", "status")
            wrong = [without(data, name) for name in names]
            wrong += [{**data, name: value} for name in names for value in (None, True, [], {}, 1.5)]
            wrong += [None, {}, [], "x", 5, {**data, "externalTransactionId": "order-2"}]
            self.assert_no_answer(make, *(done(each) for each in wrong))
            self.assert_no_answer(make, told({"code": 2000, "msg": "ok"}))

    def test_a_repeat_finds_the_payment(self) -> None:
        gateway, client = self.gateway(done(None), done(payment(externalTransactionId="x")), done(payment()))
        self.assertEqual(client.collect(**ORDER).id, "order-1")
        self.assertEqual((len(gateway.requests), len(set(gateway.bodies()))), (3, 1))

    def test_the_refused_payment_of_another(self) -> None:
        other = payment(externalTransactionId="order-2", status="FAILLED")
        self.assert_no_answer(lambda client: client.collect(**ORDER), refused(4000, data=other))

    def test_other_results(self) -> None:
        for make, wrong in (
            (lambda client: client.balance(), [None, [], "x"]),
            (lambda client: client.claims.get("r"), [None, {}, {"claim": 5}]),
            (lambda client: client.bills.pending(service="B", account="a"), [{}, {"pendingBills": {"pendingBills": [5]}}]),
            (lambda client: list(client.events()), [{}, {"events": 5, "next": "a", "more": False}, {"events": [], "next": None, "more": True}]),
            (lambda client: client.remit.quote(service="R", amount=5, data={}), [None, []]),
        ):
            self.assert_no_answer(make, *(done(each) for each in wrong))
        for services in (None, {}, [5]):
            self.assert_no_answer(lambda client: client.services(), told({"success": True, "services": services}))
        for treatment in (None, [], "DONE", "FAILLED"):
            self.assert_no_answer(lambda client: client.refund("1"), told({"statutTreatment": treatment}))
        _, client = self.gateway(done({"claim": None}))
        with self.assertRaises(jokko.OutcomeUnknown):
            client.claims.open(**CLAIM)

    def test_codes_that_the_contract_does_not_have(self) -> None:
        unknown = (True, False, None, "2000", "4000", 2000.5, float("nan"), 0, 400, 201, 403, 4002, 4100, [])
        answers = [refused(code, data=payment()) for code in unknown]
        self.assert_no_answer(lambda client: client.collect(**ORDER), *answers)
        answers = [refused(code) for code in (2000, True, "201", 403)]
        self.assert_no_answer(lambda client: client.sms.send(**SMS), *answers)

    def test_a_redirect_with_json(self) -> None:
        for status in (300, 302, 304):
            body = b"" if status == 304 else json.dumps({"code": 4000, "data": {}}).encode()
            self.assert_no_answer(lambda client: client.collect(**ORDER), told(body, status))

    def test_an_error_that_is_text(self) -> None:
        _, client = self.gateway(refused(4000, data={"errorType": "text"}))
        with self.assertRaises(jokko.Refused) as raised:
            client.collect(**ORDER)
        self.assertEqual((raised.exception.reason, raised.exception.error_id), (None, None))
        _, client = self.gateway(done({**STATUS, "errorType": "text"}))
        self.assertIsNone(client.status("order-1").error)


class AfterALostAttempt(Case):
    def test_only_what_tells_of_it_is_believed(self) -> None:
        for code in (4001, 4003, 4004, 4022, 4029):
            _, client = self.gateway(None, refused(code))
            with self.subTest(code=code), self.assertRaises(jokko.OutcomeUnknown):
                client.collect(**ORDER)
        for code in (4000, 4009):
            _, client = self.gateway(None, refused(code))
            with self.subTest(code=code), self.assertRaises(jokko.Refused):
                client.collect(**ORDER)

    def test_a_refund_may_be_done(self) -> None:
        for code in (4000, 4004, 4009, 4022):
            failed = refused(code, statutTreatment="FAILLED", message="no")
            _, client = self.gateway(None, failed)
            with self.subTest(code=code), self.assertRaises(jokko.OutcomeUnknown):
                client.refund("1")
            _, client = self.gateway(failed)
            with self.subTest(code=code), self.assertRaises(jokko.Refused):
                client.refund("1")
        pending = told({"code": 2000, "statutTreatment": "PENDING", "message": "m"})
        _, client = self.gateway(None, pending)
        self.assertEqual(client.refund("1"), jokko.Refund("PENDING", "m"))


class Final(Case):
    def test_only_known_statuses_are(self) -> None:
        for status in ("SUCCESS", "FAILLED", "CANCELED", "REFUNDED"):
            _, client = self.gateway(done({**STATUS, "status": status}))
            self.assertTrue(client.status("order-1").is_final)
        for status in ("PENDING", "PROCESSING", "ON_HOLD", "success", ""):
            _, client = self.gateway(done({**STATUS, "status": status}))
            self.assertFalse(client.status("order-1").is_final, status)

    def test_a_callback_has_a_known_one(self) -> None:
        client = jokko.Jokko(url="http://127.0.0.1:1", key="k", webhook_secret=SECRET)
        for status in (b'"ON_HOLD"', b"null", b"[]", b"{}", b"1", b'"success"'):
            body = BODY.replace(b'"SUCCESS"', status)
            with self.subTest(status=status), self.assertRaises(jokko.CallbackError) as raised:
                client.callbacks.verify(body, sign(body), NOW)
            self.assertEqual(raised.exception.problem, "notJson")
        body = BODY.replace(b'"errorType":null', b'"errorType":"text"')
        self.assertIsNone(client.callbacks.verify(body, sign(body), NOW).error)

    def test_the_time_to_wait(self) -> None:
        gateway, client = self.gateway(done(STATUS))
        for seconds in (float("nan"), -1, -0.001, float("-inf"), None, "5", True):
            with self.subTest(seconds=seconds), self.assertRaises(jokko.InvalidCall):
                client.wait_for("order-1", seconds=seconds)
        self.assertEqual(gateway.requests, [])


class Bytes(unittest.TestCase):
    """What a server writes, byte by byte."""

    def client(self, write: Callable[[socket.socket], None], **settings: Any) -> jokko.Jokko:
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)

        def serve() -> None:
            while True:
                try:
                    taken, _ = server.accept()
                except OSError:
                    return
                with taken:
                    try:
                        taken.recv(65536)
                        write(taken)
                    except OSError:
                        pass

        threading.Thread(target=serve, daemon=True).start()
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        client = jokko.Jokko(**{"url": url, "key": "k", "retries": 0, **settings})
        self.addCleanup(client.close)
        return client

    def test_what_drips_has_the_time_of_the_attempt(self) -> None:
        head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        for begin, drip in (
            (b"", b"HTTP/1.1 200 OK\r\nX-Long: " + b"a" * 40),
            (b"HTTP/1.1 200 OK\r\n", b"X: y\r\n" * 20),
            (b"", b"HTTP/1.1 103 E\r\n\r\n" * 10),
            (head, b"1\r\na\r\n" * 10),
            (head + b"20\r\n", b"a" * 32),
            (head, b"0" * 40),
        ):

            def write(taken: socket.socket) -> None:
                taken.sendall(begin)
                for byte in drip:
                    time.sleep(0.05)
                    taken.sendall(bytes([byte]))

            begun = time.monotonic()
            with self.subTest(drip=drip), self.assertRaises(jokko.OutcomeUnknown) as raised:
                self.client(write, timeout=0.3).balance()
            self.assertLess(time.monotonic() - begun, 0.8)
            self.assertIn("no answer within 0.3 s", raised.exception.reason)

    def test_what_comes_before_the_answer_is_passed_over(self) -> None:
        body = json.dumps({"code": 2000, "data": {"balance": 1}}).encode()
        before = b"".join(b"HTTP/1.1 %d Wait\r\nLink: </a>\r\n\r\n" % code for code in (102, 103, 100, 103))

        def write(taken: socket.socket) -> None:
            taken.sendall(before + b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)

        self.assertEqual(self.client(write, timeout=2).balance(), {"balance": 1})

    def test_a_long_answer_is_not_read_on(self) -> None:
        sent = []

        def write(taken: socket.socket) -> None:
            taken.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{")
            for _ in range(64):
                taken.sendall(b" " * 1024 * 1024)
                sent.append(1)

        with self.assertRaises(jokko.OutcomeUnknown) as raised:
            self.client(write, timeout=20).balance()
        self.assertIn("more than 16 MiB", raised.exception.reason)
        self.assertLess(len(sent), 40)


class Hidden(unittest.TestCase):
    def assert_hidden(self, make: Callable[[], Any], *secrets: str) -> None:
        try:
            make()
        except jokko.InvalidCall as error:
            self.assertIsNone(error.__context__)
            told = traceback.TracebackException.from_exception(error, capture_locals=True)
        frames = [frame for frame in told.stack if "/jokko/" in frame.filename]
        shown = "".join(traceback.StackSummary.from_list(frames).format()) + str(told)
        self.assertIn("/jokko/", shown)
        for secret in secrets:
            self.assertNotIn(secret, shown)

    def test_keys_of_a_client_that_is_refused(self) -> None:
        secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        good = {"url": "http://127.0.0.1:1", "key": "jk_a1b2", "hmac_secret": "hm_c3d4", "sms_key": "js_e5f6", "webhook_secret": secret}
        for wrong in (
            {"url": ""}, {"key": "jk_a1b2\n\0"}, {"key": b"jk_a1b2"}, {"hmac_secret": "hm_c3d4é"},
            {"sms_key": "js_e5f6é"}, {"webhook_secret": [secret, "é"]}, {"webhook_secret": secret + "é"},
            {"webhook_secret": 5}, {"timeout": 0}, {"retries": -1},
        ):  # fmt: skip
            with self.subTest(wrong=wrong):
                self.assert_hidden(
                    lambda: jokko.Jokko(**{**good, **wrong}), "jk_a1b2", "hm_c3d4", "js_e5f6", "MfKQ9r8GK"
                )

    def test_members_of_a_card(self) -> None:
        client = jokko.Jokko(url="http://127.0.0.1:1", key="k")
        number = "5555555555554444"
        order = {"id": "c-1", "phone": "+221770000001", "amount": 5, "customer": {}, "redirect": {}}
        for more in (
            {"card": {"number": number, "color": "red"}},
            {"card": number},
            {"card": [number]},
            {"card": {"number": number}, "customer": {"name": "n"}},
            {"card": {"number": number}, "color": "red"},
            {"card": {"number": number}, "id": "a b"},
            {"card": {"number": number}, "amount": 0},
        ):
            with self.subTest(more=more):
                self.assert_hidden(lambda: client.card(**{**order, **more}), number)

    def test_a_client_that_was_not_made_has_a_text(self) -> None:
        self.assertIn("Jokko", repr(jokko.Jokko.__new__(jokko.Jokko)))
        self.assertIn("None", repr(type(jokko.Jokko(url="http://127.0.0.1:1", key="k").sms).__new__(jokko.calls.Sms)))
