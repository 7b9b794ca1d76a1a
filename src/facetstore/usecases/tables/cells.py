"""Values as cells and back: `parse_cell` of what `render_cell` wrote is the same value."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from facetstore.domain.values import XML_DECLARATION, parse_guid
from facetstore.metamodel.model import Attribute, DataType

_TRUE: Final = frozenset({"true", "yes", "ja", "1", "x", "wahr"})
_FALSE: Final = frozenset({"false", "no", "nein", "0", "falsch"})
_NUMBER: Final = re.compile(r"[+-]?\d{1,18}(\.\d{1,18})?([eE][+-]?\d{1,3})?")
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")
_NEWLINES: Final = re.compile(r"\r\n?")
_REFERENCE: Final = re.compile(r"(.*?)\s*<([0-9a-fA-F-]{36})>", re.DOTALL)
_SEPARATORS: Final = re.compile(r"\s*[;\n]\s*")
_encode = msgspec.json.Encoder().encode


LONGEST_IN_SHEET: Final = 32_767
"""Characters that a cell of a workbook holds."""
_TOO_LONG: Final = re.compile(r"\[\d+ characters: too long for a cell\. Change it in the page\.\]")


def too_long(text: str) -> str:
    """What stands for a text that is too long for a cell. Imports skip such a cell."""
    return f"[{len(text)} characters: too long for a cell. Change it in the page.]"


def stands_for_more(cell: str) -> bool:
    return cell.startswith("[") and _TOO_LONG.fullmatch(cell) is not None


def render_cell(value: object) -> str:
    """A value of an attribute as a text."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str():
            return value
        case list() if all(isinstance(each, str) for each in value):
            return "; ".join(value)
        case _:
            return _encode(value).decode()


def choice_texts(attribute: Attribute, culture: int) -> Mapping[str, str]:
    """The names for people of selectable values, by key: the key itself where a name would not lead back to it."""
    keys = [each.key for each in attribute.selectable_values if each.key]
    names = [each for value in attribute.selectable_values for each in {*value.names.values(), value.key or ""}]
    taken = Counter(each.casefold() for each in names)
    found = {}
    for each in attribute.selectable_values:
        name = each.names.get(culture, "")
        leads_back = name.strip() == name and taken[name.casefold()] == 1 and not _SEPARATORS.search(name)
        if each.key:
            found[each.key] = name if name and leads_back else each.key
    return found if len(set(found.values())) == len(keys) else {each: each for each in keys}


def render_chosen(value: object, texts: Mapping[str, str]) -> str:
    """Selected values by their names for people."""
    if isinstance(value, list):
        return render_cell([texts.get(each, each) for each in value])
    return texts.get(value, value) if isinstance(value, str) else render_cell(value)


def is_same_cell(cell: str, value: object) -> bool:
    """Whether a cell shows a value. Spreadsheets change line ends, and translators get html without its declaration: neither counts."""
    return _plain(cell) == _plain(render_cell(value))


def _plain(text: str) -> str:
    text = text.removeprefix(XML_DECLARATION)
    return _NEWLINES.sub("\n", text) if "\r" in text else text


def parse_cell(cell: str, attribute: Attribute) -> object:
    """The value that a cell stands for; None if it is empty. What cannot be understood stays a text, which the check of the
    value then refuses."""
    if not cell:
        return None
    text = cell.strip()
    match attribute.data_type:
        case DataType.BOOLEAN:
            return text.casefold() in _TRUE if text.casefold() in _TRUE | _FALSE else cell
        case DataType.INTEGER | DataType.DECIMAL:
            return _number(text, whole=attribute.data_type is DataType.INTEGER)
        case DataType.DATE_TIME:
            return f"{text}T00:00:00" if _DATE.fullmatch(text) else text
        case DataType.SELECTION_VALUE:
            return _selected(text, attribute)
        case DataType.MULTI_SELECTION:
            return [_selected(each, attribute) for each in _SEPARATORS.split(text) if each]
        case DataType.LINKS:
            return _json(cell)
        case _:
            return _NEWLINES.sub("\n", cell)


def _number(text: str, *, whole: bool) -> object:
    if not _NUMBER.fullmatch(text):
        return text
    number = float(text)
    if number.is_integer() and abs(number) < 1 << 53 and (whole or "." not in text):
        return int(number) if "." in text or "e" in text.casefold() else int(text)
    return number if not whole else text


def _selected(text: str, attribute: Attribute) -> str:
    """The key of a selected value, which may be given by its display name in any culture."""
    folded = text.casefold()
    keys = [each.key for each in attribute.selectable_values if each.key and each.key.casefold() == folded]
    named = [
        each.key
        for each in attribute.selectable_values
        if each.key and folded in {name.casefold() for name in each.names.values()}
    ]
    return next(iter((*keys, *named)), text)


def _json(cell: str) -> object:
    try:
        return msgspec.json.decode(cell)
    except (msgspec.DecodeError, RecursionError):
        return cell


def render_references(references: Iterable[tuple[str, str]]) -> str:
    """References as a cell: one a line, each with the name and the id of its element."""
    return "\n".join(f"{_one_line(name)} <{id_}>".lstrip() for name, id_ in references)


def _one_line(text: str) -> str:
    return " ".join(text.split())


class NamedReference(str):
    """The name of an element that a cell refers to without its id."""

    __slots__ = ()


def parse_references(cell: str) -> Sequence[str | NamedReference]:
    """What a cell refers to: ids, or names where there is no id. One a line; names without ids also between semicolons."""
    found: list[str | NamedReference] = []
    for line in _NEWLINES.sub("\n", cell).split("\n"):
        if (known := _known(line)) is not None:
            found.append(known)
        else:
            found += [_known(each) or NamedReference(each) for each in _SEPARATORS.split(line.strip()) if each]
    return found


def _known(text: str) -> str | None:
    """The id in a text such as `Name <id>` or `id`; None without one."""
    match = _REFERENCE.fullmatch(text.strip())
    return parse_guid(match[2] if match is not None else text.strip())
