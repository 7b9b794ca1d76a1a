"""What a caller does not see of a version: taken out for this caller, and put back behind what the caller made of the rest."""

from dataclasses import replace
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from facetstore.domain.element import Shape, Version
from facetstore.domain.values import ElementId, VersionId
from facetstore.usecases.changes.hidden import Hidden, with_hidden, without_hidden

ELEMENTS: Final = [ElementId(f"e{number}") for number in range(6)]
NAMES: Final = ["name", "secret", "author", "patron"]


@st.composite
def versions(draw: st.DrawFn) -> Version:
    """A version that refers to elements and shows them; each shape comes behind some others."""
    ids = [f"s{number}" for number in range(draw(st.integers(0, 8)))]
    before = st.lists(st.sampled_from(ids), unique=True, max_size=3).map(tuple) if ids else st.just(())
    place = st.none() | st.tuples(st.integers(-9, 9), st.integers(-9, 9))
    shapes = tuple(Shape(id_, draw(st.sampled_from(ELEMENTS)), draw(before), draw(place)) for id_ in ids)
    targets = st.lists(st.sampled_from(ELEMENTS), unique=True, min_size=1).map(tuple)
    related = draw(st.dictionaries(st.sampled_from(NAMES[2:]), targets))
    attributes = {name: {127: name} for name in draw(st.sets(st.sampled_from(NAMES[:2])))}
    return Version(
        ElementId("d"),
        VersionId("d1"),
        "processes",
        "subProcess",
        attributes=attributes,
        related=related,
        content=shapes,
    )


HIDDEN: Final = st.builds(Hidden, st.sets(st.sampled_from(["secret", "patron"])), st.sets(st.sampled_from(ELEMENTS)))


@given(versions(), HIDDEN)
def test_nothing_of_it_is_seen(version: Version, hidden: Hidden) -> None:
    seen = without_hidden(version, hidden)

    assert not hidden.is_in(seen)
    shapes = {each.id for each in seen.content}
    assert all(before in shapes for each in seen.content for before in each.predecessors)


@given(versions(), HIDDEN)
def test_who_changes_nothing_leaves_everything_as_it_was(version: Version, hidden: Hidden) -> None:
    back = with_hidden(without_hidden(version, hidden), version, hidden)

    assert back == version


@given(versions(), HIDDEN, st.data())
def test_what_is_not_seen_stays_whatever_becomes_of_the_rest(
    version: Version, hidden: Hidden, data: st.DataObject
) -> None:
    seen = without_hidden(version, hidden)
    kept = [each for each in seen.content if data.draw(st.booleans())]
    ids = {each.id for each in kept}
    content = tuple(replace(each, predecessors=tuple(filter(ids.__contains__, each.predecessors))) for each in kept)
    after = with_hidden(seen._replace(content=content, related={}), version, hidden)

    unseen = [each.id for each in version.content if each.element in hidden.elements]
    assert [each.id for each in after.content if each.id in unseen] == unseen
    assert [each.id for each in after.content if each.id not in unseen] == [each.id for each in content]
    remaining = {each.id for each in after.content}
    for each in after.content:
        were = next(shape.predecessors for shape in version.content if shape.id == each.id)
        assert {id_ for id_ in were if id_ in unseen} <= set(each.predecessors) <= remaining
        assert len(set(each.predecessors)) == len(each.predecessors)
