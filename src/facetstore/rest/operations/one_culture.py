"""`$culture`: one value of each attribute, by the fallback chain of the tenant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from facetstore.domain.values import INVARIANT
from facetstore.query.filter_values import is_blank

RawMap = dict[str, msgspec.Raw]

_values: Final = msgspec.json.Decoder(dict[int, msgspec.Raw])


def in_one_culture(
    attributes: RawMap, chain: Sequence[int]
) -> tuple[dict[str, dict[str, msgspec.Raw]], dict[str, int]]:
    """One value of each attribute under the key of the first culture, and by attribute the culture of values taken from another.

    Values that do not depend on the culture belong to every culture.
    """
    chosen: dict[str, dict[str, msgspec.Raw]] = {}
    fallbacks: dict[str, int] = {}
    for name, document in attributes.items():
        values = _values.decode(document)
        found = next((culture for culture in (*chain, INVARIANT) if _is_filled(values.get(culture))), None)
        if found is None:
            continue
        chosen[name] = {str(chain[0]): values[found]}
        if found not in (chain[0], INVARIANT):
            fallbacks[name] = found
    return chosen, fallbacks


def _is_filled(value: msgspec.Raw | None) -> bool:
    """Whether there is a value that is not a blank text."""
    if value is None:
        return False
    text = bytes(value)
    return text != b"null" and not (text.startswith(b'"') and is_blank(msgspec.json.decode(text)))
