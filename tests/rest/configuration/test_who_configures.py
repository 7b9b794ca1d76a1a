"""Only administrators touch what configures a tenant: languages, stereotypes, tags, overview pages and report sources."""

import pytest

from facetstore.metamodel.loader import load_standard
from tests.rest.configuration.configured import Configured
from tests.support.api import Json

FACETS = [
    each.name
    for each in load_standard().facets.values()
    if any(t.configuration for t in load_standard().types_of(each.name))
]
OTHERS = ("viewer", "editor", "approver", "analyzer", "architect")


def test_these_facets_configure() -> None:
    assert FACETS == ["cultures", "overviewpages", "reportsources", "stereotypes", "tags"]


def elements_of(facet: str) -> list[Json]:
    """An element to be created for every type of a facet."""
    lcid = {"lcid": {"127": "1036"}}
    return [
        {
            "type": each.key,
            "attributes": {"name": {"1033": f"New {each.key}"}, **(lcid if "lcid" in each.attributes else {})},
        }
        for each in load_standard().types_of(facet)
    ]


@pytest.mark.parametrize("facet", FACETS)
def test_no_other_role_creates_changes_deletes_moves_or_copies(own: Configured, facet: str) -> None:
    path = f"rest/facets/{facet}/views/detail/elements"
    given = elements_of(facet)
    there = own.store(path, *given)
    revision = own.tenant.revision

    for role in OTHERS:
        for element, stored in zip(given, there, strict=True):
            id_, name = stored["id"], {"attributes": {"name": {"1033": "Mine"}}}
            answers = {
                "create": own.post(path, {**element, **name}, role=role),
                "change": own.post(path, {"id": id_, **name}, role=role),
                "change with others": own.post(path, {"id": id_, **name}, {**element, **name}, role=role),
                "delete": own.delete(f"{path}/{id_}", role),
                "delete by force": own.delete(f"{path}/{id_}?force=true", role),
                "move": own.send("POST", f"{path}/{id_}/move", {"parent": None, "position": 0}, role),
                "lock": own.send("POST", f"{path}/{id_}/lock", None, role),
                "dry run": own.send("POST", f"{path}?dryRun=true", {"elements": [{"id": id_, **name}]}, role),
            }
            assert {name: each.status_code for name, each in answers.items()} == dict.fromkeys(answers, 403)
            copied = own.send("POST", f"{path}/{id_}/copy", None, role)
            assert copied.status_code in (403, 409)
            shown = own.read(f"{path}/{id_}", role)["elements"][0]
            assert shown["setReadOnly"] is True
            info = own.read(f"{path}/{id_}/info", role)["values"][0]
            offered = ("hasEditPermission", "isCurrentRemovable", "isCurrentCopyable")
            assert [info[each] for each in offered] == [False, False, False]

    assert own.tenant.revision == revision


def test_administrators_do(own: Configured) -> None:
    for facet in FACETS:
        path = f"rest/facets/{facet}/views/detail/elements"
        for stored in own.store(path, *elements_of(facet)):
            own.store(path, {"id": stored["id"], "attributes": {"name": {"1033": "Changed"}}})
            assert own.delete(f"{path}/{stored['id']}").status_code == 200
