"""YAML text as plain JSON data that remembers the line of every entry.

Keys of mappings are always strings (`1031:` becomes "1031"), so what is read from YAML and what comes back from stored
JSON are the same value. Anchors are refused: a few lines of them can stand for gigabytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import yaml

from facetstore.metamodel.errors import Finding

Path = tuple[str | int, ...]
"""The keys and indices that lead from the top of the data to a value."""


_DEEPEST = 32


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake at a path, before file and line are known."""

    path: Path
    message: str


@dataclass(frozen=True, slots=True)
class Source:
    """The content of one file with the line each path stands on; `mistakes` are those of the text itself."""

    file: str
    content: Mapping[str, object]
    lines: Mapping[Path, int] = field(default_factory=dict)
    mistakes: tuple[Finding, ...] = ()

    def findings(self, problems: Iterable[Problem]) -> tuple[Finding, ...]:
        return tuple(Finding(self.file, self._line(each.path), each.message) for each in problems)

    def _line(self, path: Path) -> int:
        """The line of the path, or of the nearest entry around it: what is missing has no line of its own."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1 if self.lines else 0)


def parse_source(text: str, file: str) -> Source:
    """Read YAML; a text that is no YAML gives an empty source with the mistake in it."""
    try:
        if line := _line_too_deep(text):
            return Source(file, {}, mistakes=(Finding(file, line, f"More than {_DEEPEST} levels in one another."),))
        root = yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError as error:
        return Source(file, {}, mistakes=(_syntax_finding(error, file),))
    if root is None:
        return Source(file, {})
    reader = _Reader(file)
    content = reader.value(root, ())
    if not isinstance(content, dict):
        mistake = Finding(file, 1, "Expected sections such as `types:` at the top of the file.")
        return Source(file, {}, mistakes=(*reader.mistakes, mistake))
    return Source(file, content, reader.lines, tuple(reader.mistakes))


def _line_too_deep(text: str) -> int:
    """The line on which the text nests too deep, else 0. The composer would end the whole process there."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST:
            return int(event.start_mark.line) + 1
    return 0


def _syntax_finding(error: yaml.YAMLError, file: str) -> Finding:
    mark = getattr(error, "problem_mark", None)
    reason = getattr(error, "problem", None) or str(error).splitlines()[0]
    return Finding(file, mark.line + 1 if mark else 1, f"This is not YAML: {reason}.")


class _Reader:
    """Walks over the nodes of one file and collects lines and mistakes on the way."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.lines: dict[Path, int] = {}
        self.mistakes: list[Finding] = []
        self._seen: set[int] = set()

    def value(self, node: yaml.Node, path: Path) -> object:
        if id(node) in self._seen:
            # The node knows only where its anchor stands; the alias is where the path leads.
            told = "Anchors and aliases are not supported; write the value again."
            self.mistakes.append(Finding(self.file, self.lines[path], told))
            return None
        self._seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return self._sequence(node, path)
        return _scalar(node.tag, node.value)

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[str, object]:
        found: dict[str, object] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self._mistake(key_node, "A key must be a single word.")
            elif key_node.value in found:
                first = self.lines[(*path, key_node.value)]
                self._mistake(key_node, f"Duplicate key {key_node.value!r}; it stands on line {first} already.")
            else:
                below = (*path, key_node.value)
                self.lines[below] = key_node.start_mark.line + 1
                found[key_node.value] = self.value(value_node, below)
        return found

    def _sequence(self, node: yaml.SequenceNode, path: Path) -> list[object]:
        found: list[object] = []
        for index, item in enumerate(node.value):
            below = (*path, index)
            self.lines[below] = item.start_mark.line + 1
            found.append(self.value(item, below))
        return found

    def _mistake(self, node: yaml.Node, message: str) -> None:
        self.mistakes.append(Finding(self.file, node.start_mark.line + 1, message))


_TRUE = frozenset({"true", "yes", "on"})


def _scalar(tag: str, text: str) -> object:
    """The value of a scalar. Dates stay text: the method knows no dates, and JSON neither."""
    match tag.rpartition(":")[2]:
        case "null":
            return None
        case "bool":
            return text.lower() in _TRUE
        case "int" if text.lstrip("+-").isdecimal():
            return int(text)
        case "float":
            return _number(text)
        case _:
            return text


def _number(text: str) -> object:
    try:
        return float(text)
    except ValueError:
        return text
