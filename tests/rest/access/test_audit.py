"""The audit: one row for every sign-in, token and change of access, written together with what it describes."""

from typing import Any

import pytest

from tests.rest.editing.archive import IDS, PROCESSES, open_archive
from tests.support.api import Api, Database, Json
from tests.support.changing import Changing
from tests.support.people import PASSWORD, Browser, add_link, add_person

USERS = "rest/facets/users/views/detail/elements"
GROUPS = "rest/facets/usergroups/views/detail/elements"
AUTOMATION = "rest/facets/automation/views/detail/elements"
OTHER = "another correct horse"


def audit(changing: Changing, query: str = "") -> list[Json]:
    """The rows from the last one back, without what no test can know."""
    found: list[Json] = changing.read(f"rest/audit{query}")["values"]
    for each in found:
        assert each.pop("at").startswith("20")
    return found


def kinds(changing: Changing, query: str = "") -> list[str]:
    return [each["kind"] for each in audit(changing, query)]


def change(changing: Changing, path: str, id_: str, **attributes: Any) -> None:
    given = {name: {"127": value} for name, value in attributes.items()}
    changing.update({"id": id_, "attributes": given}, path=path)


@pytest.fixture
def me(changing: Changing) -> str:
    id_: str = changing.read("rest/me")["id"]
    return id_


def test_who_signs_in_and_out_is_recorded(changing: Changing) -> None:
    berta = add_person(changing.database, changing.address, "berta")
    browser = Browser(changing.api, changing.address).signed_in("berta")
    browser.send("DELETE", "rest/session")
    browser.send("POST", "rest/session", {"link": add_link(changing.database, changing.address, berta)})

    found = [(each["kind"], each.get("detail"), each.get("actor")) for each in audit(changing, f"?subject={berta}")]
    assert found[:-1] == [
        ("sign-in", {"by": "link"}, berta),
        ("link.made", None, None),
        ("sign-out", None, berta),
        ("sign-in", {"by": "password"}, berta),
        ("password.changed", None, None),
    ]
    assert found[-1][0] == "access.given"
    addresses = {each["kind"]: each.get("address") for each in audit(changing, f"?actor={berta}")}
    assert addresses == {"sign-in": "127.0.0.1", "sign-out": "127.0.0.1"}


def test_who_is_refused_is_recorded_but_not_what_they_gave(changing: Changing, me: str) -> None:
    berta = add_person(changing.database, changing.address, "berta")
    nobody = Browser(changing.api, changing.address)
    for name, password in (("berta", "wrong wrong wrong"), ("canary-name", "canary-password")):
        assert nobody.sign_in(name, password).status_code == 401
    assert nobody.send("POST", "rest/session", {"link": "canary-link"}).status_code == 401
    change(changing, USERS, berta, roleInactive=True)
    assert nobody.sign_in("berta").status_code == 401

    refused = audit(changing, "?kind=sign-in.refused")
    assert refused == [
        {"kind": "sign-in.refused", "address": "127.0.0.1", "subject": berta, "detail": {"by": "password"}},
        {"kind": "sign-in.refused", "address": "127.0.0.1", "detail": {"by": "link"}},
        {"kind": "sign-in.refused", "address": "127.0.0.1", "detail": {"by": "password"}},
        {"kind": "sign-in.refused", "address": "127.0.0.1", "subject": berta, "detail": {"by": "password"}},
    ]
    assert "canary" not in changing.get("rest/audit").text


def test_what_is_refused_at_an_unknown_tenant_is_stored_nowhere(changing: Changing) -> None:
    before = kinds(changing)
    known, unknown = (
        Browser(changing.api, each).sign_in("nobody", PASSWORD) for each in (changing.address, "no/where")
    )

    assert (known.status_code, unknown.status_code) == (401, 401)
    assert kinds(changing) == ["sign-in.refused", *before]


def test_a_changed_password_is_recorded_and_a_wrong_one(changing: Changing) -> None:
    berta = add_person(changing.database, changing.address, "berta")
    browser = Browser(changing.api, changing.address).signed_in("berta")
    refused = browser.send("POST", "rest/session/password", {"old": OTHER, "new": OTHER})
    assert refused.status_code == 400
    assert browser.send("POST", "rest/session/password", {"old": PASSWORD, "new": OTHER}).status_code == 200

    rows = audit(changing, "?$pageSize=2")
    assert rows == [
        {"kind": kind, "actor": berta, "subject": berta, "address": "127.0.0.1"}
        for kind in ("password.changed", "password.refused")
    ]
    assert OTHER not in changing.get("rest/audit").text


def test_the_life_of_a_token_is_recorded(changing: Changing, me: str) -> None:
    (token,) = changing.write("rest/tokens", {"name": "Robot", "role": "viewer"})["values"]
    changing.write(f"rest/tokens/{token['id']}/rotate")
    changing.write(f"rest/tokens/{token['id']}/revoke")
    changing.write(f"rest/tokens/{token['id']}/revoke")  # it is already

    rows = audit(changing, f"?subject={token['id']}")
    assert [each["kind"] for each in rows] == ["token.revoked", "token.renewed", "token.created"]
    assert rows[0] == {
        "kind": "token.revoked",
        "actor": me,
        "subject": token["id"],
        "address": "127.0.0.1",
        "detail": {"type": "authToken", "roleInactive": "true"},
    }
    assert rows[2]["detail"]["roleViewer"] == "true"
    assert token["secret"] not in changing.get("rest/audit").text


def test_an_address_that_a_token_may_not_be_used_from_is_recorded(changing: Changing) -> None:
    (token,) = changing.write("rest/tokens", {"name": "Robot", "role": "viewer"})["values"]
    host = {"type": "host", "parent": token["id"], "attributes": {"name": {"1033": "10.0.0.9"}}}
    host["attributes"] |= {"hostAddress": {"127": "10.0.0.9"}, "isActive": {"127": True}}
    (made,) = changing.update(host, path=AUTOMATION)
    change(changing, AUTOMATION, made["id"], isActive=False)
    change(changing, AUTOMATION, made["id"], contactPerson="Who knows")

    rows = audit(changing, f"?subject={made['id']}")
    assert [each["kind"] for each in rows] == ["access.changed", "access.given"]
    assert rows[0]["detail"] == {"type": "host", "isActive": "false"}


def test_a_change_of_what_a_user_may_is_recorded_and_no_other(changing: Changing, me: str) -> None:
    berta = add_person(changing.database, changing.address, "berta")
    (group,) = changing.update({"type": "userGroup", "attributes": {"name": {"1033": "Staff"}}}, path=GROUPS)
    change(changing, USERS, berta, initials="B")
    change(changing, USERS, berta, roleEditor=False, roleApprover=True)
    changing.update({"id": berta, "related": {"userGroups": [{"id": group["id"]}]}}, path=USERS)
    changing.write(f"{USERS}/{berta}/delete")

    found = [(each["kind"], each["detail"]) for each in audit(changing, f"?subject={berta}&actor={me}")]
    assert found == [
        ("access.taken", {"type": "user", "accountName": "", "roleViewer": "", "roleApprover": "", "userGroups": ""}),
        ("access.changed", {"type": "user", "userGroups": group["id"]}),
        ("access.changed", {"type": "user", "roleEditor": "", "roleApprover": "true"}),
    ]


def test_permissions_on_elements_and_facets_are_recorded(api: Api, database: Database) -> None:
    archive = open_archive(api, database)
    archive.permit(IDS["personnel"], {"staff": "full"})
    archive.permit_facet("processes", {"staff": "full", "guests": "read"})
    archive.send("DELETE", f"{PROCESSES}/{IDS['personnel']}/permissions", "adam")
    asked = archive.get(f"rest/audit?actor={IDS['adam']}", "adam")["values"]

    assert [(each["kind"], each["subject"], each.get("detail")) for each in asked] == [
        ("permission.dropped", IDS["personnel"], {"type": "subCategory"}),
        ("permission.facet", "processes", {"facet": "processes", "to": f"{IDS['staff']}, {IDS['guests']}"}),
        ("permission.set", IDS["personnel"], {"type": "subCategory", "to": IDS["staff"]}),
    ]
    about = archive.get("rest/audit?subject=processes", "adam")["values"]
    assert [each["kind"] for each in about] == ["permission.facet"]


def test_what_is_hidden_from_an_administrator_is_not_in_the_audit_either(api: Api, database: Database) -> None:
    """Neither what permissions hold for it, nor what its own attributes say, nor that it was."""
    archive = open_archive(api, database)
    archive.permit(IDS["personnel"], {"staff": "full"})
    archive.permit(IDS["sales"], {"staff": "full", "boss": "read"})
    archive.permit_facet("users", {"staff": "full"})
    archive.permit_facet("usergroups", {"staff": "full"})
    archive.send("DELETE", f"{PROCESSES}/{IDS['sales']}?force=true", "adam")

    def subjects(who: str) -> set[str]:
        return {each.get("subject", "") for each in archive.get("rest/audit?$pageSize=1000", who)["values"]}

    hidden = {IDS["personnel"], IDS["sales"], IDS["stan"], IDS["staff"], "users", "usergroups"}
    assert hidden < subjects("adam")
    assert subjects("adam") - subjects("boss") >= hidden
    assert IDS["full"] in subjects("boss")
    assert archive.get(f"rest/audit?subject={IDS['personnel']}", "boss")["values"] == []


def test_what_is_not_stored_is_not_recorded(changing: Changing) -> None:
    before = kinds(changing)
    changing.write("rest/tokens?dryRun=true", {"name": "Robot", "role": "viewer"})
    assert changing.post("rest/tokens", {"name": "administrator", "role": "viewer"}).status_code == 409

    assert kinds(changing) == before


def test_the_audit_is_read_by_administrators_page_by_page(changing: Changing, me: str) -> None:
    for name in ("One", "Two", "Three"):
        changing.write("rest/tokens", {"name": name, "role": "viewer"})
    everything = audit(changing, f"?actor={me}")

    assert [each["kind"] for each in everything] == ["token.created"] * 3
    pages = [audit(changing, f"?actor={me}&$pageSize=2&$page={page}") for page in (1, 2, 3)]
    assert pages == [everything[:2], everything[2:], []]
    assert changing.get("rest/audit", "editor").status_code == 403
    assert changing.get("rest/audit", None).status_code == 401


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?kind=sign-inn", "Did you mean sign-in?"),
        ("?kind=", "kind takes names"),
        ("?actor=me", "actor takes the id of a person or token"),
    ],
)
def test_wrong_parameters_are_reported(changing: Changing, query: str, said: str) -> None:
    refused = changing.get(f"rest/audit{query}")

    assert (refused.status_code, said in refused.json()["message"]) == (400, True), refused.text


def test_no_row_can_be_changed_or_taken_away(changing: Changing, database: Database) -> None:
    changing.write("rest/tokens", {"name": "Robot", "role": "viewer"})
    before = audit(changing)

    for statement in ("UPDATE audit SET actor = NULL", "DELETE FROM audit"):
        with pytest.raises(Exception, match="never"):
            database.run(_done(changing, statement))
    assert audit(changing) == before


async def _done(changing: Changing, statement: str) -> None:
    async with changing.database.storage.engine.transaction() as session:
        await session.fetch(f"{statement} WHERE tenant > :none", {"none": 0})
