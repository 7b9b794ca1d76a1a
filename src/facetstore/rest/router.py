"""From a path to its route by walking its segments: the cost depends on the length of the path, not on the number of routes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from facetstore.rest.routes import Route


@dataclass(slots=True)
class _Node:
    words: dict[str, _Node] = field(default_factory=dict)
    variable: _Node | None = None
    name: str = ""
    routes: dict[str, Route] = field(default_factory=dict)
    """By method."""


class Router:
    """The routes as a tree of segments; words match ignoring letter case and win over variables."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self._root = _Node()
        for route in routes:
            if route.permission is None:
                raise RuntimeError(f"The route {route.name} declares no permission.")
            for path in route.paths:
                self._add(path, route)

    def _add(self, path: str, route: Route) -> None:
        node = self._root
        for segment in path.split("/"):
            if segment.startswith("{"):
                node.variable = node.variable or _Node(name=segment[1:-1])
                node = node.variable
            else:
                node = node.words.setdefault(segment.casefold(), _Node())
        node.routes |= dict.fromkeys(route.methods, route)

    def find(self, segments: Sequence[str]) -> tuple[dict[str, Route], dict[str, str]]:
        """The routes at a path by method, and the values of its variables; no routes: nothing is there."""
        node = self._root
        parameters: dict[str, str] = {}
        for segment in segments:
            following = node.words.get(segment) or node.words.get(segment.casefold())
            if following is None and (following := node.variable) is not None and segment:
                parameters[following.name] = segment
            if following is None or not segment:
                return {}, parameters
            node = following
        return node.routes, parameters
