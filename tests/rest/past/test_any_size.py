"""In a storage of any size every read takes `asOf`, and shows the same as then: nothing needs the whole storage put together."""

from random import Random
from typing import Final

import pytest

from facetstore.query.options import AS_OF
from facetstore.rest.routing.routes import ROUTES
from facetstore.storage.past import compared_states, past_counts, past_search, pasts
from tests.rest.past.random_changes import RandomChanges
from tests.rest.past.test_as_of import WHO, Recorded, ask, reads, shown
from tests.support import company
from tests.support.api import element
from tests.support.changing import Changing
from tests.support.proof import record, scaled

WRITES: Final = scaled(600)
MOMENTS: Final = scaled(40)
LIST: Final = "rest/facets/processes/views/list/elements"
LISTS: Final = (
    f"{LIST}?$filter=owner/any(o: contains(o/name,'a'))&$count=true",
    f"{LIST}?$filter=contains(description,'e')&$orderby=description desc",
    f"{LIST}?$select=createdBy&$expandRelated=createdBy",
    f"{LIST}?$count=true&$facetCounts=owner,stereotype",
    f"{LIST}?$resources=attributes,related,stereotype&$cursor=&$pageSize=3",
    "rest/stats?by=facet,state",
    "rest/stats?by=owner&facets=processes",
    "rest/stats?by=month",
    "rest/stats?by=missingCulture",
    "rest/stats?by=facet,missingCulture",
    "rest/search?q=am",
    "rest/search?q=a",
    "rest/facets/processes/reporting?$filter=contains(name,'a')",
    "rest/facets/processes/views/detail/config",
    "rest/translations",
    "rest/facets/processes/translations",
    "rest/facets/processes/translations?culture=1031&state=missing,stale,fallback,current&$page=1&$pageSize=3",
    f"{element(company.ANNA, 'users')}/usages",
    f"{element(company.ANNA, 'users')}/usages?context=owner&$page=2&$pageSize=2",
    f"{element(company.ANNA, 'users')}/info",
)


def every_read(changing: Changing, ids: list[str]) -> list[str]:
    drawn = [changing.get(f"{element(each)}/content") for each in ids]
    shapes = [shape["id"] for each in drawn if each.status_code == 200 for shape in each.json()["elements"]][:1]
    found = [*reads([*ids, *shapes]), *LISTS]
    for id_ in (*ids, *shapes):
        one = element(id_)
        versions = changing.get(f"{one}/versions")
        found += [
            f"{one}/content?format=script",
            f"{one}/translations",
            f"{one}?$expandRelated=owner,createdBy",
            f"{one}?$resources=attributes,content&$expandRelated=systems",
            f"{one}/related?$filter=contains(name,'a')",
            f"{one}/related/owner?$expandRelated=owner",
            f"{one}/attributes/name",
            f"rest/diagram/{id_}/render/1033/detailed",
        ]
        if versions.status_code == 200:
            found += [element(each["versionId"]) for each in versions.json()["elements"][:2] if "versionId" in each]
    return found


def test_nothing_needs_the_whole_storage(changing: Changing, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(20)
    changes, kept = RandomChanges(changing, random), list[Recorded]()
    at = {random.randrange(WRITES) for _ in range(MOMENTS)}
    for number in range(WRITES):
        changes.step()
        if number in at:
            changes.show_all()  # the past is shown by the permissions of today
            ids = [each["id"] for each in changes.listed("processes")]
            paths = every_read(changing, [company.RECEIPT, *random.sample(ids, min(1, len(ids)))])
            kept += [ask(changing, changing.revision, random.choice(WHO), path) for path in paths]
    changes.show_all()

    monkeypatch.setattr(pasts, "MOST_VERSIONS", 0)  # the whole storage is refused
    monkeypatch.setattr(compared_states, "FEW", 0)
    monkeypatch.setattr(past_search, "FEW", 0)
    answered = [ask(changing, each.revision, each.role, each.path, str(each.revision)) for each in kept]
    different = [(was, is_) for was, is_ in zip(kept, answered, strict=True) if was != is_]
    assert not different, shown(different)
    record("as of, in a storage of any size", len(kept), "equal", writes=WRITES, moments=len(at))


def test_elements_are_counted_by_any_number_of_owners(changing: Changing, monkeypatch: pytest.MonkeyPatch) -> None:
    changing.update(
        {
            "type": "subProcess",
            "attributes": {"name": {"1033": "Packing"}},
            "related": {"owner": [{"id": company.ANNA}]},
        }
    )
    now = changing.read("rest/stats?by=owner")["values"]
    assert {company.ANNA, company.OLGA} <= {each.get("owner") for each in now}

    monkeypatch.setattr(pasts, "MOST_VERSIONS", 0)
    monkeypatch.setattr(past_counts, "MOST_LISTED", 1)

    assert changing.read(f"rest/stats?by=owner&asOf={changing.revision}")["values"] == now


@pytest.mark.one_engine
def test_every_read_of_content_takes_as_of() -> None:
    reads_of_content = {"elements-list", "element-get", "element-info", "usages-list", "stats", "translations-get"}
    taking = {each.name for each in ROUTES if AS_OF in each.parameters}
    assert reads_of_content <= taking
    assert not taking & {"me", "transitions-list", "version-record"}, "they say what may be done now"
