"""Html of a body cleaned in a job process before a change begins, so that no transaction waits for it.

Which texts are html is known only when a change is worked out. So every text that could be costly to clean goes on as `CleanedAhead`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any, Final

from facetstore.domain.errors import TooCostly
from facetstore.domain.values import is_clean_text
from facetstore.usecases.changes.cleaned import CleanedAhead, clean_texts
from facetstore.usecases.changes.rich_text import is_plain
from facetstore.usecases.pace import Pace
from facetstore.usecases.ports.jobs import Jobs

CHEAP: Final = 2048
"""Bytes of a body, or characters of its texts that are not plain, that are cleaned in place: about 2 ms."""
_ATTRIBUTES: Final = "attributes"
_NESTED: Final = (dict, list)

_Place = tuple[dict[str, Any], str]


async def clean_ahead(body: object, jobs: Jobs, tenant: int) -> None:
    """Replace texts of a body that could be costly to clean by texts that are cleaned ahead. Raises Unavailable."""
    places = await _places_in(body)
    texts = [unicodedata.normalize("NFC", holder[key]) for holder, key in places]
    if sum(map(len, texts)) <= CHEAP:
        return
    try:
        outcomes = await jobs.run(tenant, clean_texts, texts)
    except TooCostly:
        why = "takes too long to clean, alone or with the other html of this request: send less of it at once"
        outcomes = [why for _ in texts]
    for (holder, key), outcome in zip(places, outcomes, strict=True):
        ahead = CleanedAhead(holder[key])
        ahead.outcome = outcome
        holder[key] = ahead


async def _places_in(body: object) -> list[_Place]:
    """Where in a body such texts stand: in what is named `attributes`, wherever that is."""
    pace, found = Pace(), list[_Place]()
    waiting = [body]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            found += _places(value.get(_ATTRIBUTES))
            waiting += [each for name, each in value.items() if name != _ATTRIBUTES and isinstance(each, _NESTED)]
        elif isinstance(value, list):
            waiting += [each for each in value if isinstance(each, _NESTED)]
        await pace.step()
    return found


def _places(attributes: object) -> Iterator[_Place]:
    """Where texts stand that may need cleaning: the values by culture of each attribute."""
    for values in attributes.values() if isinstance(attributes, dict) else ():
        if isinstance(values, dict):
            yield from (
                (values, key) for key, each in values.items() if isinstance(each, str) and _needs_cleaning(each)
            )


def _needs_cleaning(text: str) -> bool:
    return not is_plain(text) and is_clean_text(text)  # what is not clean is refused
