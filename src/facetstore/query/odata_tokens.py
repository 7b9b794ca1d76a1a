"""The words of an OData expression: names, literals and signs, each with its position."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from facetstore.domain.errors import Finding, InvalidParameter

_TOKEN: Final = re.compile(
    r"(?P<blank>\s+)"
    r"|(?P<string>'(?:[^']|'')*')"
    r"|(?P<guid>[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})"
    r"|(?P<instant>\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,12})?)?(Z|[+-]\d\d:\d\d)?)"
    r"|(?P<day>\d{4}-\d\d-\d\d)"
    r"|(?P<number>-?\d+(\.\d+)?([eE][+-]?\d+)?)"
    r"|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<sign>[(),/:*=])",
    re.ASCII,
)


class ODataToken(NamedTuple):
    """A word of an expression. `kind` is the name of its group in the pattern, or `end`."""

    kind: str
    text: str
    position: int

    def says(self, *words: str) -> bool:
        """Whether it is one of these signs or words. Words of the language are written small, as the standard has them."""
        return self.kind in ("name", "sign") and self.text in words


def odata_tokens(text: str, parameter: str) -> list[ODataToken]:
    """The words of an expression, and its end. Raises InvalidParameter."""
    found, position = [], 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise odata_mistake(parameter, f"Nothing can be read at position {position + 1} of {parameter}.")
        kind = match.lastgroup or ""
        if kind != "blank":
            found.append(ODataToken(kind, match[0], position + 1))
        position = match.end()
    return [*found, ODataToken("end", "", len(text) + 1)]


def odata_mistake(parameter: str, error: str) -> InvalidParameter:
    return InvalidParameter(error, [Finding(error, InvalidParameter.code, parameter)])
