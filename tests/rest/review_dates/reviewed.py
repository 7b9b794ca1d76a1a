"""An archive whose processes must be reviewed every year, with some that were released long ago."""

from collections.abc import Iterator
from datetime import date
from typing import Any, Final

from facetstore.domain.tenant import Tenant
from facetstore.usecases.review_dates.due_dates import today_in
from tests.rest.editing.archive import IDS, PEOPLE, PROCESSES, Archive, records
from tests.support import company
from tests.support.api import Api, Database, Json

ADDITIONS: Final = {"types": {"subProcess": {"review": {"months": 12, "leadDays": 30}}}}
OLD, OWNERLESS, SECRET, YOUNG = (company.element_id(number) for number in (901, 902, 903, 904))
"""Stan owns the old one, the staff the secret one below personnel; the young one is a draft. All others were released in 2021."""


def open_reviewed(api: Api, database: Database, additions: Json | None = None) -> Archive:
    number = len(database.tokens)
    tenant = database.add_tenant(
        f"reviewed/{number}", company.SETTINGS, lambda: reviewed(additions or ADDITIONS), roles=()
    )
    database.let_in(tenant, {name: IDS[name] for name in PEOPLE})
    return Archive(api, tenant)


def reviewed(additions: Json) -> Iterator[company.Record]:
    _, *rest = records()
    yield {**company.header(), "storage": {"metamodel": additions}}
    yield from rest
    yield _process(901, "Old", IDS["sales"], owner=[IDS["stan"]])
    yield _process(902, "Ownerless", IDS["sales"], author=[IDS["hanna"]])
    yield _process(903, "Secret", IDS["personnel"], owner=[IDS["staff"]])
    yield company.versioned("subProcess", 904, "0.1", "inProcess", {1033: "Young"}, IDS["sales"], owner=[IDS["stan"]])


def _process(number: int, name: str, parent: str, **related: list[str]) -> company.Record:
    return company.versioned("subProcess", number, "1.0", "released", {1033: name}, parent, 0, **related)


def path_of(element: str) -> str:
    return f"{PROCESSES}/{element}/review"


def confirm(archive: Archive, element: str, who: str, version: str | None = None) -> int:
    version = version or version_of(element)
    return archive.status(path_of(element), who, "POST", {"versionId": version})


def version_of(element: str) -> str:
    """The id of the version that was released in 2021."""
    number = next(each for each in (901, 902, 903) if company.element_id(each) == element)
    return company.version_id(number, "1.0")


def due(archive: Archive, who: str, query: str = "") -> Any:
    return archive.get(f"rest/reviews{query}", who)


def due_elements(archive: Archive, who: str, query: str = "") -> list[str]:
    return [each["element"]["id"] for each in due(archive, who, query)["values"]]


def today() -> date:
    """The day in the storage."""
    return today_in(company.SETTINGS.time_zone)


def tenant_of(archive: Archive, database: Database) -> Tenant:
    return database.tenant(archive.tenant)
