"""Rendered answers kept until what they tell of changes.

An answer is found under everything it depends on: tenant, role, method, path, query, api-version, coding and base address. Before
it is used, the request has read the tenant's revision, so no answer is ever older than the last commit, whoever made it. When a
tenant has moved on, answers about one element outlive changes of elements that are not near it; all others go.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Final

from facetstore.rest.answer import Answer

_LARGEST: Final = 1 << 20
"""Longer answers are not kept."""


@dataclass(slots=True)
class _TenantAnswers:
    """The answers of one tenant, all valid for one revision."""

    revision: int
    answers: dict[Hashable, Answer] = field(default_factory=dict)
    by_element: dict[str | None, dict[Hashable, None]] = field(default_factory=dict)
    """The keys of the answers about an element; under None those that any change may touch."""

    def add(self, key: Hashable, answer: Answer) -> None:
        self.answers[key] = answer
        self.by_element.setdefault(answer.element, {})[key] = None

    def drop(self, elements: Iterable[str | None]) -> int:
        """Drop the answers about these elements; returns how many bytes that frees."""
        freed = 0
        for element in elements:
            for key in self.by_element.pop(element, ()):
                freed += _cost(self.answers.pop(key))
        return freed

    def drop_oldest(self) -> int:
        key = next(iter(self.answers))
        answer = self.answers.pop(key)
        keys = self.by_element[answer.element]
        del keys[key]
        if not keys:
            del self.by_element[answer.element]
        return _cost(answer)


class KeptAnswers:
    """Answers of all tenants within a number of bytes; the oldest go first."""

    def __init__(self, limit: int = 64 << 20) -> None:
        self._limit = limit
        self._size = 0
        self._tenants: dict[int, _TenantAnswers] = {}

    def revision(self, tenant: int) -> int | None:
        """The revision that the kept answers of a tenant are valid for; None when nothing is kept."""
        kept = self._tenants.get(tenant)
        return kept.revision if kept is not None else None

    def find(self, tenant: int, revision: int, key: Hashable) -> Answer | None:
        kept = self._tenants.get(tenant)
        return kept.answers.get(key) if kept is not None and kept.revision == revision else None

    def keep(self, tenant: int, revision: int, key: Hashable, answer: Answer) -> None:
        """Keep an answer that was rendered at a revision, unless the tenant has been seen further on since."""
        if len(answer.body) > _LARGEST or not self._limit:
            return
        kept = self._tenants.setdefault(tenant, _TenantAnswers(revision))
        if kept.revision != revision or key in kept.answers:
            return
        kept.add(key, answer)
        self._size += _cost(answer)
        while self._size > self._limit and kept.answers:
            self._size -= kept.drop_oldest()

    def advance(self, tenant: int, revision: int, changed: frozenset[str] | None) -> None:
        """The tenant is at a later revision: keep what was not near a change. None means that anything may have changed."""
        kept = self._tenants.get(tenant)
        if kept is None or kept.revision >= revision:
            return
        kept.revision = revision
        self._size -= kept.drop((None, *(tuple(kept.by_element) if changed is None else changed)))


def _cost(answer: Answer) -> int:
    return len(answer.body) + 2048
