"""A sign-in name belongs to one user: a second one is refused when it is given, not when its user wants to sign in."""

from typing import Any, Final

import pytest

from facetstore.domain.errors import Conflict
from tests.support.api import Json
from tests.support.changing import Changing
from tests.support.people import add_person

USERS: Final = "rest/facets/users/views/detail/elements"


def user(login: str | None, **more: Any) -> Json:
    values = {"lastName": "Weber", "roleViewer": True, **({"accountName": login} if login else {})}
    return {"type": "user", "attributes": {name: {"127": value} for name, value in values.items()}, **more}


def refused(changing: Changing, *elements: Json) -> list[tuple[str, str, str]]:
    revision = changing.revision
    answer = changing.post(USERS, {"elements": elements})
    assert (answer.status_code, changing.revision) == (409, revision), answer.text
    return [(each["code"], each["path"], each["error"]) for each in answer.json()["data"]]


def test_a_second_user_with_a_sign_in_name_is_refused(changing: Changing) -> None:
    (first,) = changing.update(user("Weber"), path=USERS)

    for login in ("weber", " WEBER "):
        (found,) = refused(changing, user(login))
        assert found == (
            "login-taken",
            "elements[0].attributes.accountName",
            f"Another user signs in as {login.strip()!r} already.",
        )
    assert first["id"] not in changing.post(USERS, {"elements": [user("weber")]}).text
    changing.update(user("weber2"), path=USERS)
    changing.update(user(None), path=USERS)
    changing.update(user(None), path=USERS)


def test_two_users_of_one_body_do_not_share_a_name(changing: Changing) -> None:
    found = refused(changing, user("kim"), user("kai"), user("KIM"))

    assert [path for _, path, _ in found] == [
        "elements[0].attributes.accountName",
        "elements[2].attributes.accountName",
    ]


def test_a_name_is_not_taken_over_by_a_change_and_free_after_one(changing: Changing) -> None:
    one, other = changing.update(user("one"), user("other"), path=USERS)

    refused(changing, {"id": other["id"], "attributes": {"accountName": {"127": "One"}}})
    changing.update({"id": one["id"], "attributes": {"accountName": {"127": "ONE"}}}, path=USERS)
    changing.update({"id": one["id"], "attributes": {"accountName": {"127": "first"}}}, path=USERS)
    changing.update({"id": other["id"], "attributes": {"accountName": {"127": "one"}}}, path=USERS)


def test_a_deleted_user_does_not_come_back_with_a_name_that_was_given_away(changing: Changing) -> None:
    (first,) = changing.update(user("weber"), path=USERS)
    gone = changing.api.send("DELETE", f"{USERS}/{first['id']}", "administrator", tenant=changing.address)
    assert gone.is_success, gone.text
    (second,) = changing.update(user("weber"), path=USERS)
    (deletion,) = [each["id"] for each in changing.read("rest/trash")["values"] if each["elementId"] == first["id"]]

    answer = changing.post(f"rest/trash/{deletion}/restore")
    assert (answer.status_code, answer.json()["data"][0]["code"]) == (409, "login-taken")
    changing.update({"id": second["id"], "attributes": {"accountName": {"127": "other"}}}, path=USERS)
    assert changing.post(f"rest/trash/{deletion}/restore").status_code == 200


def test_a_command_refuses_it_too(changing: Changing) -> None:
    changing.update(user("weber"), path=USERS)

    with pytest.raises(Conflict, match="Another user signs in as 'Weber' already"):
        add_person(changing.database, changing.address, "Weber")
