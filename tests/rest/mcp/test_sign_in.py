"""Agents sign in as persons who allow it: by the protocol, with nothing that works twice, elsewhere, or for longer than it was allowed."""

import base64
import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import httpx
import httpx2
import pytest
from mcp.client import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from pydantic import AnyUrl

from facetstore.usecases.people.agent_requests import program_of, registered
from facetstore.usecases.people.agent_sign_in import MOST_GRANTS, OF_ACCESS, OF_CODE
from tests.rest.mcp.asking import Json, message
from tests.support.api import Api
from tests.support.changing import Changing
from tests.support.people import Browser, add_person

BASE: Final = "http://test"
BACK: Final = "http://127.0.0.1:7777/callback"
VERIFIER: Final = "v" * 50
CHALLENGE: Final = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")


class Agent:
    """A program at a storage of which Berta, an editor, is a user."""

    def __init__(self, changing: Changing) -> None:
        self.api, self.address, self.database = changing.api, changing.address, changing.database
        self.issuer = f"{BASE}/{self.address}"
        self.berta = add_person(self.database, self.address, "berta")
        self.browser = Browser(self.api, self.address).signed_in("berta")
        self.id = str(self.registered(BACK)["client_id"])

    def registered(self, *redirects: str, name: str = "Notes") -> Json:
        body = json.dumps({"client_name": name, "redirect_uris": list(redirects)}).encode()
        response = self.api.at("POST", f"/{self.address}/_oauth/register", content=body)
        assert response.status_code == 201, response.text
        found: Json = response.json()
        return found

    def asked(self, **other: str | None) -> dict[str, str]:
        asked: dict[str, str | None] = {
            "response_type": "code",
            "client_id": self.id,
            "redirect_uri": BACK,
            "code_challenge": CHALLENGE,
            "code_challenge_method": "S256",
            "state": "s1",
            "scope": "read propose",
            "resource": f"{self.issuer}/mcp",
            **other,
        }
        return {name: value for name, value in asked.items() if value is not None}

    def decide(self, allow: object = ("read", "propose"), **other: str | None) -> httpx.Response:
        body = {"request": self.asked(**other), "allow": list(allow) if isinstance(allow, tuple) else allow}
        return self.browser.send("POST", "rest/agents/sign-in", body)

    def code(self, allow: object = ("read", "propose"), **other: str | None) -> str:
        response = self.decide(allow, **other)
        assert response.status_code == 200, response.text
        return str(parse_qs(urlsplit(response.json()["location"]).query)["code"][0])

    def exchange(self, address: str | None = None, **form: str | None) -> httpx.Response:
        given: dict[str, str | None] = {"client_id": self.id, **form}
        content = urlencode({name: value for name, value in given.items() if value is not None}).encode()
        return self.api.at("POST", f"/{address or self.address}/_oauth/token", content=content)

    def by_code(self, code: str, **other: str | None) -> httpx.Response:
        given = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK, "code_verifier": VERIFIER}
        return self.exchange(**{**given, **other})

    def by_refresh(self, refresh: str, **other: str | None) -> httpx.Response:
        return self.exchange(**{"grant_type": "refresh_token", "refresh_token": refresh, **other})

    def tokens(self, allow: object = ("read", "propose")) -> Json:
        response = self.by_code(self.code(allow))
        assert response.status_code == 200, response.text
        found: Json = response.json()
        return found

    def call(self, access: str, name: str = "find", address: str | None = None, **arguments: object) -> httpx.Response:
        asked = message("tools/call", {"name": name, "arguments": arguments or {"words": "goods"}})
        headers = {"authorization": f"Bearer {access}", "content-type": "application/json"}
        return self.api.at(
            "POST", f"/{address or self.address}/mcp", headers=headers, content=json.dumps(asked).encode()
        )


@pytest.fixture
def agent(changing: Changing) -> Agent:
    return Agent(changing)


def error(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["error"]


def said(response: httpx.Response) -> Json:
    found: Json = json.loads(response.json()["result"]["content"][0]["text"])
    return found


def test_the_official_client_signs_in_by_itself_and_calls(agent: Agent) -> None:
    """Discovery, registration, the code with its proof, the call, and a refresh; the consent is that of a browser."""
    kept: dict[str, Any] = {}

    class Kept:
        async def get_tokens(self) -> OAuthToken | None:
            return kept.get("tokens")

        async def set_tokens(self, tokens: OAuthToken) -> None:
            kept["tokens"] = tokens

        async def get_client_info(self) -> OAuthClientInformationFull | None:
            return kept.get("client")

        async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
            kept["client"] = client_info

    async def go(address: str) -> None:
        assert address.startswith(f"{agent.issuer}/connect?")
        kept["asked"] = dict(parse_qsl(urlsplit(address).query))

    async def come_back() -> AuthorizationCodeResult:
        body = json.dumps({"request": kept["asked"], "allow": ["read"]}).encode()
        headers = {**agent.browser.headers, "cookie": f"facetstore-session={agent.browser.cookie}"}
        path = f"/{agent.address}/_api/rest/agents/sign-in"
        response = await agent.api.client.post(path, content=body, headers=headers)
        query = dict(parse_qsl(urlsplit(response.json()["location"]).query))
        return AuthorizationCodeResult(code=query["code"], state=query["state"], iss=query["iss"])

    metadata = OAuthClientMetadata(client_name="Notes", redirect_uris=[AnyUrl(BACK)])

    def provider() -> OAuthClientProvider:
        return OAuthClientProvider(f"{agent.issuer}/mcp", metadata, Kept(), go, come_back)

    async def find() -> Any:
        transport = httpx2.ASGITransport(agent.api.app)
        async with (
            httpx2.AsyncClient(transport=transport, auth=provider()) as http,
            Client(streamable_http_client(f"{agent.issuer}/mcp", http_client=http)) as client,
        ):
            return await client.call_tool("find", {"words": "goods"})

    first = agent.database.run(find())
    kept["tokens"] = kept["tokens"].model_copy(update={"access_token": "agent-none"})
    again = agent.database.run(find())

    assert "Goods receipt" in first.content[0].text
    assert again.content[0].text == first.content[0].text
    assert kept["asked"]["code_challenge_method"] == "S256"
    assert kept["tokens"].scope == "read"


def test_who_is_not_signed_in_learns_where(agent: Agent) -> None:
    refused = agent.call("agent-none")
    metadata = f"{BASE}/.well-known/oauth-protected-resource/{agent.address}/mcp"

    assert refused.status_code == 401
    assert refused.headers["www-authenticate"] == f'Bearer resource_metadata="{metadata}"'
    resource = agent.api.at("GET", metadata.removeprefix(BASE)).json()
    assert (resource["resource"], resource["authorization_servers"]) == (f"{agent.issuer}/mcp", [agent.issuer])
    server = agent.api.at("GET", f"/.well-known/oauth-authorization-server/{agent.address}").json()
    assert server["issuer"] == agent.issuer
    assert server["code_challenge_methods_supported"] == ["S256"]
    assert server["token_endpoint_auth_methods_supported"] == ["none"]


def test_what_is_said_does_not_show_which_storages_exist(agent: Agent) -> None:
    for path in ("/.well-known/oauth-protected-resource/{}/mcp", "/.well-known/oauth-authorization-server/{}"):
        there = agent.api.at("GET", path.format(agent.address))
        none = agent.api.at("GET", path.format("no/where"))
        assert there.text.replace(agent.address, "X") == none.text.replace("no/where", "X")
    code = {"grant_type": "authorization_code", "code": "x", "redirect_uri": BACK, "code_verifier": VERIFIER}
    assert agent.exchange("no/where", **code).text == agent.exchange(**code).text


@pytest.mark.parametrize(
    "path",
    ["/.well-known/oauth-protected-resource", "/.well-known/none/a/b", "/.well-known/oauth-protected-resource/a/b"],
)
def test_there_is_nothing_else_at_well_known_addresses(api: Api, path: str) -> None:
    assert api.at("GET", path).status_code == 404


def test_an_access_token_reads_by_tools_and_nothing_else(agent: Agent) -> None:
    tokens = agent.tokens()
    bearer = {"authorization": f"Bearer {tokens['access_token']}"}

    assert (tokens["token_type"], tokens["expires_in"], tokens["scope"]) == (
        "Bearer",
        OF_ACCESS // 1_000_000,
        "read propose",
    )
    assert said(agent.call(tokens["access_token"]))["data"]["found"]
    for path in ("rest/me", "rest/facets", "rest/agents"):
        assert agent.api.at("GET", f"/{agent.address}/_api/{path}", headers=bearer).status_code == 401
    named = {"symbio-auth-token": tokens["access_token"]}
    assert agent.api.at("GET", f"/{agent.address}/_api/rest/facets", headers=named).status_code == 401
    assert agent.call(tokens["refresh_token"]).status_code == 401


def test_an_agent_proposes_only_if_the_person_allows_it(agent: Agent) -> None:
    change = {"type": "subProcess", "attributes": {"name": {"1033": "Proposed"}}}
    given = {"title": "New", "reason": "Missing", "changes": [change]}

    refused = said(agent.call(agent.tokens(("read",))["access_token"], "propose", None, **given))
    allowed = said(agent.call(agent.tokens()["access_token"], "propose", None, **given))

    assert refused["code"] == "forbidden"
    assert "data" in allowed, allowed


def test_more_than_was_asked_for_is_not_given(agent: Agent) -> None:
    code = agent.code(("read", "propose"), scope="read")

    assert agent.by_code(code).json()["scope"] == "read"


def test_the_token_of_one_storage_is_unknown_at_another(agent: Agent) -> None:
    other = agent.database.add_tenant("changing/elsewhere", agent.database.tenant(agent.address).settings)
    tokens = agent.tokens()

    assert agent.call(tokens["access_token"], address=other).status_code == 401
    assert error(agent.exchange(other, grant_type="refresh_token", refresh_token=tokens["refresh_token"])) == (
        400,
        "invalid_grant",
    )
    assert agent.by_refresh(tokens["refresh_token"]).status_code == 200


def test_a_code_works_once_and_again_it_ends_what_it_gave(agent: Agent) -> None:
    code = agent.code()
    tokens = agent.by_code(code).json()
    assert agent.call(tokens["access_token"]).status_code == 200

    assert error(agent.by_code(code)) == (400, "invalid_grant")
    assert agent.call(tokens["access_token"]).status_code == 401
    assert error(agent.by_refresh(tokens["refresh_token"])) == (400, "invalid_grant")


@pytest.mark.parametrize(
    "other",
    [
        {"code_verifier": "w" * 50},
        {"code_verifier": None},
        {"code_verifier": CHALLENGE},
        {"redirect_uri": "http://127.0.0.1:7778/callback"},
        {"redirect_uri": None},
        {"client_id": registered("Another", ["http://127.0.0.1:1/x"]).id},
    ],
)
def test_a_code_is_for_the_program_that_asked_for_it(agent: Agent, other: Mapping[str, str | None]) -> None:
    code = agent.code()

    assert error(agent.by_code(code, **other)) == (400, "invalid_grant")
    assert error(agent.by_code(code)) == (400, "invalid_grant"), "a code that was shown by another does not work later"


def test_a_refresh_token_is_replaced_and_again_it_ends_all(agent: Agent) -> None:
    first = agent.tokens()
    second = agent.by_refresh(first["refresh_token"]).json()

    assert agent.call(first["access_token"]).status_code == 401
    assert agent.call(second["access_token"]).status_code == 200
    assert error(agent.by_refresh(first["refresh_token"])) == (400, "invalid_grant")
    assert agent.call(second["access_token"]).status_code == 401
    assert error(agent.by_refresh(second["refresh_token"])) == (400, "invalid_grant")


def test_a_program_ends_what_it_was_given(agent: Agent) -> None:
    tokens = agent.tokens()
    content = urlencode({"token": tokens["refresh_token"], "client_id": agent.id}).encode()

    assert agent.api.at("POST", f"/{agent.address}/_oauth/revoke", content=content).status_code == 200
    assert agent.api.at("POST", f"/{agent.address}/_oauth/revoke", content=b"token=unknown").status_code == 200
    assert agent.call(tokens["access_token"]).status_code == 401


def test_persons_see_and_end_what_they_have_allowed(agent: Agent) -> None:
    tokens = agent.tokens(("read",))
    (grant,) = agent.browser.read("rest/agents")["values"]
    add_person(agent.database, agent.address, "carl")
    carl = Browser(agent.api, agent.address).signed_in("carl")

    assert (grant["agent"], grant["scopes"]) == ("Notes", ["read"])
    assert carl.read("rest/agents")["values"] == []
    assert carl.send("DELETE", f"rest/agents/{grant['id']}").status_code == 404
    assert agent.browser.send("DELETE", f"rest/agents/{grant['id']}").status_code == 200
    assert agent.call(tokens["access_token"]).status_code == 401
    kinds = [row["kind"] for row in agent.api.read(f"rest/audit?subject={agent.berta}", tenant=agent.address)["values"]]
    assert ("agent.allowed" in kinds, "agent.ended" in kinds) == (True, True)


def test_a_new_password_and_a_deleted_user_end_it(agent: Agent) -> None:
    tokens = agent.tokens()
    changed = agent.browser.send(
        "POST", "rest/session/password", {"old": "correct horse battery", "new": "another horse battery"}
    )
    assert changed.status_code == 200, changed.text
    assert agent.call(tokens["access_token"]).status_code == 401

    tokens = agent.tokens()
    path = f"rest/facets/users/views/detail/elements/{agent.berta}?force=true"
    gone = agent.api.send("DELETE", path, tenant=agent.address)
    assert gone.status_code == 200, gone.text
    assert agent.call(tokens["access_token"]).status_code == 401
    assert error(agent.by_refresh(tokens["refresh_token"])) == (400, "invalid_grant")


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("other", "word"),
    [
        ({"redirect_uri": "https://evil.example/"}, "invalid_request"),
        ({"redirect_uri": f"{BACK}/"}, "invalid_request"),
        ({"redirect_uri": f"{BACK}?x=1"}, "invalid_request"),
        ({"redirect_uri": None}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge": VERIFIER}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"client_id": "agent.none"}, "invalid_client"),
        ({"client_id": "https://client.example/metadata.json"}, "invalid_client"),
        ({"resource": "http://test/another/storage/mcp"}, "invalid_target"),
        ({"scope": "admin"}, "invalid_scope"),
        ({"state": "x" * 1001}, "invalid_request"),
    ],
)
def test_a_wrong_request_sends_the_browser_nowhere(agent: Agent, other: Mapping[str, str | None], word: str) -> None:
    for response in (
        agent.decide(**other),
        agent.browser.send("POST", "rest/agents/sign-in/request", {"request": agent.asked(**other)}),
    ):
        assert response.status_code == 400
        assert [each["code"] for each in response.json()["data"]] == [word]
        assert "location" not in response.json()


def test_the_answer_says_who_gives_it_also_when_it_is_no(agent: Agent) -> None:
    yes, no = (parse_qs(urlsplit(agent.decide(allow).json()["location"]).query) for allow in (("read",), None))

    assert (yes["iss"], yes["state"]) == ([agent.issuer], ["s1"])
    assert no == {"error": ["access_denied"], "state": ["s1"], "iss": [agent.issuer]}
    assert len(agent.browser.read("rest/agents")["values"]) == 1


def test_another_page_does_not_decide_for_the_person(agent: Agent) -> None:
    agent.browser.headers = {"sec-fetch-site": "cross-site"}
    assert agent.decide().status_code == 403
    agent.browser.headers = {"origin": "https://evil.example"}
    assert agent.decide().status_code == 403
    agent.browser.headers = {}
    assert agent.decide().status_code == 403
    page = agent.api.at("GET", f"/{agent.address}/connect?{urlencode(agent.asked())}")
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]


def test_a_token_allows_nothing(agent: Agent) -> None:
    body = json.dumps({"request": agent.asked(), "allow": ["read"]}).encode()

    assert agent.api.send("POST", "rest/agents/sign-in", tenant=agent.address, content=body).status_code == 403


@pytest.mark.one_engine
@pytest.mark.parametrize(
    "redirect",
    [
        "http://evil.example/cb", "javascript:alert(1)", "data:text/html,x", "https://", "https://a.test/#x", "https://u:p@a.test/",
        "https://a.test\\@evil.example/", "//evil.example", "/relative", "ftp://a.test/", "custom:/x", "https://a.test/ x",
        "http://127.0.0.1.evil.example/", "http://localhost@evil.example/", "https://a.test:99999/", "x" * 301, 7,
    ],
)  # fmt: skip
def test_addresses_that_lead_elsewhere_are_not_registered(agent: Agent, redirect: object) -> None:
    body = json.dumps({"client_name": "Notes", "redirect_uris": [redirect]}).encode()
    response = agent.api.at("POST", f"/{agent.address}/_oauth/register", content=body)

    assert error(response) == (400, "invalid_redirect_uri")


@pytest.mark.one_engine
@pytest.mark.parametrize(
    "redirect", ["https://a.test/cb?x=1", "http://localhost/cb", "http://[::1]:80/cb", "org.example.notes:/cb"]
)
def test_a_program_is_what_its_id_says(redirect: str) -> None:
    program = registered("Notes\u202e\n of Berta", [redirect])

    assert program_of(program.id) == program
    assert program.name == "Notes of Berta"


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("path", "body", "word"),
    [
        ("token", b"", "unsupported_grant_type"),
        ("token", b"grant_type=password", "unsupported_grant_type"),
        ("token", b"grant_type=refresh_token", "invalid_request"),
        ("token", b"grant_type=authorization_code&code=a&code=b", "invalid_request"),
        ("token", b"grant_type=refresh_token&refresh_token=x&client_id=y", "invalid_client"),
        ("token", b"grant_type=refresh_token&refresh_token=x&resource=http://other/mcp", "invalid_target"),
        ("token", "grant_type=ü".encode(), "invalid_request"),
        ("revoke", b"", "invalid_request"),
        ("register", b"[]", "invalid_client_metadata"),
        ("register", b"{", "invalid_client_metadata"),
    ],
)
def test_a_wrong_body_is_refused_in_the_words_of_the_protocol(agent: Agent, path: str, body: bytes, word: str) -> None:
    response = agent.api.at("POST", f"/{agent.address}/_oauth/{path}", content=body)

    assert error(response) == (400, word)
    assert response.headers["cache-control"] == "no-store"


def test_only_post_is_taken_and_only_there(agent: Agent) -> None:
    assert agent.api.at("GET", f"/{agent.address}/_oauth/token").status_code == 405
    assert agent.api.at("POST", f"/{agent.address}/_oauth/none").status_code == 404


def test_codes_and_tokens_expire(agent: Agent) -> None:
    code, tokens = agent.code(state="other"), None
    agent.database.run(_shift(agent, "code", OF_CODE))
    assert error(agent.by_code(code)) == (400, "invalid_grant")
    tokens = agent.tokens()
    agent.database.run(_shift(agent, "access", OF_ACCESS))
    assert agent.call(tokens["access_token"]).status_code == 401
    assert agent.by_refresh(tokens["refresh_token"]).status_code == 200


async def _shift(agent: Agent, kind: str, by: int) -> None:
    """Make secrets of a kind as old as this."""
    async with agent.database.storage.engine.transaction() as session:
        values = {"by": by, "kind": kind, "tenant": await _key(agent)}
        await session.fetch(
            "UPDATE agent_secret SET expires = expires - :by WHERE kind = :kind AND tenant = :tenant", values
        )


async def _key(agent: Agent) -> int:
    rows = await agent.database.storage.engine.fetch(
        "SELECT key FROM tenant WHERE address = :address", {"address": agent.address}
    )
    return int(str(rows[0][0]))


def test_grants_are_bounded_and_the_same_program_has_one(agent: Agent) -> None:
    for _ in range(2):
        agent.tokens()
    assert len(agent.browser.read("rest/agents")["values"]) == 1
    for number in range(MOST_GRANTS + 2):
        agent.id = str(agent.registered(BACK, name=f"Program {number}")["client_id"])
        agent.code()

    names = [each["agent"] for each in agent.browser.read("rest/agents")["values"]]
    assert len(names) == MOST_GRANTS
    assert "Notes" not in names


def test_guessing_is_slowed_down(changing: Changing) -> None:
    api = Api(changing.database, client=("203.0.113.9", 1))
    try:
        form = urlencode(
            {"grant_type": "refresh_token", "refresh_token": "x", "client_id": registered("N", [BACK]).id}
        ).encode()
        answers = [api.at("POST", f"/{changing.address}/_oauth/token", content=form).status_code for _ in range(60)]
    finally:
        api.close()

    assert answers[0] == 400
    assert answers[-1] == 429


def test_secrets_are_stored_as_hashes(agent: Agent) -> None:
    tokens = agent.tokens()

    async def stored() -> str:
        rows = await agent.database.storage.engine.fetch("SELECT * FROM agent_secret", {})
        return str(rows)

    text = agent.database.run(stored())
    assert tokens["access_token"] not in text
    assert tokens["refresh_token"] not in text
