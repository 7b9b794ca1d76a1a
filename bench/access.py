"""The cost of permissions: the same reads by a caller who needs none, and by one in many groups with many permissions set."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from bench.changes import changes
from bench.dataset import ADDRESS, Dataset, make_dataset
from bench.load import Client, request_bytes
from bench.processes import process
from bench.reads import ROUNDS, Case, Condition, after_changes, cases, together
from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.access import EDITORS
from facetstore.domain.element import Version
from facetstore.domain.tenant import Tenant
from facetstore.domain.values import INVARIANT, ElementId, VersionId
from facetstore.metamodel.loader import load_standard
from facetstore.usecases.ports.selections import ListOf
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.principals import Given
from facetstore.usecases.tenancy import token_digest
from facetstore.usecases.tokens.issuing import new_secret

GROUPS: Final = 20
PERMISSIONS: Final = 500
MOST: Final = 15.0
"""How much more a read may cost, in percent."""
_CONDITIONS: Final = (Condition.CACHE_OFF, Condition.CHANGED, Condition.UNCHANGED)
_HOUR: Final = 3_600_000_000

Say = Callable[[str], None]
Side = tuple[Client, int, Mapping[str, str]]
"""The name of one of the two services, its process, and its caller."""


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What one case cost without permissions and with them, in CPU microseconds a request."""

    case: str
    condition: Condition
    plain: float
    narrowed: float

    @property
    def percent(self) -> float:
        return (self.narrowed / self.plain - 1) * 100


def measure_access(place: Path, elements: int, say: Say) -> list[Narrowed]:
    """Measure on two copies of one database, in turn, so that whatever else the machine does hits both alike."""
    dataset = asyncio.run(_fill(place, elements))
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(place, folder, dirs_exist_ok=True)
        token = asyncio.run(_permit(Path(folder), dataset))
        found = []
        for condition in _CONDITIONS:
            found += _compare((str(place), dataset.token), (folder, token), dataset, condition, say)
    return found


async def _fill(place: Path, elements: int) -> Dataset:
    async with opened_storage(Settings(data=place)) as storage:
        return await make_dataset(storage, elements)


async def _permit(place: Path, dataset: Dataset) -> str:
    """Set permissions all over the tenant, and return the secret of a caller who may read what is measured, but not all."""
    async with opened_storage(Settings(data=place)) as storage:
        tenant = await storage.tenant(ADDRESS)
        assert tenant is not None
        others = (await storage.reader(tenant, EDITORS).lists.listing(ListOf("processes"))).elements
        secret = new_secret()
        async with storage.writer(tenant, actor=None) as writer:
            await writer.versions.add([_stored(each) for each in _people()], "added")
            await writer.accounts.set_token(_id("person"), token_digest(secret), time.time_ns() // 1000 + _HOUR)
            own = [Given(_id(f"group {number}"), (_id("read"),)) for number in range(GROUPS)]
            foreign = [Given(_id("stranger"), (_id("read"),))]
            for number, element in enumerate([*dataset.parents, *others[: PERMISSIONS - len(dataset.parents)]]):
                mine = number < len(dataset.parents) or number % 2 == 0
                grants = [own[number % GROUPS]] if mine else foreign
                await writer.zones.set(element, grants, inherits=False, excludes=True)
        await _check(storage, tenant)
    return secret


async def _check(storage: Storage, tenant: Tenant) -> None:
    rows = await storage.permissions(tenant)
    if len(rows.settings) != PERMISSIONS:
        raise RuntimeError(f"{len(rows.settings)} permissions are set, not {PERMISSIONS}.")


def _people() -> Sequence[Version]:
    flags: dict[str, dict[int, object]] = {
        flag: {INVARIANT: True} for flag in load_standard().roles.role_flags.values()
    }
    named: dict[str, dict[int, object]] = {"lastName": {INVARIANT: "Narrowed"}}
    groups = tuple(ElementId(_id(f"group {number}")) for number in range(GROUPS))
    return [
        _element("read", "permissionSet", {"name": {1033: "Read"}, "grants": {INVARIANT: ["show", "open"]}}),
        *(_element(f"group {number}", "userGroup", {"name": {1033: f"Group {number}"}}) for number in range(GROUPS)),
        _element("stranger", "userGroup", {"name": {1033: "Strangers"}}),
        _element("person", "user", {**named, **flags}, {"userGroups": groups}),
    ]


def _element(
    name: str,
    type_: str,
    attributes: dict[str, dict[int, object]],
    related: dict[str, tuple[ElementId, ...]] | None = None,
) -> Version:
    facet = {"permissionSet": "permissionsets", "userGroup": "usergroups", "user": "users"}[type_]
    id_ = _id(name)
    return Version(
        ElementId(id_), VersionId(id_), facet, type_, creation_id=id_, attributes=attributes, related=related or {}
    )


def _stored(version: Version) -> StoredVersion:
    return StoredVersion(version, newest=True, visible=True, published=True)


def _id(name: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"bench access {name}"))


def _compare(
    plain: tuple[str, str], narrowed: tuple[str, str], dataset: Dataset, condition: Condition, say: Say
) -> list[Narrowed]:
    megabytes = "0" if condition is Condition.CACHE_OFF else "64"
    found = []
    with ExitStack() as stack:
        sides: list[Side] = []
        for place, token in (plain, narrowed):
            port, pid = stack.enter_context(process("bench.service", megabytes, place))
            headers = {"symbio-auth-token": token, "user-agent": "bench", "accept": "*/*"}
            sides.append((Client(port), pid, headers))
        for case in cases(dataset):
            rounds = [[_spent(side, case, condition) for side in sides] for _ in range(ROUNDS)]
            # Compared within a round, because the machine runs now faster and now slower.
            without, with_ = sorted(rounds, key=lambda spent: spent[1] / spent[0])[ROUNDS // 2]
            found.append(Narrowed(case.name, condition, without, with_))
            say(
                f"{condition}, {case.name}: {found[-1].plain:.0f} µs, {found[-1].narrowed:.0f} µs, {found[-1].percent:+.0f} %"
            )
        for client, _, _ in sides:
            client.close()
    return found


def _spent(side: Side, case: Case, condition: Condition) -> float:
    client, pid, headers = side
    requests = [request_bytes(path, headers, 0) for path in case.paths]
    measure = together
    if condition is Condition.CHANGED:
        measure = partial(after_changes, changes=changes(ADDRESS, "tags", headers))
    return measure(client, pid, requests, case.requests)
