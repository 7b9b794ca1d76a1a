"""The translations of one element: each attribute in each culture, with its state, and who changed it when."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from facetstore.domain.changed_texts import ChangedTexts
from facetstore.domain.element import Attributes
from facetstore.domain.rights import reads_history
from facetstore.domain.values import parse_guid
from facetstore.regional.time_zones import time_zone, to_local
from facetstore.usecases.changes.text_states import TextState, Translation, translations_of
from facetstore.usecases.labels import stored_attributes
from facetstore.usecases.lifecycle.validation import is_filled
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import Parts, TheseElements
from facetstore.usecases.ports.translation_reads import TextChange
from facetstore.usecases.reading.accessing import access_element, access_view
from facetstore.usecases.reading.comparing import render_actor
from facetstore.usecases.reading.narrowing import culture_chain
from facetstore.usecases.reading.sides import Path
from facetstore.usecases.tenancy import Reading

_PARTS: Final = Parts(attributes=True)


class ElementTranslations(NamedTuple):
    """The translations of a version. What the history says of them is empty for callers who may not read it."""

    row: ElementRow
    attributes: Attributes
    changed: ChangedTexts
    translations: Sequence[Translation]
    changes: Mapping[int, TextChange]
    """By revision."""
    actors: Mapping[str, object]
    """By id, those that the caller sees."""
    then: Mapping[int, Attributes]
    """By revision, the attributes as they were."""


async def read_translations(reading: Reading, path: Path) -> ElementTranslations:
    """The translations of an element, in the version that the caller sees. Raises NotFound, Forbidden."""
    facet, _ = access_view(reading.metamodel, path[0], path[1])
    async with reading.opened.snapshot():
        row = await access_element(reading, facet, path[2], _PARTS)
        reader = reading.opened.translations
        attributes, changed = stored_attributes(row.attributes or b"{}"), await reader.changed_texts(row.key)
        texts = reading.metamodel.types[row.type].translated
        found = list(translations_of(attributes, texts, changed, reading.served.settings))
        changes: Mapping[int, TextChange] = {}
        then: Mapping[int, Attributes] = {}
        if found and reads_history(reading.caller):
            changes = await reader.text_changes(row.element, _revisions(found, changed))
            if stale := _revisions((each for each in found if each.state is TextState.STALE), changed):
                then = await reader.texts_then(row.element, stale)
        actors = await _actors(reading, changes.values())
    return ElementTranslations(row, attributes, changed, found, changes, actors, then)


def _revisions(translations: Iterable[Translation], changed: ChangedTexts) -> Collection[int]:
    return {changed.at(each.attribute, each.culture) for each in translations if each.state in _WITH_TEXT}


_WITH_TEXT: Final = (TextState.CURRENT, TextState.STALE)


async def _actors(reading: Reading, changes: Iterable[TextChange]) -> Mapping[str, object]:
    ids = {each.actor for each in changes if each.actor is not None and parse_guid(each.actor)}
    rows = await reading.names.names(TheseElements(tuple(sorted(ids)))) if ids else ()
    return {row.element: render_actor(reading, row) for row in rows}


def rendered(reading: Reading, found: ElementTranslations) -> list[Mapping[str, Any]]:
    """Each translation, by attribute and culture."""
    return [_rendered(reading, found, each) for each in found.translations]


def _rendered(reading: Reading, found: ElementTranslations, each: Translation) -> Mapping[str, Any]:
    fields: dict[str, Any] = {"attribute": each.attribute, "culture": each.culture, "state": each.state.value}
    if each.state not in _WITH_TEXT:
        return {**fields, "shown": _shown(reading, found, each)}
    revision = found.changed.at(each.attribute, each.culture)
    if (change := found.changes.get(revision)) is not None:
        fields["changed"] = _change(reading, found, revision, change)
    if each.state is TextState.STALE and (then := found.then.get(revision)) is not None:
        source = then.get(each.attribute, {}).get(reading.served.settings.default_data_culture)
        if source is not None:
            fields["sourceBefore"] = source
    return fields


def _shown(reading: Reading, found: ElementTranslations, each: Translation) -> int:
    """The culture whose text readers of a culture without one see."""
    attribute = reading.metamodel.types[found.row.type].translated[each.attribute]
    values = found.attributes[each.attribute]
    chain = culture_chain(reading.served.settings, each.culture)
    return next(one for one in chain if one in values and is_filled(values[one], attribute.data_type))


def _change(reading: Reading, found: ElementTranslations, revision: int, change: TextChange) -> Mapping[str, Any]:
    zone = time_zone(reading.served.settings.time_zone)
    fields: dict[str, Any] = {"revision": revision, "at": to_local(change.at, zone)}
    actor = change.actor
    if actor is None:
        return fields
    if actor in found.actors:
        return {**fields, "by": actor, "actor": found.actors[actor]}
    hidden = parse_guid(actor) is not None and not reading.caller.audience.sees_all
    return fields if hidden else {**fields, "by": actor}
