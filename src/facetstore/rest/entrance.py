"""The routes that need no authentication: signing in and out, and reading the session."""

from __future__ import annotations

from collections.abc import Mapping

from facetstore.domain.errors import Unauthenticated
from facetstore.domain.hosts import place_of
from facetstore.domain.tenant import TenantAddress
from facetstore.rest.operations.handlers import Entrance
from facetstore.rest.routing.routes import PUBLIC, Route
from facetstore.rest.wire.answer import Answer, make_answer
from facetstore.rest.wire.call import LARGEST_PUBLIC_BODY, Call
from facetstore.rest.wire.error_responses import MethodNotAllowed
from facetstore.rest.wire.limiting import spend
from facetstore.rest.wire.same_origin import check_own_page
from facetstore.usecases.people.sign_in import SignIn
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import Tenancy
from facetstore.usecases.tenants.rate_limits import Limits


class Entrances:
    """Answers requests that need no authenticated caller."""

    def __init__(
        self, storage: Storage, tenancy: Tenancy, sign_in: SignIn, limits: Limits | None, *, mails: bool
    ) -> None:
        self._storage = storage
        self._tenancy = tenancy
        self._sign_in = sign_in
        self._limits = limits
        self._mails = mails

    async def answer(self, call: Call, address: TenantAddress, there: Mapping[str, Route]) -> Answer:
        """The response of the matching route. Raises MethodNotAllowed."""
        routes = {method: each for method, each in there.items() if each.permission is PUBLIC}
        if (route := routes.get(call.method)) is None:
            raise MethodNotAllowed(call.method, (*routes, "OPTIONS"))
        call.route = route.name
        call.largest_body = LARGEST_PUBLIC_BODY
        call.api_version = call.asked_version or route.api_version
        if route.writes:
            check_own_page(call)
        entrance = await self._entered(call, address)
        # Writes sign in or out and are not limited here: signing in has limits of its own.
        if self._limits is not None and entrance.caller is not None and not route.writes:
            await spend(self._limits, call, entrance.caller)
        content = await route.handler(entrance)
        answer = make_answer(content, call.api_version, 0)
        answer.route = route.name
        if route.writes:
            answer.tag = b""  # never a 304: the caller cannot have this response already
        return answer

    async def _entered(self, call: Call, address: TenantAddress) -> Entrance:
        served, caller = await self._tenancy.find(address), None
        if call.token is not None:  # also for an unknown tenant, so that response times do not show whether it exists
            try:
                served, caller, _ = await self._tenancy.access(address, call.token, place=place_of(call.client))
                call.tenant = address.folded
            except Unauthenticated:
                caller = None
        return Entrance(call, address, served, caller, self._storage, self._tenancy, self._sign_in, self._mails)
