"""The past is shown by the permissions of today: what is hidden today is hidden in every moment."""

import pytest

from tests.rest.editing.archive import HIRING, IDS, OFFERS, PAY, PROCESSES, RECORDS, Archive, open_archive
from tests.support.api import Api, Database, element

CANARY = "Zinnober"
"""Stood in what is hidden now, when it was not."""


@pytest.fixture
def archive(api: Api, database: Database) -> Archive:
    """Personnel and pay had a canary in their texts; then personnel was hidden, and pay deleted."""
    archive = open_archive(api, database)
    for each in (HIRING, PAY):
        texts = {"name": {"1033": f"{CANARY} {each[-3:]}"}, "description": {"1033": f"About {CANARY}"}}
        archive.change("processes", "boss", {"id": each, "attributes": texts})
    return archive


def paths() -> list[str]:
    found = [
        "rest/facets/processes/views/list/elements",
        "rest/facets/processes/views/tree/elements",
        f"rest/facets/processes/views/list/elements?$filter=Contains(name,'{CANARY}')&$count=true&$facetCounts=type",
        "rest/facets/processes/reporting",
        f"rest/search?q={CANARY}",
        "rest/stats?by=type,state",
    ]
    for id_ in (HIRING, PAY, RECORDS, OFFERS, IDS["personnel"], IDS["house"]):
        one = element(id_)
        found += [f"{one}{part}" for part in ("", "/related", "/children", "/content", "/versions", "/info", "/usages")]
    return found


def asked(path: str, revision: int) -> str:
    return f"{path}{'&' if '?' in path else '?'}asOf={revision}"


def revision(archive: Archive) -> int:
    found: int = archive.get("rest/revision", "boss")["revision"]
    return found


def test_what_is_hidden_today_is_hidden_in_the_past(archive: Archive) -> None:
    open_then = revision(archive)
    assert CANARY in archive.send("GET", asked(paths()[0], open_then), "stan").text

    archive.permit(IDS["personnel"], {"staff": "full"}, excludes=True)

    for who in ("stan", "vera", "piet"):
        for path in paths():
            answer = archive.send("GET", asked(path, open_then), who)
            assert answer.status_code in (200, 404), answer.text
            assert CANARY not in answer.text.replace(f"contains(name,'{CANARY}')", ""), (who, path)
            assert HIRING not in answer.text, (who, path)
    assert CANARY in archive.send("GET", asked(f"{PROCESSES}/{HIRING}", open_then), "hanna").text


def test_what_was_hidden_and_deleted_stays_hidden(archive: Archive) -> None:
    open_then = revision(archive)
    archive.permit(IDS["personnel"], {"staff": "full"}, excludes=True)
    archive.send("POST", f"{PROCESSES}/{PAY}/delete?force=true", "adam")
    archive.send("POST", f"{PROCESSES}/{HIRING}/delete?force=true", "adam")
    for each in archive.get("rest/trash", "adam")["values"]:
        assert each["element"]["id"] in (PAY, HIRING) if "element" in each else True

    for who in ("stan", "vera"):
        for path in paths():
            answer = archive.send("GET", asked(path, open_then), who)
            assert CANARY not in answer.text, (who, path)
    assert archive.status(asked(f"{PROCESSES}/{PAY}", open_then), "hanna") == 200


def test_what_left_the_trash_as_well_is_shown_to_callers_who_see_everything_only(
    archive: Archive, database: Database
) -> None:
    open_then = revision(archive)
    archive.send("POST", f"{PROCESSES}/{PAY}/delete?force=true", "boss")
    tenant = database.tenant(archive.tenant)

    async def empty_trash() -> None:
        async with database.storage.engine.transaction() as session:
            await session.fetch("DELETE FROM trash WHERE tenant = :tenant", {"tenant": tenant.key})

    database.run(empty_trash())
    assert archive.status(asked(f"{PROCESSES}/{PAY}", open_then), "stan") == 200, "nothing is hidden from anyone"
    archive.permit(IDS["sales"], {"staff": "full"}, excludes=True)

    assert archive.status(asked(f"{PROCESSES}/{PAY}", open_then), "stan") == 404
    assert archive.status(asked(f"{PROCESSES}/{PAY}", open_then), "adam") == 200
    assert CANARY in archive.send("GET", asked(f"{PROCESSES}/{HIRING}", open_then), "stan").text
