"""The routes that anybody may call: those by which people get in, and learn whether they are."""

from __future__ import annotations

from collections.abc import Iterable

from facetstore.domain.errors import Unauthenticated
from facetstore.domain.hosts import place_of
from facetstore.domain.tenant import TenantAddress
from facetstore.rest.answer import Answer, make_answer
from facetstore.rest.call import Call
from facetstore.rest.errors import MethodNotAllowed
from facetstore.rest.handlers import Entrance
from facetstore.rest.router import Router
from facetstore.rest.routes import ANYBODY, Route
from facetstore.rest.same_origin import check_own_page
from facetstore.usecases.ports import Storage
from facetstore.usecases.sign_in import SignIn
from facetstore.usecases.tenancy import Tenancy


class Entrances:
    """Answers calls that need no caller."""

    def __init__(self, storage: Storage, tenancy: Tenancy, sign_in: SignIn, routes: Iterable[Route]) -> None:
        self._storage = storage
        self._tenancy = tenancy
        self._sign_in = sign_in
        self._router = Router(each for each in routes if each.permission is ANYBODY)

    async def answer(self, call: Call, address: TenantAddress, path: list[str]) -> Answer | None:
        """The answer; None where the address is none that anybody may call."""
        routes, _ = self._router.find(path)
        if not routes:
            return None
        if (route := routes.get(call.method)) is None:
            raise MethodNotAllowed(call.method, (*routes, "OPTIONS"))
        call.route = route.name
        call.api_version = call.asked_version or route.api_version
        if route.writes:
            check_own_page(call, anybody=True)
        content = await route.handler(await self._entered(call, address))
        answer = make_answer(content, call.api_version, 0, "")
        answer.route = route.name
        if route.writes:
            answer.tag = b""  # nothing the caller could have already
        return answer

    async def _entered(self, call: Call, address: TenantAddress) -> Entrance:
        served, caller = await self._tenancy.find(address), None
        if served is not None and call.token is not None:
            try:
                served, caller, _ = await self._tenancy.access(address, call.token, place=place_of(call.client))
                call.tenant = str(address)
            except Unauthenticated:
                caller = None
        return Entrance(call, address, served, caller, self._storage, self._tenancy, self._sign_in)
