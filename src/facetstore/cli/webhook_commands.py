"""`facetstore webhook`: creating, listing, testing, pausing, replaying and deleting webhooks, and rotating their secrets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from facetstore.cli.console import print_line, print_table, say
from facetstore.cli.shared_options import Address, Data, Database, run, settings_of

if TYPE_CHECKING:
    from facetstore.bootstrap.settings import Settings
    from facetstore.storage.store import SqlStorage
    from facetstore.usecases.ports.webhook_store import Delivery
    from facetstore.usecases.tenancy import ServedTenant
    from facetstore.usecases.webhooks.webhook_changes import ListedWebhook, SignedWebhook
    from facetstore.usecases.writing import Writing

T = TypeVar("T")

app = typer.Typer(no_args_is_help=True, help="Webhooks: create, list, test, pause, resume, rotate, replay, delete.")

Id = Annotated[str, typer.Argument(metavar="ID", help="The id of the webhook.", show_default=False)]
Loopback = Annotated[
    bool,
    typer.Option(
        "--loopback-webhooks", envvar="FACETSTORE_LOOPBACK_WEBHOOKS", help="Allow this machine, also without https."
    ),
]


@app.command()
def create(
    address: Address,
    name: Annotated[str, typer.Option(help="Its name.", show_default=False)],
    url: Annotated[str, typer.Option(help="The receiver, by https.", show_default=False)],
    facets: Annotated[str, typer.Option(metavar="NAME,...", help="Only of these facets.")] = "",
    types: Annotated[str, typer.Option(metavar="KEY,...", help="Only of these types.")] = "",
    kinds: Annotated[str, typer.Option(metavar="KIND,...", help="Only changes of these kinds.")] = "",
    states: Annotated[str, typer.Option(metavar="STATE,...", help="Only into these states.")] = "",
    changes: Annotated[bool, typer.Option("--changes", help="Events say what they changed.")] = False,
    loopback: Loopback = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Create a webhook and print its id and its secret, which is shown only this once."""
    filters = {"facets": facets, "types": types, "kinds": kinds, "states": states}
    lists = {key: [each.strip() for each in text.split(",") if each.strip()] for key, text in filters.items()}
    body = {"name": name, "url": url, "changes": changes, **lists}
    issued = run(_create(settings_of(data, database), address, body, loopback=loopback))
    print_line(f"{issued.webhook.id} {issued.secret}")


async def _create(settings: Settings, address: str, body: object, *, loopback: bool) -> SignedWebhook:
    from facetstore.bootstrap.sending import make_receivers
    from facetstore.usecases.webhooks.webhook_changes import check_webhook, create_webhook

    async with _opened(settings, address) as (storage, served):
        wanted, paused = await check_webhook(storage, served, make_receivers(loopback=loopback), body)
        return await _write(storage, served, lambda writing: create_webhook(writing, wanted, paused=paused))


@app.command("list")
def list_(address: Address, data: Data = None, database: Database = None) -> None:
    """List the webhooks: name, state, receiver, events that wait and that were given up, id."""
    from facetstore.usecases.webhooks.webhook_changes import render_webhook

    shown = [render_webhook(each) for each in run(_list(settings_of(data, database), address))]
    rows = [
        (
            each["name"],
            "failing" if "failingSince" in each else each["state"],
            each["url"],
            *map(str, each["counts"].values()),
            each["id"],
        )
        for each in shown
    ]
    print_table(("Name", "State", "Receiver", "Waiting", "Dead", "Id"), rows)


async def _list(settings: Settings, address: str) -> list[ListedWebhook]:
    from facetstore.usecases.webhooks.webhook_changes import list_webhooks

    async with _opened(settings, address) as (storage, served):
        return await list_webhooks(storage, served)


@app.command("test")
def try_(address: Address, id_: Id, loopback: Loopback = False, data: Data = None, database: Database = None) -> None:
    """Send a test and print what came of it."""
    delivery = run(_test(settings_of(data, database), address, id_, loopback=loopback))
    print_line(f"{delivery.status or 'no answer'} after {delivery.milliseconds} ms")
    if delivery.answer:
        print_line(delivery.answer)


async def _test(settings: Settings, address: str, id_: str, *, loopback: bool) -> Delivery:
    from facetstore.bootstrap.sending import make_receivers
    from facetstore.domain.errors import Conflict
    from facetstore.usecases.ports.job_runner import IN_PLACE
    from facetstore.usecases.tenancy import Tenancy
    from facetstore.usecases.webhooks.trying import Trials
    from facetstore.usecases.webhooks.webhook_changes import access_webhook

    async with _opened(settings, address) as (storage, served):
        hook, hooks = await access_webhook(storage, served, id_), storage.webhooks(served.tenant)
        if (secrets := await hooks.secrets(hook.id)) is None:
            raise Conflict("The webhook has no secret: rotate it first.")
        reading = await Tenancy(storage).act_as(served.tenant.address, None)
        return await Trials(make_receivers(loopback=loopback), IN_PLACE).send(reading, hook, hooks, secrets)


@app.command()
def pause(address: Address, id_: Id, data: Data = None, database: Database = None) -> None:
    """Send nothing until it is resumed."""
    run(_set_paused(settings_of(data, database), address, id_, paused=True))
    say(f"Paused the webhook {id_}.")


@app.command()
def resume(address: Address, id_: Id, data: Data = None, database: Database = None) -> None:
    """Go on where it was paused."""
    run(_set_paused(settings_of(data, database), address, id_, paused=False))
    say(f"Resumed the webhook {id_}.")


async def _set_paused(settings: Settings, address: str, id_: str, *, paused: bool) -> None:
    from facetstore.usecases.webhooks.webhook_changes import access_webhook, change_webhook
    from facetstore.usecases.webhooks.webhook_settings import load_webhook

    async with _opened(settings, address) as (storage, served):
        hook = await access_webhook(storage, served, id_)
        secrets = await storage.webhooks(served.tenant).secrets(hook.id)
        known = load_webhook(hook.settings, secrets.headers if secrets is not None else "{}")
        await _write(storage, served, lambda writing: change_webhook(writing, hook.id, known, paused=paused))


@app.command()
def rotate(address: Address, id_: Id, data: Data = None, database: Database = None) -> None:
    """Give a webhook another secret and print it. For 24 hours messages are signed with both."""
    from facetstore.usecases.webhooks.webhook_changes import rotate_secret

    issued = run(_change(settings_of(data, database), address, lambda writing: rotate_secret(writing, id_)))
    print_line(str(issued.secret))


@app.command()
def replay(
    address: Address,
    id_: Id,
    after: Annotated[
        str | None, typer.Option(help="A cursor of the feed; 0: from the beginning.", show_default=False)
    ] = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Send again what the feed has behind a cursor; without one, what was given up."""
    from facetstore.usecases.webhooks.webhook_changes import replay_webhook

    body = {"dead": True} if after is None else {"after": after}
    run(_change(settings_of(data, database), address, lambda writing: replay_webhook(writing, id_, body)))
    say(f"Replaying the webhook {id_}.")


@app.command()
def delete(address: Address, id_: Id, data: Data = None, database: Database = None) -> None:
    """Delete a webhook and its deliveries."""
    run(_delete(settings_of(data, database), address, id_))
    say(f"Deleted the webhook {id_}.")


async def _delete(settings: Settings, address: str, id_: str) -> None:
    from facetstore.usecases.webhooks.webhook_changes import delete_webhook

    async with _opened(settings, address) as (storage, served):
        await _write(storage, served, lambda writing: delete_webhook(writing, id_))


async def _change(
    settings: Settings, address: str, work: Callable[[Writing], Awaitable[SignedWebhook]]
) -> SignedWebhook:
    async with _opened(settings, address) as (storage, served):
        return await _write(storage, served, work)


async def _write(storage: SqlStorage, served: ServedTenant, work: Callable[[Writing], Awaitable[T]]) -> T:
    from facetstore.usecases.tenancy import service_caller
    from facetstore.usecases.writing import Writing

    async with storage.writer(served.tenant, actor=None, reason="webhook") as writer:
        return await work(Writing(served, service_caller(served), writer))


@asynccontextmanager
async def _opened(settings: Settings, address: str) -> AsyncIterator[tuple[SqlStorage, ServedTenant]]:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.usecases.tenancy import serve
    from facetstore.usecases.tenants.tenant_changes import access_tenant

    async with opened_storage(settings) as storage:
        yield storage, serve(await access_tenant(storage, address))
