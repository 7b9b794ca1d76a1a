"""Attribute values of requests and imports: each is checked against its data type and returned in its stored form."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Final

from facetstore.domain.values import is_clean_text, is_date_time
from facetstore.metamodel.model import Attribute, DataType
from facetstore.usecases.changes.cleaned import CleanedAhead
from facetstore.usecases.changes.html_removed import Removed
from facetstore.usecases.changes.rich_text import CleanText, CostlyHtml, clean_html

_LARGEST: Final = 2**63 - 1
_DEEPEST: Final = 16
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")
"""Browsers drop some of these from an address before they look at its scheme."""
_SCHEME: Final = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.-]+):")
"""A single letter is a drive, not a scheme."""
_TITLE: Final = "title"
_ADDRESS_SCHEMES: Final = frozenset({"http", "https", "mailto", "tel", "ftp", "file"})

_LINK_FIELDS: Final = frozenset({"address", "fullAddress", "mimeType", "protocol", "title"})


class WrongValue(Exception):
    """A value that cannot be stored. The message goes after the name of the attribute: "needs a number, not 'x'"."""

    def __init__(self, sentence: str, code: str = "wrong-data-type") -> None:
        super().__init__(sentence)
        self.code = code


def keep_value(value: object, attribute: Attribute | None) -> tuple[object, tuple[Removed, ...]]:
    """The value in its stored form, and what cleaning removed that a reader could have seen.

    Without an attribute, because the type does not declare it, any kind of JSON is allowed. Raises WrongValue.
    """
    if attribute is None:
        return _keep_json(value), ()
    if attribute.data_type is DataType.HTML:
        return _html(value)
    return _KEEPERS[attribute.data_type](value), ()


def keep_text(value: object) -> str:
    """The text in Unicode form NFC. Raises WrongValue if it is not a text, or not one that both engines can store."""
    if not isinstance(value, str):
        raise WrongValue(f"needs a text, not {_shown(value)}")
    if value.isascii():
        if "\0" in value:
            raise WrongValue("holds a NUL character")
        return str(value)
    if not is_clean_text(value):
        raise WrongValue("holds a NUL character or half of a surrogate pair")
    return str(unicodedata.normalize("NFC", value))


def _html(value: object) -> CleanText:
    text = keep_text(value)
    try:
        return value.cleaned() if isinstance(value, CleanedAhead) else clean_html(text)
    except CostlyHtml as costly:
        raise WrongValue(str(costly), code="too-costly") from costly


def _boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise WrongValue(f"needs true or false, not {_shown(value)}")
    return value


def _integer(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise WrongValue(f"needs a whole number, not {_shown(value)}")
    return _bounded(value)


def _decimal(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise WrongValue(f"needs a number, not {_shown(value)}")
    return _bounded(value) if isinstance(value, int) else value


def _date_time(value: object) -> str:
    if not isinstance(value, str) or not is_date_time(value):
        raise WrongValue(f"needs a date-time such as 2024-05-31T13:45:00, not {_shown(value)}")
    return value


def _texts(value: object) -> list[str]:
    if not isinstance(value, list):
        raise WrongValue(f"needs a list of texts, not {_shown(value)}")
    return [keep_text(each) for each in value]


def _links(value: object) -> list[Mapping[str, str]]:
    if not isinstance(value, list):
        raise WrongValue(f"needs a list of links, not {_shown(value)}")
    return [_link(_with_known_fields(each)) for each in value]


def _with_known_fields(value: object) -> object:
    """The value, unchanged. Raises WrongValue for a link with an unknown field, which no response could show."""
    if isinstance(value, dict) and (unknown := sorted(value.keys() - _LINK_FIELDS)):
        raise WrongValue(f"holds a link with {_shown(unknown[0])}. A link has: {', '.join(sorted(_LINK_FIELDS))}")
    return value


def _link(value: object) -> Mapping[str, str]:
    if not isinstance(value, dict):
        raise WrongValue(f"needs links with fullAddress and title, not {_shown(value)}")
    link = {keep_text(name): keep_text(each) for name, each in value.items() if each is not None}
    for name in link.keys() - {_TITLE}:
        if found := _CONTROL.search(link[name]):
            raise WrongValue(f"holds the control character U+{ord(found[0]):04X} in {name}: leave it out")
    scheme = _SCHEME.match(link.get("fullAddress", ""))
    if scheme and scheme[1].lower() not in _ADDRESS_SCHEMES:
        raise WrongValue(f"holds an address that starts with {scheme[1]}:, which is not allowed")
    return link


def _keep_json(value: object, depth: int = 0) -> object:
    if depth > _DEEPEST:
        raise WrongValue(f"is nested deeper than {_DEEPEST} levels")
    if isinstance(value, str):
        return keep_text(value)
    if isinstance(value, dict):
        return {keep_text(name): _keep_json(each, depth + 1) for name, each in value.items()}
    if isinstance(value, list):
        return [_keep_json(each, depth + 1) for each in value]
    return _bounded(value) if isinstance(value, int) else value


def _bounded(value: int) -> int:
    if not -_LARGEST - 1 <= value <= _LARGEST:
        raise WrongValue("holds a number of more than 64 bits")
    return value


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


_KEEPERS: Final[Mapping[DataType, Callable[[object], object]]] = {
    DataType.SINGLE_LINE_TEXT: keep_text,
    DataType.MULTI_LINE_TEXT: keep_text,
    DataType.SELECTION_VALUE: keep_text,
    DataType.MULTI_SELECTION: _texts,
    DataType.BOOLEAN: _boolean,
    DataType.INTEGER: _integer,
    DataType.DECIMAL: _decimal,
    DataType.DATE_TIME: _date_time,
    DataType.LINKS: _links,
}
