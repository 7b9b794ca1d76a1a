"""Lists put together from cached elements: as if nothing were cached, within bounds, and with few statements."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count

import pytest

from facetstore.rest.change_log import Changes
from facetstore.rest.response_cache.element_cache import ElementCache
from facetstore.usecases.ports.storage import Affected
from tests.rest.response_cache.caching import asked, changed, new_api, renamed, tenant
from tests.support import company
from tests.support.api import Api

__all__ = ["new_api", "tenant"]

LISTS = [
    "rest/facets/processes/views/detail/elements?$pageSize=50",
    "rest/facets/processes/views/list/elements",
    "rest/facets/processes/views/tree/elements",
    "rest/facets/it/views/detail/elements",
    f"rest/facets/processes/views/tree/elements/{company.LOGISTICS}/children",
]

STEPS: dict[str, Callable[[Api, str], None]] = {
    "a draft is renamed": lambda api, tenant: renamed(api, tenant, company.RECEIPT_2_1, "Aaa first of all"),
    "a released version is renamed": lambda api, tenant: renamed(api, tenant, company.RECEIPT_2_0, "Zzz last of all"),
    "a system changes its state": lambda api, tenant: changed(api, tenant, company.SCANNER_1_0, state="inEffect"),
    "references change": lambda api, tenant: changed(
        api, tenant, company.RECEIPT_2_1, related={"systems": (company.SCANNER,)}
    ),
    "a name is back": lambda api, tenant: renamed(api, tenant, company.RECEIPT_2_1, "Goods receipt"),
}


def touched(elements: Iterable[str], *facets: str) -> Affected:
    return Affected(frozenset(elements), frozenset(facets))


@pytest.mark.parametrize("role", ["viewer", "administrator"])
def test_after_every_step_lists_are_as_if_nothing_were_cached(
    new_api: Callable[..., Api], tenant: str, role: str
) -> None:
    keeping, forgetting = new_api(), new_api(cache_bytes=0)

    for step in STEPS.values():
        step(keeping, tenant)
        for path in LISTS:
            assert asked(keeping, path, tenant, role)[1] == asked(forgetting, path, tenant, role)[1]


def test_a_list_reads_only_what_was_touched(new_api: Callable[..., Api], tenant: str) -> None:
    api = new_api()
    asked(api, LISTS[0], tenant)

    renamed(api, tenant, company.ORPHAN_1_0, "Elsewhere")
    asked(api, LISTS[3], tenant)  # the changes are found out here

    # Revision, which elements, the touched one, and whether the revision is still the same.
    assert asked(api, LISTS[0], tenant)[0] == 4


def test_a_list_outlives_changes_of_other_facets(new_api: Callable[..., Api], tenant: str) -> None:
    api = new_api()
    paths = ["rest/facets/tags/views/list/elements", "rest/facets/users/views/detail/elements"]
    before = [asked(api, path, tenant)[1] for path in paths]

    renamed(api, tenant, company.ORPHAN_1_0, "Elsewhere")
    asked(api, LISTS[1], tenant)  # the changes are found out here

    assert [asked(api, path, tenant) for path in paths] == [(1, body) for body in before]


def test_of_what_is_gone_any_facet_may_have_been_touched() -> None:
    changes = Changes(1)
    changes.add(2, Affected(frozenset({"a"}), frozenset({"it"})))
    assert changes.spare_facet("tags", 1)
    assert not changes.spare_facet("it", 1)
    assert changes.spare_facet("it", 2)

    changes.add(3, Affected(frozenset({"b"}), None))
    assert not changes.spare_facet("tags", 2)


def test_elements_are_cached_within_the_limit() -> None:
    kept, changes = ElementCache(limit=22_000), Changes(1)
    numbers = count()
    for group in "abc":
        names = [f"{group}{next(numbers)}" for _ in range(20)]
        assert kept.find(group, names, changes) == [None] * 20
        kept.put(group, 1, names, [b"x" * 200] * 20)

    found = [body for group in "abc" for body in kept.find(group, [f"{group}{n}" for n in range(60)], changes)]
    assert 15 <= len([body for body in found if body]) <= (22_000 - 3 * 4096) // 200


def test_groups_without_elements_take_room_too() -> None:
    kept, changes = ElementCache(limit=100_000), Changes(1)

    for number in range(1_000):
        kept.find(number, ["a"], changes)

    assert len(kept._groups) <= 100_000 // 4096


def test_what_was_touched_is_no_longer_cached_and_the_rest_is() -> None:
    kept, changes = ElementCache(), Changes(1)
    kept.find("group", ["a", "b"], changes)
    kept.put("group", 1, ["a", "b"], [b"A", b"B"])

    changes.add(2, touched({"a"}))
    assert kept.find("group", ["a", "b"], changes) == [None, b"B"]

    changes.add(3, None)
    assert kept.find("group", ["a", "b"], changes) == [None, None]


def test_what_was_read_at_another_revision_is_not_cached() -> None:
    kept, changes = ElementCache(), Changes(1)
    kept.find("group", ["a"], changes)
    changes.add(2, touched({"a"}))
    kept.find("group", ["a"], changes)

    kept.put("group", 1, ["a"], [b"as of 1"])

    assert kept.find("group", ["a"], changes) == [None]


def test_changes_remember_when_each_element_was_last_touched() -> None:
    changes = Changes(5)
    changes.add(7, touched({"a", "b"}))
    changes.add(9, touched({"b"}))
    changes.add(8, touched({"c"}))  # found out by a slower request: contained in what came before

    assert changes.spare(["a"], 7)
    assert not changes.spare(["a"], 6)
    assert not changes.spare(["b"], 8)
    assert not changes.spare(["c"], 4), "nothing is known of what happened before looking began"
    assert changes.after(7) == {"b"}
    assert changes.after(5) == {"a", "b"}
    assert changes.after(4) is None


def test_beyond_many_changes_nothing_older_holds() -> None:
    changes = Changes(1)
    changes.add(2, touched(map(str, range(40_000))))
    changes.add(3, touched(map(str, range(40_000, 80_000))))

    assert not changes.spare(["never touched"], 2)
    assert changes.spare(["never touched"], 3)
