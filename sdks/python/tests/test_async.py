"""AsyncJokko, which shares everything with Jokko but sending and waiting."""

import asyncio
import importlib.util
import time
import unittest
from typing import Any

from .gateway import Gateway, done, payment, refused, told
from .test_attempts import ORDER

import jokko

HAS_HTTPX = importlib.util.find_spec("httpx") is not None


class Missing(unittest.TestCase):
    @unittest.skipIf(HAS_HTTPX, "httpx is installed")
    def test_it_says_what_is_missing(self) -> None:
        with self.assertRaisesRegex(ImportError, "needs httpx"):
            jokko.AsyncJokko(url="http://127.0.0.1:1", key="k")


@unittest.skipUnless(HAS_HTTPX, "httpx is not installed")
class Async(unittest.IsolatedAsyncioTestCase):
    def gateway(self, *answers: Any, **settings: Any) -> Any:
        gateway = Gateway(*answers)
        self.addCleanup(gateway.close)
        client = jokko.AsyncJokko(**{"url": gateway.url + "/", "key": "jk_test", **settings})
        self.addAsyncCleanup(client.close)
        client._exchange.first_delay_seconds = 0.005
        return gateway, client

    async def test_a_lost_answer_is_repeated_with_the_same_bytes(self) -> None:
        gateway, client = self.gateway(None, told(b"", 502), refused(5000), done(payment()))
        self.assertEqual((await client.collect(**ORDER)).id, "order-1")
        self.assertEqual((len(gateway.requests), len(set(gateway.bodies()))), (4, 1))

    async def test_what_is_raised(self) -> None:
        gateway, client = self.gateway(refused(4009))
        with self.assertRaises(jokko.Conflict):
            await client.collect(**ORDER)
        with self.assertRaises(jokko.InvalidCall):
            await client.pay_out(**ORDER)
        with self.assertRaises(jokko.InvalidCall):
            await client.bills.pay(**ORDER)
        self.assertEqual(len(gateway.requests), 1)
        _, client = self.gateway(None, retries=1)
        with self.assertRaises(jokko.OutcomeUnknown):
            await client.balance()

    async def test_an_attempt_has_its_time(self) -> None:
        def late() -> Any:
            # The second attempt is not to depend on how busy the machine is.
            client._exchange.timeout = client._http.timeout = 30
            time.sleep(0.5)
            return done({})

        gateway, client = self.gateway(late, done({"balance": 1}), timeout=0.1)
        self.assertEqual(await client.balance(), {"balance": 1})
        self.assertEqual(len(gateway.requests), 2)

    async def test_a_redirect_is_not_followed(self) -> None:
        gateway, client = self.gateway(told(b"", 307, location="/elsewhere"))
        with self.assertRaises(jokko.OutcomeUnknown):
            await client.balance()
        self.assertEqual(len(gateway.requests), 1)

    async def test_events(self) -> None:
        first = done({"events": [{"cursor": "a"}], "next": "a", "more": True})
        last = done({"events": [{"cursor": "b"}], "next": "b", "more": False})
        _, client = self.gateway(first, last)
        self.assertEqual([each["cursor"] async for each in client.events()], ["a", "b"])

    async def test_calls_at_once(self) -> None:
        gateway, client = self.gateway(done(payment()))
        orders = [{**ORDER, "id": f"order-{number}"} for number in range(30)]
        await asyncio.gather(*(client.collect(**order) for order in orders))
        self.assertEqual(len(set(gateway.bodies())), 30)

    async def test_a_call_can_be_cancelled(self) -> None:
        def late() -> Any:
            time.sleep(0.3)
            return done({})

        _, client = self.gateway(late)
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(client.balance(), 0.05)

    async def test_a_long_answer_is_not_read_on(self) -> None:
        _, client = self.gateway(told(b" " * (16 * 1024 * 1024 + 1)), retries=0)
        with self.assertRaises(jokko.OutcomeUnknown) as raised:
            await client.balance()
        self.assertIn("more than 16 MiB", raised.exception.reason)
