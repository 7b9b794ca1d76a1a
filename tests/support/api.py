"""The service in this process on a database of its own, and everything a client of any role can send to it."""

import asyncio
import json
import os
import re
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final, Self, TypeVar
from urllib.parse import unquote
from uuid import NAMESPACE_URL, uuid5

import httpx

from facetstore.auth.signing import Ed25519Signatures
from facetstore.bootstrap.database import open_storage
from facetstore.bootstrap.formats import import_formats, row_formats, table_formats
from facetstore.bootstrap.settings import Settings
from facetstore.domain.callers import Role
from facetstore.domain.tenant import Tenant, TenantAddress, TenantSettings, parse_address
from facetstore.exchange.bundle_import import import_bundle
from facetstore.exchange.templates import BundledTemplates
from facetstore.outgoing.http_receivers import HttpReceivers
from facetstore.rest.app import App
from facetstore.rest.guide import Guide
from facetstore.rest.web_page import WebPage
from facetstore.rest.wire.call import Origin
from facetstore.rest.wire.monitoring import RequestLog
from facetstore.storage.store import SqlStorage
from facetstore.usecases.finding.name_places import LearnedPlacing, NamePlacing
from facetstore.usecases.people.sign_in import SignIn
from facetstore.usecases.ports.job_runner import IN_PLACE, Jobs
from facetstore.usecases.ports.openid_provider import NO_PROVIDERS, Providers
from facetstore.usecases.tenancy import serve, token_digest
from facetstore.usecases.tenants.rate_limits import Limits
from facetstore.usecases.tokens.issuing import create_token, new_secret
from tests.support import company
from tests.support.leaks import LEAKS
from tests.support.passwords import quick_passwords
from tests.support.two_pools import create_in_turn

Json = dict[str, Any]
Records = Callable[[], Iterable[company.Record]]
T = TypeVar("T")

ACME: Final = "acme/main"
ACME_ID: Final = "ac3e0000-0000-0000-0000-000000000000"
RIVAL: Final = "rival/main"
BASE: Final = "http://test"
API: Final = f"{BASE}/{ACME}/_api"
ROLES: Final = ("viewer", "editor", "approver", "analyzer", "architect", "administrator")

UNPACKED: Final = {"accept-encoding": "identity"}

_GOLDEN: Final = Path(__file__).parents[1] / "rest" / "golden"

_HOUR: Final = 3_600_000_000
"""In microseconds."""


async def only_numbers(host: str) -> Sequence[str]:
    """Looks nothing up: of all receivers tests reach those on this machine."""
    with suppress(ValueError):
        return [str(ip_address(host))] if ip_address(host).is_loopback else ["10.0.0.1"]
    return []


def golden(name: str) -> Json:
    """An expected answer, written out."""
    written: Json = json.loads((_GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    return written


def next_page(response: httpx.Response) -> str | None:
    """The address of the page behind this one."""
    link = response.headers.get("link")
    if link is None:
        return None
    found = re.fullmatch(r'<([^>]+)>; rel="next"', link)
    assert found is not None, link
    return found[1]


def element(id_: str, facet: str = "processes", view: str = "detail") -> str:
    """The path of an element."""
    return f"rest/facets/{facet}/views/{view}/elements/{id_}"


@dataclass
class Database:
    """A database, its storage, and the event loop that everything on it runs on."""

    settings: Settings
    runner: asyncio.Runner
    storage: SqlStorage
    tokens: dict[tuple[str, str], str] = field(default_factory=dict)
    """Secrets by tenant and name; the tokens made with a tenant are named by their role."""

    @classmethod
    def open(cls, settings: Settings) -> Self:
        runner = asyncio.Runner()
        try:
            return cls(settings, runner, runner.run(open_storage(settings)))
        except BaseException:
            runner.close()
            raise

    @property
    def engine(self) -> str:
        return self.storage.engine.dialect.name

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        # Not by the runner, which gets ready for Ctrl-C each time: that takes longer than many a request.
        return self.runner.get_loop().run_until_complete(work)

    def elsewhere(self, work: Callable[[SqlStorage], Coroutine[Any, Any, T]]) -> T:
        """Do something as another process would: through a storage of its own on the same database."""

        async def done() -> T:
            storage = await open_storage(self.settings)
            try:
                return await work(storage)
            finally:
                await storage.close()

        return self.run(done())

    def tenant(self, address: str) -> Tenant:
        parsed = parse_address(address)
        assert parsed is not None
        return self.run(_tenant(self.storage, parsed))

    def add_tenant(
        self,
        address: str,
        settings: TenantSettings,
        records: Records | None = None,
        *,
        id_: str | None = None,
        roles: Iterable[str] = ("viewer", "administrator"),
    ) -> str:
        """A tenant with these elements and a token for each role, made when it is first asked for; returns its address."""
        parsed = parse_address(address)
        assert parsed is not None
        if any(known == address for known, _ in self.tokens):
            return address

        async def make(storage: SqlStorage) -> dict[str, str]:
            await create_in_turn(storage, parsed, id_ or str(uuid5(NAMESPACE_URL, address)), settings)
            if records is not None:
                await import_bundle(storage, await _tenant(storage, parsed), records)
            served = serve(await _tenant(storage, parsed))
            return {role: await create_token(storage, served, role, Role[role.upper()]) for role in roles}

        self.tokens |= {(address, role): secret for role, secret in self.run(make(self.storage)).items()}
        return address

    def add_elements(self, address: str, records: Records) -> None:
        tenant = self.tenant(address)
        self.elsewhere(lambda storage: import_bundle(storage, tenant, records))

    def add_token(self, address: str, role: str, name: str | None = None, **when: Any) -> str:
        """A token of this name, or a new secret for the one there is."""
        served = serve(self.tenant(address))
        name = name or role
        secret = self.run(create_token(self.storage, served, name, Role[role.upper()], **when))
        self.tokens[address, name] = secret
        return secret

    def let_in(self, address: str, people: Mapping[str, str]) -> None:
        """Let people call, each by a name and under an id of their own. They get in by a secret, as tokens do: signing in is
        another matter."""
        tenant, secrets = self.tenant(address), {name: new_secret() for name in people}

        async def work(storage: SqlStorage) -> None:
            async with storage.writer(tenant, actor=None) as writer:
                for name, element in people.items():
                    await writer.accounts.set_token(
                        element, token_digest(secrets[name]), time.time_ns() // 1000 + _HOUR
                    )

        self.run(work(self.storage))
        self.tokens |= {(address, name): secret for name, secret in secrets.items()}

    def reopen(self) -> None:
        """Forget everything that was read."""
        self.run(self.storage.close())
        self.storage = self.run(open_storage(self.settings))

    def close(self) -> None:
        try:
            self.run(self.storage.close())
        finally:
            self.runner.close()


async def _tenant(storage: SqlStorage, address: TenantAddress) -> Tenant:
    found = await storage.tenant(address)
    assert found is not None
    return found


class Api:
    """The application on a database. Paths are those after `_api/` of a tenant; `at` takes whole ones."""

    def __init__(
        self,
        database: Database,
        *,
        origin: Origin | None = None,
        cache_bytes: int = 64 << 20,
        client: tuple[str, int] = ("127.0.0.1", 50000),
        clock: Callable[[], int] = time.time_ns,
        limits: Limits | None = None,
        providers: Providers = NO_PROVIDERS,
        page: WebPage | None = None,
        guide: Guide | None = None,
        jobs: Jobs = IN_PLACE,
        semantic: bool | NamePlacing = False,
    ) -> None:
        self.database = database
        self._log, name = tempfile.mkstemp(prefix="facetstore-log-")
        os.unlink(name)
        log = RequestLog(self._log, enabled=True)
        templates = BundledTemplates(database.storage)
        sign_in = SignIn(database.storage, quick_passwords(), clock=clock, providers=providers)
        self.app = App(
            database.storage,
            origin=origin,
            cache_bytes=cache_bytes,
            log=log,
            templates=templates,
            sign_in=sign_in,
            limits=limits,
            page=page,
            guide=guide,
            jobs=jobs,
            signatures=Ed25519Signatures(),
            formats=import_formats(),
            tables=table_formats(),
            row_formats=row_formats(),
            receivers=HttpReceivers(loopback=True, lookup=only_numbers),
            mails=True,
            placing=LearnedPlacing(jobs) if semantic is True else semantic or None,
        )
        self._client = client
        transport = httpx.ASGITransport(self.app, client=client)
        self.client = httpx.AsyncClient(transport=transport, base_url=BASE, headers=UNPACKED, trust_env=False)

    @property
    def engine(self) -> str:
        return self.database.engine

    def close(self) -> None:
        LEAKS.look_at_log("the log of a service", self.log.encode())
        self.database.run(self.client.aclose())
        self.database.run(self.app.receivers.close())
        os.close(self._log)

    def get(self, path: str, role: str | None = "administrator", **more: Any) -> httpx.Response:
        return self.send("GET", path, role, **more)

    def post(self, path: str, role: str | None = "administrator", **more: Any) -> httpx.Response:
        return self.send("POST", path, role, **more)

    def read(self, path: str, role: str = "administrator", **more: Any) -> Json:
        """The JSON of a read that must succeed."""
        response = self.get(path, role, **more)
        assert response.status_code == 200, response.text
        body: Json = response.json()
        return body

    def send(
        self,
        method: str,
        path: str,
        role: str | None = "administrator",
        *,
        tenant: str = ACME,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
        content: bytes | None = None,
    ) -> httpx.Response:
        """Send with the tenant's token of this role (None: without), or with another token."""
        secret = token if token is not None else self.database.tokens[tenant, role] if role else None
        given = {**({"symbio-auth-token": secret} if secret is not None else {}), **(headers or {})}
        return self.at(method, f"/{tenant}/_api/{path}", headers=given, content=content)

    def at(
        self, method: str, path: str, *, headers: Mapping[str, str] | None = None, content: bytes | None = None
    ) -> httpx.Response:
        """Send to a whole path, or an address, as it stands."""
        # Not through a client, which takes longer than the service. Cookies are the caller's own affair.
        given = {"accept": "*/*", **UNPACKED} | {name.lower(): value for name, value in (headers or {}).items()}
        address = path if path.startswith(BASE) else BASE + path
        request = httpx.Request(method, address, headers=given, content=content)
        target, _, query = request.url.raw_path.partition(b"?")
        status, answer_headers, body = self._exchange(
            method, target, query, request.headers.raw, content or b"", self._client
        )
        # As a stream, or httpx would add a length where the service sent none.
        stream = httpx.ByteStream(b"" if method == "HEAD" else body)
        response = httpx.Response(status, headers=answer_headers, stream=stream, request=request)
        response.read()
        if response.is_error or path == "/_metrics":
            LEAKS.look(f"{response.status_code} of {method} {path.partition('?')[0]}", response.content)
        return response

    def wire(
        self,
        path: bytes,
        query: bytes = b"",
        headers: Sequence[tuple[bytes, bytes]] = (),
        method: str = "GET",
        client: tuple[str, int] | None = ("127.0.0.1", 50000),
        content: bytes = b"",
    ) -> tuple[int, dict[str, str], bytes]:
        """Send bytes as a server hands them over, also such as no client would; returns what goes out, undecoded."""
        status, answer_headers, body = self._exchange(
            method, path, query, [(b"host", b"test"), *headers], content, client
        )
        return status, {name.decode(): value.decode() for name, value in answer_headers}, body

    def _exchange(
        self,
        method: str,
        path: bytes,
        query: bytes,
        headers: Sequence[tuple[bytes, bytes]],
        content: bytes,
        client: tuple[str, int] | None,
    ) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """What a server does for a request; what it gets must be one answer, whole."""
        scope = {
            "type": "http",
            "method": method,
            "scheme": "http",
            "path": unquote(path.decode("ascii")),
            "raw_path": path,
            "query_string": query,
            "root_path": "",
            "headers": [(name.lower(), value) for name, value in headers],
            "client": client,
        }
        sent: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        async def receive() -> Mapping[str, Any]:
            return {"type": "http.request", "body": content, "more_body": False}

        self.database.run(self.app(scope, receive, send))
        start, *parts = sent
        assert [each["type"] for each in sent] == ["http.response.start", *["http.response.body"] * len(parts)]
        assert [each.get("more_body", False) for each in parts] == [*[True] * (len(parts) - 1), False]
        return start["status"], start["headers"], b"".join(each.get("body", b"") for each in parts)

    def raw(
        self, path: bytes, query: bytes = b"", headers: Sequence[tuple[bytes, bytes]] = (), method: str = "GET"
    ) -> tuple[int, Json]:
        """The same, as status and JSON."""
        status, _, body = self.wire(path, query, headers, method)
        return status, json.loads(body)

    @property
    def log(self) -> str:
        """Everything logged so far."""
        return os.pread(self._log, os.fstat(self._log).st_size, 0).decode()

    @property
    def logged(self) -> Json:
        """The line of the last request."""
        size = os.fstat(self._log).st_size
        tail = os.pread(self._log, 4096, max(0, size - 4096)).decode(errors="replace")
        line: Json = json.loads(tail.splitlines()[-1])
        return line

    @property
    def statements(self) -> int:
        """How many statements the last request ran."""
        number: int = self.logged["statements"]
        return number
