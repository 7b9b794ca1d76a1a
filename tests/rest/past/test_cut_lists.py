"""Lists, trees and elements as they were do not need the whole tenant, for any caller, and show the same as if it were put together."""

import pytest

from facetstore.storage.past import pasts
from facetstore.storage.past.span_lists import SpanLists
from tests.rest.editing.archive import HIRING, IDS, OFFERS, PAY, PEOPLE, RECORDS, Archive, open_archive
from tests.support.api import Api, Database, element

LIST = "rest/facets/processes/views/list/elements"
EVERYTHING = "$resources=attributes,related,children,content,rootPath"


@pytest.fixture
def archive(api: Api, database: Database) -> Archive:
    """Names have changed, personnel may be seen by its staff only, sales only by name, and one process is deleted."""
    archive = open_archive(api, database)
    for number, each in enumerate((HIRING, PAY, OFFERS)):
        archive.change("processes", "boss", {"id": each, "attributes": {"name": {"1033": f"Renamed {number}"}}})
    return archive


def close(archive: Archive) -> None:
    archive.permit(IDS["personnel"], {"staff": "full"}, excludes=True)
    archive.permit(
        IDS["sales"], {"staff": "full", "guests": "glance", "vera": "glance", "stan": "glance"}, excludes=True
    )
    archive.send("POST", f"{element(PAY)}/delete?force=true", "adam")


def paths() -> list[str]:
    found = [
        LIST,
        f"{LIST}?$resources=attributes",
        f"{LIST}?$page=1&$pageSize=2&$count=true&$facetCounts=type,state",
        f"{LIST}?$page=2&$pageSize=2",
        f"{LIST}?{EVERYTHING}",
        "rest/facets/processes/views/tree/elements",
        "rest/facets/processes/views/orphaned/elements",
        "rest/facets/processes/views/lastReleasedProcesses/elements",
        "rest/facets/users/views/list/elements",
    ]
    for id_ in (RECORDS, OFFERS, IDS["house"], IDS["sales"]):
        one = element(id_)
        found += [
            one,
            f"{one}?{EVERYTHING}",
            f"{one}/children",
            f"{one}/related",
            f"{one}/attributes",
            f"{one}/versions",
        ]
    return found


def asked(path: str, revision: int) -> str:
    return f"{path}{'&' if '?' in path else '?'}asOf={revision}"


def answers(archive: Archive, revision: int) -> dict[tuple[str, str], tuple[int, bytes]]:
    found = {}
    for who in PEOPLE:
        for path in paths():
            answer = archive.send("GET", asked(path, revision), who)
            found[who, path] = answer.status_code, answer.content if answer.status_code == 200 else b""
    return found


def test_what_is_cut_is_what_is_put_together(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    then = archive.get("rest/revision", "boss")["revision"]
    close(archive)
    cut = {}
    for revision in (then, then - 1):
        with monkeypatch.context() as patch:
            patch.setattr(pasts, "MOST_VERSIONS", 0)  # the whole tenant is refused
            cut[revision] = answers(archive, revision)
    with monkeypatch.context() as patch:

        async def none(*_: object) -> None:
            return None

        patch.setattr(pasts, "_near", none)
        patch.setattr(SpanLists, "listing", none)
        whole = {revision: answers(archive, revision) for revision in cut}

    for revision, found in cut.items():
        for key, answer in found.items():
            assert answer == whole[revision][key], (revision, *key)
    assert whole[then]["boss", LIST] != whole[then]["stan", LIST] != whole[then]["hanna", LIST]


def test_an_unknown_id_and_a_hidden_one_take_the_same_way(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    then = archive.get("rest/revision", "boss")["revision"]
    close(archive)
    monkeypatch.setattr(pasts, "MOST_VERSIONS", 0)
    for who in ("stan", "vera"):
        answered = [
            (answer.status_code, answer.json()["message"] if "message" in answer.json() else answer.json().keys())
            for id_ in (HIRING, PAY, IDS["personnel"], "0" * 8 + HIRING[8:])
            for answer in [archive.send("GET", asked(element(id_), then), who)]
        ]
        assert answered == answered[:1] * 4, who
        assert answered[0][0] == 404
