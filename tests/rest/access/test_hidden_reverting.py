"""What a caller may not see or change neither comes back nor is named when an element is brought back."""

from collections.abc import Iterator

import pytest

from facetstore.storage.past import pasts
from tests.rest.access.ruled import EVERY_ROLE, PROCESS_1_1, SECRETS, records
from tests.rest.editing.archive import HIRING, IDS, OFFERS, PROCESSES, Archive, open_archive
from tests.support import company
from tests.support.api import Api, Database, Json, element
from tests.support.changing import DETAIL, Changing

RESTORE = f"{DETAIL}/{PROCESS_1_1}/restore"


@pytest.fixture(autouse=True)
def whole_storage_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a storage of any size: one with too many versions is never put together as it was."""
    monkeypatch.setattr(pasts, "MOST_VERSIONS", 0)


@pytest.fixture
def ruled(database: Database) -> Iterator[Changing]:
    changing = Changing(database, records(), EVERY_ROLE)
    yield changing
    changing.close()


def set_all(ruled: Changing, word: str, number: int, patron: str, **more: Json) -> int:
    """Change what editors may read, may not read and may not write; returns the revision after it."""
    values = {"codeWord": word, "openWord": f"Open {number}", "reserve": 4710 + number, "ceiling": number}
    attributes = {name: {"127": value} for name, value in values.items()}
    ruled.update({"id": PROCESS_1_1, "attributes": attributes, "related": {"patron": [{"id": patron}]}})
    return ruled.revision


def stored(ruled: Changing) -> Json:
    found: Json = ruled.read(element(PROCESS_1_1))["elements"][0]
    return found


def test_hidden_and_read_only_properties_stay_as_they_are(ruled: Changing) -> None:
    then = set_all(ruled, "Zinnober", 1, company.OLGA)
    set_all(ruled, "Indigo", 2, company.ANNA)

    answer = ruled.post(RESTORE, {"from": then}, "editor")

    assert answer.status_code == 200, answer.text
    assert answer.json()["data"] == []
    assert not [each for each in SECRETS if each in answer.text]
    after = stored(ruled)
    assert after["attributes"]["openWord"] == {"127": "Open 1"}
    assert {name: after["attributes"][name]["127"] for name in ("codeWord", "reserve", "ceiling")} == {
        "codeWord": "Indigo", "reserve": 4712, "ceiling": 2,
    }  # fmt: skip
    assert [each["id"] for each in after["related"]["patron"]] == [company.ANNA]


def test_a_hidden_change_is_as_unknown_as_one_that_never_was(ruled: Changing) -> None:
    then = set_all(ruled, "Zinnober", 1, company.OLGA)
    set_all(ruled, "Indigo", 2, company.ANNA)

    def refusal(place: str) -> tuple[int, Json]:
        answer = ruled.post(RESTORE, {"from": then, "changes": [place]}, "editor")
        found = answer.json()
        found.pop("requestId")
        return answer.status_code, found

    for hidden, unknown in (
        ("attributes.codeWord.127", "attributes.noSuchOne.127"),
        ("related.patron", "related.none"),
    ):
        status, answer = refusal(hidden)
        assert (status, str(answer).replace(hidden, unknown)) == (400, str(refusal(unknown)[1]))
    assert refusal("attributes.ceiling.127")[0] == 403
    assert ruled.post(RESTORE, {"from": then, "changes": ["attributes.codeWord.127"]}, "architect").status_code == 200


def test_conflicts_name_nothing_hidden(ruled: Changing) -> None:
    first, second = set_all(ruled, "Zinnober", 1, company.OLGA), set_all(ruled, "Indigo", 2, company.ANNA)
    set_all(ruled, "Purpur", 3, company.OLGA)

    answer = ruled.post(RESTORE, {"from": first, "to": second}, "editor")
    whole = ruled.post(RESTORE, {"from": first, "to": second}, "administrator")

    assert [each["path"] for each in answer.json()["conflicts"]] == ["attributes.openWord.127"]
    assert [each["path"] for each in whole.json()["conflicts"]] == [
        "attributes.ceiling.127", "attributes.codeWord.127", "attributes.openWord.127", "attributes.reserve.127",
    ]  # fmt: skip
    assert not [each for each in (*SECRETS, "Purpur") if each in answer.text]


def test_an_undo_of_a_change_of_what_is_hidden_now_does_nothing(ruled: Changing) -> None:
    ruled.update({"id": PROCESS_1_1, "attributes": {"openWord": {"127": "Mine"}}}, role="editor")
    set_all(ruled, "Indigo", 5, company.ANNA)

    answer = ruled.post(f"{DETAIL}/{PROCESS_1_1}/undo", {"resolve": "restored"}, "editor")

    assert answer.status_code == 200
    after = stored(ruled)["attributes"]
    assert (after["openWord"]["127"], after["codeWord"]["127"]) == ("Karmin", "Indigo")


@pytest.fixture
def archive(api: Api, database: Database) -> Archive:
    return open_archive(api, database)


FIGURES = "rest/facets/kpi/views/detail/elements"


@pytest.mark.parametrize("deleted", [False, True])
@pytest.mark.parametrize("side", ["moment", "version"])
def test_a_hidden_target_neither_comes_back_nor_is_named(archive: Archive, side: str, *, deleted: bool) -> None:
    related = {"processes": [{"id": HIRING}, {"id": OFFERS}]}
    figure = {"type": "kPI", "attributes": {"name": {"1033": "Hired"}}, "related": related}
    (made,) = archive.change("kpi", "stan", figure)["elements"]
    id_, then = made["id"], archive.get("rest/revision", "boss")["revision"]
    if side == "version":
        texts = {"description": {"1033": "What it is for"}, "reasonForRevision": {"127": "It was time"}}
        archive.change("kpi", "boss", {"id": id_, "attributes": texts})
        archive.post(f"release/{id_}/transitions/InProcessToReleased?ignoreWarnings=true", "boss")
        then = archive.get(f"{FIGURES}/{id_}", "boss")["elements"][0]["versionId"]
        archive.post(f"release/{id_}/createversion", "stan")
    archive.permit(IDS["personnel"], {"staff": "full"}, excludes=True)
    archive.change("kpi", "adam", {"id": id_, "related": {"processes": []}})
    if deleted:
        archive.post(f"{PROCESSES}/{HIRING}/delete?force=true", "adam")
    restore = f"{FIGURES}/{id_}/restore?dryRun=true"

    for changes in (None, ["related.processes"]):
        body = {"from": then, "resolve": "restored", **({"changes": changes} if changes else {})}
        answer = archive.send("POST", restore, "stan", body)
        assert answer.status_code == 200, answer.text
        assert HIRING not in answer.text
        assert [each["id"] for each in answer.json()["elements"][0]["related"]["processes"]] == [OFFERS]
        assert answer.json()["data"] == []
    seen = archive.post(restore, "adam", {"from": then, "resolve": "restored"})
    assert [each["code"] for each in seen["data"]] == (["target-gone"] if deleted else [])


@pytest.mark.parametrize(("level", "status"), [("none", 404), ("glance", 403), ("read", 403), ("full", 200)])
def test_restore_and_undo_need_the_right_to_edit(archive: Archive, level: str, status: int) -> None:
    then = archive.get("rest/revision", "boss")["revision"]
    archive.change("processes", "hanna", {"id": HIRING, "attributes": {"name": {"1033": "Zinnober"}}})
    archive.change("processes", "stan", {"id": HIRING, "attributes": {"name": {"1033": "Karmin"}}})
    archive.permit(HIRING, {"stan": level, "staff": "full"}, excludes=True)

    for path, body in (("restore", {"from": then, "resolve": "restored"}), ("undo", None)):
        answer = archive.send("POST", f"{PROCESSES}/{HIRING}/{path}?dryRun=true", "stan", body)
        assert answer.status_code == status, (path, answer.text)
        assert status == 200 or "Zinnober" not in answer.text
        # Another user's answer is the same whether or not there is anything to bring back.
        later = archive.send("POST", f"{PROCESSES}/{HIRING}/{path}", "stan", {"from": 10**6} if body else None)
        assert later.status_code == (status if status in (403, 404) or body is None else 400), later.text
        if status == 200:
            break
