"""The templates that a tenant has for its manuals instead of those of the service: for a format, in a language or in all of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from facetstore.domain.audit import MANUAL_TEMPLATE_CHANGED
from facetstore.domain.errors import InvalidBody
from facetstore.domain.preference_kinds import SHARED, Preference, PreferenceKind
from facetstore.usecases.ports.preference_store import Preferences
from facetstore.usecases.writing import Writing

LONGEST_TEMPLATE: Final = 200_000
"""Characters of Typst."""
_KIND: Final = PreferenceKind.MANUAL
_BETWEEN: Final = "."


class TemplatePlace(NamedTuple):
    """What a template is for. Without a culture: all that have none of their own."""

    format: str
    culture: int | None = None

    @property
    def key(self) -> str:
        return self.format if self.culture is None else f"{self.format}{_BETWEEN}{self.culture}"


async def template_of(preferences: Preferences, place: TemplatePlace) -> str | None:
    """The template of exactly this place; None: there is none."""
    found = await preferences.value(SHARED, _KIND, place.key)
    return None if found is None else str(json.loads(found))


async def used_template(preferences: Preferences, place: TemplatePlace) -> str | None:
    """The template that prints: of the culture, or else of all; None: that of the service. The past has the templates of today."""
    found = await template_of(preferences, place)
    return found if found is not None else await template_of(preferences, TemplatePlace(place.format))


async def own_templates(preferences: Preferences) -> Sequence[TemplatePlace]:
    """The places for which the tenant has templates."""
    return list(_places(await preferences.keys(SHARED, _KIND)))


def _places(keys: Sequence[str]) -> Iterator[TemplatePlace]:
    for each in keys:
        format_, _, culture = each.partition(_BETWEEN)
        yield TemplatePlace(format_, int(culture) if culture else None)


def read_source(body: object) -> str:
    """The Typst source in a body. Raises InvalidBody."""
    match body:
        case {"source": str() as source, **rest} if not rest and 0 < len(source) <= LONGEST_TEMPLATE:
            return source
        case _:
            raise InvalidBody(f'A template is {{"source": "…"}} with up to {LONGEST_TEMPLATE:,} characters of Typst.')


async def set_template(writing: Writing, place: TemplatePlace, template: str) -> None:
    """Store a template that was checked."""
    await writing.writer.preferences.put(
        Preference(_KIND, place.key, SHARED, writing.caller.principal, json.dumps(template))
    )
    await _stored(writing, place, "set")


async def remove_template(writing: Writing, place: TemplatePlace) -> None:
    """Go back to the template that held before; where there is no other, do nothing."""
    if await writing.writer.preferences.value(SHARED, _KIND, place.key) is not None:
        await writing.writer.preferences.drop(SHARED, _KIND, place.key)
        await _stored(writing, place, "removed")


async def _stored(writing: Writing, place: TemplatePlace, what: str) -> None:
    """A template is no content: what is cached of the tenant stays valid."""
    writing.writer.keep_revision()
    detail = {"template": what, "format": place.format} | (
        {} if place.culture is None else {"culture": str(place.culture)}
    )
    await writing.writer.history.audit(MANUAL_TEMPLATE_CHANGED, None, detail)
    writing.changed = True
