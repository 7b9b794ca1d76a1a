"""When a user first and last signed in, and how often: shown among the attributes of the user, which it does not change."""

from collections.abc import Iterator

import pytest

from facetstore.rest.response_cache.validity import CachedResponses
from facetstore.rest.wire.answer import Answer
from tests.support import company
from tests.support.api import Api, Database, Json
from tests.support.changing import Changing
from tests.support.people import Browser, add_person, set_password

USERS = "rest/facets/users/views/detail/elements"


def _counts(element: Json) -> dict[str, object]:
    attributes = element["attributes"]
    names = ("userFirstLogin", "userLastLogin", "userLoginCount")
    return {name: attributes[name]["127"] for name in names if name in attributes}


@pytest.fixture
def changing(changing: Changing) -> Iterator[Changing]:
    """The same, on a node that keeps no answers: those that show counts are kept for a minute."""
    keeping, changing.api = changing.api, Api(changing.database, cache_bytes=0)
    yield changing
    changing.api.close()
    changing.api = keeping


@pytest.fixture
def person(changing: Changing) -> str:
    return add_person(changing.database, changing.address, "berta")


def test_sign_ins_are_counted_and_shown(changing: Changing, person: str) -> None:
    path = f"{USERS}/{person}"
    assert _counts(changing.read(path)["elements"][0]) == {}

    found = []
    for _ in range(3):
        Browser(changing.api, changing.address).signed_in("berta")
        found.append(_counts(changing.read(path)["elements"][0]))

    assert [each["userLoginCount"] for each in found] == [1, 2, 3]
    assert len({str(each["userFirstLogin"]) for each in found}) == 1
    assert str(found[-1]["userFirstLogin"]) < str(found[-1]["userLastLogin"])


def test_a_sign_in_changes_neither_revision_nor_history(changing: Changing, person: str) -> None:
    history, revision = changing.read(f"{USERS}/{person}/history"), changing.revision

    Browser(changing.api, changing.address).signed_in("berta")

    assert changing.revision == revision
    assert changing.read(f"{USERS}/{person}/history") == history


def test_every_read_shows_the_same(changing: Changing, person: str) -> None:
    Browser(changing.api, changing.address).signed_in("berta")
    element = changing.read(f"{USERS}/{person}")["elements"][0]
    alone = changing.read(f"{USERS}/{person}/attributes")["values"]
    one = changing.read(f"{USERS}/{person}/attributes/userLoginCount")["values"]
    chosen = changing.read(f"{USERS}/{person}?$select=userLoginCount,gotoUrl")["elements"][0]
    listed = next(each for each in changing.read(USERS)["elements"] if each["id"] == person)
    paged = next(
        each for each in changing.read(f"{USERS}?$pageSize=200&$count=true")["elements"] if each["id"] == person
    )
    report = changing.read(f"rest/facets/users/reporting/{person}?$select=userFirstLogin,userLastLogin,userLoginCount")[
        "values"
    ][0]

    wanted = _counts(element)
    assert wanted["userLoginCount"] == 1
    assert [_counts(each) for each in (listed, paged, report)] == [wanted] * 3
    assert _counts({"attributes": alone}) == wanted
    assert one == {"userLoginCount": {"127": 1}}
    assert chosen["attributes"]["userLoginCount"] == {"127": 1}
    assert chosen["attributes"]["gotoUrl"]["1033"].endswith(person)


def test_what_an_import_brought_along_counts_on(changing: Changing) -> None:
    path = f"{USERS}/{company.ANNA}"
    changing.update({"id": company.ANNA, "attributes": {"accountName": {"127": "anna"}}}, path=USERS)
    before = changing.read(path)["elements"][0]
    assert _counts(before) == {"userLastLogin": "2024-05-06T07:08:09", "userLoginCount": 7}

    set_password(changing.database, changing.address, "anna", "a password of my own")
    Browser(changing.api, changing.address).signed_in("anna", "a password of my own")

    after = changing.read(path)["elements"][0]
    assert _counts(after)["userLoginCount"] == 8
    assert str(_counts(after)["userLastLogin"]) > "2024-05-06T07:08:09"
    without = {name: each for name, each in after["attributes"].items() if not name.startswith(("userF", "userL"))}
    assert without == {name: each for name, each in before["attributes"].items() if not name.startswith("userL")}


def test_what_was_read_may_be_posted_back(changing: Changing, person: str) -> None:
    Browser(changing.api, changing.address).signed_in("berta")
    read, revision = changing.read(f"{USERS}/{person}"), changing.revision

    answered = changing.write(USERS, {"elements": read["elements"]})

    assert answered["elements"] == read["elements"]
    assert changing.revision == revision


def test_reading_users_takes_one_statement_more_however_many_there_are(changing: Changing, person: str) -> None:
    def statements() -> int:
        changing.read(f"{USERS}?$pageSize=200&$count=true")
        return changing.api.statements

    statements()  # the tenant is read for the first time
    before = statements()
    for number in range(5):
        add_person(changing.database, changing.address, f"person {number}")
        Browser(changing.api, changing.address).signed_in(f"person {number}")

    statements()  # callers are looked up again
    assert statements() == before


def test_an_answer_that_shows_counts_is_cached_for_a_minute() -> None:
    now = 100.0
    kept = CachedResponses(clock=lambda: now)
    kept.put(1, 5, "passing", Answer(200, [], b"{}", passing=True))
    kept.put(1, 5, "lasting", Answer(200, [], b"{}"))

    now += 59
    assert kept.find(1, "passing") is not None
    now += 1
    assert kept.find(1, "passing") is None
    assert kept.find(1, "lasting") is not None


def test_a_user_who_is_read_again_comes_from_the_cache(database: Database) -> None:
    changing = Changing(database)
    person = add_person(database, changing.address, "berta")

    first = changing.read(f"{USERS}/{person}")
    Browser(changing.api, changing.address).signed_in("berta")

    assert changing.read(f"{USERS}/{person}") == first
    changing.close()
