"""What a plan shows of elements that the caller may not see: no more than an unknown id and an unused name."""

import pytest

from tests.rest.editing.archive import HIRING, IDS, Archive, open_archive
from tests.support.api import Api, Database, Json
from tests.support.company import NOWHERE

pytestmark = pytest.mark.one_engine


@pytest.fixture
def archive(api: Api, database: Database) -> Archive:
    """Personnel is for its staff alone: Hanna sees it, Stan does not."""
    archive = open_archive(api, database)
    archive.permit(IDS["personnel"], {"staff": "full"})
    return archive


def planned(archive: Archive, who: str, table: str, query: str = "") -> Json:
    path = f"rest/imports?facet=processes&type=subProcess{query}"
    response = archive.api.send("POST", path, who, tenant=archive.tenant, content=table.encode())
    assert response.status_code == 200, response.text
    (plan,) = response.json()["values"]
    return dict(plan)


def shown(plan: Json, id_: str) -> str:
    """A plan without what is its own."""
    left = {name: value for name, value in plan.items() if name not in ("id", "created", "expires")}
    return str(left).replace(id_, "")


def test_a_hidden_id_is_an_unknown_one(archive: Archive) -> None:
    table = "elementId,name.1033,description.1033\n{},Hiring,Text\n"

    hidden = planned(archive, "stan", table.format(HIRING))
    unknown = planned(archive, "stan", table.format(NOWHERE))

    assert [each["code"] for each in hidden["findings"]] == ["not-found"]
    assert shown(hidden, HIRING) == shown(unknown, NOWHERE)


def test_a_hidden_name_is_an_unused_one(archive: Archive) -> None:
    (element,) = archive.send("GET", f"rest/facets/processes/views/detail/elements/{HIRING}", "hanna").json()[
        "elements"
    ]
    name = element["attributes"]["name"]["1033"]
    table = "name.1033,processes\n{},{}\n"

    seen = planned(archive, "hanna", table.format(name, ""), "&match=name.1033")
    hidden = planned(archive, "stan", table.format(name, name), "&match=name.1033")
    unused = planned(archive, "stan", table.format("Qzx", "Qzx"), "&match=name.1033")

    assert seen["counts"]["created"] == 0
    assert shown(hidden, name) == shown(unused, "Qzx")


def test_a_table_has_no_row_of_what_may_only_be_named(archive: Archive) -> None:
    archive.permit(HIRING, {"staff": "full", "stan": "glance"})
    path = "rest/facets/processes/views/detail/table?format={}"

    listed = archive.send("GET", "rest/facets/processes/views/list/elements", "stan").json()["elements"]
    assert HIRING in [each["id"] for each in listed]
    for format_, sheet in (("csv", "list"), ("csv", "edit"), ("csv", "translations")):
        query = path.format(format_) + f"&sheet={sheet}"
        ids = {
            who: [line.partition(b",")[0] for line in archive.send("GET", query, who).content.splitlines()]
            for who in ("hanna", "stan")
        }
        assert HIRING.encode() in ids["hanna"]
        assert HIRING.encode() not in ids["stan"]
    query = "rest/facets/processes/views/detail/table?format=xliff&$culture=1031"
    assert HIRING.encode() in archive.send("GET", query, "hanna").content
    assert HIRING.encode() not in archive.send("GET", query, "stan").content
    refused = planned(archive, "stan", f"elementId,description.1033\n{HIRING},Text\n")
    assert refused["counts"]["changed"] == 0
    assert refused["counts"]["faulty"] == 1
