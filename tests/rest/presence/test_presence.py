"""Who else is at an element: nothing of it is content, it ends by itself, and shows no user to callers who may not see the element."""

import asyncio
from typing import Any

from facetstore.storage.access.presence_rows import MOST_OF_PERSON, MOST_OF_TENANT, SqlPresence
from facetstore.usecases.ports.presence_store import PresentWindow
from facetstore.usecases.presence.board import Board
from tests.rest.editing.archive import HIRING, IDS, OFFERS, Archive, open_archive
from tests.support import company
from tests.support.api import Api, Database

SHAPE = company.shape_id(801, "1.0", 2)


def be_at(archive: Archive, who: str, element: str | None, window: str = "window-1", **more: Any) -> list[Any]:
    """The others that this user learns of."""
    answer = archive.post("rest/presence", who, {"window": window, "elementId": element, **more})
    assert answer["count"] == len(answer["values"])
    found: list[Any] = answer["values"]
    return found


def ids(found: list[Any]) -> list[str]:
    return [each["by"]["id"] for each in found]


def test_users_at_an_element_learn_of_each_other_and_leave(database: Database) -> None:
    archive = open_archive(Api(database), database)
    revision = database.tenant(archive.tenant).revision
    assert be_at(archive, "stan", OFFERS) == []
    assert be_at(archive, "stan", OFFERS, "window-2", isEditing=True, shapeId=SHAPE) == [], (
        "oneself is none of the others"
    )
    (found,) = be_at(archive, "piet", OFFERS)
    assert (found["by"]["id"], found["isEditing"], found["shapeIds"]) == (IDS["stan"], True, [SHAPE])
    assert "Stan" in str(found["by"]["name"])
    assert be_at(archive, "piet", HIRING) == []
    assert be_at(archive, "stan", OFFERS) == [], "piet has gone on"
    assert be_at(archive, "stan", None, "window-2") == []
    (found,) = be_at(archive, "piet", OFFERS)
    assert (found["isEditing"], found["shapeIds"]) == (False, []), "the other window is still there"
    assert be_at(archive, "stan", None) == []
    assert be_at(archive, "piet", OFFERS) == []
    assert database.tenant(archive.tenant).revision == revision, "it is no change of the storage"


def test_only_users_who_may_open_it_and_see_drafts_take_part(database: Database) -> None:
    archive = open_archive(Api(database), database)
    assert be_at(archive, "hanna", HIRING) == []
    archive.permit(IDS["personnel"], {"staff": "full"})
    assert ids(be_at(archive, "adam", HIRING)) == [IDS["hanna"]]
    place = {"window": "window-1", "elementId": HIRING}
    assert archive.status("rest/presence", "stan", "POST", place) == 404
    assert archive.status("rest/presence", "vera", "POST", {**place, "elementId": OFFERS}) == 403
    archive.permit(IDS["sales"], {"staff": "full", "stan": "glance"})
    assert archive.status("rest/presence", "stan", "POST", {**place, "elementId": OFFERS}) == 403


def test_a_user_whose_name_is_hidden_is_there_without_a_name(database: Database) -> None:
    archive = open_archive(Api(database), database)
    be_at(archive, "hanna", OFFERS, isEditing=True)
    users = f"rest/facets/users/views/detail/elements/{IDS['hanna']}/permissions"
    archive.post(users, "adam", {"grants": [{"principal": IDS["staff"], "permissionSets": [IDS["full"]]}]})
    assert be_at(archive, "stan", OFFERS) == [{"isEditing": True, "shapeIds": []}]
    assert ids(be_at(archive, "adam", OFFERS)) == [IDS["hanna"], IDS["stan"]]


def test_a_body_is_checked_as_a_whole(database: Database) -> None:
    archive = open_archive(Api(database), database)
    body = {"window": "x", "elementId": "y", "shapeId": 3, "isEditing": "yes", "other": 1}
    refused = archive.send("POST", "rest/presence", "stan", body)
    assert refused.status_code == 400
    assert len(refused.json()["data"]) == 5
    assert archive.status("rest/live?window=x", "stan") == 200, "only a stream is for a window"


def test_a_token_is_not_present(database: Database) -> None:
    address = database.add_tenant("presence/tokens", company.SETTINGS, company.acme, roles=("editor",))
    api = Api(database)
    body = b'{"window":"window-1","elementId":"%b"}' % company.RETURNS.encode()
    assert api.post("rest/presence", "editor", tenant=address, content=body).status_code == 403


def test_what_is_not_kept_ends_by_itself(database: Database) -> None:
    archive = open_archive(Api(database), database)
    be_at(archive, "stan", OFFERS)
    key = database.tenant(archive.tenant).key
    engine = database.storage.engine_of(key)
    late = engine.fetch_passing("UPDATE presence SET until = until - 31000000 WHERE tenant = :tenant", {"tenant": key})
    database.run(late)
    assert be_at(archive, "piet", OFFERS) == []
    rows = engine.fetch_passing("SELECT person FROM presence WHERE tenant = :tenant", {"tenant": key})
    assert [person for (person,) in database.run(rows)] == [IDS["piet"]], "rows that are over are deleted"


def test_a_process_keeps_its_windows_and_reads_once_a_second(database: Database) -> None:
    archive = open_archive(Api(database), database)
    key, now = database.tenant(archive.tenant).key, 100.0
    be_at(archive, "stan", OFFERS)
    be_at(archive, "piet", OFFERS)
    stan, piet = (f"{IDS[name]}/window-1" for name in ("stan", "piet"))
    board = Board(database.storage.presence, lambda: now)
    assert database.run(board.look(key, {stan}))
    assert not database.run(board.look(key, {stan}))
    assert [each.holder for each in board.around(key, stan, IDS["stan"])] == [piet]
    engine = database.storage.engine_of(key)
    late = "UPDATE presence SET until = until - 29000000 WHERE tenant = :tenant"
    database.run(engine.fetch_passing(late, {"tenant": key}))
    now = 111.0
    assert database.run(board.look(key, {stan}))
    database.run(engine.fetch_passing(late, {"tenant": key}))
    now = 112.0
    assert database.run(board.look(key, {stan}))
    assert board.around(key, stan, IDS["stan"]) == (), "nothing has kept piet's window"
    assert board.place_of(key, stan) == OFFERS
    board.forget(())
    assert board.place_of(key, stan) is None


def test_windows_are_bounded_for_users_and_tenants(database: Database) -> None:
    archive = open_archive(Api(database), database)
    key = database.tenant(archive.tenant).key
    for number in range(MOST_OF_PERSON + 3):
        be_at(archive, "stan", OFFERS, f"window-{number}")
    store: SqlPresence = database.storage.presence(key)
    found = database.run(store.all())
    assert len(found) == MOST_OF_PERSON
    assert f"{IDS['stan']}/window-{MOST_OF_PERSON + 2}" in {each.holder for each in found}

    async def fill() -> None:
        for number in range(MOST_OF_TENANT):
            await store.put(PresentWindow(f"{number}/w", str(number), OFFERS, "", 0), 30)

    database.run(asyncio.wait_for(fill(), 120))
    assert len(database.run(store.all())) == MOST_OF_TENANT
    assert be_at(archive, "stan", HIRING, "window-18") == [], "a window that is known may still move"
