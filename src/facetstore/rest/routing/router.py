"""Finds the route of a path, segment by segment: the cost depends on the length of the path, not on the number of routes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from facetstore.rest.routing.routes import PUBLIC, Route


@dataclass(slots=True)
class Place:
    """A node of the route tree: one path and its routes."""

    routes: dict[str, Route] = field(default_factory=dict)
    """By method; empty where no route has this path."""
    is_public: bool = False
    """Whether a route of it needs no authentication. Only such routes are answered here then."""
    words: dict[str, Place] = field(default_factory=dict)
    """The nodes below, by the next segment."""
    variable: Place | None = None
    name: str = ""
    """The name of the path variable that leads here."""


_NOTHING: Final = Place()


class Router:
    """The routes as a tree of segments. Fixed segments match in any letter case, and win over variables."""

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
        place.is_public = place.is_public or route.permission is PUBLIC

    def find(self, segments: Sequence[str]) -> tuple[Place, dict[str, str]]:
        """The node of a path, without routes for an unknown one, and the values of its variables."""
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
