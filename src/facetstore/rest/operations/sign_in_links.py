"""Links that sign in a user once, created by administrators. Their secret is shown once, and never stored."""

from __future__ import annotations

import msgspec

from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.session import storage_path
from facetstore.rest.operations.writes import write
from facetstore.rest.wire.answer import Content
from facetstore.usecases.people.sign_in_links import issue_link
from facetstore.usecases.writing import Writing


async def make_link(exchange: Exchange) -> Content:
    user, call = exchange.parameter("userId"), exchange.call

    async def work(writing: Writing) -> Content:
        issued = await issue_link(writing, user)
        fields = {"user": issued.user, "login": issued.login, "expires": issued.expires}
        address = f"{call.base}{storage_path(call)}#sign-in={issued.secret}"
        return Content(_rendered({**fields, "address": address}), again=_rendered(fields))

    return await write(exchange, work)


def _rendered(link: dict[str, str]) -> bytes:
    return msgspec.json.encode({"count": 1, "values": [link]})
