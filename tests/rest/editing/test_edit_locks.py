"""The exclusive editing lock: who has it, what it keeps others from, how it is taken over, and how it ends."""

import pytest

from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.ports.writes import EditLock
from tests.rest.editing.taking_away import NOT_FOUND, Owner, forbidden, own, refused, refuses_strangers, still
from tests.rest.response_cache.caching import written
from tests.support import company
from tests.support.api import Json, element

__all__ = ["own", "still"]

PROCESS = company.RETURNS
NAME = "the subProcess 'Rücksendung'"
FREE: Json = {"count": 0, "values": []}


def path(word: str, id_: str = PROCESS, query: str = "", facet: str = "processes") -> str:
    return f"{element(id_, facet)}/{word}{query}"


def held(holder: str, taken_from: str | None = None) -> Json:
    return {"count": 1, "values": [{"holder": holder, "seconds": 900, "takenFrom": taken_from}]}


def locked_by(holder: str) -> Json:
    error = f"{NAME} is being edited by {holder}. POST …/lock?takeOver=true takes it over."
    return refused(error, {"error": error, "code": "locked", "path": "lock"})


def renamed(name: str) -> Json:
    return {"elements": [{"id": PROCESS, "attributes": {"name": {"1033": name}}}]}


ELEMENTS = "rest/facets/processes/views/detail/elements"


def info(own: Owner, role: str, id_: str = PROCESS) -> Json:
    found: Json = own.read(f"{element(id_)}/info", role)["values"][0]
    return found


def test_who_locks_an_element_is_shown_for_how_long(own: Owner) -> None:
    editor = own.principal("editor")

    assert own.answer("POST", path("lock"), role="editor") == held(editor)
    assert own.answer("POST", path("lock"), role="editor") == held(editor), "asking again keeps it longer"


def test_what_is_locked_no_other_user_changes_deletes_or_moves(own: Owner) -> None:
    own.answer("POST", path("lock"), role="editor")
    editor = own.principal("editor")
    before = own.element(PROCESS)

    refusal = own.answer("POST", ELEMENTS, renamed("Mine"), status=409)
    assert refusal["data"] == [
        {"error": f"{NAME} is being edited by {editor}.", "code": "locked", "path": "elements[0]"}
    ]
    for query in ("", "?force=true"):
        assert own.delete(PROCESS, query, status=409) == locked_by(editor)
    assert own.answer("POST", path("move"), {"position": 0}, status=409) == locked_by(editor)
    drawn = own.draw(PROCESS, {"shapeInfo": {"index": 0}, "element": {"type": "task", "attributes": {}}})
    assert (drawn.status_code, drawn.json()["data"][0]["code"]) == (409, "locked")
    assert own.element(PROCESS) == before


def test_the_holder_changes_moves_and_deletes_it(own: Owner) -> None:
    own.answer("POST", path("lock"), role="editor")

    own.answer("POST", ELEMENTS, renamed("Mine"), "editor")
    own.answer("POST", path("move"), {"position": 0}, "editor")
    own.delete(PROCESS, "?force=true", role="editor")

    own.restore(PROCESS)
    assert own.answer("POST", path("lock")) == held(own.principal("administrator")), "the lock went with the element"


def test_others_are_shown_who_has_it_and_may_take_it_over(own: Owner) -> None:
    own.answer("POST", path("lock"), role="editor")
    editor, architect = own.principal("editor"), own.principal("architect")

    assert own.answer("POST", path("lock"), role="architect", status=409) == locked_by(editor)
    taken = own.answer("POST", path("lock", query="?takeOver=true"), role="architect")

    assert taken == held(architect, editor)
    body = own.answer("POST", ELEMENTS, renamed("Too late"), "editor", 409)
    assert body["data"][0]["error"] == f"{NAME} is being edited by {architect}."
    entry = own.history(PROCESS)[0]
    assert (entry["kind"], entry["by"], entry["told"]) == ("lock.taken", architect, {"from": editor})


def test_taking_over_what_is_not_locked_is_locking_it(own: Owner) -> None:
    assert own.answer("POST", path("lock", query="?takeOver=true"), role="editor") == held(own.principal("editor"))


def test_the_holder_unlocks_it_and_all_others_may_change_it(own: Owner) -> None:
    own.answer("POST", path("lock"), role="editor")

    assert own.answer("POST", path("unlock"), role="editor") == FREE

    own.answer("POST", ELEMENTS, renamed("Free"))


def test_unlocking_what_is_not_locked_changes_nothing(still: Owner) -> None:
    revision = still.revision

    assert still.answer("POST", path("unlock"), role="editor") == FREE

    assert still.revision == revision


def test_of_others_only_administrators_unlock_it(own: Owner) -> None:
    own.answer("POST", path("lock"), role="editor")
    editor = own.principal("editor")
    error = f"{NAME} is locked by {editor}: only this user and administrators may unlock it."

    assert own.answer("POST", path("unlock"), role="architect", status=403) == forbidden(error)
    assert own.answer("POST", path("unlock")) == FREE

    assert own.history(PROCESS)[0]["told"] == {"from": editor}
    own.answer("POST", path("lock"), role="architect")


def test_a_lock_ends_by_itself(own: Owner) -> None:
    async def lapse(writer: Writer) -> None:
        await writer.locks.take(PROCESS, EditLock(own_editor, 1, 2))

    own_editor = own.principal("editor")
    written(own.api, own.address, lapse)

    assert own.answer("POST", path("lock"), role="architect") == held(own.principal("architect"))
    assert own.answer("POST", path("unlock"), role="architect") == FREE


def test_element_info_shows_others_that_it_is_being_edited(own: Owner) -> None:
    free = {role: info(own, role) for role in ("editor", "architect")}
    own.answer("POST", path("lock"), role="editor")

    found = {role: info(own, role) for role in ("editor", "architect")}

    assert found["editor"] == free["editor"]
    assert found["architect"] == {
        **free["architect"],
        "isReadOnly": True,
        "readOnlyContext": "NotCurrentUser",
        "isCurrentMovable": False,
        "isCurrentRemovable": False,
    }
    own.answer("POST", path("unlock"), role="editor")
    assert {role: info(own, role) for role in ("editor", "architect")} == free


def test_two_callers_of_one_role_are_shown_different_things_of_what_one_of_them_edits(own: Owner) -> None:
    """Responses are cached by role, but not this one."""
    other = own.database.add_token(own.address, "editor", "another editor")
    own.answer("POST", path("lock"), role="editor")
    for _ in range(2):
        mine = own.api.get(path("info"), "editor", tenant=own.address).json()["values"][0]
        others = own.api.get(path("info"), tenant=own.address, token=other).json()["values"][0]
        assert (mine["isReadOnly"], others["isReadOnly"]) == (False, True)


def test_what_cannot_be_changed_anyway_says_so_first(own: Owner) -> None:
    own.answer("POST", path("lock", company.CHECK), role="editor")

    found = info(own, "architect", company.CHECK)

    assert (found["isReadOnly"], found["readOnlyContext"]) == (True, "All")


def test_a_lock_is_on_the_element_whichever_version_names_it(own: Owner) -> None:
    own.answer("POST", path("lock", company.RECEIPT_2_0), role="architect")

    refusal = own.answer("POST", path("lock", company.RECEIPT), status=409)
    assert refusal["data"][0]["code"] == "locked"


def test_who_may_not_edit_it_may_not_lock_it(still: Owner) -> None:
    refusal = still.answer("POST", path("lock", company.RECEIPT), role="editor", status=403)
    assert refusal == forbidden("You may not edit the subProcess 'Wareneingang'.")
    refusal = still.answer("POST", path("lock", company.OPERATIONS), role="editor", status=403)
    assert refusal == forbidden("You may not edit the subCategory 'Betrieb'.")


@pytest.mark.parametrize("word", ["lock", "unlock"])
def test_callers_without_token_strangers_and_viewers_lock_nothing(still: Owner, word: str) -> None:
    refuses_strangers(still, "POST", path(word))
    for id_ in (company.CHECK, PROCESS, company.NOWHERE):
        refusal = still.answer("POST", path(word, id_), role="viewer", status=403)
        assert refusal == forbidden("Your role does not allow this.")


@pytest.mark.parametrize("word", ["lock", "unlock"])
def test_what_does_not_exist_or_stands_in_another_facet_is_not_found(still: Owner, word: str) -> None:
    for id_, facet in ((company.NOWHERE, "processes"), ("no-guid", "processes"), (PROCESS, "it")):
        assert still.answer("POST", path(word, id_, facet=facet), status=404) == NOT_FOUND
    still.answer("POST", f"rest/facets/nowhere/views/detail/elements/{PROCESS}/{word}", status=404)
    still.answer("GET", path(word), status=405)


def test_if_match_refuses_to_lock_what_was_changed_meanwhile(own: Owner) -> None:
    etag = own.etag(PROCESS)
    own.answer("POST", ELEMENTS, renamed("Other"))

    for word in ("lock", "unlock"):
        refusal = own.answer("POST", path(word), status=412, if_match=etag)
        assert refusal["data"][0]["code"] == "precondition-failed"
    own.answer("POST", path("lock"), if_match=own.etag(PROCESS))


def test_a_lock_changes_no_etag(own: Owner) -> None:
    etag = own.etag(PROCESS)

    own.answer("POST", path("lock"))

    assert own.etag(PROCESS) == etag


def test_the_same_key_has_one_effect_and_one_answer(own: Owner) -> None:
    first = own.answer("POST", path("lock"), idempotency_key="mine")
    own.answer("POST", path("unlock"))
    revision = own.revision

    assert own.answer("POST", path("lock"), idempotency_key="mine") == first
    assert own.revision == revision, "it was not locked again"
    own.answer("POST", path("lock", query="?takeOver=true"), idempotency_key="mine", status=422)
    own.answer("POST", path("lock", company.CHECK), idempotency_key="mine", status=422)


def test_a_dry_run_answers_and_locks_nothing(own: Owner) -> None:
    revision = own.revision
    own.answer("POST", path("lock", query="?dryRun=true"), role="editor")
    assert own.revision == revision
    own.answer("POST", path("lock"), role="editor")

    own.answer("POST", path("unlock", query="?dryRun=true"), role="editor")

    own.answer("POST", path("lock"), status=409)


def test_everything_that_is_wrong_with_a_request_is_reported(still: Owner) -> None:
    refusal = still.answer("POST", path("lock", query="?takeOver=yes&dryRun=no"), if_match="x", status=400)

    assert [each["path"] for each in refusal["data"]] == ["dryRun", "takeOver", "If-Match"]
    assert refusal["output"] == "volatile"
