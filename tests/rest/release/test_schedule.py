"""Time moves versions on by the scheduler's runs alone; to callers it is a change like any other."""

import json
import time
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from facetstore.usecases.release.scheduling import run_schedule
from tests.rest.reading.reads import READS
from tests.support import company
from tests.support.api import Api, Database, element

_numbers = count(1)
DAY = 86_400 * 10**9


class Caller:
    """A caller in a tenant of its own, in which nothing is due."""

    def __init__(self, api: Api, database: Database) -> None:
        roles = ("viewer", "editor", "architect")
        self.tenant = database.add_tenant(f"schedule/{next(_numbers)}", company.SETTINGS, roles=roles)
        self._api = api
        self.database = database

    def get(self, path: str, role: str = "editor") -> Any:
        response = self._api.get(path, role, tenant=self.tenant)
        assert response.status_code == 200, response.text
        return response.json()

    def post(self, path: str, body: object = None, role: str = "architect") -> Any:
        content = None if body is None else json.dumps(body).encode()
        response = self._api.post(path, role, tenant=self.tenant, content=content)
        assert response.status_code == 200, response.text
        return response.json()

    def released(self) -> str:
        """A process that is released today; returns its id."""
        texts = {name: {"1031": "Ware holen", "1033": "Pick goods"} for name in ("name", "description")}
        body = {"elements": [{"type": "subProcess", "attributes": texts}]}
        made = self.post("rest/facets/processes/views/tree/elements", body)["elements"][0]
        self.post(f"release/{made['id']}/transitions/InProcessToReleased?ignoreWarnings=true")
        return str(made["id"])

    def state(self, id_: str, role: str = "viewer") -> str:
        return str(self.get(element(id_), role)["elements"][0]["state"])

    def history(self, id_: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get(f"{element(id_)}/history")["values"]
        return found

    def run_in_days(self, days: int) -> int:
        """Run the schedule of this tenant's database so many days from now; returns how many versions moved on here."""
        moved = self.database.elsewhere(
            lambda storage: run_schedule(storage, clock=lambda: time.time_ns() + days * DAY)
        )
        return sum(each.versions for each in moved or () if str(each.tenant) == self.tenant)


@pytest.fixture
def caller(empty_database: Database) -> Iterator[Caller]:
    api = Api(empty_database)
    yield Caller(api, empty_database)
    api.close()


def test_what_is_released_today_is_in_effect_tomorrow_and_the_history_shows_it(caller: Caller) -> None:
    id_ = caller.released()
    before = caller.get(element(id_), "viewer")
    found = len(caller.history(id_))
    assert caller.run_in_days(0) == 0

    assert caller.run_in_days(1) == 1

    after = caller.get(element(id_), "viewer")
    assert (before["elements"][0]["state"], after["elements"][0]["state"]) == ("released", "inEffect")
    first, *others = caller.history(id_)
    assert (first["kind"], first["by"], len(others)) == ("release.scheduled", "scheduler", found)
    assert first["difference"] == {"state": {"from": "released", "to": "inEffect"}}
    old, new = before["elements"][0]["attributes"], after["elements"][0]["attributes"]
    assert {name for name in new if new[name] != old.get(name)} == {"state1"}


def test_no_read_moves_a_state(caller: Caller) -> None:
    """Imported with dates of long ago, versions stay as they are until the scheduler comes."""
    caller.database.add_elements(caller.tenant, company.acme)
    revision = caller.database.tenant(caller.tenant).revision

    for path in READS.values():
        caller.get(path, "editor")

    assert caller.database.tenant(caller.tenant).revision == revision
    assert caller.run_in_days(0) > 0


def test_an_expiry_asked_for_while_released_is_granted_when_in_effect(caller: Caller) -> None:
    id_ = caller.released()
    caller.post(f"release/{id_}/transitions/ReleasedToRequestToExpire")
    (task,) = caller.get("rest/tasks", "architect")["values"]
    assert caller.run_in_days(1) == 1
    assert caller.state(id_) == "inEffect"

    caller.post(f"rest/tasks/{task['id']}/accept")

    assert caller.state(id_, "editor") == "expired"
    assert caller.run_in_days(2) == 0


def test_what_expired_or_has_a_successor_is_left_alone(caller: Caller) -> None:
    id_ = caller.released()
    second = caller.post(f"release/{id_}/createversion")["elements"][0]["versionId"]
    reason = {"reasonForRevision": {"127": "Packing is part of it"}}
    caller.post(
        "rest/facets/processes/views/tree/elements",
        {"elements": [{"id": id_, "versionId": second, "attributes": reason}]},
    )
    caller.post(f"release/{id_}/transitions/InProcessToReleased?ignoreWarnings=true")

    assert caller.run_in_days(1) == 1

    versions = caller.get(f"{element(id_)}/versions")["elements"]
    assert [each["state"] for each in versions] == ["expired", "inEffect"]
