"""Compares two servers answer by answer: the same questions to both, and every difference by its place.

Differences that a copy cannot avoid are explained and counted apart: addresses name each server, uses of tokens and sign-ins go on, the
storage has an id of its own, and elements of types that are unknown here have no place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import msgspec

from facetstore.exchange.bundle_reading import Progress
from facetstore.exchange.pull.question_kit import Asked, QuestionKit
from facetstore.exchange.pull.remote import Remote, RemoteOutcome
from facetstore.metamodel.model import Metamodel

MOST_SHOWN: Final = 10_000
_MOST_OF_ONE: Final = 20
_LONGEST: Final = 120
_ABSENT: Final = object()

USES: Final = "uses of tokens and sign-ins go on there"
OWN: Final = "the storage has an id, a template and settings of its own"
UNKNOWN_TYPES: Final = "elements of types that are unknown here have no place"
_OWN_FIELDS: Final = frozenset({"tenant", "template", "baseTenant", "isValid"})


class SideDifference(NamedTuple):
    """One place where two answers differ."""

    place: str
    there: object
    here: object


@dataclass(slots=True)
class Compared:
    """What a check found."""

    questions: int = 0
    differences: int = 0
    explained: Counter[str] = field(default_factory=Counter)
    shown: list[tuple[str, SideDifference]] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """One line for each difference that is stored, by address."""
        for address, each in sorted(self.shown, key=lambda one: (one[0], one[1].place)):
            yield f"{address}: {each.place}: there {_short(each.there)}, here {_short(each.here)}"
        if self.differences > len(self.shown):
            yield f"... and {self.differences - len(self.shown):,} more differences"


class Comparing:
    """Compares answers of a server with those of the copy."""

    def __init__(self, there: Remote, here: Remote, addresses: tuple[str, str], metamodel: Metamodel) -> None:
        self._there = there
        self._here = here
        self._addresses = addresses
        self._metamodel = metamodel
        roles = metamodel.roles
        self._uses = frozenset({roles.use_count, roles.last_used_on, roles.last_sign_in, *roles.sign_ins})
        self._token_types = frozenset({roles.token, roles.host})
        self.compared = Compared()

    async def run(self, progress: Progress | None = None) -> Compared:
        """Ask both sides everything. Raises RemoteFailure."""
        kit = QuestionKit(self._there, self._compare, progress=progress)
        await kit.run()
        self.compared.questions = kit.asked
        return self.compared

    async def _compare(self, asked: Asked) -> None:
        here = await self._here.ask(asked.question)
        if asked.answer.outcome is not here.outcome:
            if asked.answer.outcome is RemoteOutcome.GIVEN and self._is_unknown(asked.answer.body):
                self.compared.explained[UNKNOWN_TYPES] += 1
            else:
                self._add(asked.question.address, [SideDifference("answer", asked.answer.outcome, here.outcome)])
            return
        if here.outcome is not RemoteOutcome.GIVEN:
            return
        bodies = _plain(asked.answer.body, self._addresses[0]), _plain(here.body, self._addresses[1])
        if bodies[0] != bodies[1]:
            left, right = map(msgspec.json.decode, bodies)
            self._add(asked.question.address, list(self._differences(asked.operation, "", left, right)))

    def _add(self, address: str, found: list[SideDifference]) -> None:
        self.compared.differences += len(found)
        if len(self.compared.shown) < MOST_SHOWN:
            self.compared.shown += [(address, each) for each in found[:_MOST_OF_ONE]]

    def _is_unknown(self, body: object) -> bool:
        items = body.get("elements", body.get("values")) if isinstance(body, dict) else None
        return isinstance(items, list) and bool(items) and all(map(self._has_no_place, items))

    def _has_no_place(self, item: object) -> bool:
        type_ = item.get("type") if isinstance(item, dict) else None
        return isinstance(type_, str) and self._metamodel.type(type_) is None

    def _differences(self, operation: str, place: str, there: object, here: object) -> Iterator[SideDifference]:
        if there == here:
            return
        if isinstance(there, dict) and isinstance(here, dict):
            yield from self._in_objects(operation, place, there, here)
        elif isinstance(there, list) and isinstance(here, list):
            yield from self._in_lists(operation, place, there, here)
        else:
            yield SideDifference(place or "body", there, here)

    def _in_objects(
        self, operation: str, place: str, there: Mapping[str, object], here: Mapping[str, object]
    ) -> Iterator[SideDifference]:
        for name in dict.fromkeys((*there, *here)):
            left, right = there.get(name, _ABSENT), here.get(name, _ABSENT)
            if left == right:
                continue
            why = self._why(operation, place, name, there)
            if why:
                self.compared.explained[why] += 1
            else:
                yield from self._differences(operation, f"{place}.{name}" if place else name, left, right)

    def _why(self, operation: str, place: str, name: str, there: Mapping[str, object]) -> str:
        """The explanation of a difference in a field; empty: there is none."""
        if operation == "storage info" and not place and name in _OWN_FIELDS:
            return OWN
        if name in self._uses:
            return USES
        if there.get("type") in self._token_types and name == "children":
            return USES
        if name == "count" and self._drops(there):
            return USES
        return ""

    def _drops(self, body: Mapping[str, object]) -> bool:
        """Whether an answer has entries whose number may differ: uses, addresses that use a token, and types without a place."""
        items = body.get("elements", body.get("values"))
        if isinstance(items, dict):
            return not self._uses.isdisjoint(items)
        return isinstance(items, list) and any(map(self._may_miss, items))

    def _may_miss(self, item: object) -> str:
        if self._has_no_place(item):
            return UNKNOWN_TYPES
        if isinstance(item, dict) and item.get("type") == self._metamodel.roles.host:
            return USES
        return ""

    def _in_lists(
        self, operation: str, place: str, there: list[object], here: list[object]
    ) -> Iterator[SideDifference]:
        key = _key_of(there) and _key_of(here)
        if key is None:
            if len(there) != len(here):
                yield SideDifference(place, f"{len(there)} entries", f"{len(here)} entries")
            for number, (left, right) in enumerate(zip(there, here, strict=False)):
                yield from self._differences(operation, f"{place}[{number}]", left, right)
            return
        left_by, right_by = {key(each): each for each in there}, {key(each): each for each in here}
        for id_ in dict.fromkeys((*left_by, *right_by)):
            left, right = left_by.get(id_, _ABSENT), right_by.get(id_, _ABSENT)
            if _ABSENT in (left, right) and (why := self._may_miss(left if right is _ABSENT else right)):
                self.compared.explained[why] += 1
            else:
                yield from self._differences(operation, f"{place}[{id_}]", left, right)
        both = left_by.keys() & right_by.keys()
        if [each for each in left_by if each in both] != [each for each in right_by if each in both]:
            yield SideDifference(place, "this order", "another order")


def _plain(body: object, address: str) -> bytes:
    """A body with the same mark for the address of each server. Most are equal then, and need no closer look."""
    return msgspec.json.encode(body).replace(address.encode(), b"~")


def _key_of(items: list[object]) -> Callable[[object], str] | None:
    """What distinguishes the entries of a list: shape, version, id, key or name; None if they are no objects with such a field."""
    for fields in (("shapeId",), ("versionId", "id"), ("key",), ("name",)):
        keys = [_text(each, fields) for each in items]
        if all(keys) and len(set(keys)) == len(keys):
            return lambda item, fields=fields: _text(item, fields)  # type: ignore[misc]
    return None


def _text(item: object, fields: tuple[str, ...]) -> str:
    if not isinstance(item, dict):
        return ""
    properties = item.get("properties")
    given = properties if fields == ("shapeId",) and isinstance(properties, dict) else item
    return next((str(given[each]) for each in fields if given.get(each)), "")


def _short(value: object) -> str:
    if value is _ABSENT:
        return "nothing"
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
    return shown if shown.isprintable() else repr(shown)
