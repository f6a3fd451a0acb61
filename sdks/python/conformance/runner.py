"""Makes the calls that the conformance suite names: one JSON value a line in, one a line out.

With `--async` the calls are made by AsyncJokko.
"""

import asyncio
import base64
import dataclasses
import json
import platform
import re
import sys
from pathlib import Path
from typing import Any, Optional

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import jokko

OUTCOME = ("is_final", "succeeded", "failed")
# These hold members of the client's own or of the API, which keep their names.
AS_THEY_ARE = ("metadata", "data", "members")


def camel(name: str) -> str:
    return re.sub(r"_([a-z])", lambda letter: letter[1].upper(), name)


def snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def arguments_of(given: Any) -> Any:
    if not isinstance(given, dict):
        return given
    return {
        snake(name): value if name in AS_THEY_ARE else arguments_of(value)
        for name, value in given.items()
    }


def written(value: Any) -> Any:
    if dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value)]
        names += [name for name in OUTCOME if hasattr(value, name)]
        return {camel(name): written(getattr(value, name)) for name in names}
    if isinstance(value, (list, tuple)):
        return [written(each) for each in value]
    return value


def error_of(error: BaseException) -> Any:
    kinds = ("InvalidCall", "Refused", "Conflict", "OutcomeUnknown", "CallbackError")
    name = type(error).__name__
    kind = name if isinstance(error, jokko.JokkoError) and name in kinds else "Other"
    members = getattr(error, "_members", {})
    told = {camel(each): written(value) for each, value in members.items()}
    return {"error": {"kind": kind, "message": str(error), **told}}


class Runner:
    def __init__(self, is_async: bool) -> None:
        self.make = jokko.AsyncJokko if is_async else jokko.Jokko
        self.client: Optional[Any] = None

    async def answer(self, line: Any) -> Any:
        try:
            if "call" not in line:
                return await self.configure(line)
            if line.get("new") is not None:
                await self.configure(line["new"])
            return {"result": written(await self.result(line["call"], line.get("arguments") or {}))}
        except Exception as error:
            return error_of(error)

    async def configure(self, given: Any) -> Any:
        if self.client is not None:
            await self.settled(self.client.close())
            self.client = None
        names = ("url", "key", "webhookSecret", "hmacSecret", "smsKey", "callbackUrl", "retries")
        settings = {snake(name): given.get(name) for name in names}
        if settings["retries"] is None:
            del settings["retries"]
        if given.get("timeoutMs") is not None:
            settings["timeout"] = given["timeoutMs"] / 1000
        self.client = self.make(**settings)
        if given.get("firstDelayMs") is not None:
            self.client._exchange.first_delay_seconds = given["firstDelayMs"] / 1000
        return {"ready": True, "runtime": f"python/{platform.python_version()}"}

    async def result(self, call: str, arguments: Any) -> Any:
        if call == "describe":
            return repr(self.client)
        if call == "callbacks.verify":
            body = base64.b64decode(arguments["body"])
            return self.client.callbacks.verify(body, arguments["headers"], arguments.get("now"))
        if call == "events":
            return await self.events(**arguments)
        target = self.client
        for name in call.split("."):
            target = getattr(target, snake(name))
        return await self.settled(target(**arguments_of(arguments)))

    async def events(self, max: int, **arguments: Any) -> Any:
        found: Any = []
        given = self.client.events(**arguments)
        if hasattr(given, "__aiter__"):
            async for event in given:
                found.append(event)
                if len(found) >= max:
                    break
        else:
            for event in given:
                found.append(event)
                if len(found) >= max:
                    break
        return found

    async def settled(self, value: Any) -> Any:
        return await value if asyncio.iscoroutine(value) else value


async def main() -> None:
    runner = Runner("--async" in sys.argv[1:])
    for line in sys.stdin:
        print(json.dumps(await runner.answer(json.loads(line))), flush=True)


asyncio.run(main())
