r"""One line of a script: a mark, a name, references, a label. Reading and writing are each other's inverse.

A backslash takes away the meaning of what follows it: `\@`, `\(`, `\\`. `\n`, `\r`, `\t` and `\s` (a space) stand for what would end
or shorten a line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from facetstore.flow_script.script_signs import CALL_BEGINS, CALL_ENDS, LABEL, OTHER_TYPE, QUESTION
from facetstore.flow_script.script_steps import FlowStep, NamedElement, References
from facetstore.metamodel.script_grammar import Grammar

_PLAIN: Final = {"n": "\n", "r": "\r", "t": "\t", "s": " "}
_ESCAPED: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\"}
_BULLET: Final = re.compile(r"(?:\d{1,3}(?:\.\d{1,3})*[.)]|[•▪◦·*–—])(?:[ \t\u00a0]+|$)")
"""What word processors and chats write before the entries of a list."""
_OTHER: Final = re.compile(rf"{OTHER_TYPE}([A-Za-z][A-Za-z0-9_]*)(?:[ \t]+|$)")
_ID: Final = re.compile(r"\|[ \t]*([0-9A-Fa-f-]{32,36})[ \t]*$")
BLANK: Final = " \t"
"""What separates words. Other white space is part of a name."""


@dataclass(slots=True)
class ScriptLine:
    """What a line says."""

    type: str | None
    """The type its mark names; None for a called element, and for a line without a mark."""
    name: str
    references: dict[str, tuple[NamedElement, ...]] = field(default_factory=dict)
    labels: tuple[str, ...] = ()
    called: bool = False
    called_id: str | None = None


def read_line(text: str, grammar: Grammar) -> ScriptLine:
    """What a line without its indentation says."""
    text = text[_bullet_length(text) :]
    if text.startswith(CALL_BEGINS) and (end := _closing(text)) > 0:
        return _read_called(text, end, grammar)
    other = _OTHER.match(text)
    if other is not None:
        return _read_rest(other.group(1), text[other.end() :], grammar)
    mark = text[:1]
    if mark in grammar.types and (len(text) == 1 or text[1] in BLANK):
        return _read_rest(grammar.types[mark], text[1:].lstrip(BLANK), grammar)
    return _read_rest(None, text, grammar)


def _bullet_length(text: str) -> int:
    found = _BULLET.match(text)
    return found.end() if found is not None else 0


def _closing(text: str) -> int:
    """Where the name of a called element ends; -1 if it does not."""
    place = len(CALL_BEGINS)
    while place < len(text):
        if text[place] == "\\":
            place += 2
        elif text.startswith(CALL_ENDS, place):
            return place
        else:
            place += 1
    return -1


def _read_called(text: str, end: int, grammar: Grammar) -> ScriptLine:
    line = _read_rest(None, text[end + len(CALL_ENDS) :].strip(BLANK), grammar)
    line.name, line.called_id = _read_named(text[len(CALL_BEGINS) : end])
    line.called = True
    return line


def _read_named(text: str) -> NamedElement:
    id_ = _ID.search(text)
    if id_ is None or _escaped_at(text, id_.start()):
        return NamedElement(plain(text.strip(BLANK)))
    return NamedElement(plain(text[: id_.start()].strip(BLANK)), id_.group(1).lower())


def _escaped_at(text: str, place: int) -> bool:
    before = text[:place]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def _read_rest(type_: str | None, text: str, grammar: Grammar) -> ScriptLine:
    """A name, and what follows it by marks. A mark counts at the beginning of a word, before a character of a name."""
    parts = _split(text, _inner_marks(grammar))
    line = ScriptLine(type_, plain(parts[0][1]))
    for mark, given in parts[1:]:
        if mark == LABEL:
            line.labels = (*line.labels, plain(given))
        else:
            line.references[mark] = (*line.references.get(mark, ()), _read_named(given))
    return line


def _inner_marks(grammar: Grammar) -> frozenset[str]:
    """The marks that end a name."""
    return frozenset({*grammar.references, LABEL})


def _split(text: str, marks: frozenset[str]) -> list[tuple[str, str]]:
    """The name under the mark "", and then each mark with what it names, still escaped."""
    parts: list[tuple[str, str]] = []
    mark, begin, place = "", 0, 0
    while place < len(text):
        if text[place] == "\\":
            place += 2
            continue
        if text[place] in marks and (place == 0 or text[place - 1] in BLANK) and _names_something(text, place + 1):
            parts.append((mark, text[begin:place].strip(BLANK)))
            mark, begin = text[place], place + 1
        place += 1
    return [*parts, (mark, text[begin:].strip(BLANK))]


def _names_something(text: str, place: int) -> bool:
    return place < len(text) and text[place] not in BLANK


def plain(text: str) -> str:
    """The name that an escaped text means."""
    found, place = [], 0
    while place < len(text):
        if text[place] == "\\" and place + 1 < len(text):
            found.append(_PLAIN.get(text[place + 1], text[place + 1]))
            place += 2
        else:
            found.append(text[place])
            place += 1
    return "".join(found)


def write_line(step: FlowStep, grammar: Grammar, *, unmarked: str, label: str | None) -> str:
    """The line of a step. `unmarked` is the type that a line without a mark has in its place."""
    parts = [_head(step, grammar, unmarked), *_tail(step.references, grammar)]
    if label is not None:
        parts.append(LABEL + escape_name(label, grammar))
    return " ".join(each for each in parts if each)


def _head(step: FlowStep, grammar: Grammar, unmarked: str) -> str:
    if step.type is None:
        called = _named(NamedElement(step.name, step.called_id), grammar).replace("]", "\\]")
        return f"{CALL_BEGINS}{called}{CALL_ENDS}"
    asks = step.name.endswith(QUESTION)
    if step.name.strip() and step.type == (grammar.decision if asks else unmarked):
        return escape_name(step.name, grammar)
    mark = grammar.marks.get(step.type, f"{OTHER_TYPE}{step.type}")
    return f"{mark} {_escape(step.name, grammar)}" if step.name else mark


def _tail(references: References, grammar: Grammar) -> list[str]:
    return [mark + _named(each, grammar) for mark in grammar.references for each in references.get(mark, ())]


def _named(named: NamedElement, grammar: Grammar) -> str:
    name = _escape(named.name, grammar).replace("|", "\\|")
    return f"{name}|{named.id}" if named.id is not None else name


def escape_name(name: str, grammar: Grammar) -> str:
    """A name at the beginning of a line, or after an arrow."""
    text = _escape(name, grammar)
    special = text[:1] in grammar.types or text.startswith((CALL_BEGINS, OTHER_TYPE, "-", LABEL))
    return f"\\{text}" if special or _BULLET.match(text) else text


def _escape(name: str, grammar: Grammar) -> str:
    """A name whose characters mean nothing else."""
    text = "".join(_ESCAPED.get(each, each) for each in name)
    text = re.sub(rf"(^| )([{re.escape(''.join(sorted(_inner_marks(grammar))))}])", r"\1\\\2", text)
    return _keep_ends(text)


def _keep_ends(text: str) -> str:
    """Spaces at both ends are written so that they are not stripped."""
    bare = text.lstrip(" ")
    led = "\\s" * (len(text) - len(bare)) + bare
    kept = led.rstrip(" ")
    return kept + "\\s" * (len(led) - len(kept))
