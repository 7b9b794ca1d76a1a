"""Tokens by their own addresses: listed, made, rotated and revoked by administrators; secrets are shown once and not stored."""

import re
from typing import Any

import httpx
import pytest

from tests.support.api import Json
from tests.support.changing import Changing

TOKENS = "rest/tokens"
ELEMENTS = "rest/facets/automation/views/detail/elements"


def made(changing: Changing, name: str = "Robot", role: str = "editor", **more: Any) -> Json:
    (token,) = changing.write(TOKENS, {"name": name, "role": role, **more})["values"]
    found: Json = token
    return found


def listed(changing: Changing, name: str) -> Json:
    found: Json = next(each for each in changing.read(TOKENS)["values"] if each["name"] == name)
    return found


def call(changing: Changing, secret: str) -> httpx.Response:
    return changing.api.get("rest/me", None, tenant=changing.address, token=secret)


def test_a_token_is_made_and_its_secret_shown_once(changing: Changing) -> None:
    answer = changing.post(TOKENS, {"name": " Robot ", "role": "Editor", "days": 30})

    (token,) = answer.json()["values"]
    secret = token.pop("secret")
    assert re.fullmatch("[a-z2-7]{26}", secret)
    assert answer.headers["cache-control"] == "no-store"
    assert token == {
        "id": token["id"],
        "name": "Robot",
        "role": "editor",
        "isActive": True,
        "validFrom": token["validFrom"],
        "validUntil": token["validUntil"],
        "expiresSoon": False,
        "uses": 0,
        "hosts": [],
    }
    assert call(changing, secret).json()["role"] == "editor"
    assert listed(changing, "Robot") == token
    element = changing.read(f"{ELEMENTS}/{token['id']}")["elements"][0]
    assert element["related"]["createdBy"][0]["id"] == changing.read("rest/me")["id"]
    assert [each["kind"] for each in changing.history(token["id"], path=ELEMENTS)] == ["token.created"]


def test_tokens_are_listed_by_name_and_page(changing: Changing) -> None:
    made(changing, "Zebra")
    made(changing, "Aardvark", "viewer")

    everything = [each["name"] for each in changing.read(TOKENS)["values"]]
    assert everything == ["Aardvark", "administrator", "editor", "viewer", "Zebra"]
    assert changing.read(f"{TOKENS}?$page=2&$pageSize=2")["values"] == changing.read(TOKENS)["values"][2:4]
    assert changing.write(TOKENS)["count"] == 5, "without a body a POST is a read"


def test_a_list_takes_as_many_statements_however_many_tokens_and_hosts_there_are(changing: Changing) -> None:
    def statements() -> int:
        changing.read(TOKENS)
        return changing.api.statements

    token = made(changing)
    call(changing, token["secret"])
    changing.database.run(changing.api.app.uses.store())
    statements()
    before = statements()
    for number in range(5):
        call(changing, made(changing, f"Robot {number}")["secret"])
    changing.database.run(changing.api.app.uses.store())
    statements()

    assert statements() == before


def test_a_secret_is_in_no_other_answer_and_not_in_the_database(changing: Changing) -> None:
    token = made(changing)
    found = [changing.get(path).text for path in (TOKENS, f"{ELEMENTS}/{token['id']}", ELEMENTS)]

    assert not any(token["secret"] in each for each in found)
    assert token["secret"] not in everything_stored(changing)


def everything_stored(changing: Changing) -> str:
    """What history, stored responses and tokens hold."""
    engine = changing.database.storage.engine
    rows = [
        changing.database.run(engine.fetch(f"SELECT * FROM {table}", {}))
        for table in ("history", "given_answer", "token")
    ]
    return str(
        [[bytes(each) if isinstance(each, memoryview) else each for each in row] for part in rows for row in part]
    )


def test_a_key_makes_one_token_and_is_answered_again_without_the_secret(changing: Changing) -> None:
    body = {"name": "Robot", "role": "editor"}
    first = changing.post(TOKENS, body, Idempotency_Key="one")
    again = changing.post(TOKENS, body, Idempotency_Key="one")

    (token,), (repeated,) = first.json()["values"], again.json()["values"]
    secret = token.pop("secret")
    assert again.headers["idempotency-replayed"] == "true"
    assert repeated == token
    assert secret not in everything_stored(changing)
    assert call(changing, secret).status_code == 200


def test_a_dry_run_makes_nothing_and_shows_no_secret(changing: Changing) -> None:
    revision = changing.revision

    (token,) = changing.write(f"{TOKENS}?dryRun=true", {"name": "Robot", "role": "editor"})["values"]

    assert "secret" not in token
    assert (token["name"], token["isActive"]) == ("Robot", True)
    assert changing.revision == revision


@pytest.mark.parametrize(
    ("body", "status", "path"),
    [
        ([], 400, ""),
        ({"name": "Robot"}, 400, ""),
        ({"role": "editor"}, 400, ""),
        ({"name": 1, "role": "editor"}, 400, ""),
        ({"name": "Robot", "role": "editor", "secret": "mine"}, 400, ""),
        ({"name": "Robot", "role": "pilot"}, 400, "role"),
        ({"name": " ", "role": "editor"}, 400, "name"),
        ({"name": "Robot", "role": "editor", "days": 0}, 400, "days"),
        ({"name": "Robot", "role": "editor", "days": 3651}, 400, "days"),
        ({"name": "Robot", "role": "editor", "days": True}, 400, "days"),
        ({"name": "Robot", "role": "editor", "days": "30"}, 400, "days"),
        ({"name": "EDITOR", "role": "editor"}, 409, "name"),
    ],
)
def test_what_cannot_be_made_is_reported(changing: Changing, body: object, status: int, path: str) -> None:
    answer = changing.post(TOKENS, body)

    assert answer.status_code == status, answer.text
    assert answer.json()["data"][0].get("path", "") == path


@pytest.mark.parametrize("role", ["viewer", "editor"])
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", TOKENS, b'{"name": "Robot", "role": "administrator"}'),
        ("POST", f"{TOKENS}/00000000-0000-4000-8000-000000000000/rotate", None),
        ("POST", f"{TOKENS}/00000000-0000-4000-8000-000000000000/revoke", None),
    ],
)
def test_only_administrators_deal_with_tokens(
    changing: Changing, role: str, method: str, path: str, body: bytes | None
) -> None:
    assert changing.api.send(method, path, role, tenant=changing.address, content=body).status_code == 403


def test_rotating_makes_the_old_secret_worth_nothing_at_once(changing: Changing) -> None:
    token = made(changing, days=30)
    assert call(changing, token["secret"]).status_code == 200

    answer = changing.post(f"{TOKENS}/{token['id']}/rotate")

    (rotated,) = answer.json()["values"]
    assert [call(changing, each["secret"]).status_code for each in (token, rotated)] == [401, 200]
    assert rotated["validUntil"] == token["validUntil"]
    assert [each["kind"] for each in changing.history(token["id"], path=ELEMENTS)] == ["token.renewed", "token.created"]
    assert answer.headers["etag"].startswith('"2-')


def test_rotating_takes_days(changing: Changing) -> None:
    token = made(changing, days=10)

    (rotated,) = changing.write(f"{TOKENS}/{token['id']}/rotate", {"days": 100})["values"]

    assert (token["expiresSoon"], rotated["expiresSoon"]) == (True, False)
    assert rotated["validFrom"] == token["validFrom"]
    wrong: object
    for wrong in ({"days": 0}, {"weeks": 1}, []):
        assert changing.post(f"{TOKENS}/{token['id']}/rotate", wrong).status_code == 400


def test_a_rotation_tried_or_repeated_shows_no_secret(changing: Changing) -> None:
    token = made(changing)
    (tried,) = changing.write(f"{TOKENS}/{token['id']}/rotate?dryRun=true")["values"]
    assert call(changing, token["secret"]).status_code == 200

    changing.write(f"{TOKENS}/{token['id']}/rotate", Idempotency_Key="two")
    (again,) = changing.write(f"{TOKENS}/{token['id']}/rotate", Idempotency_Key="two")["values"]

    assert "secret" not in tried
    assert "secret" not in again


def test_a_revoked_token_is_refused_and_stays_an_element(changing: Changing) -> None:
    token = made(changing)

    (revoked,) = changing.write(f"{TOKENS}/{token['id']}/revoke")["values"]
    revision = changing.revision

    assert call(changing, token["secret"]).status_code == 401
    assert (revoked["isActive"], revoked["role"]) == (False, "editor")
    element = changing.read(f"{ELEMENTS}/{token['id']}")["elements"][0]
    assert element["attributes"]["roleInactive"] == {"127": True}
    assert changing.history(token["id"], path=ELEMENTS)[0]["kind"] == "token.revoked"
    changing.write(f"{TOKENS}/{token['id']}/revoke")
    assert changing.revision == revision, "there was nothing left to do"
    assert changing.post(f"{TOKENS}/{token['id']}/rotate").json()["data"][0]["code"] == "no-role"


def test_a_revoked_secret_stays_worth_nothing_when_the_token_may_act_again(changing: Changing) -> None:
    token = made(changing)
    changing.write(f"{TOKENS}/{token['id']}/revoke")

    changing.update({"id": token["id"], "attributes": {"roleInactive": {"127": False}}}, path=ELEMENTS)

    assert call(changing, token["secret"]).status_code == 401
    (rotated,) = changing.write(f"{TOKENS}/{token['id']}/rotate")["values"]
    assert call(changing, rotated["secret"]).status_code == 200


def test_no_caller_revokes_the_token_they_call_with(changing: Changing) -> None:
    own = changing.read("rest/me")["id"]

    assert changing.post(f"{TOKENS}/{own}/revoke").status_code == 403
    assert changing.get("rest/me").status_code == 200


@pytest.mark.parametrize("step", ["rotate", "revoke"])
def test_what_is_no_token_is_not_found(changing: Changing, step: str) -> None:
    user = changing.read("rest/facets/users/views/list/elements")["elements"][0]["id"]
    unknown = "00000000-0000-4000-8000-000000000000"

    answers = [changing.post(f"{TOKENS}/{each}/{step}") for each in (user, unknown, "x")]

    assert [each.status_code for each in answers] == [404] * 3
    assert len({str({**each.json(), "requestId": ""}) for each in answers}) == 1


def test_a_change_is_refused_when_another_user_was_faster(changing: Changing) -> None:
    token = made(changing)
    etag = changing.get(f"{ELEMENTS}/{token['id']}").headers["etag"]
    changing.write(f"{TOKENS}/{token['id']}/rotate", If_Match=etag)

    assert changing.post(f"{TOKENS}/{token['id']}/rotate", If_Match=etag).status_code == 412
    assert changing.post(f"{TOKENS}/{token['id']}/revoke", If_Match=etag).status_code == 412


def test_a_token_made_as_an_element_has_no_secret_until_it_is_rotated(changing: Changing) -> None:
    (element,) = changing.update(
        {"type": "authToken", "attributes": {"name": {"1033": "By hand"}, "roleViewer": {"127": True}}}, path=ELEMENTS
    )
    assert listed(changing, "By hand")["isActive"] is False

    (token,) = changing.write(f"{TOKENS}/{element['id']}/rotate")["values"]

    assert token["isActive"] is True
    assert token["validUntil"] > token["validFrom"]
    assert call(changing, token["secret"]).json()["role"] == "viewer"
