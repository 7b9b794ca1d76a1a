"""Finding 1: a credential that ended is refused at once, whatever was changed right before."""

from collections.abc import Callable
from typing import Final

from tests.support.people import OWN_PAGE, PASSWORD, add_link, add_person, set_password
from tests.walls.served import SESSION, Served

ANOTHER: Final = "another horse battery"


def _sign_in(served: Served, tenant: str, user: str) -> dict[str, str]:
    """The headers of a browser that signed in, by a link: a password takes the service longer than all the rest."""
    body = {"link": add_link(served.database, tenant, user)}
    answer = served.ask(tenant, None, "rest/session", body, headers=OWN_PAGE)
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


def _sign_out(served: Served, tenant: str, headers: dict[str, str]) -> None:
    assert served.ask(tenant, None, "rest/session", method="DELETE", headers=headers).status == 200


def _change_password(served: Served, tenant: str, headers: dict[str, str]) -> None:
    body = {"old": PASSWORD, "new": ANOTHER}
    assert served.ask(tenant, None, "rest/session/password", body, headers=headers).status == 200


def _set_password(served: Served, tenant: str, _: dict[str, str]) -> None:
    """What `facetstore user set-password` does, in another process than the service."""
    set_password(served.database, tenant, "carla", ANOTHER)


ENDS: Final[dict[str, Callable[[Served, str, dict[str, str]], None]]] = {
    "anna": _sign_out,
    "berta": _change_password,
    "carla": _set_password,
}
"""How the session of each user ends."""


def test_a_session_ends_at_once_though_a_user_was_edited_right_before(served: Served) -> None:
    tenant, after = served.new_tenant(), {}
    for login, end in ENDS.items():
        user = add_person(served.database, tenant, login)
        headers = _sign_in(served, tenant, user)
        _edit_user(served, tenant, user, "Dr.")
        assert _statuses(served, tenant, headers) == {200}

        end(served, tenant, headers)

        after[login] = _statuses(served, tenant, headers)
    assert after == {login: {401} for login in ENDS}
