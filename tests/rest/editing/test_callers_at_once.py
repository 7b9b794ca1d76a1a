"""Small changes that several callers send at once: each has the rights, the view and the history of its own caller."""

from collections.abc import Iterator

import httpx
import pytest

from facetstore.storage.verifying.chains import broken_at
from tests.rest.editing.archive import HIRING, OFFERS, PAY, PROCESSES, RECORDS, Archive, open_archive
from tests.rest.editing.archive import IDS as ARCHIVE
from tests.rest.editing.at_once import Sending, at_once, id_of, steps
from tests.support import company
from tests.support.api import Api, Database, Json
from tests.support.changing import DETAIL, Changing

CALLERS = ("editor", "approver", "analyzer", "architect", "administrator")
USERS = "rest/facets/users/views/detail/elements"


@pytest.fixture
def many(database: Database) -> Iterator[Changing]:
    changing = Changing(database, steps, roles=("viewer", *CALLERS))
    yield changing
    changing.close()


@pytest.fixture
def archive(api: Api, database: Database) -> Archive:
    """Only the staff enters personnel: Hanna sees all of it, Stan and Boss nothing."""
    archive = open_archive(api, database)
    archive.permit(ARCHIVE["personnel"], {"staff": "full"})
    return archive


def renamed(id_: str, name: str, culture: str = "1033") -> Json:
    return {"id": id_, "attributes": {"name": {culture: name}}}


def statuses(answers: list[httpx.Response]) -> list[int]:
    return [each.status_code for each in answers]


def test_each_is_recorded_and_answered_for_its_own_caller(many: Changing) -> None:
    me = {who: many.read("rest/me", who)["id"] for who in CALLERS}
    senders = CALLERS * 2

    sent = [Sending(renamed(id_of(n), f"By {who}"), who=who) for n, who in enumerate(senders)]
    answers = at_once(many.api, many.address, *sent)

    assert statuses(answers) == [200] * len(senders)
    assert len(set(me.values())) == len(CALLERS)
    for n, (who, answer) in enumerate(zip(senders, answers, strict=True)):
        assert answer.json() == many.read(f"{DETAIL}/{id_of(n)}", who)
        (value,) = answer.json()["elements"]
        assert value["attributes"]["name"]["1033"] == f"By {who}"
        assert [each["id"] for each in value["related"]["changedBy"]] == [me[who]]
        last, *_ = many.history(id_of(n))
        assert (last["kind"], last["by"]) == ("element.changed", me[who])


def test_the_chain_of_the_history_holds(many: Changing) -> None:
    at_once(
        many.api,
        many.address,
        *(Sending(renamed(id_of(n), "New"), who=who) for n, who in enumerate(("administrator", "editor"))),
    )

    tenant = many.database.tenant(many.address).key
    assert many.database.run(broken_at(many.database.storage.engine_of(tenant), tenant)) is None


def test_new_elements_of_one_parent_come_behind_each_other(many: Changing) -> None:
    callers = ["administrator", "editor", "architect"]
    sent = [
        Sending({"type": "subProcess", "parent": company.LOGISTICS, "attributes": {"name": {"1033": who}}}, who=who)
        for who in callers
    ]

    answers = at_once(many.api, many.address, *sent)

    assert statuses(answers) == [200] * 3
    made = [answer.json()["elements"][0] for answer in answers]
    by = [many.read("rest/me", who)["id"] for who in callers]
    assert [each["related"]["createdBy"][0]["id"] for each in made] == by
    assert [each["related"]["author"][0]["id"] for each in made] == by
    assert [many.history(each["id"])[0]["by"] for each in made] == by
    tenant = many.database.tenant(many.address).key
    text = "SELECT id, position FROM element WHERE tenant = :tenant AND parent = :parent"
    values = {"tenant": tenant, "parent": company.LOGISTICS}
    found = many.database.run(many.database.storage.engine.fetch(text, values))
    places = {str(id_): int(str(place)) for id_, place in found}
    behind = sorted(places.pop(each["id"]) for each in made)
    assert behind == [*range(max(places.values()) + 1, max(places.values()) + 4)]


def test_two_who_change_one_element_are_both_heard(many: Changing) -> None:
    callers = {"1031": "administrator", "1033": "editor"}

    answers = at_once(
        many.api, many.address, *(Sending(renamed(id_of(0), who, culture), who=who) for culture, who in callers.items())
    )

    assert statuses(answers) == [200, 200]
    assert many.read(f"{DETAIL}/{id_of(0)}")["elements"][0]["attributes"]["name"] == callers
    by = [each["by"] for each in many.history(id_of(0))[:2]]
    assert sorted(by) == sorted(many.read("rest/me", who)["id"] for who in callers.values())


def test_one_who_leaves_a_value_as_it_was_is_not_shown_another_one(many: Changing) -> None:
    changed, left = at_once(
        many.api,
        many.address,
        Sending(renamed(id_of(0), "Other"), who="editor"),
        Sending(renamed(id_of(0), "Step 0"), who="administrator"),
    )

    found = [each.json()["elements"][0]["attributes"]["name"]["1033"] for each in (changed, left)]
    assert found == ["Other", "Step 0"]


def test_what_one_may_not_do_is_reported_to_that_caller_alone(many: Changing) -> None:
    me = many.read("rest/me")["id"]
    many.update({"id": id_of(1), "related": {"author": [{"id": me}]}})
    allowed, refused, viewer = at_once(
        many.api,
        many.address,
        Sending(renamed(id_of(0), "Mine")),
        Sending(renamed(id_of(1), "Not mine"), who="editor"),
        Sending(renamed(id_of(2), "Nor mine"), who="viewer"),
    )

    assert statuses([allowed, refused, viewer]) == [200, 403, 403]
    names = [many.read(f"{DETAIL}/{id_of(n)}")["elements"][0]["attributes"]["name"]["1033"] for n in range(3)]
    assert names == ["Mine", "Step 1", "Step 2"]


def test_each_is_answered_by_what_they_see(archive: Archive) -> None:
    """Records refer to hiring, which is hidden from Stan; Hanna changes something else at the same time, and vice versa."""
    for first, second in (("stan", "hanna"), ("hanna", "stan")):
        answers = at_once(
            archive.api,
            archive.tenant,
            Sending(renamed(RECORDS, f"Records of {first}"), who=first),
            Sending(renamed(OFFERS, f"Offers of {second}"), who=second),
        )

        assert statuses(answers) == [200, 200]
        assert answers[0].json() == archive.get(f"{PROCESSES}/{RECORDS}", first)
        assert answers[1].json() == archive.get(f"{PROCESSES}/{OFFERS}", second)
        assert (HIRING in answers[0].text) == (first == "hanna")


def test_what_is_hidden_from_one_stays_hidden_beside_one_who_sees_it(archive: Archive) -> None:
    (alone,) = at_once(archive.api, archive.tenant, Sending(renamed(PAY, "Mine"), who="stan"))

    seen, hidden = at_once(
        archive.api,
        archive.tenant,
        Sending(renamed(HIRING, "Hired"), who="hanna"),
        Sending(renamed(PAY, "Mine"), who="boss"),
    )

    assert statuses([seen, hidden]) == [200, 404]
    assert {**hidden.json(), "requestId": ""} == {**alone.json(), "requestId": ""}
    assert archive.names(f"{PROCESSES}?$filter=type -eq 'subProcess'", "hanna") == ["Hired", "Offers", "Pay", "Records"]


def test_what_is_hidden_from_one_caller_they_cannot_name_beside_one_who_does(archive: Archive) -> None:
    below = {"type": "subProcess", "parent": ARCHIVE["personnel"], "attributes": {"name": {"1033": "Below"}}}
    (alone,) = at_once(archive.api, archive.tenant, Sending(below, who="stan"))

    seen, hidden = at_once(archive.api, archive.tenant, Sending(below, who="hanna"), Sending(below, who="boss"))

    assert (seen.status_code, hidden.status_code) == (200, alone.status_code)
    assert alone.status_code >= 400
    assert {**hidden.json(), "requestId": ""} == {**alone.json(), "requestId": ""}


def test_the_audit_shows_who_changed_what_a_user_may(archive: Archive) -> None:
    def group(of: str) -> Json:
        return {"id": ARCHIVE[of], "related": {"userGroups": [{"id": ARCHIVE["guests"]}]}}

    answers = at_once(
        archive.api,
        archive.tenant,
        Sending(group("vera"), who="adam", path=USERS),
        Sending(group("piet"), who="boss", path=USERS),
    )

    assert statuses(answers) == [200, 200]
    found = [archive.get(f"rest/audit?subject={ARCHIVE[of]}", "adam")["values"][0]["actor"] for of in ("vera", "piet")]
    assert found == [ARCHIVE["adam"], ARCHIVE["boss"]]
