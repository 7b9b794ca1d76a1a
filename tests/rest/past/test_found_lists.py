"""Filters, orders and searches of the past do not need the whole tenant, for any caller, and show the same as if it were put together."""

import pytest

from facetstore.storage.past import compared_states, past_search, pasts
from facetstore.storage.past.found_lists import FoundLists
from facetstore.storage.past.span_lists import SpanLists
from tests.rest.editing.archive import HIRING, IDS, OFFERS, PAY, Archive, open_archive
from tests.rest.past.test_cut_lists import close
from tests.support.api import Api, Database, element

LIST = "rest/facets/processes/views/list/elements"
WHO = ("boss", "stan", "vera")
EVERYWHERE = "Contains(attributes,'renamed 1')"
FILTERS = (
    "contains(name,'renamed')",
    "not contains(name,'renamed')",
    "startsWith(name,'r') or description ne null",
    "state eq 'inProcess' and type eq 'subProcess'",
    "changedBy/lastName ne null",
    "owner eq null",
    "owner/type eq 'user'",
    "version eq '1.0'",
    "changedOn -gt '2020-01-01T00:00:00'",
    EVERYWHERE,
)
ORDERS = ("name desc", "changedOn desc,name", "state,version desc", "description")
OTHERS = (
    f"{LIST}?$count=true&$facetCounts=type,state,stereotype,changedBy",
    f"{LIST}?$filter=contains(name,'e')&$count=true&$facetCounts=type,changedBy,owner",
    "rest/search?q=renamed",
    "rest/search?q=RÉNAMED 1",
    "rest/search?q=re",
    "rest/search?q=offers&facets=processes",
    "rest/search?q=name",
    f"{LIST}?$orderby=name desc&$page=2&$pageSize=2",
    f"{LIST}?$filter=contains(name,'e')&$pageSize=1",
    "rest/facets/processes/views/tree/elements?$filter=contains(name,'e')",
    "rest/facets/processes/views/lastReleasedProcesses/elements?$orderby=name",
    f"{element(IDS['house'])}?$resources=children&$filter=contains(name,'e')",
    f"{element(OFFERS)}/related?$filter=contains(name,'a') or lastName ne null",
)


@pytest.fixture
def archive(api: Api, database: Database) -> Archive:
    """Names have changed, personnel may be seen by its staff only, sales only by name, and one process is deleted."""
    archive = open_archive(api, database)
    for number, each in enumerate((HIRING, PAY, OFFERS)):
        archive.change("processes", "boss", {"id": each, "attributes": {"name": {"1033": f"Renamed {number}"}}})
    return archive


def paths() -> list[str]:
    filtered = [f"{LIST}?$filter={each}&$count=true" for each in FILTERS]
    return [*filtered, *(f"{LIST}?$orderby={each}" for each in ORDERS), *OTHERS]


def answers(archive: Archive, revision: str) -> dict[tuple[str, str], tuple[int, str, str]]:
    """By caller and path; a revision with another number of zeros is another address, which no cached response answers."""
    found = {}
    for who in WHO:
        for path in paths():
            answer = archive.send("GET", f"{path}{'&' if '?' in path else '?'}asOf={revision}", who)
            body = answer.text if answer.status_code == 200 else answer.json().get("message", "")
            link = answer.headers.get("link", "").replace(f"asOf={revision}", "")
            found[who, path] = answer.status_code, body, link
    return found


def test_what_is_found_is_what_is_found_in_the_whole_tenant(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    then = archive.get("rest/revision", "boss")["revision"]
    close(archive)
    found = {}
    # Each from its own rows, and all from one reading of the history.
    for few, moment in ((compared_states.FEW, f"{then}"), (0, f"0{then}")):
        with monkeypatch.context() as patch:
            patch.setattr(pasts, "MOST_VERSIONS", 0)  # the whole tenant is refused
            patch.setattr(compared_states, "FEW", few)
            patch.setattr(past_search, "FEW", few)
            found[few] = answers(archive, moment)
    with monkeypatch.context() as patch:

        async def none(*_: object, **__: object) -> None:
            return None

        for owner, name in (
            (pasts, "_near"),
            (SpanLists, "listing"),
            (FoundLists, "listing"),
            (FoundLists, "matching"),
            (FoundLists, "search"),
        ):
            patch.setattr(owner, name, none)
        whole = answers(archive, f"00{then}")

    assert [(key, each) for key, each in whole.items() if each[0] == 400] == []
    assert found[compared_states.FEW] == whole
    scanned = {key: each for key, each in found[0].items() if EVERYWHERE not in key[1]}
    assert scanned == {key: whole[key] for key in scanned}
    assert len({body for _, body, _ in whole.values()}) > len(paths())
