"""`facetstore serve`: running the service."""

from __future__ import annotations

from typing import Annotated

import typer

from facetstore.cli.console import say
from facetstore.cli.shared_options import Data, Database, settings_of


def serve(
    host: Annotated[str, typer.Option(envvar="FACETSTORE_HOST", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar="FACETSTORE_PORT", min=0, max=65535, help="Port to listen on.")] = 8080,
    workers: Annotated[int, typer.Option(envvar="FACETSTORE_WORKERS", min=1, help="Number of worker processes.")] = 1,
    base_url: Annotated[
        str | None,
        typer.Option(envvar="FACETSTORE_BASE_URL", metavar="URL", help="What addresses in answers start with."),
    ] = None,
    trusted_proxies: Annotated[
        str | None,
        typer.Option(
            envvar="FACETSTORE_TRUSTED_PROXIES",
            metavar="IP,NET,...",
            help="Proxies whose forwarded headers are trusted.",
        ),
    ] = None,
    demo: Annotated[
        bool,
        typer.Option("--demo", envvar="FACETSTORE_DEMO", help="Create the tenant demo/showcase and renew its token."),
    ] = False,
    yes: Annotated[
        bool,
        typer.Option("--yes", envvar="FACETSTORE_YES", help="With --demo: let other machines reach it, too."),
    ] = False,
    rate_limit: Annotated[
        int | None,
        typer.Option(
            envvar="FACETSTORE_RATE_LIMIT",
            metavar="N",
            min=1,
            max=1_000_000,
            help="Requests a second that each token or user may make. Without it: any number.",
        ),
    ] = None,
    rate_burst: Annotated[
        int | None,
        typer.Option(
            envvar="FACETSTORE_RATE_BURST",
            metavar="N",
            min=1,
            max=10_000_000,
            help="Requests that each token or user may make at once. Without it: as many as in ten seconds.",
        ),
    ] = None,
    largest_file: Annotated[
        int,
        typer.Option(
            envvar="FACETSTORE_LARGEST_FILE", metavar="MB", min=1, max=1024, help="Megabytes that a file may have."
        ),
    ] = 10,
    embed_origins: Annotated[
        str | None,
        typer.Option(
            envvar="FACETSTORE_EMBED_ORIGINS",
            metavar="ORIGIN,...",
            help="Origins whose pages may frame the embed view of the page. Without it: none.",
        ),
    ] = None,
    loopback_webhooks: Annotated[
        bool,
        typer.Option(
            "--loopback-webhooks",
            envvar="FACETSTORE_LOOPBACK_WEBHOOKS",
            help="Let webhooks send to this machine, also without https: for trying out.",
        ),
    ] = False,
    semantic: Annotated[
        bool,
        typer.Option(
            "--semantic",
            envvar="FACETSTORE_SEMANTIC",
            help="Find names by what they mean, also in another language. Needs the extra `semantic`.",
        ),
    ] = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Serve the tenants of a database."""
    settings = settings_of(data, database)
    from facetstore.bootstrap.serve import check_demo, limit_of, run

    if demo and not check_demo(host, yes=yes):
        say(
            f"Warning: the demo listens on {host}. Other machines reach it, and its administrator's token is printed below."
        )
    limit = limit_of(rate_limit, rate_burst)
    run(
        settings,
        host=host,
        port=port,
        workers=workers,
        base_url=base_url,
        trusted_proxies=_listed(trusted_proxies),
        demo=demo,
        limit=limit,
        largest_file=largest_file << 20,
        embed_origins=_listed(embed_origins),
        loopback_webhooks=loopback_webhooks,
        semantic=semantic,
    )


def _listed(text: str | None) -> tuple[str, ...]:
    return tuple(each.strip() for each in (text or "").split(",") if each.strip())
