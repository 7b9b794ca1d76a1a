"""Finding 14: a page of another site that leads an administrator to an address of ours has changed nothing by it."""

import time
from typing import Final

from facetstore.domain.tenant import TenantAddress, TenantSettings, parse_address
from facetstore.usecases.tenants.tenant_administration import delete_tenant
from facetstore.usecases.tenants.tenant_changes import create_tenant
from tests.support.administration import SYSTEM
from tests.support.people import OWN_PAGE, PASSWORD, add_person
from tests.walls.served import Served

DELETED: Final = "purged/soon"
_DUE: Final = "UPDATE tenant SET purge_at = 1 WHERE purge_at IS NOT NULL"


def _create(served: Served, text: str) -> TenantAddress:
    address = parse_address(text)
    assert address is not None
    served.database.run(create_tenant(served.database.storage, address, TenantSettings()))
    return address


def _administrator(served: Served) -> dict[str, str]:
    """The cookies of an administrator of the system who has signed in."""
    _create(served, SYSTEM)
    add_person(served.database, SYSTEM, "anna", "administrator")
    body = {"name": "anna", "password": PASSWORD}
    answer = served.ask(SYSTEM, None, "rest/session", body, headers=OWN_PAGE)
    return {"cookie": "; ".join(answer.cookies)}


def _await_a_quiet_time() -> None:
    """The service purges by itself at each full minute: then it would not be the request that did it."""
    second = time.time() % 60
    if not 1 < second < 56:
        time.sleep((61 - second) % 60)


def test_a_link_on_another_page_purges_nothing(served: Served) -> None:
    database, cookies = served.database, _administrator(served)
    database.run(delete_tenant(database.storage, _create(served, DELETED)))
    _await_a_quiet_time()
    database.run(database.storage.engine.fetch(_DUE, {}))

    def maintain(method: str, site: str) -> tuple[int, bool]:
        """The status, and whether the deleted tenant is still there."""
        answer = served.ask(SYSTEM, None, "rest/maintain", method=method, headers={**cookies, "sec-fetch-site": site})
        known = database.run(database.storage.tenants(deleted=True))
        return answer.status, any(str(each.address) == DELETED for each in known)

    assert maintain("GET", "cross-site") == (200, True)
    assert maintain("POST", "cross-site") == (403, True)
    assert maintain("POST", "same-origin") == (200, False)
