"""Finding 14: failures with a name do not shut its owner out of a browser in which the owner has signed in before."""

from typing import Final

from tests.support.people import OWN_PAGE, PASSWORD, add_person
from tests.walls.served import Answer, Served

_HOURS_LATER: Final = "UPDATE sign_in_attempt SET failed = failed + 20, at = at - 900000000"
"""As if an attempt had failed in each quarter of the last five hours. So long, in microseconds, a name had to wait at most."""


def _sign_in(served: Served, tenant: str, password: str, *cookies: str) -> Answer:
    headers = {**OWN_PAGE, **({"cookie": "; ".join(cookies)} if cookies else {})}
    return served.ask(tenant, None, "rest/session", {"name": "petra", "password": password}, headers=headers)


def test_a_known_browser_comes_in_though_others_fail_in_every_quarter_of_an_hour(served: Served) -> None:
    tenant = served.new_tenant()
    add_person(served.database, tenant, "petra")
    cookies = _sign_in(served, tenant, PASSWORD).cookies
    assert _sign_in(served, tenant, "wrong").status == 401
    served.database.run(served.database.storage.engine.fetch(_HOURS_LATER, {}))

    assert _sign_in(served, tenant, "wrong").status == 401, "one more attempt is allowed by then"
    assert _sign_in(served, tenant, PASSWORD).status == 429, "and the next one has to wait"
    assert _sign_in(served, tenant, PASSWORD, *cookies).status == 200, "but not in a known browser"
