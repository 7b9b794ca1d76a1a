"""Many elements, and requests of several callers that a service is sent at once."""

import asyncio
import json
from collections.abc import Iterator
from typing import Final

import httpx

from tests.support import company
from tests.support.api import Api, Json
from tests.support.changing import DETAIL

FEW: Final = {"sqlite": 1, "postgres": 6}
"""How many batches they make at most: on PostgreSQL a request waits before it can be stored, so some may start early."""
MANY: Final = 12
_FIRST: Final = 5000


def steps() -> Iterator[company.Record]:
    """The company, and many drafts beside each other."""
    yield from company.acme()
    for n in range(MANY):
        yield company.versioned("subProcess", _FIRST + n, "0.1", "inProcess", {1033: f"Step {n}"})


def id_of(n: int) -> str:
    """The id of one of the many."""
    return company.element_id(_FIRST + n)


class Sending:
    """One of the requests: elements that a caller wants to be changed or created."""

    def __init__(
        self, *elements: Json, who: str = "administrator", path: str = DETAIL, query: str = "", **headers: str
    ) -> None:
        self.content = json.dumps({"elements": elements}).encode()
        self.who = who
        self.path = f"{path}{query}"
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


def at_once(api: Api, tenant: str, *sent: Sending) -> list[httpx.Response]:
    """The answers, in the order of the requests."""

    async def send(each: Sending) -> httpx.Response:
        headers = {"symbio-auth-token": api.database.tokens[tenant, each.who], **each.headers}
        return await api.client.post(f"/{tenant}/_api/{each.path}", content=each.content, headers=headers)

    async def send_all() -> list[httpx.Response]:
        return await asyncio.gather(*map(send, sent))

    return api.database.run(send_all())
