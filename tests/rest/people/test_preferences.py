"""What pages remember: each user's own, what all users share, how much of it, and whom it names."""

import json
from typing import Any

import httpx
import pytest

from facetstore.domain.preference_kinds import BOUNDS, LARGEST_VALUE, OF_PAGES, PreferenceKind
from tests.rest.editing.archive import HIRING, IDS, OFFERS, Archive, open_archive
from tests.support import company
from tests.support.api import Api, Database, Json
from tests.support.changing import Changing

PREFERENCES = "rest/preferences"
DRAFTS = f"{PREFERENCES}/filter/processes.drafts"
VALUE = {"name": "Entwürfe", "facet": "processes", "states": "InProcess"}


def put(changing: Changing, path: str = DRAFTS, role: str = "editor", value: Any = VALUE) -> httpx.Response:
    return changing.post(path, {"value": value}, role)


def delete(changing: Changing, path: str, role: str) -> httpx.Response:
    return changing.api.send("DELETE", path, role, tenant=changing.address)


def listed(changing: Changing, role: str, query: str = "") -> list[Json]:
    found: list[Json] = changing.read(PREFERENCES + query, role)["values"]
    return found


def test_what_is_remembered_is_listed_until_it_is_deleted(changing: Changing) -> None:
    (stored,) = put(changing).json()["values"]

    assert stored == {"kind": "filter", "key": "processes.drafts", "shared": False, "mayChange": True, "value": VALUE}
    assert listed(changing, "editor") == [stored]
    put(changing, value={"name": "Other"})
    assert [each["value"] for each in listed(changing, "editor")] == [{"name": "Other"}]
    assert delete(changing, DRAFTS, "editor").json() == {"count": 0, "values": []}
    assert delete(changing, DRAFTS, "editor").status_code == 200, "deleting it again does nothing"
    assert listed(changing, "editor") == []


def test_no_other_user_sees_changes_or_deletes_what_is_private(changing: Changing) -> None:
    put(changing)
    for role in ("administrator", "viewer"):
        assert listed(changing, role) == []
        assert put(changing, role=role, value={"name": role}).status_code == 200
        assert delete(changing, DRAFTS, role).status_code == 200

    assert [each["value"] for each in listed(changing, "editor")] == [VALUE]


def test_all_users_see_what_is_shared_and_those_who_may_change_it(changing: Changing) -> None:
    changing.database.add_token(changing.address, "editor", "colleague")
    changing.database.add_token(changing.address, "architect")
    shared = f"{DRAFTS}?shared=true"
    put(changing)
    assert put(changing, shared).json()["values"][0]["shared"] is True

    may = {who: listed(changing, who, "?kind=filter") for who in ("editor", "colleague", "viewer", "architect")}
    assert [(each["shared"], each["mayChange"]) for each in may["editor"]] == [(True, True), (False, True)]
    assert {who: [each["mayChange"] for each in found] for who, found in may.items() if who != "editor"} == {
        "colleague": [False],
        "viewer": [False],
        "architect": [True],
    }
    for who in ("colleague", "viewer"):
        assert put(changing, shared, who, {"name": "Mine"}).status_code == 403
        assert delete(changing, shared, who).status_code == 403
    assert put(changing, shared, "architect", {"name": "Better"}).status_code == 200
    assert listed(changing, "editor")[0]["mayChange"] is True, "it stays with the user who created it"
    assert delete(changing, shared, "editor").status_code == 200
    assert [each["shared"] for each in listed(changing, "editor")] == [False]


def test_viewers_have_preferences_of_their_own_and_share_none(changing: Changing) -> None:
    assert put(changing, role="viewer").status_code == 200
    assert put(changing, f"{DRAFTS}?shared=true", "viewer").status_code == 403


def test_a_dashboard_of_all_users_is_for_architects(changing: Changing) -> None:
    changing.database.add_token(changing.address, "architect")
    home = f"{PREFERENCES}/dashboard/home"

    assert put(changing, f"{home}?shared=true", "editor").status_code == 403
    assert put(changing, f"{home}?shared=true", "architect").status_code == 200
    assert put(changing, home, "viewer").status_code == 200
    assert [each["mayChange"] for each in listed(changing, "editor")] == [False]


@pytest.mark.parametrize("kind", [each for each in OF_PAGES if not BOUNDS[each].shareable])
def test_some_kinds_are_never_shared(changing: Changing, kind: PreferenceKind) -> None:
    path = f"{PREFERENCES}/{kind}/{OFFERS}?shared=true"

    assert put(changing, path, "administrator").status_code == 403


def test_it_is_no_change_of_the_storage(changing: Changing) -> None:
    before = changing.revision
    put(changing)
    put(changing, f"{DRAFTS}?shared=true")
    delete(changing, DRAFTS, "editor")

    assert changing.revision == before


def test_a_dry_run_and_a_repeated_request_store_nothing_more(changing: Changing) -> None:
    assert put(changing, f"{DRAFTS}?dryRun=true").status_code == 200
    assert listed(changing, "editor") == []
    first = changing.post(DRAFTS, {"value": VALUE}, "editor", idempotency_key="once")
    delete(changing, DRAFTS, "editor")
    again = changing.post(DRAFTS, {"value": VALUE}, "editor", idempotency_key="once")

    assert again.content == first.content
    assert again.headers["idempotency-replayed"] == "true"
    assert listed(changing, "editor") == []


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (None, 400),
        ({}, 400),
        ({"value": []}, 400),
        ({"value": "text"}, 400),
        ({"value": {}, "more": 1}, 400),
        ({"value": {"a": "x" * LARGEST_VALUE}}, 400),
        ({"value": {"a": "x" * (LARGEST_VALUE - len('{"a":""}'))}}, 200),
        ({"value": {"a": "ä" * (LARGEST_VALUE // 2)}}, 400),
        ({"value": {}}, 200),
    ],
)
def test_a_value_is_an_object_of_limited_size(changing: Changing, body: object, status: int) -> None:
    assert changing.post(DRAFTS, body, "editor").status_code == status


@pytest.mark.parametrize(
    "path", ["wallpaper/a", "filter/a%20b", "filter/%3Cb%3E", f"filter/{'x' * 301}", "favourite/no-id", "filter/%00"]
)
def test_unknown_kinds_and_keys_are_refused(changing: Changing, path: str) -> None:
    for method in ("POST", "DELETE"):
        content = json.dumps({"value": {}}).encode() if method == "POST" else None
        answer = changing.api.send(method, f"{PREFERENCES}/{path}", "editor", tenant=changing.address, content=content)
        assert answer.status_code == 404, answer.text


def test_an_unknown_kind_in_a_list_is_named(changing: Changing) -> None:
    answer = changing.get(f"{PREFERENCES}?kind=filters", "viewer")

    assert answer.status_code == 400
    assert "filter" in answer.text


def test_one_user_has_a_limited_number_of_each_kind(changing: Changing) -> None:
    most = BOUNDS[PreferenceKind.DASHBOARD].most
    paths = [f"{PREFERENCES}/dashboard/{number}" for number in range(most + 1)]
    assert [put(changing, path).status_code for path in paths] == [*[200] * most, 409]

    assert put(changing, paths[0]).status_code == 200, "one that is there can be changed"
    assert put(changing, paths[-1], "viewer").status_code == 200, "another user has a number of its own"
    assert put(changing, f"{paths[-1]}?shared=true", "administrator").status_code == 200, "so do the shared ones"
    delete(changing, paths[0], "editor")
    assert put(changing, paths[-1]).status_code == 200


def test_of_recently_viewed_elements_the_oldest_goes(archive: Archive, database: Database) -> None:
    most = BOUNDS[PreferenceKind.RECENT].most
    ids = [f"{number:08}-0000-4000-8000-000000000000" for number in range(most - 1)]
    for id_ in (HIRING, *ids, OFFERS, HIRING, OFFERS):
        assert archive.send("POST", f"{PREFERENCES}/recent/{id_}", "hanna", {"value": {}}).status_code == 200

    rows = database.run(
        database.storage.preferences(database.tenant(archive.tenant)).of(IDS["hanna"], [PreferenceKind.RECENT])
    )
    assert [each.key for each in rows] == [OFFERS, HIRING, *reversed(ids)][:most]


@pytest.fixture
def archive(api: Api, database: Database) -> Archive:
    return open_archive(api, database)


def named(archive: Archive, who: str) -> dict[str, str]:
    answer = archive.send("GET", PREFERENCES, who).json()["values"]
    return {each["element"]["name"]["1033"]: each["element"]["facetName"] for each in answer}


def test_a_favourite_names_only_what_its_user_sees(archive: Archive) -> None:
    for id_ in (HIRING, OFFERS):
        archive.send("POST", f"{PREFERENCES}/favourite/{id_.upper()}", "stan", {"value": {}})
    archive.send("POST", f"{PREFERENCES}/template/{HIRING}?shared=true", "hanna", {"value": {}})
    assert named(archive, "stan") == {"Hiring": "processes", "Offers": "processes"}
    archive.permit(IDS["personnel"], {"staff": "full"})

    assert named(archive, "stan") == {"Offers": "processes"}
    assert named(archive, "hanna") == {"Hiring": "processes"}
    hidden = archive.send("POST", f"{PREFERENCES}/favourite/{HIRING}", "stan", {"value": {}})
    unknown = archive.send("POST", f"{PREFERENCES}/favourite/{company.element_id(999)}", "stan", {"value": {}})
    assert hidden.content.replace(HIRING.encode(), company.element_id(999).encode()) == unknown.content
    assert named(archive, "stan") == {"Offers": "processes"}


def test_a_list_takes_as_many_statements_however_much_is_remembered(changing: Changing) -> None:
    def statements() -> int:
        changing.read(PREFERENCES, "editor")
        return changing.api.statements

    elements = changing.read("rest/facets/processes/views/detail/elements")["elements"]
    put(changing, f"{PREFERENCES}/favourite/{elements[0]['id']}")
    statements()
    before = statements()
    for each in elements[1:]:
        put(changing, f"{PREFERENCES}/favourite/{each['id']}")
        put(changing, f"{PREFERENCES}/filter/{each['id']}")
    assert len(listed(changing, "editor")) > 10

    assert statements() == before <= 3


def test_what_was_viewed_last_is_not_written_again(changing: Changing) -> None:
    one, other = (f"{PREFERENCES}/recent/{id_}" for id_ in (company.RECEIPT, company.CHECK))
    for path in (one, other):
        put(changing, path, value={})
    assert put(changing, other, value={}).status_code == 200
    idle = changing.api.statements
    put(changing, one, value={})
    written = changing.api.statements

    assert idle < written
    assert [each["key"] for each in listed(changing, "editor")] == [company.RECEIPT, company.CHECK]


def test_preferences_are_deleted_with_their_user(changing: Changing) -> None:
    """Those of others, and what the user shared, stay; a user who is restored has none."""
    editor = changing.read("rest/me", "editor")["id"]
    put(changing)
    put(changing, f"{DRAFTS}?shared=true")
    put(changing, role="viewer")
    path = f"rest/facets/automation/views/detail/elements/{editor}?force=true"
    gone = changing.api.send("DELETE", path, "administrator", tenant=changing.address)
    assert gone.is_success, gone.text
    (deletion,) = [each["id"] for each in changing.read("rest/trash")["values"] if each["elementId"] == editor]
    assert changing.post(f"rest/trash/{deletion}/restore").is_success

    assert [each["shared"] for each in listed(changing, "viewer")] == [False, True]
    seen = changing.get(PREFERENCES, "editor")
    assert seen.status_code == 401 or [each["shared"] for each in seen.json()["values"]] == [True]
    database = changing.database
    tenant = database.tenant(changing.address)
    stored = database.run(database.storage.preferences(tenant).of(editor, list(PreferenceKind)))
    assert [each.is_shared for each in stored] == [True]
