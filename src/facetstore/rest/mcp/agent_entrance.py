"""Where agents sign in: what there is (RFC 9728, RFC 8414), registration (RFC 7591), tokens (RFC 6749) and their end (RFC 7009).

The answers are the same for every address: they do not show which storages exist.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl

import msgspec

from facetstore.domain.errors import AgentRefused, TooManyAttempts
from facetstore.domain.tenant import TenantAddress, parse_address
from facetstore.rest.wire.answer import COMMON_HEADERS, JSON, Answer, Header
from facetstore.rest.wire.call import Call
from facetstore.rest.wire.error_responses import MethodNotAllowed, extra_headers, meaning_of
from facetstore.rest.wire.same_origin import check_not_foreign
from facetstore.usecases.people import agent_sign_in
from facetstore.usecases.people.agent_requests import SCOPES, registered
from facetstore.usecases.people.agent_sign_in import Presented
from facetstore.usecases.people.sign_in import SignIn
from facetstore.usecases.tenancy import Tenancy

ROUTE: Final = "agent-sign-in"
WELL_KNOWN: Final = ".well-known"
_RESOURCE: Final = "oauth-protected-resource"
_SERVERS: Final = ("oauth-authorization-server", "openid-configuration")
_FOLDER: Final = "_oauth"
_LARGEST: Final = 16 << 10
_MOST_FIELDS: Final = 30
_GRANTS: Final = ("authorization_code", "refresh_token")


def resource_of(base: str, address: str) -> str:
    """The address that agents call, which their tokens are for."""
    return f"{base}/{address}/mcp"


def metadata_of(base: str, address: str) -> str:
    """The address of what is said about it: the well-known path comes before that of the resource (RFC 9728)."""
    origin = "/".join(base.split("/")[:3])
    return f"{origin}/{WELL_KNOWN}/{_RESOURCE}{base.removeprefix(origin)}/{address}/mcp"


class AgentSignIn:
    """Answers agents that sign in."""

    def __init__(self, tenancy: Tenancy, sign_in: SignIn) -> None:
        self._tenancy = tenancy
        self._sign_in = sign_in

    def well_known(self, call: Call, segments: list[str]) -> Answer | None:
        """What there is at an address; None: nothing. Raises MethodNotAllowed."""
        prefix = [each for each in call.base.split("/")[3:] if each]
        if segments[3 : 3 + len(prefix)] == prefix:
            segments = [*segments[:3], *segments[3 + len(prefix) :]]
        kind, rest = segments[2], segments[3:]
        is_resource = kind == _RESOURCE and len(rest) == 3 and rest[2] == "mcp"
        if not is_resource and not (kind in _SERVERS and len(rest) == 2):
            return None
        address = "/".join(rest[:2])
        if parse_address(address) is None:
            return None
        if call.method not in ("GET", "HEAD"):
            raise MethodNotAllowed(call.method, ("GET", "HEAD"))
        call.route = ROUTE
        return _sent(200, _resource(call.base, address) if is_resource else _server(call.base, address), _FOR_MINUTES)

    async def answer(self, call: Call, address: TenantAddress, name: str) -> Answer | None:
        """The answer of an endpoint; None: there is none of this name. Raises MethodNotAllowed, Forbidden for another origin."""
        answers = {"register": self._register, "token": self._token, "revoke": self._revoke}
        if name not in answers:
            return None
        if call.method != "POST":
            raise MethodNotAllowed(call.method, ("POST",))
        check_not_foreign(call)
        call.route, call.largest_body = ROUTE, _LARGEST
        try:
            return await answers[name](call, address)
        except (AgentRefused, TooManyAttempts) as failure:
            word = failure.error if isinstance(failure, AgentRefused) else "slow_down"
            said = {"error": word, "error_description": failure.message}
            return _sent(meaning_of(failure).status, said, *extra_headers(failure))

    async def _register(self, call: Call, address: TenantAddress) -> Answer:
        try:
            asked = msgspec.json.decode(await call.body(), type=dict[str, Any])
        except msgspec.DecodeError as error:
            raise AgentRefused("invalid_client_metadata", "The body is no JSON object.") from error
        program = registered(asked.get("client_name"), asked.get("redirect_uris"))
        said = {
            "client_id": program.id,
            "client_name": program.name,
            "redirect_uris": program.redirects,
            "grant_types": _GRANTS,
            "response_types": ["code"],
            "token_endpoint_auth_method": "none",
            "scope": " ".join(SCOPES),
        }
        return _sent(201, said)

    async def _token(self, call: Call, address: TenantAddress) -> Answer:
        form = _form(await call.body())
        kind = form.get("grant_type")
        if kind not in _GRANTS:
            raise AgentRefused("unsupported_grant_type", f"grant_type takes {' and '.join(_GRANTS)}.")
        resource = resource_of(call.base, _named(call))
        if form.get("resource", resource) != resource:
            raise AgentRefused("invalid_target", f"resource needs to be {resource}.")
        given = {name: form.get(name, "") for name in ("code", "redirect_uri", "code_verifier", "refresh_token")}
        wanted = (
            {"code": "", "redirect_uri": "", "code_verifier": ""} if kind == "refresh_token" else {"refresh_token": ""}
        )
        code, redirect, verifier, refresh = {**given, **wanted}.values()
        presented = Presented(form.get("client_id", ""), code, redirect, verifier, refresh)
        if not presented.code and not presented.refresh:
            raise AgentRefused("invalid_request", "A code or a refresh_token is needed.")
        served = await self._tenancy.find(address)
        allowed = await agent_sign_in.issue(self._sign_in, served, presented, call.client)
        return _sent(
            200,
            {
                "access_token": allowed.access,
                "token_type": "Bearer",
                "expires_in": allowed.seconds,
                "refresh_token": allowed.refresh,
                "scope": allowed.scope,
            },
        )

    async def _revoke(self, call: Call, address: TenantAddress) -> Answer:
        form = _form(await call.body())
        if not form.get("token"):
            raise AgentRefused("invalid_request", "token is missing.")
        await agent_sign_in.revoke(self._sign_in, await self._tenancy.find(address), form["token"], call.client)
        return _sent(200, {})


def endpoint_of(segments: list[str]) -> str | None:
    """The name of an endpoint in the parts of a path; None: it is no address of one."""
    return segments[4] if len(segments) == 5 and segments[3] == _FOLDER else None


def _named(call: Call) -> str:
    """The storage as the address has it."""
    return "/".join(call.path.split("/")[1:3])


def _resource(base: str, address: str) -> Mapping[str, object]:
    return {
        "resource": resource_of(base, address),
        "authorization_servers": [f"{base}/{address}"],
        "scopes_supported": SCOPES,
        "bearer_methods_supported": ["header"],
        "resource_documentation": f"{base}/_docs/interface.md",
    }


def _server(base: str, address: str) -> Mapping[str, object]:
    issuer = f"{base}/{address}"
    return {
        "issuer": issuer,
        "authorization_endpoint": f"{issuer}/connect",
        "token_endpoint": f"{issuer}/{_FOLDER}/token",
        "registration_endpoint": f"{issuer}/{_FOLDER}/register",
        "revocation_endpoint": f"{issuer}/{_FOLDER}/revoke",
        "scopes_supported": SCOPES,
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": _GRANTS,
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "authorization_response_iss_parameter_supported": True,
    }


def _form(body: bytes) -> Mapping[str, str]:
    """The fields of a form. Raises AgentRefused for what is none, or names a field twice."""
    try:
        pairs = parse_qsl(body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS)
    except ValueError as error:
        raise AgentRefused("invalid_request", "The body is no form.") from error
    form = dict(pairs)
    if len(form) < len(pairs):
        raise AgentRefused("invalid_request", "A field is given twice.")
    return form


_FOR_MINUTES: Final = (b"cache-control", b"public, max-age=300")
_NEVER: Final = (b"cache-control", b"no-store")


def _sent(status: int, said: Mapping[str, object], *headers: Header) -> Answer:
    body = msgspec.json.encode(said)
    kept = headers if _FOR_MINUTES in headers else (_NEVER, *headers)
    length = (b"content-length", b"%d" % len(body))
    return Answer(status, [*COMMON_HEADERS, (b"content-type", JSON), length, *kept], body, route=ROUTE)
