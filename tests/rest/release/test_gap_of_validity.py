"""A version that is valid later than it is released: the gap that its predecessor leaves, and the setting that leaves none."""

import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, Final

import pytest

from facetstore.domain.tenant import AT_RELEASE, WHEN_VALID
from facetstore.usecases.release.scheduling import run_schedule
from tests.support import company
from tests.support.api import Api, Database, Json, element
from tests.support.changing import Changing

DAY: Final = 86_400 * 10**9
DAYS: Final = 5
_numbers = count(1)


class Releasing(Changing):
    """A tenant whose processes are released; `keeps`: with expirePredecessor whenValid."""

    def __init__(self, database: Database, *, keeps: bool) -> None:
        self.database, self.api = database, Api(database)
        settings = replace(company.SETTINGS, time_zone="UTC", expire_predecessor=WHEN_VALID if keeps else AT_RELEASE)
        roles = ("viewer", "editor", "architect", "administrator")
        self.address = database.add_tenant(f"gap/{next(_numbers)}", settings, company.acme, roles=roles)

    def prepared(self, process: str, days: int) -> str:
        """A draft that will be valid in so many days; returns its version id."""
        draft = self.new_version(process)
        texts = {"description": {"1033": "What it is for", "1031": "Wozu"}, "reasonForRevision": {"127": "It was time"}}
        self.update({"id": draft, "attributes": {**texts, "validFrom": {"127": day(days)}}})
        return draft

    def release_draft(self, process: str, *, ignore: bool = True) -> Any:
        query = "?ignoreWarnings=true" if ignore else ""
        return self.post(f"release/{process}/transitions/InProcessToReleased{query}")

    def seen(self, id_: str, role: str = "viewer") -> Json:
        found: Json = self.read(element(id_), role)["elements"][0]
        return found

    def run_in_days(self, days: int) -> int:
        moved = self.database.elsewhere(
            lambda storage: run_schedule(storage, clock=lambda: time.time_ns() + days * DAY)
        )
        return sum(each.versions for each in moved or () if str(each.tenant) == self.address)


def day(days: int) -> str:
    return f"{(datetime.now(UTC) + timedelta(days=days)).date().isoformat()}T00:00:00"


@pytest.fixture
def gap(empty_database: Database) -> Iterator[Releasing]:
    releasing = Releasing(empty_database, keeps=False)
    yield releasing
    releasing.close()


@pytest.fixture
def keeping(empty_database: Database) -> Iterator[Releasing]:
    releasing = Releasing(empty_database, keeps=True)
    yield releasing
    releasing.close()


def gaps(answer: Any) -> list[Json]:
    return [each for each in answer.json()["data"] if each["code"] == "noGapOfValidity"]


def test_a_release_warns_of_the_days_in_which_nothing_is_valid(gap: Releasing) -> None:
    gap.prepared(company.CHECK, DAYS)

    refused = gap.release_draft(company.CHECK, ignore=False)

    assert (refused.status_code, refused.json()["type"]) == (409, "warning")
    (found,) = gaps(refused)
    assert found["error"].endswith(f"Days without a valid version: {DAYS}.")
    assert found["path"] == "attributes/validFrom/127"
    explained = gap.read(f"release/{company.CHECK}/transitions?explain=true", "architect")["values"]
    (release,) = (each for each in explained if each["transitionId"] == "InProcessToReleased")
    assert "noGapOfValidity" in [each["code"] for each in release["findings"]]
    assert gap.release_draft(company.CHECK).status_code == 200
    assert gap.seen(company.CHECK_1_0, "editor")["state"] == "expired"


@pytest.mark.parametrize("days", [0, -3])
def test_without_a_gap_there_is_no_warning(gap: Releasing, days: int) -> None:
    gap.prepared(company.CHECK, days)

    refused = gap.release_draft(company.CHECK, ignore=False)

    assert refused.status_code == 200 or gaps(refused) == []


def test_a_first_version_leaves_no_gap(gap: Releasing) -> None:
    texts = {"description": {"1033": "What it is for", "1031": "Wozu"}, "validFrom": {"127": day(DAYS)}}
    gap.update({"id": company.RETURNS, "attributes": texts})

    refused = gap.release_draft(company.RETURNS, ignore=False)

    assert refused.status_code == 200 or gaps(refused) == []


def test_with_the_setting_the_version_in_force_stays_until_the_other_is_valid(keeping: Releasing) -> None:
    before = keeping.seen(company.CHECK)["versionId"]
    draft = keeping.prepared(company.CHECK, DAYS)

    released = keeping.release_draft(company.CHECK, ignore=False)
    assert released.status_code == 200 or gaps(released) == []
    if released.status_code != 200:
        assert keeping.release_draft(company.CHECK).status_code == 200

    in_force = keeping.seen(company.CHECK)
    assert (in_force["versionId"], in_force["state"]) == (before, "released")
    assert in_force["attributes"]["validUntil"] == {"127": day(DAYS)}
    assert keeping.seen(company.CHECK, "editor")["versionId"] == draft
    listed = keeping.read("rest/facets/processes/views/list/elements", "viewer")["elements"]
    assert [each["versionId"] for each in listed if each["id"] == company.CHECK] == [before]
    # A draft after it, and what else settles which version is shown, changes nothing.
    keeping.new_version(company.CHECK)
    assert keeping.seen(company.CHECK)["versionId"] == before

    keeping.run_in_days(1)
    assert (keeping.seen(company.CHECK)["versionId"], keeping.seen(before)["state"]) == (before, "inEffect")
    keeping.run_in_days(DAYS - 1)
    assert keeping.seen(company.CHECK)["versionId"] == before
    assert keeping.run_in_days(DAYS) == 1
    assert keeping.seen(company.CHECK)["versionId"] == draft
    assert keeping.seen(before, "editor")["state"] == "expired"
    assert keeping.seen(draft)["state"] == "released"
    keeping.run_in_days(DAYS + 1)
    assert keeping.seen(company.CHECK)["state"] == "inEffect"
    assert keeping.run_in_days(DAYS + 2) == 0
    (last, *_) = keeping.history(before)
    assert (last["kind"], last["by"]) == ("release.scheduled", "scheduler")


def test_a_diagram_that_is_not_valid_yet_is_not_shown_to_viewers(keeping: Releasing) -> None:
    """Of a process with a diagram: viewers see the flow objects of the version in force alone."""
    texts = {"description": {"1033": "What", "1031": "Was"}, "reasonForRevision": {"127": "It was time"}}
    keeping.update({"id": company.RECEIPT_2_1, "attributes": {**texts, "validFrom": {"127": day(DAYS)}}})
    assert keeping.release_draft(company.RECEIPT).status_code == 200

    assert keeping.get(element(company.DRAFT_TASK), "viewer").status_code == 404
    assert keeping.get(element(company.UNLOAD), "viewer").status_code == 200
    keeping.run_in_days(DAYS)
    assert keeping.get(element(company.DRAFT_TASK), "viewer").status_code == 200
    assert keeping.seen(company.RECEIPT)["versionId"] == company.RECEIPT_2_1


def test_with_the_setting_what_is_valid_at_once_expires_its_predecessor_at_once(keeping: Releasing) -> None:
    draft = keeping.prepared(company.CHECK, 0)

    assert keeping.release_draft(company.CHECK).status_code == 200

    assert keeping.seen(company.CHECK)["versionId"] == draft
    assert keeping.seen(company.CHECK_1_0, "editor")["state"] == "expired"


def test_if_the_later_version_is_gone_by_then_the_other_stays_in_force(keeping: Releasing) -> None:
    draft = keeping.prepared(company.CHECK, DAYS)
    keeping.release_draft(company.CHECK)
    keeping.write(f"release/{draft}/transitions/ReleasedToRequestToExpire")
    (task,) = keeping.read(f"rest/tasks?element={company.CHECK}")["values"]
    keeping.write(f"rest/tasks/{task['id']}/accept")

    keeping.run_in_days(DAYS)

    assert keeping.seen(company.CHECK)["versionId"] == company.CHECK_1_0


def test_the_end_of_validity_alone_expires_nothing(gap: Releasing) -> None:
    texts = {"description": {"1033": "What it is for", "1031": "Wozu"}, "validUntil": {"127": day(2)}}
    gap.update({"id": company.RETURNS, "attributes": texts})
    assert gap.release_draft(company.RETURNS).status_code == 200

    gap.run_in_days(1)
    gap.run_in_days(3)

    assert gap.seen(company.RETURNS)["state"] == "inEffect"
