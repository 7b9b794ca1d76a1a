"""The names of BPMN and what they are here, from `mapping.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import yaml


@dataclass(frozen=True, slots=True)
class NodeKind:
    """What an element of BPMN becomes."""

    tag: str
    type: str
    part: str
    stereotype: str | None = None
    throws: bool = False
    holds: bool = False
    """Other shapes can stand in it."""
    named: str = ""
    """Where its name is, if not in the attribute: the element `text`, or a `category`."""
    marked: bool = False
    """It has a marker for loops, and a role: other activities only carry them."""


@dataclass(frozen=True, slots=True)
class LineKind:
    """What a connection of BPMN becomes."""

    tag: str
    type: str | None
    """The type of the shape that has its name; None: it never has one."""
    always: bool


@dataclass(frozen=True, slots=True)
class Names:
    """The whole mapping."""

    namespaces: Mapping[str, tuple[str, ...]]
    attributes: Mapping[str, str]
    contexts: Mapping[str, str]
    types: Mapping[str, str]
    nodes: Mapping[str, NodeKind]
    lines: Mapping[str, LineKind]
    triggers: Mapping[str, str]
    several: Mapping[str, str]
    markers: Mapping[str, str]
    written: Mapping[str, NodeKind]
    """What each type is written as."""
    parts: frozenset[str]
    """What a finding names by itself, also inside of what is carried as a whole."""
    read: frozenset[str]
    usual: Mapping[str, str]
    """Attributes that are read, and values of others that say nothing."""

    @property
    def performed(self) -> frozenset[str]:
        """The types that have a role."""
        return frozenset(each.type for each in self.nodes.values() if each.marked)

    def node_for(self, type_: str, stereotype: str | None, *, throws: bool) -> NodeKind | None:
        """The element that a shape of a type is written as; None for types of connections and unknown ones."""
        alike = [each for each in self.nodes.values() if each.type == type_]
        best = [each for each in alike if each.stereotype == stereotype and each.throws == throws]
        return next(iter(best or alike), self.written.get(type_))

    def line_for(self, type_: str) -> LineKind | None:
        return next((each for each in self.lines.values() if each.type == type_), None)


@cache
def bpmn_names() -> Names:
    """The mapping of the package."""
    text = resources.files(__package__).joinpath("mapping.yaml").read_text("utf-8")
    given: dict[str, Any] = yaml.safe_load(text)
    nodes = {tag: NodeKind(tag, **each) for tag, each in given["nodes"].items()}
    return Names(
        namespaces={key: tuple(each) for key, each in given["namespaces"].items()},
        attributes=given["attributes"],
        contexts=given["contexts"],
        types=given["types"],
        nodes=nodes,
        lines={tag: LineKind(tag, each.get("with"), each.get("always", False)) for tag, each in given["lines"].items()},
        triggers=given["triggers"],
        several=given["several"],
        markers=given["markers"],
        written={type_: nodes[tag] for tag, types in given["others"].items() for type_ in types},
        parts=frozenset({*nodes, *given["lines"], "lane", *given["unknown"]}),
        read=frozenset(given["read"]),
        usual=given["usual"],
    )
