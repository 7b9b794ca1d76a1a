"""What holds of every merge, whatever the type: posting back changes nothing, and disjoint updates keep both."""

from functools import cache
from itertools import chain
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from facetstore.domain.element import Version
from facetstore.domain.tenant import TenantSettings
from facetstore.exchange.bundle_header import read_header
from facetstore.exchange.bundle_record import RecordReader
from facetstore.exchange.bundle_report import BundleReport
from facetstore.exchange.demo_company import demo_records
from facetstore.usecases.changes.merge import merge
from facetstore.usecases.tenants.settings_parsing import parse_settings
from tests.support.proof import scaled
from tests.usecases.changes.answers import as_read
from tests.usecases.changes.random_bodies import KNOWN_TARGETS, bodies, versions
from tests.usecases.changes.samples import METAMODEL, SETTINGS


def merged(version: Version, body: dict[str, Any]) -> Version:
    found = merge(version, body, METAMODEL, SETTINGS, KNOWN_TARGETS)
    assert found.findings == ()
    return found.version


@settings(max_examples=scaled(1000), deadline=None)
@given(versions(), st.sampled_from([None, 1031, 1033]))
def test_what_was_read_may_be_posted_back(version: Version, culture: int | None) -> None:
    read = as_read(version, METAMODEL, SETTINGS, KNOWN_TARGETS, culture=culture)

    found = merge(version, read, METAMODEL, SETTINGS, KNOWN_TARGETS)

    assert (found.findings, found.warnings) == ((), ())
    assert found.version is version


@settings(max_examples=scaled(1000), deadline=None)
@given(st.data())
def test_disjoint_updates_give_the_same_in_any_order(data: st.DataObject) -> None:
    version = data.draw(versions())
    one, other = data.draw(split(data.draw(bodies(METAMODEL.types[version.type]))))

    first, second = merged(merged(version, one), other), merged(merged(version, other), one)

    assert first == second


@settings(max_examples=scaled(1000), deadline=None)
@given(st.data())
def test_the_same_update_again_changes_nothing(data: st.DataObject) -> None:
    version = data.draw(versions())
    body = data.draw(bodies(METAMODEL.types[version.type]))

    once = merged(version, body)

    assert merged(once, body) is once


@settings(max_examples=scaled(1000), deadline=None)
@given(st.data())
def test_an_update_touches_only_what_it_names(data: st.DataObject) -> None:
    version = data.draw(versions())
    body = data.draw(bodies(METAMODEL.types[version.type]))

    after = merged(version, body)

    named = {(name, int(culture)) for name, values in body["attributes"].items() for culture in values}
    assert {each: value for each, value in flat(after).items() if each not in named} == {
        each: value for each, value in flat(version).items() if each not in named
    }
    assert {name: each for name, each in after.related.items() if name not in body["related"]} == {
        name: each for name, each in version.related.items() if name not in body["related"]
    }


@settings(max_examples=scaled(1000), deadline=None)
@given(
    versions(),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=8,
    ),
    st.sampled_from(["attributes", "related", "stereotype", "fallbacks", "parent", "position", "id", "type", "x"]),
    st.sampled_from(["name", "author", "description", "systems", "x"]),
)
def test_no_body_is_a_fault(version: Version, value: Any, section: str, name: str) -> None:
    for body in ({section: value}, {section: {name: value}}, {section: {name: {"1033": value}}}):
        found = merge(version, body, METAMODEL, SETTINGS, KNOWN_TARGETS)

        assert not found.findings or found.version is version


@st.composite
def split(draw: st.DrawFn, body: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A body in two that name nothing in common."""
    halves: tuple[dict[str, Any], dict[str, Any]] = (
        {"attributes": {}, "related": {}},
        {"attributes": {}, "related": {}},
    )
    for name, values in body["attributes"].items():
        for culture, value in values.items():
            halves[draw(st.integers(0, 1))]["attributes"].setdefault(name, {})[culture] = value
    for name, targets in body["related"].items():
        halves[draw(st.integers(0, 1))]["related"][name] = targets
    return halves


def flat(version: Version) -> dict[tuple[str, int], object]:
    return {(name, culture): value for name, values in version.attributes.items() for culture, value in values.items()}


@cache
def demo() -> tuple[TenantSettings, list[Version]]:
    records = demo_records()
    settings_of_demo = parse_settings(read_header(next(records)).settings or {}, TenantSettings())
    report = BundleReport()
    reader = RecordReader(METAMODEL, report)
    found = [record.version for each in records if (record := reader.read(each)) is not None]
    assert report.findings == []
    return settings_of_demo, found


def test_every_element_of_the_demo_company_may_be_posted_back() -> None:
    demo_settings, found = demo()
    known: dict[str, str] = {each.element: each.type for each in found}
    assert len(found) > 1000

    for version, culture in chain(((each, None) for each in found), ((each, 1031) for each in found)):
        read = as_read(version, METAMODEL, demo_settings, known, culture=culture)
        assert merge(version, read, METAMODEL, demo_settings, known).version is version
