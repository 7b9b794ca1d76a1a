"""The rows of a diagram's content: which shapes come before each."""

from __future__ import annotations

from typing import Final

import msgspec

from facetstore.usecases.ports.rows import ElementRow, NamedRow

_MARKS: Final = bytes(range(1, 9))


class _ShapeId(msgspec.Struct):
    shapeId: str  # the name in JSON


class _Predecessor(msgspec.Struct):
    properties: _ShapeId


_predecessors: Final = msgspec.json.Decoder(list[_Predecessor])


def predecessors_of(row: ElementRow | NamedRow) -> tuple[str, ...]:
    """The ids of the shapes before the shape of a row."""
    before = _predecessors.decode(b"[%b]" % (row.flow or b"").translate(None, _MARKS))
    return tuple(each.properties.shapeId for each in before)
