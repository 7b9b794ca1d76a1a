"""Content negotiation: the weights in Accept headers, and whether the caller wants a picture or JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.rest.wire.bounded_caches import cached_if_short

FORMATS: Final = ("svg", "json")
CSV: Final = "text/csv"

_PICTURES: Final = ("image/svg+xml", "image/*")
_DATA: Final = ("application/json", "application/*")


@cached_if_short(256)
def wants_json(accept: bytes | None) -> bool:
    """Whether a caller asks for JSON, and not for a picture as much or more (RFC 9110, 12.5.1)."""
    if not accept or b"json" not in accept:
        return False
    weights = weights_in(accept)
    data = max(weights.get(each, 0.0) for each in _DATA)
    named = [weights[each] for each in _PICTURES if each in weights]
    return data > max(named) if named else 0 < data >= weights.get("*/*", 0.0)


def wants_csv(accept: bytes | None) -> bool:
    """Whether a caller asks for CSV by its name, and for nothing else as much."""
    if not accept or b"csv" not in accept:
        return False
    weights = weights_in(accept)
    return weights.pop(CSV, 0.0) > max(weights.values(), default=0.0)


def preferred(accept: bytes | None, media: Mapping[str, str]) -> str | None:
    """Which of some formats a caller asks for by name, and no less than anything else; None: none of them."""
    weights = weights_in(accept or b"")
    found = max(media, key=lambda each: weights.get(each, 0.0))
    weight = weights.get(found, 0.0)
    return media[found] if 0 < weight >= max(weights.values()) else None


def weights_in(header: bytes) -> dict[str, float]:
    """The entries of a header with their weights: `gzip`, `gzip;q=0.5`, `gzip ; q=0.5` (RFC 9110, 12.4.2)."""
    return dict(_weighed(part) for part in header.decode("latin-1").lower().split(","))


def _weighed(part: str) -> tuple[str, float]:
    """The name and weight of an entry. Other parameters are ignored; an invalid weight is 0."""
    name, *parameters = part.split(";")
    given = {key.strip(): value for key, _, value in (each.partition("=") for each in parameters)}
    try:
        return name.strip(), float(given.get("q", "1"))
    except ValueError:
        return name.strip(), 0.0
