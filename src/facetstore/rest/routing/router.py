"""From a path to its route by walking its segments: the cost depends on the length of the path, not on the number of routes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from facetstore.rest.routing.routes import ANYBODY, Route


@dataclass(slots=True)
class Place:
    """A path, and what is there."""

    routes: dict[str, Route] = field(default_factory=dict)
    """By method; none: nothing is there."""
    for_anybody: bool = False
    """No caller is needed for what is there."""
    words: dict[str, Place] = field(default_factory=dict)
    """What is below, by the next segment."""
    variable: Place | None = None
    name: str = ""
    """Of the variable that leads here."""


_NOTHING: Final = Place()


class Router:
    """The routes as a tree of segments; words match ignoring letter case and win over variables."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self._root = Place()
        for route in routes:
            if route.permission is None:
                raise RuntimeError(f"The route {route.name} declares no permission.")
            for path in route.paths:
                self._add(path, route)

    def _add(self, path: str, route: Route) -> None:
        place = self._root
        for segment in path.split("/"):
            if segment.startswith("{"):
                place.variable = place.variable or Place(name=segment[1:-1])
                place = place.variable
            else:
                place = place.words.setdefault(segment.casefold(), Place())
        place.routes |= dict.fromkeys(route.methods, route)
        place.for_anybody = place.for_anybody or route.permission is ANYBODY

    def find(self, segments: Sequence[str]) -> tuple[Place, dict[str, str]]:
        """What is at a path, and the values of its variables."""
        place = self._root
        parameters: dict[str, str] = {}
        for segment in segments:
            following = place.words.get(segment) or place.words.get(segment.casefold())
            if following is None and (following := place.variable) is not None and segment:
                parameters[following.name] = segment
            if following is None or not segment:
                return _NOTHING, parameters
            place = following
        return place, parameters
