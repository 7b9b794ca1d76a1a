"""Release notes as Markdown. No text of the content is markup in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from facetstore.metamodel.model import DataType
from facetstore.query.filter_forms import plain_text
from facetstore.regional import culture
from facetstore.usecases.labels import text_for
from facetstore.usecases.reading.narrowing import culture_chain
from facetstore.usecases.release.marked_words import escaped, marked
from facetstore.usecases.tenancy import Reading

Line = Mapping[str, Any]

_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "title": "Release notes",
        "period": "From {from} to {to}.",
        "added": "Released for the first time",
        "changed": "Released again",
        "removed": "No longer released",
        "nothing": "Nothing was released.",
        "same": "Nothing else changed.",
        "by": "by",
        "unnamed": "without a name",
        "plus": "added",
        "minus": "removed",
        "reordered": "in another order",
        "placed": "elsewhere in the drawing",
        "children": "Below it",
        "content": "Diagram",
        "files": "Files",
        "flows": "connections",
        "renamed": "changed",
        "parent": "Stands below",
    },
    "de": {
        "title": "Versionshinweise",
        "period": "Von {from} bis {to}.",
        "added": "Zum ersten Mal freigegeben",
        "changed": "Erneut freigegeben",
        "removed": "Nicht mehr freigegeben",
        "nothing": "Nichts wurde freigegeben.",
        "same": "Sonst hat sich nichts geändert.",
        "by": "durch",
        "unnamed": "ohne Namen",
        "plus": "hinzugefügt",
        "minus": "entfernt",
        "reordered": "in anderer Reihenfolge",
        "placed": "an anderer Stelle der Zeichnung",
        "children": "Darunter",
        "content": "Diagramm",
        "files": "Dateien",
        "flows": "Verbindungen",
        "renamed": "geändert",
        "parent": "Steht unter",
    },
}


class NotesVocabulary(NamedTuple):
    """The words of the notes: plain data, so that they can be made in another process."""

    words: Mapping[str, str]
    chain: Sequence[str]
    """The cultures to look up a name in."""
    types: Mapping[str, str]
    properties: Mapping[str, str]
    html: frozenset[str]
    """The attributes that hold HTML."""


def vocabulary(reading: Reading) -> NotesVocabulary:
    """The words of a tenant, in its default language if there are some in it."""
    settings, metamodel = reading.served.settings, reading.metamodel
    known = culture(settings.default_data_culture)
    own = {name: each for type_ in metamodel.types.values() for name, each in type_.properties.items()}
    return NotesVocabulary(
        _WORDS.get(known.language if known is not None else "", _WORDS["en"]),
        [str(each) for each in (*culture_chain(settings), 127)],
        {key: text_for(each.names, settings) for key, each in metamodel.types.items()},
        {name: text_for(each.names, settings) for name, each in own.items()},
        frozenset(name for name, each in own.items() if each.attribute and each.attribute.data_type is DataType.HTML),
    )


def as_markdown(words: NotesVocabulary, given: tuple[str, str], lines: Sequence[Line]) -> str:
    """The notes of a period."""
    return "\n".join(_NotesWriter(words).all(given, lines)) + "\n"


class _NotesWriter:
    """Writes the notes."""

    def __init__(self, vocabulary: NotesVocabulary) -> None:
        self._words = vocabulary.words
        self._vocabulary = vocabulary

    def all(self, given: tuple[str, str], lines: Sequence[Line]) -> Iterator[str]:
        yield f"# {self._words['title']}"
        yield ""
        yield self._words["period"].format_map({"from": escaped(given[0]), "to": escaped(given[1])})
        for kind in ("added", "changed", "removed"):
            found = sorted(
                (each for each in lines if each["kind"] == kind), key=lambda each: (self._label(each), each["id"])
            )
            if found:
                yield from ("", f"## {self._words[kind]}")
            for each in found:
                yield from ("", f"### {self._title(each)}", "")
                yield from self._releases(each)
                if kind == "changed":
                    yield from list(self._changes(each)) or [f"- {self._words['same']}"]
        if not lines:
            yield from ("", self._words["nothing"])

    def _label(self, line: Line) -> str:
        return self._name(line.get("name", {}))

    def _title(self, line: Line) -> str:
        type_ = self._vocabulary.types.get(line["type"], line["type"])
        return f"{escaped(self._label(line))} ({escaped(type_)})"

    def _name(self, names: Mapping[str, str]) -> str:
        found = (names[each] for each in (*self._vocabulary.chain, *names) if names.get(each))
        return next(found, self._words["unnamed"])

    def _of(self, line: Line, id_: str) -> str:
        return escaped(self._name(line.get("names", {}).get(id_, {})))

    def _releases(self, line: Line) -> Iterator[str]:
        for each in line.get("releases", ()):
            day = escaped(str(each.get("releasedOn", ""))[:10])
            by = (
                f" {self._words['by']} {escaped(self._name(each['releasedBy']['name']))}"
                if "releasedBy" in each
                else ""
            )
            reason = plain_text(self._name(each["reason"]), DataType.HTML) if each.get("reason") else ""
            said = f": {escaped(reason)}" if reason else ""
            yield f"- **{escaped(each.get('version', ''))}** {day}{by}{said}"

    def _changes(self, line: Line) -> Iterator[str]:
        found = line["difference"]
        for name, cultures in found.get("attributes", {}).items():
            for lcid, change in cultures.items():
                yield f"- {self._property(name)}{_in(lcid)}: {self._values(name, change)}"
        for name, change in found.get("related", {}).items():
            yield f"- {self._property(name)}: {self._listed(line, change)}"
        if "parent" in found:
            sides = [self._of(line, each) if each else "–" for each in (found["parent"]["from"], found["parent"]["to"])]
            yield f"- {self._words['parent']}: ~~{sides[0]}~~ **{sides[1]}**"
        if "children" in found:
            yield f"- {self._words['children']}: {self._listed(line, found['children'])}"
        if "content" in found:
            yield f"- {self._words['content']}: {'; '.join(self._content(line, found['content']))}"
        if "files" in found:
            changes = [("+", "**", each) for each in found["files"]["added"]] + [
                ("−", "~~", each) for each in found["files"]["removed"]
            ]
            yield f"- {self._words['files']}: {', '.join(f'{sign} {mark}{escaped(each)}{mark}' for sign, mark, each in changes)}"

    def _property(self, name: str) -> str:
        return escaped(self._vocabulary.properties.get(name, name))

    def _values(self, name: str, change: Mapping[str, object]) -> str:
        kind = DataType.HTML if name in self._vocabulary.html else None
        old, new = (plain_text(each, kind) if each is not None else "" for each in (change["from"], change["to"]))
        return marked(old, new) or self._words["renamed"]

    def _listed(self, line: Line, change: Mapping[str, Any]) -> str:
        parts = [f"+ **{self._of(line, each)}**" for each in change["added"]]
        parts += [f"− ~~{self._of(line, each)}~~" for each in change["removed"]]
        return ", ".join([*parts, *([self._words["reordered"]] if change["reordered"] else [])])

    def _content(self, line: Line, content: Mapping[str, Any]) -> Iterator[str]:
        shapes, flows = content.get("shapes", {}), content.get("flows", {})
        for kind, sign, mark in (("added", "+", "**"), ("removed", "−", "~~")):
            if names := [f"{sign} {mark}{self._of(line, each['id'])}{mark}" for each in shapes.get(kind, ())]:
                yield ", ".join(names)
        for each in shapes.get("changed", ()):
            inner = each["difference"].get("attributes", {})
            changes = [self._values(name, one) for name, cultures in inner.items() for one in cultures.values()]
            yield f"{self._of(line, each['id'])} {self._words['renamed']}" + (
                f" ({'; '.join(changes)})" if changes else ""
            )
        for kind, word in (("moved", "reordered"), ("placed", "placed")):
            if names := [self._of(line, each["id"]) for each in shapes.get(kind, ())]:
                yield f"{', '.join(names)} {self._words[word]}"
        for kind in ("added", "removed"):
            word = self._words["plus" if kind == "added" else "minus"]
            if ends := [self._flow(line, each) for each in flows.get(kind, ())]:
                yield f"{self._words['flows']} {word}: {', '.join(ends)}"

    def _flow(self, line: Line, flow: Mapping[str, str]) -> str:
        shapes = line.get("shapes", {})
        source, target = (self._of(line, shapes.get(flow[end], "")) for end in ("from", "to"))
        return f"{source} → {target}"


def _in(lcid: str) -> str:
    known = culture(int(lcid)) if lcid != "127" else None
    return f" ({known.name})" if known is not None else ""
