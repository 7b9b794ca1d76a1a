"""Cleaning the html of a body in a job process before the transaction begins, so that no transaction waits for it.

Which texts are html is known only later, in the transaction. So every text that may need cleaning becomes a `CleanedAhead`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any, Final

from facetstore.domain.errors import TooCostly
from facetstore.domain.values import is_clean_text
from facetstore.usecases.changes.cleaned import CleanedAhead, clean_texts
from facetstore.usecases.changes.html_as_xml import is_plain
from facetstore.usecases.measure import Pace, paced
from facetstore.usecases.ports.job_runner import Jobs

CHEAP: Final = 2048
"""Up to how many bytes of a body, or characters of its texts that are not plain, html is cleaned in place: about 2 ms."""
_ATTRIBUTES: Final = "attributes"
_NESTED: Final = (dict, list)

_Place = tuple[dict[str, Any], str]


async def clean_ahead(body: object, jobs: Jobs, tenant: int) -> None:
    """Replace the texts of a body that may need cleaning by `CleanedAhead`, unless they are short. Raises Unavailable."""
    places = await _places_in(body)
    texts = await paced(unicodedata.normalize("NFC", holder[key]) for holder, key in places)
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
    """The places of such texts in a body: below every `attributes`, at any depth."""
    pace, found = Pace(), list[_Place]()
    waiting = [body]
    while waiting:
        value = waiting.pop()
        for values in _attributes(value):
            found += _places(values)
            await pace.step()
        for each in _nested(value):
            waiting.append(each)
            await pace.step()
    return found


def _attributes(value: object) -> Iterable[object]:
    """The values of the attributes in an object of a body, by culture."""
    attributes = value.get(_ATTRIBUTES) if isinstance(value, dict) else None
    return attributes.values() if isinstance(attributes, dict) else ()


def _nested(value: object) -> Iterator[object]:
    """The objects and lists in a value, without its attributes."""
    if isinstance(value, dict):
        return (each for name, each in value.items() if name != _ATTRIBUTES and isinstance(each, _NESTED))
    return (each for each in value if isinstance(each, _NESTED)) if isinstance(value, list) else iter(())


def _places(values: object) -> Iterable[_Place]:
    """The places of texts that may need cleaning among the values of an attribute."""
    given = values if isinstance(values, dict) else {}
    return ((given, key) for key, each in given.items() if isinstance(each, str) and _needs_cleaning(each))


def _needs_cleaning(text: str) -> bool:
    return not is_plain(text) and is_clean_text(text)  # a text that is not clean is refused later
