"""The display name of a stored element, and of what the metamodel names, in each culture or in one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from facetstore.domain.element import Attributes
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import ElementType, Texts
from facetstore.regional import culture
from facetstore.usecases.ports.rows import AUTHOR_NOTE_MARK, GOTO_MARK

ENGLISH: Final = 1033
"""The culture in which the metamodel has every text."""

_decoder: Final = msgspec.json.Decoder(dict[str, dict[int, object] | None])
_GOTO: Final = GOTO_MARK.encode()
_AUTHOR_NOTE: Final = AUTHOR_NOTE_MARK.encode()


def stored_attributes(document: bytes) -> Attributes:
    """The attributes of a stored document, without those whose values are rendered for each response."""
    bare = document.replace(_GOTO, b"null").replace(_AUTHOR_NOTE, b"null")
    return {name: values for name, values in _decoder.decode(bare).items() if values}


def names_of(attributes: Attributes, element_type: ElementType) -> Mapping[int, str]:
    """The display name in each culture that has a part of it; in the invariant culture only if there is no other.

    A part without a value in a culture uses its invariant value.
    """
    parts = [attributes.get(name, {}) for name in element_type.label]
    cultures = sorted({culture for part in parts for culture in part})
    others = [culture for culture in cultures if culture != INVARIANT] or cultures
    joined = {culture: " ".join(_words(part, culture) for part in parts).strip() for culture in others}
    return {culture: name for culture, name in joined.items() if name}


def name_in(attributes: Attributes, element_type: ElementType, chain: Sequence[int]) -> tuple[str, int | None]:
    """The display name in the first culture of the chain that has one, and that culture: what `names_of` has there, without the others."""
    parts = [attributes.get(name, {}) for name in element_type.label]
    known = {lcid for part in parts for lcid in part}
    for lcid in chain:
        has_it = lcid in known and (lcid != INVARIANT or len(known) == 1)
        if has_it and (name := " ".join([_words(part, lcid) for part in parts]).strip()):
            return name, lcid
    return "", None


def first_name(names: Mapping[int, str], chain: Sequence[int]) -> str | None:
    """The name in the first culture of the chain that has one, else the invariant name, else None."""
    return next((names[each] for each in (*chain, INVARIANT) if each in names), None)


def _words(part: Mapping[int, object], culture: int) -> str:
    value = part.get(culture) or part.get(INVARIANT)
    return value if isinstance(value, str) else ""


def texts_for(texts: Texts, settings: TenantSettings) -> Texts:
    """Texts of the metamodel in the cultures of a tenant, as far as it has them.

    If it has none of them, one text under the default culture: in another culture of its language, else in English.
    """
    chosen = {culture: texts[culture] for culture in settings.data_cultures if culture in texts}
    if chosen or not texts:
        return chosen
    return {settings.default_data_culture: text_for(texts, settings)}


def text_for(texts: Texts, settings: TenantSettings) -> str:
    """A text of the metamodel in the default culture of a tenant, in another culture of its language, in English, or in any."""
    default = settings.default_data_culture
    language = _language(default)
    alike = (each for each in texts if _language(each) == language)
    return next((texts[each] for each in (default, *alike, ENGLISH, *texts) if each in texts), "")


def _language(lcid: int) -> str | None:
    known = culture(lcid)
    return known.language if known is not None else None
