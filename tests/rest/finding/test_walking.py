"""Following the links of a list shows every element exactly once, whatever others write meanwhile; only what they touch may be
missed or shown again."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any, Final

import httpx
import pytest

from facetstore.bootstrap.database import open_storage
from facetstore.domain.element import Version
from facetstore.domain.tenant import Tenant
from facetstore.query.filter_check import read_filter
from facetstore.query.filter_evaluate import matches
from facetstore.query.filter_names import names_of
from facetstore.regional.time_zones import to_instant
from facetstore.storage.store import SqlStorage
from tests.storage.builders import METAMODEL, SETTINGS, plain, stored, user, version
from tests.storage.finding.filter_tenants import ZONE, Records
from tests.storage.random_tenants import RandomTenant
from tests.support.api import BASE, Api, Database, next_page
from tests.support.proof import record, scaled

VIEWS: Final = "rest/facets/processes/views"
FILTER: Final = "$filter=Contains(name,'e') OR costs -gt 1"
MODES: Final = {
    "as it is": ("list", ""),
    "filtered": ("list", FILTER),
    "in detail": ("detail", "$select=name"),
    "by name": ("list", "$orderby=name"),
    "by name backwards": ("list", "$orderby=name desc"),
    "by a number that may be missing": ("list", "$orderby=costs"),
    "by a number backwards": ("list", "$orderby=costs desc,name"),
    "by many keys, filtered": ("list", f"{FILTER}&$orderby=stereotype desc,changedOn,type desc,name desc"),
    "by what nobody has": ("list", "$orderby=processMaturity desc"),
    "in one culture": ("list", "$culture=1031&$orderby=name desc"),
    "roots": ("tree", ""),
    "roots backwards": ("tree", "$orderby=name desc"),
    "orphans": ("orphaned", FILTER),
    "the last released": ("lastReleasedProcesses", ""),
    "the last released, filtered": ("lastReleasedProcesses", FILTER),
    "expanded": ("list", "$expandRelated=owner&$orderby=name"),
}
WORDS: Final = ("apple", "Äpfel", "pear", "Pear", "zebra", "Zürich", "", "e", "🏭", "straße", "STRASSE")
_numbers = count(1)


@dataclass
class Others:
    """Another writer: it changes some of the elements, and leaves the rest alone."""

    random: Random
    storage: SqlStorage
    tenant: Tenant
    theirs: list[Version]
    deletes: bool
    added: int = 0
    done: Counter[str] = field(default_factory=Counter)

    async def write(self) -> None:
        await self.random.choice((self.rename, self.rename, self.add, self.delete if self.deletes else self.rename))()

    async def rename(self) -> None:
        if not self.theirs:
            return
        number = self.random.randrange(len(self.theirs))
        before = self.theirs[number]
        attributes = {**before.attributes, **values(self.random)}
        after = before._replace(attributes=attributes)
        self.theirs[number] = after
        async with self.storage.writer(self.tenant, actor=None) as writer:
            await writer.versions.replace([stored([after])[0]], "changed")
        self.done["renamed"] += 1

    async def add(self) -> None:
        if self.added > 25:
            return
        self.added += 1
        made = element(f"added {next(_numbers)}", self.random)
        self.theirs.append(made)
        async with self.storage.writer(self.tenant, actor=None) as writer:
            await writer.versions.add(stored([made]), "added")
        self.done["added"] += 1

    async def delete(self) -> None:
        """What no writer can do yet, done by hand."""
        if not self.theirs:
            return
        gone = self.theirs.pop(self.random.randrange(len(self.theirs)))
        async with self.storage.writer(self.tenant, actor=None):
            pass
        async with self.storage.engine.transaction() as session:
            for table, column in (("version", "element"), ("element", "id")):
                text = f"DELETE FROM {table} WHERE tenant = :tenant AND {column} = :element"
                await session.fetch(text, {"tenant": self.tenant.key, "element": gone.element})
        self.done["deleted"] += 1


def values(random: Random) -> dict[str, Mapping[int, object]]:
    """Names and other things to order by, some of them missing or blank."""
    cultures = random.choice(((1031, 1033), (1033,), (1031,)))
    found: dict[str, Mapping[int, object]] = {"name": {each: random.choice(WORDS) for each in cultures}}
    if random.random() < 0.6:
        found["costs"] = {127: random.choice((0.1, 0.1 + 0.2, 1 / 3, 1, 2, 3, 1e300))}
    if random.random() < 0.6:
        found["changedOn"] = {127: random.choice(("2024-01-01T00:00:00", "2024-05-31T12:00:00.1234567"))}
    return found


def element(name: str, random: Random) -> Version:
    if random.random() < 0.3:
        made = plain(name, type_=random.choice(("view", "processHouse")), creation_id=name, state="show")
        return made._replace(attributes=values(random), position=random.randint(0, 3))
    dates = {"relOn": {127: f"202{random.randint(0, 4)}-01-01T00:00:00"}, "createdOn": {127: "2020-01-01T00:00:00"}}
    state = random.choice(("released", "inEffect", "inProcess"))
    made = version(
        name, state=state, related={"owner": ["somebody"]}, stereotype=random.choice((None, "robot", "Ärger"))
    )
    return made._replace(attributes={**dates, **values(random)})


@pytest.fixture(scope="session")
def other_storage(database: Database) -> Iterator[SqlStorage]:
    """The same database, opened a second time."""
    storage = database.run(open_storage(database.settings))
    yield storage
    database.run(storage.close())


@pytest.fixture(scope="session")
def proven(database: Database) -> Iterator[Counter[str]]:
    """What the walks of this worker met on one engine."""
    met: Counter[str] = Counter()
    yield met
    walks = met.pop("walks", 0)
    record(
        "walks through lists while others write", walks, "every untouched element once", engine=database.engine, **met
    )


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", range(scaled(20)))
def test_a_walk_shows_all_that_is_not_touched_exactly_once_while_others_write(
    database: Database, other_storage: SqlStorage, proven: Counter[str], mode: str, seed: int
) -> None:
    random = Random(f"{mode} {seed}")
    deletes = random.random() < 0.5
    api = Api(database, cache_bytes=0 if deletes else 64 << 20)
    address = database.add_tenant(f"walk/{database.engine}{next(_numbers)}", SETTINGS)
    tenant = database.tenant(address)
    everything = [element(f"{mode} {seed} {number}", random) for number in range(36)]
    database.run(added(other_storage, tenant, [user("somebody"), *everything]))
    others = Others(random, other_storage, tenant, random.sample(everything, 12), deletes)
    theirs = {each.element for each in others.theirs}
    view, query = MODES[mode]
    role = random.choice(("viewer", "administrator"))
    first = f"{VIEWS}/{view}/elements?{query}{'&' if query else ''}$pageSize="
    whole = shown(api.get(f"{first}1000", role, tenant=address))
    left_alone = [each for each in whole if each not in theirs]

    seen = walk(api, f"{first}{random.choice((1, 2, 3, 5))}", role, address, lambda: database.run(some(others)))

    api.close()
    assert [each for each in seen if each in left_alone] == left_alone, "once each, and in their order"
    assert left_alone
    if FILTER in query:
        assert set(left_alone) == fitting(everything, whole) - theirs
    proven.update(others.done, walks=1, shown=len(seen))


async def added(storage: SqlStorage, tenant: Tenant, versions: Sequence[Version]) -> None:
    async with storage.writer(tenant, actor=None) as writer:
        await writer.versions.add(stored(versions), "added")


async def some(others: Others) -> None:
    for _ in range(others.random.randint(0, 3)):
        await others.write()


def fitting(everything: Sequence[Version], whole: Sequence[str]) -> set[str]:
    """What of a list the filter of the modes means."""
    tree = read_filter(
        FILTER.removeprefix("$filter="), names_of(METAMODEL, "processes"), lambda local: to_instant(local, ZONE)
    )
    records = Records(RandomTenant(Random(0), {each.id: each for each in everything}), drafts=True)
    return {each for each in whole if matches(tree, records.of(each))}


def shown(response: httpx.Response) -> list[str]:
    assert response.status_code == 200, response.text
    return [each["id"] for each in response.json()["elements"]]


def walk(api: Api, path: str, role: str, tenant: str, between: Callable[[], Any]) -> list[str]:
    """The elements of all pages in the order in which they were shown."""
    response = api.get(path, role, tenant=tenant)
    seen = shown(response)
    token = api.database.tokens[tenant, role]
    for _ in range(300):
        address = next_page(response)
        if address is None:
            return seen
        between()
        assert address.startswith(f"{BASE}/{tenant}/_api/")
        response = api.at("GET", address, headers={"symbio-auth-token": token})
        assert len(shown(response)) <= 5
        seen += shown(response)
    raise AssertionError("This walk does not end.")
