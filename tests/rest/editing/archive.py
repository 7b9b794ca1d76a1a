"""An archive with a room that not all people may enter: people, groups, permission sets, and elements below each other."""

from collections.abc import Iterator
from itertools import count
from typing import Any, Final

from facetstore.domain.callers import Role
from facetstore.metamodel.loader import load_standard
from tests.rest.release.office import Office
from tests.support import company
from tests.support.api import Api, Database, Json

PEOPLE: Final = {
    "hanna": (Role.EDITOR, ["staff"]),
    "adam": (Role.ADMINISTRATOR, ["staff"]),
    "boss": (Role.ADMINISTRATOR, []),
    "stan": (Role.EDITOR, []),
    "vera": (Role.VIEWER, []),
    "piet": (Role.APPROVER, []),
}
"""Hanna and Adam belong to the staff of personnel; the others do not, however high their role."""

GROUPS: Final = ("staff", "guests")
SETS: Final = {
    "full": ["show", "open", "edit", "new", "delete", "approve"],
    "read": ["show", "open"],
    "glance": ["show"],
    "change": ["edit"],
    "clear": ["delete"],
    "none": [],
}

IDS: Final = {
    name: company.element_id(700 + number)
    for number, name in enumerate((*PEOPLE, *GROUPS, *SETS, "house", "personnel", "sales", "records"))
}
HIRING, PAY, OFFERS, RECORDS = (company.element_id(number) for number in (801, 802, 803, 804))
"""Hiring and pay stand below personnel, offers below sales; records refer to hiring and offers, and stand alone."""
HIRING_STEP: Final = company.element_id(8012)
PROCESSES: Final = "rest/facets/processes/views/detail/elements"
_numbers = count(1)


class Archive(Office):
    """The tenant, asked by people by their names."""

    def permit(
        self,
        element: str,
        grants: dict[str, str],
        who: str = "adam",
        *,
        status: int = 200,
        query: str = "",
        **flags: bool,
    ) -> Any:
        """Set permissions: names of people and groups with the names of their permission sets."""
        given = [{"principal": IDS[name], "permissionSets": [IDS[each]]} for name, each in grants.items()]
        return self.post(f"{PROCESSES}/{element}/permissions{query}", who, {"grants": given, **flags}, status=status)

    def permit_facet(self, facet: str, grants: dict[str, str], who: str = "adam") -> Any:
        given = [{"principal": IDS[name], "permissionSets": [IDS[each]]} for name, each in grants.items()]
        return self.post(f"rest/facets/{facet}/permissions", who, {"grants": given})

    def change(self, facet: str, who: str, *elements: Json, status: int = 200) -> Any:
        return self.post(f"rest/facets/{facet}/views/detail/elements", who, {"elements": list(elements)}, status=status)

    def names(self, path: str, who: str) -> list[str]:
        found = self.get(path, who)
        return [each["attributes"]["name"]["1033"] for each in found["elements"]]

    def status(self, path: str, who: str, method: str = "GET", body: object = None) -> int:
        return self.send(method, path, who, body).status_code

    def info(self, element: str, who: str) -> Json:
        (found,) = self.get(f"{PROCESSES}/{element}/info", who)["values"]
        result: Json = found
        return result


def open_archive(api: Api, database: Database) -> Archive:
    """An archive of one's own, with all people who can call."""
    tenant = database.add_tenant(f"archive/{next(_numbers)}", company.SETTINGS, records, roles=())
    database.let_in(tenant, {name: IDS[name] for name in PEOPLE})
    return Archive(api, tenant)


def records() -> Iterator[company.Record]:
    yield company.header()
    for group in GROUPS:
        yield company.plain("userGroup", IDS[group], {1033: group.title()})
    for name, levels in SETS.items():
        made = company.plain("permissionSet", IDS[name], {1033: name.title()})
        made["attributes"]["grants"] = {127: levels}
        yield made
    for name, (role, groups) in PEOPLE.items():
        flags = load_standard().roles.flags_of(role)
        person = company.person(IDS[name], name.title(), "Example", **flags)
        yield {**person, "related": company.references({"userGroups": [IDS[each] for each in groups]})}
    yield company.plain("processHouse", IDS["house"], {1033: "House"})
    for position, name in enumerate(("personnel", "sales")):
        yield company.plain("subCategory", IDS[name], {1033: name.title()}, position, IDS["house"])
    yield _process(801, "Hiring", "personnel", content=True)
    yield _process(802, "Pay", "personnel")
    yield _process(803, "Offers", "sales")
    yield {**_process(804, "Records", None), "related": company.references({"processes": [HIRING, OFFERS]})}
    yield company.flow("task", 8012, "Interview")


def _process(number: int, name: str, parent: str | None, *, content: bool = False) -> company.Record:
    made = company.versioned("subProcess", number, "0.1", "inProcess", {1033: name}, parent and IDS[parent])
    made["attributes"]["description"] = {1033: f"{company.XML}<p>How {name.lower()} is done</p>"}
    if content:
        properties = {"shapeId": company.shape_id(number, "1.0", 2), "predecessors": []}
        made["content"] = [{"id": company.element_id(10 * number + 2), "properties": properties}]
    return made
