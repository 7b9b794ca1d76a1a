"""YAML text as plain JSON data, with the line of every entry.

Keys of mappings are always strings (`1031:` becomes "1031"), so that data from YAML and data from stored JSON are equal.
Anchors are refused: a few lines of them can expand to gigabytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import yaml

from facetstore.metamodel.file_findings import FileFinding

Path = tuple[str | int, ...]
"""The keys and indices from the top of the data to a value."""


_DEEPEST = 32


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake at a path, before file and line are known."""

    path: Path
    message: str


@dataclass(frozen=True, slots=True)
class Source:
    """The content of one file, with the line of each path; `mistakes` are those of the text itself, such as duplicate keys."""

    file: str
    content: Mapping[str, object]
    lines: Mapping[Path, int] = field(default_factory=dict)
    mistakes: tuple[FileFinding, ...] = ()

    def findings(self, problems: Iterable[Problem]) -> tuple[FileFinding, ...]:
        return tuple(FileFinding(self.file, self._line(each.path), each.message) for each in problems)

    def _line(self, path: Path) -> int:
        """The line of the path, or of the nearest entry around it if the path is missing."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1 if self.lines else 0)


def parse_source(text: str, file: str) -> Source:
    """Read YAML; a text that is not YAML, too deep or not a mapping gives an empty source with the mistake in it."""
    reader = _YamlReader(file, text)
    try:
        content = reader.document()
    except yaml.YAMLError as error:
        return Source(file, {}, mistakes=(_syntax_finding(error, file),))
    except _TooDeep as error:
        return Source(
            file, {}, mistakes=(FileFinding(file, error.line, f"Values are nested more than {_DEEPEST} levels deep."),)
        )
    if content is None:
        return Source(file, {}, mistakes=tuple(reader.mistakes))
    if not isinstance(content, dict):
        mistake = FileFinding(file, 1, "Expected sections such as `types:` at the top of the file.")
        return Source(file, {}, mistakes=(*reader.mistakes, mistake))
    return Source(file, content, reader.lines, tuple(reader.mistakes))


class _TooDeep(Exception):
    """Values are nested so deep that reading on could overflow the stack and end the process."""

    def __init__(self, line: int) -> None:
        self.line = line


def _syntax_finding(error: yaml.YAMLError, file: str) -> FileFinding:
    mark = getattr(error, "problem_mark", None)
    reason = getattr(error, "problem", None) or str(error).splitlines()[0]
    return FileFinding(file, mark.line + 1 if mark else 1, f"This is not YAML: {reason}.")


class _YamlReader:
    """Reads the events of one file once and collects lines and mistakes."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.lines: dict[Path, int] = {}
        self.mistakes: list[FileFinding] = []
        self._events: Iterator[yaml.Event] = yaml.parse(text, Loader=yaml.CSafeLoader)

    def document(self) -> object:
        """The first document of the text; `None` if it has none. A second one is a mistake."""
        content: object = None
        documents = 0
        for event in self._events:
            if not isinstance(event, yaml.DocumentStartEvent):
                continue
            documents += 1
            if documents == 1:
                content = self._value(next(self._events), ())
            elif documents == 2:
                self._mistake(event, "A second document begins here; a file holds one.")
        return content

    def _value(self, event: yaml.Event, path: Path) -> object:
        if isinstance(event, yaml.ScalarEvent):
            return _scalar(event)
        if isinstance(event, yaml.AliasEvent):
            self._mistake(event, "Anchors and aliases are not supported; write the value again.")
            return None
        if len(path) >= _DEEPEST:
            raise _TooDeep(_line(event))
        return self._mapping(path) if isinstance(event, yaml.MappingStartEvent) else self._sequence(path)

    def _mapping(self, path: Path) -> dict[str, object]:
        found: dict[str, object] = {}
        while not isinstance(key := next(self._events), yaml.MappingEndEvent):
            if not isinstance(key, yaml.ScalarEvent):
                self._mistake(key, "A key must be a single word.")
                self._pass_over(key)
                self._pass_over(next(self._events))
            elif key.value in found:
                first = self.lines[(*path, key.value)]
                self._mistake(key, f"Duplicate key {key.value!r}; it is on line {first} already.")
                self._pass_over(next(self._events))
            else:
                below = (*path, key.value)
                self.lines[below] = _line(key)
                found[key.value] = self._value(next(self._events), below)
        return found

    def _sequence(self, path: Path) -> list[object]:
        found: list[object] = []
        while not isinstance(item := next(self._events), yaml.SequenceEndEvent):
            below = (*path, len(found))
            self.lines[below] = _line(item)
            found.append(self._value(item, below))
        return found

    def _pass_over(self, event: yaml.Event) -> None:
        """Skip the value that begins with the event, however deep it is."""
        depth = _deeper(event)
        while depth:
            depth += _deeper(next(self._events))

    def _mistake(self, event: yaml.Event, message: str) -> None:
        self.mistakes.append(FileFinding(self.file, _line(event), message))


def _line(event: yaml.Event) -> int:
    mark = event.start_mark
    return mark.line + 1 if mark else 1


def _deeper(event: yaml.Event) -> int:
    return isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)


_TRUE = frozenset({"true", "yes", "on"})
_UNTAGGED = frozenset({None, "!"})


def _scalar(event: yaml.ScalarEvent) -> object:
    """The value of a scalar. Dates stay text: neither the method nor JSON has dates."""
    text = event.value
    tag = _implied_tag(event) if event.tag in _UNTAGGED else event.tag
    match str(tag).rpartition(":")[2]:
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


_RESOLVER = yaml.resolver.Resolver()


def _implied_tag(event: yaml.ScalarEvent) -> object:
    """The type YAML gives a scalar without a tag: `yes` is a bool, `"yes"` a text."""
    return _RESOLVER.resolve(yaml.ScalarNode, event.value, event.implicit)  # type: ignore[no-untyped-call]


def _number(text: str) -> object:
    try:
        return float(text)
    except ValueError:
        return text
