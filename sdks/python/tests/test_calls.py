"""What the calls send, what they answer, and what they refuse before anything is sent."""

import json
import unittest
from decimal import Decimal
from typing import Any

from .gateway import done, payment, refused, told
from .test_attempts import ORDER, Case

import jokko


class Sent(Case):
    def sent(self, answer: Any, **settings: Any) -> Any:
        gateway, client = self.gateway(answer, **settings)
        return client, lambda: (gateway.requests[-1][1], json.loads(gateway.bodies()[-1]))

    def test_collect(self) -> None:
        client, sent = self.sent(done(payment(deepLinkUrl="https://pay.example/1")), callback_url="https://a.example/cb")
        redirect = {"success": "https://a.example/s", "error": "https://a.example/e"}
        made = client.collect(**ORDER, redirect=redirect, qr=True, sender="S", metadata={"n": 1})
        self.assertEqual(made.link, "https://pay.example/1")
        self.assertEqual((made.is_final, made.succeeded, made.failed), (False, False, False))
        self.assertEqual(
            sent(),
            (
                "/api-services/operation",
                {
                    "phone": "770000001",
                    "amount": 500,
                    "codeService": "OPA_SN_API_CASH_OUT",
                    "externalTransactionId": "order-1",
                    "callbackUrl": "https://a.example/cb",
                    "data": {"n": 1},
                    "successRedirectUrl": "https://a.example/s",
                    "errorRedirectUrl": "https://a.example/e",
                    "useOpaQrCode": True,
                    "sender": "S",
                },
            ),
        )

    def test_card(self) -> None:
        client, sent = self.sent(done(payment()))
        card = {"number": "5555555555554444", "expire_month": "09", "expire_year": "39"}
        client.card(
            id="c-1",
            phone="+221770000001",
            amount="12.50",
            card={**card, "cvc": "920", "type": "MASTERCARD"},
            customer={"first_name": "A", "last_name": "B"},
            redirect={"success": "https://s", "error": "https://e", "bank": "https://b"},
        )
        body = sent()[1]
        self.assertEqual((body["cardNumber"], body["cardCVC"], body["amount"]), (card["number"], "920", "12.50"))
        self.assertEqual((body["customerLastName"], body["bankAuthRedirectUrl"]), ("B", "https://b"))

    def test_sms(self) -> None:
        answer = told({"code": 201, "error": False, "msg": "2 accepted", "data": []}, X_Batch_Id="7")
        gateway, client = self.gateway(answer, sms_key="js_test")
        batch = client.sms.send(id="s-1", sender="JOKKO", text="é", to="+221770000001")
        self.assertEqual(batch, jokko.SmsBatch("7", "2 accepted"))
        _, path, headers, body = gateway.requests[0]
        self.assertEqual((path, headers["Idempotency-Key"], headers["Secretkey"]), ("/api/send-sms", "s-1", None))
        self.assertEqual(json.loads(body)["msisdn"], ["+221770000001"])

    def test_events_page_by_page(self) -> None:
        page = lambda number, more: done({"events": [{"cursor": number}], "next": number, "more": more})
        gateway, client = self.gateway(page("a", True), page("b b", True), page("c", False))
        self.assertEqual([each["cursor"] for each in client.events(limit=1)], ["a", "b b", "c"])
        self.assertEqual(
            [path for _, path, _, _ in gateway.requests],
            ["/api-services/events?limit=1", "/api-services/events?after=a&limit=1", "/api-services/events?after=b+b&limit=1"],
        )

    def test_the_user_agent(self) -> None:
        gateway, client = self.gateway(done({}))
        client.balance()
        self.assertRegex(gateway.requests[0][2]["User-Agent"], r"^jokko-python/\d+\.\d+\.\d+ python/3\.\d+")


class Refusals(Case):
    def refusal(self, answer: Any) -> jokko.Refused:
        _, client = self.gateway(answer)
        with self.assertRaises(jokko.Refused) as raised:
            client.collect(**ORDER)
        return raised.exception

    def test_members(self) -> None:
        error = {"id": 1, "code": "invalid_phone_number", "codeService": "X", "message": "m"}
        errors = [{"field": "phone", "message": "wrong", "suggestion": "77…"}, {"field": "a", "message": "b"}]
        body = {"code": 4022, "msg": "no", "error": True, "data": {"errorType": error}, "errors": errors}
        refused_by = self.refusal(told(body, X_Request_Id="r-1"))
        self.assertEqual((refused_by.reason, refused_by.error_id, str(refused_by)), ("invalid_phone_number", 1, "no"))
        self.assertEqual(refused_by.fields[0], jokko.FieldError("phone", "wrong", "77…"))
        self.assertEqual(refused_by.fields[1], jokko.FieldError("a", "b"))
        self.assertEqual(refused_by.request_id, "r-1")
        self.assertTrue(refused_by.advice)

    def test_a_failed_payment_is_there(self) -> None:
        failed = self.refusal(refused(4000, data=payment(status="FAILLED"))).payment
        assert failed is not None
        self.assertTrue(failed.failed and failed.is_final)

    def test_conflict(self) -> None:
        self.assertIs(type(self.refusal(refused(4009))), jokko.Conflict)

    def test_a_refund_that_is_not_done(self) -> None:
        body = {"message": "unknown", "statutTreatment": "FAILLED", "code": 4004, "msg": "unknown", "error": True}
        _, client = self.gateway(told(body))
        with self.assertRaises(jokko.Refused) as raised:
            client.refund("1396639104231")
        self.assertEqual(raised.exception.code, 4004)
        _, client = self.gateway(told({"message": "done", "statutTreatment": "SUCCESS"}))
        self.assertEqual(client.refund(1396639104231), jokko.Refund("SUCCESS", "done"))

    def test_sms(self) -> None:
        body = {"code": 400, "error": True, "msg": "no", "data": {"770": "too short"}}
        _, client = self.gateway(told(body, 400), sms_key="k")
        with self.assertRaises(jokko.Refused) as raised:
            client.sms.send(id="s-1", sender="J", text="t", to=["770"])
        self.assertEqual(raised.exception.fields, [jokko.FieldError("770", "too short")])


class Checked(Case):
    def invalid(self, expected: str, call: Any, **arguments: Any) -> None:
        with self.assertRaisesRegex(jokko.InvalidCall, expected) as raised:
            call(**arguments)
        self.assertIsInstance(raised.exception, ValueError)

    def test_nothing_is_sent_for_a_wrong_call(self) -> None:
        gateway, client = self.gateway(done(payment()))
        cash_in = {**ORDER, "service": "OPA_SN_API_CASH_IN"}
        self.invalid(r"OPA_SN_API_CASH_IN pays out: use pay_out\(\)\.", client.collect, **cash_in)
        self.invalid(r"use collect\(\)\.", client.pay_out, **ORDER)
        self.invalid(r"use card\(\)\.", client.collect, **{**ORDER, "service": "BANK_CARD_API_CASH_OUT"})
        self.invalid(r"use remit\.send\(\)\.", client.pay_out, **{**ORDER, "service": "REMIT_SN_API_CASH_IN"})
        self.invalid(r"use bills\.pay\(\)\.", client.pay_out, **{**ORDER, "service": "B_SN_BILL_PAY"})
        for id in ("", "a b", "é", "a" * 129, None, 7, "a\n"):
            self.invalid("^id must", client.collect, **{**ORDER, "id": id})
        self.invalid("'id'", client.collect, service=ORDER["service"], phone="77", amount=5)
        self.invalid("color", client.collect, **ORDER, color="red")
        self.invalid("^redirect must be a dict", client.collect, **ORDER, redirect=5)
        self.invalid("no member 'ok'", client.collect, **ORDER, redirect={"ok": "https://a"})
        self.invalid("written as JSON", client.collect, **ORDER, metadata={"a": object()})
        for amount in (0, -5, True, "0.00", "1e3", "-1", "", "12,5", None, float("nan"), 2**53, Decimal("NaN")):
            self.invalid("^amount must", client.collect, **{**ORDER, "amount": amount})
        self.invalid('text, "12.50"', client.collect, **{**ORDER, "amount": 12.5})
        self.invalid("sms_key", client.sms.send, id="s", sender="J", text="t", to="+221")
        self.assertEqual(gateway.requests, [])

    def test_amounts(self) -> None:
        gateway, client = self.gateway(done(payment()))
        for amount, sent in ((500, 500), (500.0, 500), ("12.50", "12.50"), (Decimal("12.50"), "12.50"), (Decimal(5), 5)):
            client.collect(**{**ORDER, "amount": amount})
            self.assertEqual(json.loads(gateway.bodies()[-1])["amount"], sent)

    def test_another_spelling_is_looked_up_once(self) -> None:
        services = {"success": True, "services": [{"codeService": "OWN", "typeService": "CASHIN"}]}
        gateway, client = self.gateway(told(services), done(payment()))
        client.pay_out(**{**ORDER, "service": "OWN"})
        self.invalid(r"OWN pays out: use pay_out\(\)", client.collect, **{**ORDER, "service": "OWN"})
        self.invalid("OTHER is not in the catalogue", client.collect, **{**ORDER, "service": "OTHER"})
        self.assertEqual(len(gateway.requests), 2)

    def test_settings(self) -> None:
        good = {"url": "http://127.0.0.1:1", "key": "k"}
        for wrong in (
            {"url": None}, {"url": ""}, {"url": "ftp://a"}, {"url": "http://a b"}, {"url": "http://a:x"},
            {"key": None}, {"key": ""}, {"key": "a\nb"}, {"key": "é"}, {"webhook_secret": "whsec_é"},
            {"timeout": 0}, {"retries": -1},
        ):  # fmt: skip
            self.invalid("", jokko.Jokko, **{**good, **wrong})


if __name__ == "__main__":
    unittest.main()
