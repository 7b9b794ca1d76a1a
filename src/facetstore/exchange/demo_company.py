"""The demo tenant `demo/showcase`: a realistic company as bundle records, the same ones every time.

The company is described in the YAML files of the package `demo`; this module composes the records.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Final

from facetstore.exchange.demo.attribute_values import INVARIANT, Json, Vocabulary, guid
from facetstore.exchange.demo.company_files import Entry, Fields, listing, read_company, read_entries
from facetstore.exchange.demo.flow import Diagram, content_of, flow_records, next_diagram
from facetstore.exchange.demo.version_times import DemoVersion, drawn, moment, quiet_moment, versions_of, working_day
from facetstore.metamodel.loader import load_standard
from facetstore.metamodel.model import Identity

_FLOW_FIELDS: Final = ("flow", "insert", "rename", "drop")
_ADMINISTRATOR: Final = "ebert"
"""The author of elements that name none."""
_PORTAL_OPENED: Final = date(2021, 1, 8)
_RETIRED_ON: Final = date(2023, 6, 30)
_LAST_SIGN_INS: Final = date(2026, 10, 30)


def demo_records() -> Iterator[Json]:
    """The header and then one record for each version: flow objects before their process, old versions before new ones."""
    yield _header(read_company())
    entries = read_entries()
    vocabulary = Vocabulary(load_standard(), {entry.key: entry for entry in entries})
    for entry in entries:
        if vocabulary.type_of(entry.type).versioned:
            yield from _versioned_records(entry, vocabulary)
        else:
            yield _unversioned_record(entry, vocabulary)


def _header(company: Fields) -> Json:
    storage: Json = {
        "title": company["title"],
        "description": company["description"],
        "dataCultures": [1031, 1033],
        "defaultDataCulture": 1033,
        "mandatoryCultures": [1031, 1033],
        "optionalCultures": [],
        "fallbackCultures": [1033, 1031],
        "region": "DE",
        "timeZone": "W. Europe Standard Time",
    }
    return {"facetstore": "bundle", "version": 1, "storage": storage}


def _versioned_records(entry: Entry, vocabulary: Vocabulary) -> Iterator[Json]:
    fields = {**vocabulary.applicable(entry.type, entry.inherited), **entry.fields}
    diagram: Diagram = {}
    for version in versions_of(entry, fields):
        place = f"{entry.key}@{version.number}"
        diagram = next_diagram(diagram, place, version.fields, version.changes)
        yield from flow_records(diagram, vocabulary, _flow_stamps(version, vocabulary))
        yield {**_version_record(entry, version, vocabulary), "content": content_of(diagram, place), **_place(entry)}


def _version_record(entry: Entry, version: DemoVersion, vocabulary: Vocabulary) -> Json:
    attributes, related = vocabulary.split(entry.type, _own(version.fields))
    return {
        **_identity(entry, vocabulary),
        "versionId": version.id,
        "state": version.state,
        **_stereotype(version.fields, vocabulary),
        "attributes": {**attributes, **_invariant({"version": version.number, **version.times()})},
        "related": {**related, **_people(version, vocabulary)},
    }


def _people(version: DemoVersion, vocabulary: Vocabulary) -> Json:
    """Authors create, owners release; a draft was last changed by its author, any other version by its owner."""
    author = _named(version.fields, "author")
    owner = _named(version.fields, "owner")
    people = {"createdBy": author, "changedBy": author if version.is_draft else owner}
    if not version.is_draft:
        people["relBy"] = owner
    return _references(people, vocabulary)


def _unversioned_record(entry: Entry, vocabulary: Vocabulary) -> Json:
    fields = {**vocabulary.applicable(entry.type, entry.inherited), **entry.fields}
    shown = {"state1": "show"} if vocabulary.metamodel.lifecycle_of.get(entry.type) else {}
    attributes, related = vocabulary.split(entry.type, {**shown, **_own(fields)})
    author = _named(fields, "author")
    return {
        **_identity(entry, vocabulary),
        **_stereotype(fields, vocabulary),
        "attributes": {**attributes, **_invariant(_quiet_times(entry))},
        "related": {**related, **_references({"createdBy": author, "changedBy": author}, vocabulary)},
        "content": [],
        **_place(entry),
    }


def _quiet_times(entry: Entry) -> Json:
    if entry.type == "user":
        return _user_times(entry)
    created = quiet_moment(entry.key)
    return {"createdOn": created, "changedOn": max(created, quiet_moment(entry.key + "changed"))}


def _user_times(entry: Entry) -> Json:
    """Editors, and inactive users, existed when the portal was opened, before anything they wrote; viewers came later."""
    created = moment(entry.key, _PORTAL_OPENED) if entry.fields["roleEditor"] else quiet_moment(entry.key)
    last_day = working_day(_LAST_SIGN_INS - timedelta(days=drawn(entry.key, 0, 21)))
    if entry.fields["roleInactive"]:
        created, last_day = moment(entry.key, _PORTAL_OPENED), _RETIRED_ON
    last = moment(entry.key + "last", last_day)
    return {"createdOn": created, "changedOn": created, "userFirstLogin": created, "userLastLogin": last}


def _flow_stamps(version: DemoVersion, vocabulary: Vocabulary) -> tuple[Json, Json]:
    author = _named(version.fields, "author")
    times = _invariant({"createdOn": version.created_on, "changedOn": version.created_on})
    return times, _references({"createdBy": author, "changedBy": author}, vocabulary)


def _identity(entry: Entry, vocabulary: Vocabulary) -> Json:
    element_type = vocabulary.type_of(entry.type)
    identity: Json = {"facetName": element_type.facet, "id": guid(entry.key)}
    if element_type.identity is Identity.CREATION_ID:
        identity["creationId"] = guid(entry.key)
    return identity | {"type": entry.type}


def _place(entry: Entry) -> Json:
    return {"parent": guid(entry.parent) if entry.parent else None, "position": entry.position}


def _stereotype(fields: Fields, vocabulary: Vocabulary) -> Json:
    return {"stereotype": vocabulary.stereotype(fields["stereotype"])} if fields.get("stereotype") else {}


def _own(fields: Fields) -> Fields:
    """The fields that are properties of the element itself."""
    return {key: each for key, each in fields.items() if key not in _FLOW_FIELDS and key != "stereotype"}


def _named(fields: Fields, context: str) -> str:
    names = listing(fields.get(context))
    return str(names[0]) if names else _ADMINISTRATOR


def _references(people: Mapping[str, str], vocabulary: Vocabulary) -> Json:
    return {context: [vocabulary.reference(person)] for context, person in people.items()}


def _invariant(values: Mapping[str, object]) -> Json:
    return {name: {INVARIANT: value} for name, value in values.items()}
