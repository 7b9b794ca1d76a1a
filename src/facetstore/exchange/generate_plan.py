"""How many elements of each kind a generated tenant has, and the id of each, computed from its number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

_SHARES: Final[Mapping[str, float]] = {
    "user": 0.03,
    "orgUnit": 0.03,
    "role": 0.02,
    "systemDomain": 0.002,
    "system": 0.06,
    "riskDomain": 0.002,
    "risk": 0.08,
    "knowledgeStructureCategory": 0.002,
    "knowledgeStructureDocument": 0.11,
    "requirementGroup": 0.002,
    "requirement": 0.08,
    "kPI": 0.05,
    "inOut": 0.07,
    "productCategory": 0.002,
    "product": 0.06,
    "processHouse": 0.0,
    "subCategory": 0.0001,
    "mainProcess": 0.015,
}
"""The share of each catalogue; sub processes with their flow objects take the rest."""

_ONCE: Final = frozenset({"processHouse"})
_AT_LEAST_ONE_FROM: Final = 40
"""From this size on every kind exists; below, only what its share gives."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The kinds in the order of their creation, each with its first number and its count."""

    seed: int
    total: int
    ranges: Mapping[str, tuple[int, int]]

    @property
    def processes(self) -> int:
        """The number of the first sub process."""
        return sum(count for _, count in self.ranges.values())

    def count(self, kind: str) -> int:
        return self.ranges.get(kind, (0, 0))[1]

    def id(self, kind: str, place: int) -> str:
        """The id of the n-th element of a kind."""
        return self.id_of(self.ranges[kind][0] + place)

    def id_of(self, number: int, salt: str = "") -> str:
        """The id of an element (or, salted, of its version or shape) by its number.

        Ids ascend with the numbers, as if time-ordered: rows of elements created one after the other are neighbours in
        every index. Equal seeds give equal ids, different seeds different ones.
        """
        digest = blake2b(f"{self.seed}:{number}:{salt}".encode(), digest_size=12).hexdigest()
        return f"{number:08x}-{digest[:4]}-8{digest[4:7]}-9{digest[7:10]}-{digest[10:22]}"


def plan_for(total: int, seed: int) -> Plan:
    """A plan for this many elements. Very small tenants have users and processes only."""
    ranges: dict[str, tuple[int, int]] = {}
    start = 0
    for kind, share in _SHARES.items():
        count = int(total * share)
        if total >= _AT_LEAST_ONE_FROM:
            count = 1 if kind in _ONCE else max(count, 1)
        elif kind == "user":
            count = min(total, 1)
        ranges[kind] = (start, count)
        start += count
    return Plan(seed, total, ranges)
