"""Finding 1: a credential that ended is refused at once, whatever was changed right before."""

from facetstore.usecases.people.sign_in import SignIn
from facetstore.usecases.people.users import access_account
from tests.support.passwords import quick_passwords
from tests.support.people import OWN_PAGE, PASSWORD, add_person
from tests.walls.served import SESSION, Served


def _sign_in(served: Served, tenant: str, login: str) -> dict[str, str]:
    """The headers of a browser that signed in."""
    answer = served.ask(tenant, None, "rest/session", {"name": login, "password": PASSWORD}, headers=OWN_PAGE)
    assert answer.status == 200, answer.body
    (cookie,) = [each for each in answer.cookies if each.startswith(SESSION)]
    return {**OWN_PAGE, "cookie": cookie}


def _edit_user(served: Served, tenant: str, user: str, title: str) -> None:
    element = {"id": user, "type": "user", "attributes": {"title": {"127": title}}}
    body = {"count": 1, "elements": [element]}
    answer = served.ask(tenant, "administrator", "rest/facets/users/views/list/elements", body)
    assert answer.status == 200, answer.body


def _statuses(served: Served, tenant: str, headers: dict[str, str]) -> set[int]:
    """What every worker answers to this credential, asked twice: the second time it is recognised."""
    paths = ("rest/me", "rest/facets")
    return {
        each.status for _ in range(2) for path in paths for each in served.ask_all(tenant, None, path, headers=headers)
    }


def test_a_session_ends_with_sign_out_though_a_user_was_edited_right_before(served: Served) -> None:
    tenant = served.new_tenant()
    user = add_person(served.database, tenant, "petra")
    headers = _sign_in(served, tenant, "petra")
    _edit_user(served, tenant, user, "Dr.")
    assert _statuses(served, tenant, headers) == {200}
    assert served.ask(tenant, None, "rest/session", method="DELETE", headers=headers).status == 200
    assert _statuses(served, tenant, headers) == {401}


def test_sessions_end_with_a_password_set_by_the_command_though_a_user_was_edited_right_before(served: Served) -> None:
    tenant = served.new_tenant()
    user = add_person(served.database, tenant, "petra")
    headers = _sign_in(served, tenant, "petra")
    _edit_user(served, tenant, user, "Dr.")
    assert _statuses(served, tenant, headers) == {200}

    database = served.database
    found = database.run(access_account(database.storage, database.tenant(tenant), "petra"))
    sign_in = SignIn(database.storage, quick_passwords())
    database.run(sign_in.set_password(database.tenant(tenant), found, "another horse battery"))
    assert _statuses(served, tenant, headers) == {401}
