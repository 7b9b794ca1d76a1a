"""What there is in the demo tenant, as one caller sees it: a basis for asking about all of it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx


@dataclass(frozen=True, slots=True)
class Place:
    """A view of a facet, with the types that may stand in it."""

    facet: str
    view: str
    types: tuple[str, ...] = field(repr=False)
    attributes: tuple[str, ...] = field(repr=False)
    contexts: tuple[str, ...] = field(repr=False)

    @property
    def path(self) -> str:
        return f"rest/facets/{self.facet}/views/{self.view}"


@dataclass(frozen=True, slots=True)
class Seen:
    """An element in a view; `id` is its version id if it has one."""

    place: Place
    id: str
    type: str
    attributes: tuple[str, ...] = field(repr=False)
    contexts: tuple[str, ...] = field(repr=False)

    @property
    def values(self) -> dict[str, list[str]]:
        """What may stand in a path that leads to this element or a part of it."""
        return {
            "facetId": [self.place.facet],
            "viewId": [self.place.view],
            "elementId": [self.id],
            "versionId": [self.id],
            "type": [self.type] if self.type in self.place.types else list(self.place.types),
            "attributeId": list(self.attributes),
            "relatedId": list(self.contexts),
            "cultureId": ["1031", "1033"],
            "layoutKey": ["detailed", "vertical", "horizontalSwimlane"],
        }


def find_places(client: httpx.Client) -> tuple[Place, ...]:
    """Every view of every facet."""
    facets = [each["name"] for each in client.get("rest/facets").json()["values"]]
    views = {facet: client.get(f"rest/facets/{facet}/views").json()["values"] for facet in facets}
    return tuple(_place(client, facet, view["name"]) for facet in facets for view in views[facet])


def _place(client: httpx.Client, facet: str, view: str) -> Place:
    types = client.get(f"rest/facets/{facet}/views/{view}/config").json()["values"]
    properties = [each for kind in types for each in kind["properties"]]
    names = {
        part: tuple(sorted({each["key"] for each in properties if part in each})) for part in ("attribute", "related")
    }
    return Place(facet, view, tuple(each["key"] for each in types), names["attribute"], names["related"])


def find_elements(client: httpx.Client, places: tuple[Place, ...], number: int) -> tuple[Seen, ...]:
    """This many elements, those of every type in turn; shapes of diagrams count as elements."""
    by_type: dict[str, dict[str, Seen]] = {}
    for place in places:
        for each in _listed(client, place):
            element = _seen(place, each)
            by_type.setdefault(element.type, {}).setdefault(element.id, element)
    return tuple(_in_turn([list(each.values()) for each in by_type.values()]))[:number]


def _listed(client: httpx.Client, place: Place) -> Iterator[dict[str, Any]]:
    for element in client.get(f"{place.path}/elements").json()["elements"]:
        yield element
        yield from (shape for shape in element.get("content", ()) if shape["facetName"] == place.facet)


def _seen(place: Place, element: dict[str, Any]) -> Seen:
    attributes, contexts = tuple(element.get("attributes", {"name": {}})), tuple(element.get("related", ()))
    return Seen(place, element.get("versionId", element["id"]), element["type"], attributes, contexts)


def _in_turn(groups: list[list[Seen]]) -> Iterator[Seen]:
    for position in range(max(map(len, groups))):
        yield from (group[position] for group in groups if position < len(group))
