"""Two servers are asked the same, and every difference is named by its place; those that no copy can avoid are counted apart."""

import asyncio
from typing import Any

from facetstore.exchange.pull.comparing_sides import OWN, UNKNOWN_TYPES, USES, Compared, Comparing
from facetstore.exchange.pull.remote import opened_remote
from facetstore.metamodel.loader import load_standard
from tests.exchange.pull import reference_works as works
from tests.exchange.pull.small_server import Asked, Given, Respond, small_server

WORKS = works.ReferenceWorks(0)


def compared(there: Respond, here: Respond) -> Compared:
    async def work(left: str, right: str) -> Compared:
        async with opened_remote(left, works.TOKEN) as one, opened_remote(right, works.TOKEN) as other:
            return await Comparing(one, other, (left, right), load_standard()).run()

    with small_server(there) as left, small_server(here) as right:
        return asyncio.run(work(left.address, right.address))


def with_user(**changes: Any) -> Respond:
    """The works, with other fields of its user."""

    def respond(asked: Asked) -> Given:
        given = WORKS(asked)
        items = given.body.get("elements", []) if isinstance(given.body, dict) else []
        changed = [each | changes if each.get("type") == "user" else each for each in items]
        return given._replace(body=given.body | {"elements": changed}) if items else given  # type: ignore[operator]

    return respond


def but(path: str, body: object) -> Respond:
    return lambda asked: Given(body=body) if asked.path == path else WORKS(asked)


def test_equal_servers_have_no_difference() -> None:
    found = compared(WORKS, WORKS)

    assert (found.differences, list(found.lines()), dict(found.explained)) == (0, [], {})
    assert found.questions > 80


def test_a_value_that_differs_is_named_by_its_place() -> None:
    found = compared(with_user(attributes={"lastName": {"127": "Muster"}}), with_user(attributes={"lastName": {}}))

    user, detail = works.USER.upper(), "rest/facets/users/views/detail/elements"
    place = f"elements[{user}].attributes.lastName.127: there Muster, here nothing"
    assert f"{detail}/{works.USER}: {place}" in list(found.lines())
    assert f"{detail}?$page=1&$pageSize=200: {place}" in list(found.lines())
    assert all(user in line for line in found.lines())


def test_uses_and_the_identity_of_the_storage_are_explained() -> None:
    here = but("rest/info", works.INFO | {"tenant": works.guid(99)})
    assert dict(compared(WORKS, here).explained) == {OWN: 1}

    found = compared(with_user(attributes={"userLoginCount": {"127": 7}}), with_user(attributes={}))
    assert (found.differences, set(found.explained)) == (0, {USES})


def test_types_without_a_place_here_are_explained_and_other_elements_are_not() -> None:
    page = "rest/facets/it/views/detail/elements"

    def without(*ids: str) -> Respond:
        def respond(asked: Asked) -> Given:
            given = WORKS(asked)
            if asked.path != page or not isinstance(given.body, dict):
                return given
            left = [each for each in given.body["elements"] if each["id"] not in ids]
            return Given(body={"count": len(left), "elements": left})

        return respond

    found = compared(WORKS, without(works.MACHINE))
    assert (found.differences, UNKNOWN_TYPES in found.explained) == (0, True)
    assert compared(WORKS, without(works.SYSTEMS[0])).differences > 0


def test_another_order_is_a_difference() -> None:
    names = [{"name": name, "displayNames": {}, "views": "..."} for name in reversed(list(works.FACETS))]
    found = compared(WORKS, but("rest/facets", {"count": len(names), "values": names}))
    assert list(found.lines()) == ["rest/facets: values: there this order, here another order"]
