"""A search for the costliest requests: it changes the numbers that requests are made of, and keeps what costs a service most."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from tests.walls.costly_requests import Genes, Place, Request, families

Cost = Callable[[Request], float]
"""What a request costs for each byte that is sent."""


class Kept(NamedTuple):
    """The costliest request of a family so far."""

    cost: float
    genes: Genes
    request: Request


def find_costliest(place: Place, cost: Cost, rounds: int, random: Random) -> list[Kept]:
    """The costliest request of each family after some rounds, costliest first. Families that cost much get most of the rounds."""
    best = {name: _made(name, place, cost, _seed(name, random)) for name in families()}
    for _ in range(rounds):
        # One of the costliest three times out of four, any other else.
        ranked = sorted(best, key=lambda name: -best[name].cost)
        name = random.choice(ranked[:8] if random.random() < 0.75 else ranked)
        changed = _made(name, place, cost, _changed(best[name].genes, random))
        if changed.cost > best[name].cost:
            best[name] = changed
    return sorted(best.values(), key=lambda each: -each.cost)


def _made(name: str, place: Place, cost: Cost, genes: Genes) -> Kept:
    request = families()[name][1](place, genes)
    return Kept(cost(request), genes, request)


def _seed(name: str, random: Random) -> Genes:
    return tuple(random.choice((1, 20, 90, 500)) + random.randrange(8) for _ in range(families()[name][0]))


def _changed(genes: Genes, random: Random) -> Genes:
    place = random.randrange(len(genes))
    now = genes[place]
    value = random.choice((now * 2 + 1, now // 2, now + 1, max(0, now - 1), random.randrange(1000)))
    return (*genes[:place], min(value, 100_000), *genes[place + 1 :])
