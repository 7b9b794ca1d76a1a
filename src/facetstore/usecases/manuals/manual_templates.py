"""The template that a tenant has for its manuals, instead of that of the service."""

from __future__ import annotations

import json
from typing import Final

from facetstore.domain.audit import MANUAL_TEMPLATE_CHANGED
from facetstore.domain.errors import InvalidBody
from facetstore.domain.preference_kinds import SHARED, Preference, PreferenceKind
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.writing import Writing

LONGEST_TEMPLATE: Final = 200_000
"""Characters."""
_KEY: Final = "pdf"
_PLACE: Final = (SHARED, PreferenceKind.MANUAL, _KEY)


async def template_of(reading: Reading, storage: Storage) -> str | None:
    """The source of the template; None: that of the service. The past has the template of today."""
    found = await storage.preferences(reading.served.tenant).of(SHARED, [PreferenceKind.MANUAL])
    return next((str(json.loads(each.value)) for each in found), None)


def read_template(body: object) -> str:
    """The source in a body. Raises InvalidBody."""
    match body:
        case {"source": str() as source, **rest} if not rest and 0 < len(source) <= LONGEST_TEMPLATE:
            return source
        case _:
            raise InvalidBody(f'A template is {{"source": "…"}} with up to {LONGEST_TEMPLATE:,} characters of Typst.')


async def set_template(writing: Writing, source: str) -> None:
    """Store a template that was checked."""
    await writing.writer.preferences.put(
        Preference(PreferenceKind.MANUAL, _KEY, SHARED, writing.caller.principal, json.dumps(source))
    )
    await _stored(writing, "set")


async def remove_template(writing: Writing) -> None:
    """Go back to the template of the service; where there is no other, do nothing."""
    if (await writing.writer.preferences.present(*_PLACE)).author is not None:
        await writing.writer.preferences.drop(*_PLACE)
        await _stored(writing, "removed")


async def _stored(writing: Writing, what: str) -> None:
    """A template is no content: what is cached of the tenant stays valid."""
    writing.writer.keep_revision()
    await writing.writer.history.audit(MANUAL_TEMPLATE_CHANGED, None, {"template": what})
    writing.changed = True
