"""Random histories: the states that are served are those that a plain model finds in all history entries."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

import pytest

from facetstore.domain.changed_texts import CONFIRMED
from facetstore.domain.tenant import Tenant
from facetstore.storage.writes.translation_columns import TranslationColumns
from facetstore.usecases.ports.writes import HistoryEntry
from facetstore.usecases.tenancy import serve
from tests.support import company
from tests.support.api import Json
from tests.support.changing import DETAIL, Changing
from tests.support.proof import record, sampled

SOURCE, TARGET = 1033, 1031
ATTRIBUTES: Final = ("name", "description", "purp")
ELEMENTS: Final = (company.RETURNS, company.CHECK, company.ORPHAN)
STEPS: Final = sampled(400, 50)

Place = tuple[str, int]


class Model:
    """What follows from the entries of an element, looked up backwards for each text by itself."""

    def __init__(self, entries: Sequence[HistoryEntry]) -> None:
        self.entries = [each for each in entries if each.after is not None]

    def value(self, number: int, place: Place) -> object:
        after = self.entries[number].after
        assert after is not None
        value = after.attributes.get(place[0], {}).get(place[1])
        return value.replace(company.XML, "") if isinstance(value, str) else value

    def changed(self, number: int, place: Place) -> int:
        """The revision at which the text that an entry left behind was changed."""
        entry = self.entries[number]
        told = entry.details if entry.kind == CONFIRMED else {}
        if told and place[0] in told["attributes"].split(",") and told["culture"] == str(place[1]):
            return entry.revision
        before = self.before(number)
        if before is None or self.value(before, place) != self.value(number, place):
            return entry.revision
        return self.changed(before, place)

    def before(self, number: int) -> int | None:
        """The entry that an entry started from: of the same version, or of the newest one where a version begins."""
        entry = self.entries[number]
        own = [n for n in range(number) if self.entries[n].version == entry.version]
        if own and (not self.entries[own[-1]].kind.endswith(".deleted") or entry.kind.endswith(".restored")):
            return own[-1]
        standing = self.standing(number)
        return max(standing, key=self.order) if standing else None

    def standing(self, number: int) -> list[int]:
        """The last entries of the versions that are there before an entry."""
        last = {self.entries[n].version: n for n in range(number)}
        return [n for n in last.values() if not self.entries[n].kind.endswith(".deleted")]

    def order(self, number: int) -> tuple[object, ...]:
        after = self.entries[number].after
        assert after is not None
        return (*after.major_minor, str(after.attributes.get("createdOn", {}).get(127) or ""), after.id)

    def states(self, version: str) -> dict[Place, str]:
        """The states of the texts of a version as it is now."""
        number = max(n for n, each in enumerate(self.entries) if each.version == version)
        found: dict[Place, str] = {}
        for name in ATTRIBUTES:
            filled = {culture: bool(self.value(number, (name, culture))) for culture in (SOURCE, TARGET)}
            if not any(filled.values()):
                continue
            at = {culture: self.changed(number, (name, culture)) for culture in (SOURCE, TARGET)}
            for culture in (SOURCE, TARGET):
                stale = culture != SOURCE and filled[SOURCE] and at[culture] < at[SOURCE]
                found[name, culture] = "missing" if not filled[culture] else "stale" if stale else "current"
        return found


def entries_of(changing: Changing, element: str) -> list[HistoryEntry]:
    storage, tenant = changing.database.storage, changing.database.tenant(changing.address)
    return list(changing.database.run(storage.history(tenant.key, element, 100_000, 0)))[::-1]


def served(changing: Changing, element: str, role: str) -> tuple[str, dict[Place, str]] | None:
    response = changing.get(f"{DETAIL}/{element}/translations", role)
    if response.status_code == 404:
        return None
    body: Json = response.json()
    states = {(each["attribute"], each["culture"]): each["state"] for each in body["values"]}
    return body["versionId"], {place: state for place, state in states.items() if place[0] in ATTRIBUTES}


def step(changing: Changing, random: Random) -> None:
    """One change at random; what does not fit the state of the element is refused, and nothing happens."""
    element = random.choice(ELEMENTS)
    address = f"{DETAIL}/{element}"
    match random.choice(("text",) * 12 + ("confirm", "release", "draft", "delete", "force") + ("restore",) * 3):
        case "text":
            attribute = random.choice(ATTRIBUTES)
            cultures = random.choice(((SOURCE,), (SOURCE,), (TARGET,), (SOURCE, TARGET)))
            texts = {str(each): random.choice((None, "One", "Two", "Three", "Four")) for each in cultures}
            texts = {each: "Named" if attribute == "name" and text is None else text for each, text in texts.items()}
            body = {"elements": [{"id": element, "attributes": {attribute: texts}}]}
            if changing.post(DETAIL, body).status_code == 409:
                changing.post(f"release/{element}/createversion")
                changing.post(DETAIL, body)
        case "confirm":
            changing.post(f"{address}/translations/confirm", {"culture": TARGET})
        case "release":
            reason = {"description": {"1033": "What for"}, "reasonForRevision": {"127": "It was time"}}
            changing.post(DETAIL, {"elements": [{"id": element, "attributes": reason}]})
            changing.post(f"release/{element}/transitions/InProcessToReleased?ignoreWarnings=true")
        case "draft":
            changing.post(f"release/{element}/createversion")
        case "delete":
            versions = changing.get(f"{address}/versions").json().get("versions", [])
            if versions:
                changing.post(f"{DETAIL}/{versions[-1]['versionId']}/delete")
        case "force":
            changing.post(f"{address}/delete?force=true")
        case "restore":
            for each in changing.read("rest/trash")["values"]:
                changing.post(f"rest/trash/{each['id']}/restore")


async def wrong_columns(changing: Changing, tenant: Tenant) -> list[str]:
    engine, metamodel = changing.database.storage.engine, serve(tenant).metamodel
    columns = TranslationColumns(engine.fetch, engine.dialect, tenant.key, metamodel, tenant.settings)
    return [each.version async for each in columns.check_changed()]


@pytest.mark.parametrize("seed", range(sampled(10, 2)))
def test_states_after_random_changes_are_those_of_the_history(changing: Changing, seed: int) -> None:
    random, compared, seen = Random(seed), 0, Counter[str]()
    for _ in range(STEPS):
        step(changing, random)
        element = random.choice(ELEMENTS)
        model = Model(entries_of(changing, element))
        for role in ("administrator", "viewer"):
            found = served(changing, element, role)
            if found is not None:
                version, states = found
                assert states == model.states(version), (element, role)
                compared += 1
                seen.update(states.values())
    assert changing.database.run(wrong_columns(changing, changing.database.tenant(changing.address))) == []
    assert {"stale", "missing", "current"} <= seen.keys()
    record("translations by history", compared, "as the model says")


def test_columns_that_were_changed_behind_the_service_are_found_and_rebuilt(changing: Changing) -> None:
    changing.update({"id": company.RETURNS, "attributes": {"name": {"1033": "Returns", "1031": "Retouren"}}})
    changing.update({"id": company.RETURNS, "attributes": {"name": {"1033": "Goods returned"}}})
    tenant = changing.database.tenant(changing.address)
    engine = changing.database.storage.engine

    async def spoil(text: str) -> tuple[list[str], int, list[str]]:
        async with engine.transaction() as session:
            await session.fetch(
                f"{text} WHERE tenant = :tenant AND id = :id", {"tenant": tenant.key, "id": company.RETURNS_0_1}
            )
        found = await wrong_columns(changing, tenant)
        metamodel = serve(tenant).metamodel
        async with engine.transaction() as session:
            columns = TranslationColumns(session.fetch, engine.dialect, tenant.key, metamodel, tenant.settings)
            rebuilt = await columns.rebuild(session)
        return found, rebuilt, await wrong_columns(changing, tenant)

    for text in (
        "UPDATE version SET changed = '1'",
        "UPDATE version SET translations = ',1031c9'",
        "UPDATE version SET changed = NULL, translations = NULL",
    ):
        assert changing.database.run(spoil(text)) == ([company.RETURNS_0_1], 1, [])
