"""Roles by OpenID Connect: they follow the groups that the provider sends, and unknown people may be let in."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.support.api import Database
from tests.support.openid_provider import OpenIdServer
from tests.support.openid_visitor import ROLES, USERS, World, world
from tests.support.people import add_person


@pytest.fixture
def ruled(database: Database, openid: OpenIdServer) -> Iterator[World]:
    """A tenant of which Berta, an editor, is a user, where groups give roles, and those who are not known yet are let in."""
    openid.tell(people={}, spoiled=None)
    with world(database, openid.issuer, roles=ROLES, creates=True) as found:
        add_person(database, found.address, "berta", password=None)
        yield found


def test_who_is_not_known_is_let_in_with_the_role_of_their_groups(ruled: World, openid: OpenIdServer) -> None:
    given = {
        "given_name": "Dora",
        "family_name": "Lang",
        "email": "dora@example.org",
        "groups": ["/writers", "/others"],
    }
    openid.tell(people={"dora": given})
    visitor = ruled.visitor()

    assert visitor.sign_in("dora").status_code == 302

    me = visitor.browser.read("rest/me")
    assert (me["login"], me["name"], me["role"]) == ("dora", "Dora Lang", "editor")
    assert ruled.user(me["id"])["attributes"]["email"] == {"127": "dora@example.org"}
    assert [each["kind"] for each in ruled.history(me["id"])] == ["element.created"]
    assert ruled.visitor().sign_in("dora").status_code == 302
    assert [each["kind"] for each in ruled.history(me["id"])] == ["element.created"], "nothing has changed"


def test_roles_follow_the_groups_up_and_down(ruled: World, openid: OpenIdServer) -> None:
    visitor, roles = ruled.visitor(), []
    for groups in (["/writers"], ["/heads", "/readers"], ["/readers"], "/writers"):
        openid.tell(people={"berta": {"groups": groups}})
        assert visitor.sign_in("berta").status_code == 302
        roles.append(visitor.browser.read("rest/me")["role"])

    assert roles == ["editor", "administrator", "viewer", "editor"]
    element = visitor.browser.read("rest/me")["id"]
    changes = [each for each in ruled.history(element) if each["kind"] == "element.changed"]
    assert [each["reason"] for each in changes] == ["groups at Talwind"] * 3
    found = [each["detail"] for each in ruled.audit("access.changed") if each["subject"] == element]
    assert len(found) == 4
    assert found[-1] == {"openId": ruled.issuer}, "first the person was bound to the user"


def test_who_is_in_no_group_that_counts_loses_their_role_and_their_sessions(ruled: World, openid: OpenIdServer) -> None:
    openid.tell(people={"berta": {"groups": ["/writers"]}})
    before = ruled.visitor()
    before.sign_in("berta")
    element = before.browser.read("rest/me")["id"]

    openid.tell(people={"berta": {"groups": ["/others"]}})
    refused = ruled.visitor().sign_in("berta")

    assert refused.status_code == 401
    assert before.browser.status() == 401
    assert ruled.user(element)["attributes"]["roleViewer"] == {"127": False}
    openid.tell(people={"berta": {"groups": ["/readers"]}})
    assert before.browser.status() == 401, "a session that has ended does not come back"
    assert ruled.visitor().sign_in("berta").status_code == 302


def test_where_no_groups_are_claimed_no_user_loses_anything(ruled: World) -> None:
    refused = ruled.visitor().sign_in("berta")

    assert refused.status_code == 401
    (row,) = ruled.audit("sign-in.refused")
    assert row["detail"] == {"by": "openid", "because": "missing claim: groups"}
    assert ruled.audit("access.changed") == []


def test_all_users_may_have_a_role(database: Database, openid: OpenIdServer) -> None:
    roles = {**ROLES, "*": ROLES["/readers"]}
    with world(database, openid.issuer, roles=roles, creates=True) as place:
        visitor = place.visitor()
        openid.tell(people={})

        assert visitor.sign_in("emil").status_code == 302
        assert visitor.browser.read("rest/me")["role"] == "viewer"
        openid.tell(people={"emil": {"groups": ["/heads"]}})
        assert place.visitor().sign_in("emil").status_code == 302
        # In too many groups for the claim: Emil's role cannot be known, so it stays as it is.
        openid.tell(people={}, spoiled={"claims": {"_claim_names": {"groups": "src1"}}})
        refused = place.visitor().sign_in("emil")
        openid.tell(spoiled=None)
        assert refused.status_code == 401
        assert visitor.browser.read("rest/me")["role"] == "administrator"


def test_one_who_is_inactive_stays_out_whatever_their_groups_are(ruled: World, openid: OpenIdServer) -> None:
    openid.tell(people={"berta": {"groups": ["/heads"]}})
    visitor = ruled.visitor()
    visitor.sign_in("berta")
    element = visitor.browser.read("rest/me")["id"]
    body = f'{{"elements":[{{"id":"{element}","attributes":{{"roleInactive":{{"127":true}},"roleAdministrator":{{"127":false}}}}}}]}}'
    assert ruled.api.post(USERS, tenant=ruled.address, content=body.encode()).status_code == 200
    number = len(ruled.history(element))

    refused = ruled.visitor().sign_in("berta")

    assert refused.status_code == 401
    assert visitor.browser.status() == 401
    assert len(ruled.history(element)) == number
    assert ruled.audit("sign-in.refused")[0]["subject"] == element


def test_two_who_come_for_the_first_time_at_once_are_one(ruled: World, openid: OpenIdServer) -> None:
    openid.tell(people={"fritz": {"groups": ["/readers"]}})
    visitors = [ruled.visitor() for _ in range(4)]
    paths = [each.at_provider(each.begun(), "fritz").removeprefix("http://test") for each in visitors]

    async def all_at_once() -> list[int]:
        get = ruled.api.client.get
        cookies = [{"cookie": f"facetstore-openid={each.cookies['facetstore-openid']}"} for each in visitors]
        sent = (get(path, headers=each) for path, each in zip(paths, cookies, strict=True))
        return [each.status_code for each in await asyncio.gather(*sent)]

    assert ruled.database.run(all_at_once()) == [302] * 4
    listed = ruled.api.read(
        "rest/facets/users/views/list/elements?$filter=accountName eq 'fritz'", tenant=ruled.address
    )
    assert listed["count"] == 1
