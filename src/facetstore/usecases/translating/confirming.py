"""Confirming translations: texts that are still right although their source was changed become current, unchanged as they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from facetstore.domain.changed_texts import CONFIRMED, confirming
from facetstore.domain.errors import Conflict, Finding, Forbidden, InvalidBody
from facetstore.usecases.changes.text_states import TextState, translations_of
from facetstore.usecases.editing.edit_locking import access_in, check_unlocked
from facetstore.usecases.writing import Writing, name_of

_CULTURE: Final = "culture"
_ATTRIBUTES: Final = "attributes"


async def confirm_translations(writing: Writing, facet: str, element_id: str, body: object) -> str:
    """Confirm the stale texts of an element in a culture, all or those of the named attributes. Returns the id of the version.

    A text that is current stays as it is. The state of the version does not matter: no text is changed. Raises NotFound, Forbidden,
    Conflict, InvalidBody, PreconditionFailed.
    """
    stored = await access_in(writing, facet, element_id)
    version = stored.version
    if (await writing.rights_on(stored)).edit is not None:
        raise Forbidden(f"You may not change {name_of(version)}.")
    await check_unlocked(writing, version)
    culture, named = _parse(writing, body, version.type)
    changed = await writing.writer.stored.changed_texts(version.id)
    texts = writing.offered.types[version.type].translated
    states = {
        each.attribute: each.state
        for each in translations_of(version.attributes, texts, changed, writing.settings)
        if each.culture == culture
    }
    _check_texts(states, named)
    stale = [name for name, state in states.items() if state is TextState.STALE and (named is None or name in named)]
    if stale:
        await writing.store(stored, version, CONFIRMED, stamped=False, details=confirming(culture, stale))
    return version.id


def _parse(writing: Writing, body: object, type_: str) -> tuple[int, frozenset[str] | None]:
    """The culture and the attributes in a body; None: all attributes. Raises InvalidBody."""
    given: Mapping[str, Any] = body if isinstance(body, dict) else {}
    culture, names = given.get(_CULTURE), given.get(_ATTRIBUTES)
    findings = []
    cultures = [each for each in writing.settings.data_cultures if each != writing.settings.default_data_culture]
    if culture not in cultures or isinstance(culture, bool):
        known = ", ".join(map(str, cultures)) or "none, this tenant has one language"
        findings.append(
            Finding(f"{_CULTURE} must be a culture to translate into: {known}.", InvalidBody.code, _CULTURE)
        )
    known_names = writing.offered.types[type_].translated
    if names is not None and not (isinstance(names, list) and all(isinstance(each, str) for each in names)):
        findings.append(Finding(f"{_ATTRIBUTES} must be a list of names.", InvalidBody.code, _ATTRIBUTES))
    elif unknown := [each for each in names or () if each not in known_names]:
        error = f"{unknown[0]} is no attribute to translate of a {type_}."
        findings.append(Finding(error, InvalidBody.code, _ATTRIBUTES))
    if findings:
        raise InvalidBody(findings[0].error, findings)
    return int(str(culture)), None if names is None else frozenset(names)


def _check_texts(states: Mapping[str, TextState], named: frozenset[str] | None) -> None:
    """Raise Conflict for a named attribute without a text: there is nothing to confirm."""
    empty = [name for name in sorted(named or ()) if states.get(name) not in (TextState.CURRENT, TextState.STALE)]
    if empty:
        error = f"{empty[0]} has no text in this culture: there is nothing to confirm."
        raise Conflict(error, [Finding(error, "no-text", f"{_ATTRIBUTES}.{empty[0]}")])
