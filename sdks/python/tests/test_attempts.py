"""What is sent, how often, and what an exhausted call raises."""

import hashlib
import hmac
import json
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import unittest
import unittest.mock
from email.utils import formatdate
from typing import Any

from .gateway import Gateway, done, free_port, payment, refused, told

import jokko

ORDER = {"id": "order-1", "service": "OPA_SN_API_CASH_OUT", "phone": "770000001", "amount": 500}
STATUS = {
    "transactionId": 1396639104231,
    "createdAt": "2026-10-04T12:21:18.000Z",
    "updatedAt": "2026-10-04T12:21:57.000Z",
    "externalTransactionId": "order-1",
    "status": "SUCCESS",
    "errorType": None,
}


class Case(unittest.TestCase):
    def gateway(self, *answers: Any, **settings: Any) -> "tuple[Gateway, jokko.Jokko]":
        gateway = Gateway(*answers)
        self.addCleanup(gateway.close)
        client = jokko.Jokko(**{"url": gateway.url, "key": "jk_test", "timeout": 2, **settings})
        self.addCleanup(client.close)
        client._exchange.first_delay_seconds = 0.005
        return gateway, client


class Attempts(Case):
    def test_a_lost_answer_is_repeated_with_the_same_bytes(self) -> None:
        lost = None, told(b"<html>", 502), told(b"[]"), refused(5000)
        gateway, client = self.gateway(*lost, done(payment()))
        self.assertEqual(client.collect(**ORDER, metadata={"a": "é"}).transaction_id, "1396639104231")
        self.assertEqual(len(gateway.requests), 5)
        self.assertEqual(len(set(gateway.bodies())), 1)
        self.assertEqual(json.loads(gateway.bodies()[0])["externalTransactionId"], "order-1")

    def test_an_unfinished_answer_is_a_lost_one(self) -> None:
        cut = told(b'{"code"', 200, content_length="400", connection="close")
        gateway, client = self.gateway(cut, done(payment()))
        client.collect(**ORDER)
        self.assertEqual(len(gateway.requests), 2)

    def test_the_outcome_is_unknown_when_all_attempts_are_lost(self) -> None:
        gateway, client = self.gateway(None, retries=2)
        with self.assertRaises(jokko.OutcomeUnknown) as raised:
            client.collect(**ORDER)
        self.assertEqual((raised.exception.id, raised.exception.attempts), ("order-1", 3))
        self.assertEqual(len(gateway.requests), 3)

    def test_a_refused_connection_is_tried_again(self) -> None:
        client = jokko.Jokko(url=f"http://127.0.0.1:{free_port()}", key="k", retries=3)
        client._exchange.first_delay_seconds = 0.001
        with self.assertRaises(jokko.OutcomeUnknown) as raised:
            client.balance()
        self.assertEqual((raised.exception.id, raised.exception.attempts), (None, 4))

    def test_an_attempt_has_its_time(self) -> None:
        def late() -> Any:
            # The second attempt is not to depend on how busy the machine is.
            client._transport._timeout = 30
            time.sleep(0.4)
            return done({})

        gateway, client = self.gateway(late, done({"balance": 1}), timeout=0.1)
        self.assertEqual(client.balance(), {"balance": 1})
        self.assertEqual(len(gateway.requests), 2)

    def test_refusals_are_not_repeated(self) -> None:
        for code in (4000, 4001, 4003, 4004, 4009, 4022):
            gateway, client = self.gateway(refused(code))
            with self.assertRaises(jokko.Refused):
                client.collect(**ORDER)
            self.assertEqual(len(gateway.requests), 1, code)

    def test_the_last_refusal_is_raised(self) -> None:
        gateway, client = self.gateway(refused(5000), retries=1)
        with self.assertRaises(jokko.Refused) as raised:
            client.collect(**ORDER)
        self.assertTrue(raised.exception.retryable)
        self.assertEqual(len(gateway.requests), 2)

    def test_a_short_retry_after_is_waited_out(self) -> None:
        gateway, client = self.gateway(
            told({"code": 4029, "msg": "slow", "data": {}}, retry_after="1"), done(payment())
        )
        begun = time.monotonic()
        client.collect(**ORDER)
        self.assertGreaterEqual(time.monotonic() - begun, 1)
        self.assertEqual(len(gateway.requests), 2)

    def test_a_long_retry_after_is_raised(self) -> None:
        for headers in ({"retry_after": "11"}, {}):
            gateway, client = self.gateway(told({"code": 4029, "msg": "slow"}, **headers))
            with self.assertRaises(jokko.Refused) as raised:
                client.collect(**ORDER)
            self.assertEqual(raised.exception.retry_after_seconds, 11 if headers else None)
            self.assertEqual(len(gateway.requests), 1)

    def test_a_redirect_is_not_followed(self) -> None:
        other, _ = self.gateway(done(payment()))
        gateway, client = self.gateway(told(b"", 307, location=other.url))
        with self.assertRaises(jokko.OutcomeUnknown) as raised:
            client.collect(**ORDER)
        self.assertIn(other.url, raised.exception.reason)
        self.assertEqual((len(gateway.requests), len(other.requests)), (1, 0))

    def test_the_answer_of_a_proxy_is_no_refusal(self) -> None:
        _, client = self.gateway(told({"message": "Forbidden"}, 403), retries=0)
        with self.assertRaises(jokko.OutcomeUnknown):
            client.collect(**ORDER)

    def test_a_claim_is_not_opened_twice(self) -> None:
        claim = {"transaction_id": 1396639104231, "subject": "s", "message": "m"}
        gateway, client = self.gateway(None)
        with self.assertRaises(jokko.OutcomeUnknown) as raised:
            client.claims.open(**claim)
        self.assertEqual((raised.exception.attempts, len(gateway.requests)), (1, 1))

    def test_signed_requests_are_signed_anew(self) -> None:
        def slow() -> Any:
            time.sleep(0.01)
            return refused(5000)

        gateway, client = self.gateway(slow, done(payment()), hmac_secret="s3cret")
        client.collect(**ORDER)
        times = set()
        for method, _, headers, body in gateway.requests:
            signed = f"{method}:{headers['Timestamp']}:".encode() + body
            expected = hmac.new(b"s3cret", signed, hashlib.sha256).hexdigest()
            self.assertEqual(headers["Hmac-Signature"], expected)
            times.add(headers["Timestamp"])
        self.assertEqual(len(times), 2)

    def test_connections_are_kept(self) -> None:
        ports = set()
        gateway, client = self.gateway(done({"balance": 1}))
        accepted = gateway.server.get_request

        def count() -> Any:
            request, address = accepted()
            ports.add(address)
            return request, address

        gateway.server.get_request = count  # type: ignore[method-assign]
        for _ in range(20):
            client.balance()
        self.assertEqual((len(gateway.requests), len(ports)), (20, 1))

    def test_a_connection_that_the_server_has_ended_costs_no_attempt(self) -> None:
        gateway, client = self.gateway(done({"balance": 1}), retries=0)
        client.balance()
        kept = client._transport._kept[0][1]
        # As a server does that ends what is idle.
        kept.sock.shutdown(socket.SHUT_RD)
        client.balance()
        self.assertEqual(len(gateway.requests), 2)

    @unittest.skipUnless(hasattr(os, "fork"), "no fork here")
    def test_a_process_that_forks_makes_connections_of_its_own(self) -> None:
        _, client = self.gateway(done({"balance": 1}))
        client.balance()
        before = client._transport._kept[0][1]
        client._transport._process = -1
        taken = client._transport._take()
        self.assertIsNot(taken, before)
        before.close()

    def test_threads_share_a_client(self) -> None:
        gateway, client = self.gateway(done(payment()))
        failures = []

        def pay(number: int) -> None:
            try:
                for each in range(20):
                    client.collect(**{**ORDER, "id": f"order-{number}-{each}"})
            except Exception as error:
                failures.append(error)

        threads = [threading.Thread(target=pay, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        ids = [json.loads(body)["externalTransactionId"] for body in gateway.bodies()]
        self.assertEqual((len(ids), len(set(ids))), (160, 160))


@unittest.skipIf(shutil.which("openssl") is None, "openssl is not installed")
class Tls(unittest.TestCase):
    def test_a_certificate_of_nobody_known_is_refused(self) -> None:
        gateway = Gateway(done({"balance": 1}))
        self.addCleanup(gateway.close)
        with tempfile.TemporaryDirectory() as folder:
            key, certificate = f"{folder}/key.pem", f"{folder}/certificate.pem"
            words = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost"
            names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
            files = ["-keyout", key, "-out", certificate]
            subprocess.run([*words.split(), *names, *files], check=True, capture_output=True)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            gateway.server.socket = context.wrap_socket(gateway.server.socket, server_side=True)
            url = gateway.url.replace("http:", "https:")
            with jokko.Jokko(url=url, key="k", retries=0) as client:
                with self.assertRaises(jokko.OutcomeUnknown) as raised:
                    client.balance()
            self.assertIn("certificate verify failed", raised.exception.reason)
            self.assertEqual(gateway.requests, [])
            with unittest.mock.patch.dict(os.environ, {"SSL_CERT_FILE": certificate}):
                with jokko.Jokko(url=url, key="k", retries=0) as client:
                    self.assertEqual(client.balance(), {"balance": 1})


class Waiting(Case):
    def test_a_final_status_is_answered_at_once(self) -> None:
        _, client = self.gateway(done(STATUS))
        status = client.wait_for("order-1", seconds=60)
        self.assertEqual((status.transaction_id, status.succeeded), ("1396639104231", True))

    def test_the_last_status_is_answered_after_the_time(self) -> None:
        gateway, client = self.gateway(done({**STATUS, "status": "PENDING"}))
        begun = time.monotonic()
        self.assertFalse(client.wait_for("order-1", seconds=0.2).is_final)
        self.assertGreaterEqual(time.monotonic() - begun, 0.2)
        self.assertEqual(len(gateway.requests), 1)

    def asked(self, *answers: Any, seconds: float) -> "tuple[list[float], Any]":
        """When it asked, and what came of it, on a clock that only waits move."""
        now, times = [0.0], []

        def sleep(seconds: float) -> None:
            now[0] += seconds

        def noted(answer: Any) -> Any:
            def note() -> Any:
                times.append(now[0])
                return answer

            return note

        _, client = self.gateway(*(noted(answer) for answer in answers))
        with unittest.mock.patch("jokko.calls.time.monotonic", lambda: now[0]):
            with unittest.mock.patch("jokko.client.time.sleep", sleep):
                try:
                    result: Any = client.wait_for("order-1", seconds=seconds)
                except jokko.Refused as refused:
                    result = refused
        return times, (result, now[0])

    def test_it_asks_three_times_a_minute(self) -> None:
        pending = done({**STATUS, "status": "PENDING"})
        times, (status, end) = self.asked(pending, seconds=110)
        self.assertEqual((times, status.is_final, end), ([0, 2, 20, 61, 81.5, 102], False, 110))

    def test_4029_is_waited_out(self) -> None:
        pending = done({**STATUS, "status": "PENDING"})
        slow = told({"code": 4029, "msg": "slow", "data": {}}, retry_after="30")
        self.assertEqual(self.asked(pending, slow, done(STATUS), seconds=90)[0], [0, 2, 32])
        times, (status, end) = self.asked(pending, slow, seconds=20)
        self.assertEqual((times, status.status, end), ([0, 2], "PENDING", 20))
        self.assertEqual(self.asked(slow, seconds=20)[1][0].code, 4029)


class Clock(Case):
    def test_a_wrong_clock_is_named_where_requests_are_signed(self) -> None:
        for skew, words in ((-100, "ahead of"), (100, "behind")):
            date = formatdate(time.time() + skew, usegmt=True)

            def answer() -> Any:
                status, headers, body = refused(4001)  # type: ignore[misc]
                return status, headers, body

            gateway, client = self.gateway(answer, hmac_secret="s")
            handler = gateway.server.RequestHandlerClass
            handler.date_time_string = lambda *_: date  # type: ignore[attr-defined]
            with self.assertRaises(jokko.Refused) as raised:
                client.balance()
            self.assertRegex(raised.exception.advice, rf"Your clock is \d+ s {words} the gateway's\.$")
