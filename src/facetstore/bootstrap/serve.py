"""Composes and runs the service: storage, application, server."""

from __future__ import annotations

import asyncio
import os
import shlex
import socket
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from facetstore.bootstrap.addresses import checked_base, reached_at
from facetstore.bootstrap.database import failing_pools, make_pools, open_engine, opened_storage
from facetstore.bootstrap.meaning import check_semantic, make_placing
from facetstore.bootstrap.memory import collect_rarely, keep_freed_memory
from facetstore.bootstrap.openid_file import make_providers
from facetstore.bootstrap.place import check_place
from facetstore.bootstrap.python_floor import outdated
from facetstore.bootstrap.settings import Settings
from facetstore.domain.buckets import Limit
from facetstore.domain.element_files import LARGEST_FILE
from facetstore.domain.errors import Failure, InvalidValues
from facetstore.domain.hosts import Network, parse_ip, parse_network

if TYPE_CHECKING:
    import uvicorn

    from facetstore.rest.app import App
    from facetstore.storage.store import SqlStorage
    from facetstore.usecases.tenants.rate_limits import Limits

_BURST: Final = 10
"""The default burst: as many requests as the rate allows in this many seconds."""
_OPEN_FILES: Final = 65_536
_PASSED_ON: Final = "FACETSTORE_WORKER_SERVING"
"""The environment variable that passes the settings of the first process to its workers."""


@dataclass(frozen=True, slots=True)
class Serving:
    """The settings of the service: where it listens, its public address, and where its data are."""

    settings: Settings
    host: str = "127.0.0.1"
    port: int = 8080
    workers: int = 1
    base_url: str | None = None
    trusted_proxies: tuple[str, ...] = ()
    cache_megabytes: int = 24
    """How much memory cached responses may take in each worker."""
    figures: Path | None = None
    """The folder in which workers share their metrics and other data."""
    limit: Limit | None = None
    """The rate limit of each caller; None: no limit."""
    largest_file: int = LARGEST_FILE
    """Bytes of a file that is uploaded."""
    loopback_webhooks: bool = False
    """Whether webhooks may send to this machine."""
    embed_origins: tuple[str, ...] = ()
    """The origins whose pages may frame the embed view."""
    semantic: bool = False
    """Whether searches find names by what they mean."""

    @property
    def address(self) -> str:
        return self.base_url or reached_at(self.host, self.port)


class Demo(NamedTuple):
    """The token and the link that lead into the demo tenant."""

    token: str
    link: str


class AddressTaken(Failure):
    code = "address-taken"


def check_demo(host: str, *, yes: bool) -> bool:
    """Whether only this machine can reach the demo. Raises InvalidValues if others can and --yes is missing."""
    address = parse_ip(host)
    if host == "localhost" or (address is not None and address.is_loopback):
        return True
    if not yes:
        raise InvalidValues(
            f"The demo prints its administrator's token, and other machines can reach {host}. Leave --host out to listen on "
            f"127.0.0.1, leave --demo out, or add --yes (FACETSTORE_YES=1) if all users there may do everything in the demo."
        )
    return False


def listen(serving: Serving) -> socket.socket:
    """The socket to serve on. Raises AddressTaken, which says what to do about it."""
    family = socket.AF_INET6 if ":" in serving.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((serving.host, serving.port))
        listener.listen()
    except OSError as error:
        listener.close()
        hint = "Choose another one with --port."
        raise AddressTaken(f"Cannot listen on {serving.host}:{serving.port}: {error.strerror}. {hint}") from error
    return listener


def run(
    settings: Settings,
    host: str,
    port: int,
    workers: int,
    base_url: str | None,
    trusted_proxies: tuple[str, ...],
    demo: bool,
    limit: Limit | None = None,
    largest_file: int = LARGEST_FILE,
    embed_origins: tuple[str, ...] = (),
    loopback_webhooks: bool = False,
    semantic: bool = False,
) -> None:
    """Open the database, create the demo tenant if asked to, print the address, and serve until stopped."""
    from facetstore.rest.web_page import frame_origins

    base_url = checked_base(base_url) if base_url else None
    serving = Serving(
        settings,
        host,
        port,
        workers,
        base_url,
        trusted_proxies,
        limit=limit,
        largest_file=largest_file,
        embed_origins=embed_origins,
        loopback_webhooks=loopback_webhooks,
        semantic=semantic,
    )
    check_semantic(semantic, settings.embeddings)
    trusted_networks(trusted_proxies)
    frame_origins(embed_origins)
    make_providers(settings.openid)
    check_mail(settings)
    with listen(serving) as listener:
        serving = replace(serving, port=listener.getsockname()[1])  # --port 0 lets the system choose one
        announce(serving.address, asyncio.run(_prepare(serving, demo)))
        serve(serving, listener)


async def _prepare(serving: Serving, demo: bool) -> Demo | None:
    """Check the database before serving, so that a wrong schema is reported at once and not at the first request."""
    async with opened_storage(serving.settings) as storage:
        for pool, cause in failing_pools(storage):
            _say(f"Warning: the pool {pool} does not answer, its tenants get 503: {cause}")
        if (warning := await check_place(storage)) is not None:
            _say(f"Warning: {warning}")
        if not demo:
            return None
        from facetstore.bootstrap.demo import demo_link, ensure_demo

        async with storage.engine.turn():  # of nodes that start at once, one fills the database
            return Demo(await ensure_demo(storage), await demo_link(storage, serving.address))


def serve(serving: Serving, listener: socket.socket) -> None:
    """Serve until stopped; running requests have 30 seconds to finish."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    allow_open_files()
    if serving.workers == 1:
        uvicorn.Server(server_config(scheduled_app(serving))).run(sockets=[listener])
        return
    with tempfile.TemporaryDirectory(prefix="facetstore-") as folder:
        serving = replace(serving, figures=Path(folder))
        os.environ[_PASSED_ON] = msgspec.json.encode(serving, enc_hook=str).decode()
        Multiprocess(server_config("facetstore.bootstrap.serve:worker_app", serving.workers), sockets=[listener]).run()


def server_config(app: Callable[..., Any] | str, workers: int = 1) -> uvicorn.Config:
    """The settings of the server, for an application or the name of a function that returns it."""
    import uvicorn

    from facetstore.rest.server.protocol import ServerProtocol

    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        workers=workers,
        loop="uvloop",
        http=ServerProtocol,
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=30,
    )


def worker_app() -> App:
    """The application of a worker process, with the settings of the first process."""
    encoded = os.environ[_PASSED_ON]
    return scheduled_app(msgspec.json.decode(encoded, type=Serving, dec_hook=lambda kind, value: kind(value)))


def scheduled_app(serving: Serving) -> App:
    """The application, with the scheduler in the background."""
    from facetstore.bootstrap.mailing import keep_mailing, make_postman
    from facetstore.bootstrap.notice_work import keep_noticing
    from facetstore.bootstrap.pool_work import pool_work
    from facetstore.bootstrap.scheduler import keep_schedule
    from facetstore.bootstrap.sending import keep_sending
    from facetstore.rest.wire.monitoring import RequestLog
    from facetstore.storage.pools.pooled_store import PooledStorage

    app, log, postman = make_app(serving), RequestLog(), make_postman(serving.settings)
    if isinstance(app.storage, PooledStorage):
        app.beside += pool_work(app.storage, log)
    else:
        app.beside += [partial(keep_schedule, app.storage, log), partial(keep_noticing, app.storage, log)]
    if postman.is_there:
        app.beside.append(partial(keep_mailing, app.storage, postman, serving.address, log))
    app.beside.append(partial(keep_sending, app.storage, app.receivers, app.jobs, log))
    return app


def make_app(serving: Serving) -> App:
    from facetstore.auth.passwords import Argon2Passwords
    from facetstore.auth.signing import Ed25519Signatures
    from facetstore.bootstrap.formats import import_formats, row_formats, table_formats
    from facetstore.bootstrap.jobs import JobProcesses
    from facetstore.bootstrap.sending import make_receivers
    from facetstore.exchange.templates import BundledTemplates
    from facetstore.rest.app import App
    from facetstore.rest.web_page import WebPage, frame_origins
    from facetstore.rest.wire.call import Origin
    from facetstore.rest.wire.monitoring import Figures, RequestLog
    from facetstore.storage.store import SqlStorage
    from facetstore.usecases.people.sign_in import SignIn

    collect_rarely()
    keep_freed_memory()
    settings = serving.settings
    storage = make_pools(settings) if settings.pools else SqlStorage(open_engine(settings), settings.grace_days)
    storage.engine.announce(serving.address)
    jobs = JobProcesses()
    return App(
        storage,
        sign_in=SignIn(storage, Argon2Passwords(), providers=make_providers(serving.settings.openid)),
        templates=BundledTemplates(storage),
        origin=Origin(serving.base_url, trusted_networks(serving.trusted_proxies)),
        cache_bytes=serving.cache_megabytes << 20,
        log=RequestLog(),
        figures=Figures(serving.figures),
        limits=_limits(serving, storage),
        jobs=jobs,
        largest_file=serving.largest_file,
        signatures=Ed25519Signatures(),
        formats=import_formats(),
        tables=table_formats(),
        row_formats=row_formats(),
        receivers=make_receivers(loopback=serving.loopback_webhooks),
        mails=settings.smtp is not None,
        placing=make_placing(settings, jobs) if serving.semantic else None,
        page=WebPage(frames=frame_origins(serving.embed_origins)),
    )


def limit_of(rate: int | None, burst: int | None) -> Limit | None:
    """The rate limit of each caller; None without a rate. Raises InvalidValues for a burst alone, which would limit nothing."""
    if rate is None:
        if burst is not None:
            raise InvalidValues("--rate-burst needs --rate-limit: it sets how many requests may come at once.")
        return None
    return Limit(rate, burst or rate * _BURST)


def _limits(serving: Serving, storage: SqlStorage) -> Limits | None:
    """The rate limits of this process. On PostgreSQL all processes share the buckets; on SQLite each worker has a part."""
    if serving.limit is None:
        return None
    from facetstore.storage.access.rate_buckets import SqlBuckets
    from facetstore.storage.pools.pooled_store import PooledBuckets, PooledStorage
    from facetstore.usecases.tenants.rate_limits import Limits, OwnBuckets

    if serving.settings.database is not None:
        buckets = PooledBuckets(storage.places) if isinstance(storage, PooledStorage) else SqlBuckets(storage.engine)
        return Limits(buckets, serving.limit)
    return Limits(OwnBuckets(), replace(serving.limit, processes=serving.workers))


def trusted_networks(texts: tuple[str, ...]) -> tuple[Network, ...]:
    """The proxies whose forwarded headers are trusted. Raises InvalidValues."""
    try:
        return tuple(parse_network(text) for text in texts)
    except ValueError as error:
        raise InvalidValues(f"--trusted-proxies takes addresses or networks such as 10.0.0.0/8: {error}.") from error


def check_mail(settings: Settings) -> None:
    """Raise InvalidValues for settings of mail that do not fit."""
    if settings.smtp is not None or settings.mail_from is not None:
        from facetstore.bootstrap.mailing import make_postman

        make_postman(settings)


def announce(base: str, demo: Demo | None) -> None:
    """Print the address of the service, and a first request to try."""
    if advice := outdated():
        _say(f"Python should be newer: {advice}.")
    _say(f"Facetstore is at {base}")
    _say(f"  interface    {base}/_docs")
    if demo is not None:
        _say(f"  demo tenant  {base}/demo/showcase/")
        _say(f"  sign in      {demo.link}  (once, as its administrator)")
        _say(f"  token        {demo.token}  (named Demo, renewed at each start)")
        request = f"{base}/demo/showcase/_api/rest/facets/processes/views/tree/elements"
        _say(f"  try          curl -H {shlex.quote('symbio-auth-token: ' + demo.token)} {request}")
    _say("  stop         Ctrl-C")


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def allow_open_files() -> None:
    """Raise this process's limit to 65,536, or as far as the system allows: shells often start with 1,024, connections
    included."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, _OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
