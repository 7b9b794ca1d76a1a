"""Finds the route of a path, segment by segment: the cost depends on the length of the path, not on the number of routes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from facetstore.rest.routing.routes import PUBLIC, Route


@dataclass(slots=True)
class RouteNode:
    """A node of the route tree: one path and its routes."""

    routes: dict[str, Route] = field(default_factory=dict)
    """By method; empty where no route has this path."""
    is_public: bool = False
    """Whether a route of it needs no authentication. Only such routes are answered here then."""
    words: dict[str, RouteNode] = field(default_factory=dict)
    """The nodes below, by the next segment."""
    variable: RouteNode | None = None
    name: str = ""
    """The name of the path variable that leads here."""

    def streams(self, method: str) -> bool:
        """Whether the body of a request is read while it arrives."""
        route = self.routes.get(method)
        return route is not None and route.streams


_NOTHING: Final = RouteNode()


class Router:
    """The routes as a tree of segments. Fixed segments match in any letter case, and win over variables."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self._root = RouteNode()
        for route in routes:
            if route.permission is None:
                raise RuntimeError(f"The route {route.name} declares no permission.")
            for path in route.paths:
                self._add(path, route)

    def _add(self, path: str, route: Route) -> None:
        node = self._root
        for segment in path.split("/"):
            if segment.startswith("{"):
                node.variable = node.variable or RouteNode(name=segment[1:-1])
                node = node.variable
            else:
                node = node.words.setdefault(segment.casefold(), RouteNode())
        node.routes |= dict.fromkeys(route.methods, route)
        node.is_public = node.is_public or route.permission is PUBLIC

    def find(self, segments: Sequence[str]) -> tuple[RouteNode, dict[str, str]]:
        """The node of a path, without routes for an unknown one, and the values of its variables."""
        node = self._root
        parameters: dict[str, str] = {}
        for segment in segments:
            following = node.words.get(segment) or node.words.get(segment.casefold())
            if following is None and (following := node.variable) is not None and segment:
                parameters[following.name] = segment
            if following is None or not segment:
                return _NOTHING, parameters
            node = following
        return node, parameters
