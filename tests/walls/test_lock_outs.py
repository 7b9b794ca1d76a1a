"""Finding 14: failures with a name do not shut its owner out of a browser in which the owner has signed in before."""

from facetstore.domain.throttling import OF_PAIR
from tests.support.people import OWN_PAGE, PASSWORD, add_person
from tests.walls.served import Answer, Served


def _sign_in(served: Served, tenant: str, login: str, password: str, cookie: str = "") -> Answer:
    headers = {**OWN_PAGE, **({"cookie": cookie} if cookie else {})}
    return served.ask(tenant, None, "rest/session", {"name": login, "password": password}, headers=headers)


def test_a_known_browser_comes_in_while_somebody_else_fails(served: Served) -> None:
    tenant = served.new_tenant()
    login = f"petra-{tenant.replace('/', '-')}"
    add_person(served.database, tenant, login)
    answer = _sign_in(served, tenant, login, PASSWORD)
    (device,) = [each for each in answer.cookies if each.startswith("facetstore-device=")]

    # The waits double: however slow the machine is, one of the next attempts comes too early.
    failed = [401]
    while failed[-1] == 401 and len(failed) < OF_PAIR.free + 10:
        failed.append(_sign_in(served, tenant, login, "wrong").status)

    assert failed[-1] == 429
    assert len(failed) > OF_PAIR.free
    assert _sign_in(served, tenant, login, PASSWORD, device).status == 200
