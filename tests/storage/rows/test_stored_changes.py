"""What the history stores of a change: a difference put to the version before gives the version after, whatever the two are."""

from random import Random

import pytest

from facetstore.domain.errors import Conflict
from facetstore.storage.rows.followed_changes import LastStates, States
from facetstore.storage.rows.stored_changes import DIFFERENCE, WHOLE, difference, whole_version
from tests.storage.builders import version
from tests.storage.random_tenants import RandomTenant
from tests.support.proof import scaled


@pytest.mark.parametrize("seed", range(4))
def test_a_difference_gives_the_version_after(seed: int) -> None:
    content = RandomTenant(Random(seed))
    content.fill(120)
    versions = list(content.versions.values())
    for _ in range(scaled(2500)):
        before, other = content.random.choice(versions), content.random.choice(versions)
        after = other._replace(element=before.element, id=before.id)
        if content.random.random() < 0.5:
            after = content.changed(before)
        stored = difference(before, after, {"why": "so"})
        assert stored is not None
        assert stored.startswith(DIFFERENCE)
        states = States()
        states.follow(before.element, before.id, whole_version(before))
        assert states.follow(before.element, before.id, stored) == (before, after, {"why": "so"})


@pytest.mark.parametrize("seed", range(4))
def test_the_last_state_is_that_after_each_change_in_turn(seed: int) -> None:
    content = RandomTenant(Random(seed))
    content.fill(120)
    versions = list(content.versions.values())
    for _ in range(scaled(250)):
        before = content.random.choice(versions)
        states, last, made = States(), LastStates(), []
        change = whole_version(before)
        for _ in range(6):
            after = states.follow(before.element, before.id, change).after
            assert last.follow(before.id, change)
            made.append((after, last.made(before.element, before.id)))
            other = content.random.choice(versions)._replace(element=before.element, id=before.id)
            now = content.changed(other)
            change = difference(after or before, now) or whole_version(now)
        assert [each for _, each in made] == [each for each, _ in made], (
            "later changes leave earlier versions as they were"
        )


def test_values_contexts_and_attributes_may_go_and_come_empty() -> None:
    before = version("p", attributes={"a": {127: 1, 1033: "x"}, "b": {127: 2}, "c": {}}, related={"author": ["u"]})
    after = before._replace(attributes={"a": {1033: "x"}, "c": {127: []}, "d": {}}, related={})
    states = States()
    states.follow(before.element, before.id, whole_version(before))
    assert states.follow(before.element, before.id, difference(before, after) or "").after == after


def test_a_value_that_is_none_needs_the_whole_version() -> None:
    before = version("p", attributes={"a": {127: 1}})
    assert difference(before, before._replace(attributes={"a": {127: None}})) is None


def test_a_change_of_one_attribute_is_short() -> None:
    before = version("p", attributes={"description": {1033: "word " * 200}, "a": {127: 1}})
    stored = difference(before, before._replace(attributes={**before.attributes, "a": {127: 2}})) or ""
    assert len(stored) < 60 < len(whole_version(before)) / 10


def test_a_difference_to_nothing_is_damage() -> None:
    with pytest.raises(Conflict, match="a difference to a version that no row before it holds"):
        States().follow("e", "v", '{"changed":{"position":3}}')
    with pytest.raises(Conflict, match="a difference to a version that no row before it holds"):
        LastStates().follow("v", '{"changed":{"position":3}}')


def test_named_values_are_no_version() -> None:
    states = States()
    known = version("p")
    assert states.follow(known.element, known.id, whole_version(known)).after == known
    assert whole_version(known).startswith(WHOLE)
    assert states.follow(known.element, known.id, '{"to":"x","count":2}') == (known, None, {"to": "x", "count": "2"})
    assert not LastStates().follow(known.id, '{"to":"x","count":2}')
