"""From what was read to a manual: titles, facts, texts, diagrams and tables in one culture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from facetstore.domain.element import Attributes
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import ElementType, Texts
from facetstore.printing.manual_model import Chapter, Manual, ManualTable, Row
from facetstore.printing.manual_words import manual_words
from facetstore.regional import culture
from facetstore.usecases.diagrams.drawings import chart_of
from facetstore.usecases.labels import first_name, names_of, stored_attributes
from facetstore.usecases.manuals.manual_evidence import Evidence
from facetstore.usecases.manuals.manual_reading import ManualPlace, ManualRows
from facetstore.usecases.ports.rows import ElementRow, NamedRow
from facetstore.usecases.reading.narrowing import culture_chain
from facetstore.usecases.reading.presentation import Shown
from facetstore.usecases.tenancy import Reading

_NUMBER: Final = "version"
_HOLDS: Final = {True: "yes", False: "no"}


def write_manual(reading: Reading, rows: ManualRows, evidence: Evidence, lcid: int, moment: str) -> Manual:
    """The manual of what was read; `moment` is what it says about its date."""
    return _ManualWriter(reading, rows, evidence, lcid).manual(moment)


class _ManualWriter:
    """Writes one manual."""

    def __init__(self, reading: Reading, rows: ManualRows, evidence: Evidence, lcid: int) -> None:
        self._reading, self._rows, self._evidence, self._lcid = reading, rows, evidence, lcid
        self._metamodel = reading.metamodel
        self._chain = culture_chain(reading.served.settings, lcid)
        known = culture(lcid)
        self._language = known.name if known is not None else "en-US"
        self._words = manual_words().of(self._language)

    def manual(self, moment: str) -> Manual:
        facet, places = self._rows.facet, self._rows.places
        facts = [
            *(self._about(places[0].row) if facet is None else ()),
            *([(self._words["shows"], self._words["released"])] if self._evidence.is_release else ()),
            (self._words["asOf"], moment),
            (self._words["chapters"], str(len(places))),
        ]
        return Manual(
            self._name(places[0].row) if facet is None else self._text(facet.names),
            reading_name(self._reading),
            self._language,
            tuple(facts),
            tuple(self._chapter(each) for each in places),
            self._words,
            self._register() if self._evidence.is_release else None,
        )

    def _register(self) -> ManualTable:
        """Every version in a manual of what was released, with the hash of what was approved."""
        words = self._words
        head = (words["name"], words["version"], words["validFrom"], words["releasedOn"], words["by"], words["hash"])
        rows = (self._registered(each.row) for each in self._rows.places)
        return ManualTable(words["register"], head, tuple(each for each in rows if each[1]))

    def _registered(self, row: ElementRow) -> Row:
        """A row of the register; without a number for what has no versions."""
        roles, values = self._metamodel.roles, self._values(row)
        number = dict(self._about(row)).get(self._words["version"], "")
        approvals = self._evidence.approvals.get(row.version, ())
        holds = [str(each["hash"]) for each in approvals if each.get("holds")]
        return (
            self._name(row),
            number,
            _minute(self._value(values, roles.valid_from)),
            _minute(self._value(values, roles.released_on)),
            ", ".join(map(self._name, self._rows.targets.get((row.key, roles.released_by), ()))),
            holds[-1] if holds else "",
        )

    def _chapter(self, place: ManualPlace) -> Chapter:
        row = place.row
        type_ = self._metamodel.types[row.type]
        shown = self._rows.shapes.get(row.key, ())
        chart = chart_of(self._reading, self._lcid, row, shown, self._rows.targets) if shown and type_.layouts else None
        tables = (self._responsibilities(shown), self._versions(row), *self._proofs(place))
        return Chapter(
            self._name(row),
            place.depth,
            (*self._about(row), *self._references(row, type_)),
            tuple(self._texts(row, type_)),
            chart,
            tuple(each for each in tables if each.rows),
        )

    def _text(self, texts: Texts) -> str:
        return first_name(texts, self._chain) or next(iter(texts.values()), "")

    def _name(self, row: Shown) -> str:
        hidden = self._metamodel.hidden
        seen = {name: values for name, values in stored_attributes(row.brief).items() if name not in hidden}
        names = names_of(seen, self._metamodel.whole.types[row.type])
        return first_name(names, self._chain) or next(iter(names.values()), "")

    def _about(self, row: ElementRow) -> Iterator[tuple[str, str]]:
        yield self._words["type"], self._text(self._metamodel.types[row.type].names)
        number = stored_attributes(row.brief).get(_NUMBER, {})
        if number:
            yield self._words["version"], str(next(iter(number.values())))
        state = self._metamodel.state_of.get((row.type, row.state))
        if state is not None:
            yield self._words["state"], self._text(state.names)

    def _references(self, row: ElementRow, type_: ElementType) -> Iterator[tuple[str, str]]:
        for name, each in type_.contexts.items():
            targets = self._rows.targets.get((row.key, name), ())
            if targets and each.related is not None and not each.related.derived:
                yield self._text(each.names), ", ".join(self._name(target) for target in targets)

    def _texts(self, row: ElementRow, type_: ElementType) -> Iterator[tuple[str, str]]:
        values = self._values(row)
        for name in type_.attributes:
            if name in type_.html and (text := self._value(values, name)):
                yield self._text(type_.attributes[name].names), text

    def _values(self, row: ElementRow) -> Attributes:
        return {
            name: values
            for name, values in stored_attributes(row.attributes or b"{}").items()
            if name not in self._metamodel.hidden
        }

    def _value(self, values: Attributes, name: str) -> str:
        found = values.get(name, {})
        text = next((found[each] for each in (*self._chain, INVARIANT) if found.get(each)), "")
        return text if isinstance(text, str) else ""

    def _responsibilities(self, shown: Sequence[Shown]) -> ManualTable:
        """Who does what in a diagram: a row for each step that has someone, a column for each kind that is filled."""
        contexts = [
            name
            for name in self._metamodel.roles.responsibilities
            if name not in self._metamodel.hidden and any((each.key, name) in self._rows.targets for each in shown)
        ]
        found = [each for each in shown if any((each.key, name) in self._rows.targets for name in contexts)]
        head = (self._words["step"], *(self._heading(name, found) for name in contexts))
        rows = [
            (
                self._name(each),
                *(", ".join(map(self._name, self._rows.targets.get((each.key, name), ()))) for name in contexts),
            )
            for each in found
            if not isinstance(each, NamedRow)
        ]
        return ManualTable(self._words["responsibilities"], head, tuple(rows))

    def _heading(self, context: str, shown: Sequence[Shown]) -> str:
        types = (self._metamodel.types[each.type] for each in shown if each.type in self._metamodel.types)
        return next((self._text(each.contexts[context].names) for each in types if context in each.contexts), context)

    def _versions(self, row: ElementRow) -> ManualTable:
        head = (self._words["version"], self._words["state"])
        rows: list[Row] = []
        for each in self._rows.versions.get(row.element, ()):
            about = dict(self._about(each))
            if self._words["version"] in about:
                rows.append((about[self._words["version"]], about.get(self._words["state"], "")))
        return ManualTable(self._words["versions"], head, tuple(rows))

    def _proofs(self, place: ManualPlace) -> Iterator[ManualTable]:
        """The attachments and the approvals."""
        words, version = self._words, place.row.version
        files = tuple((each.name, str(each.size), each.hash) for each in self._evidence.files.get(version, ()))
        yield ManualTable(words["attachments"], (words["file"], words["size"], words["hash"]), files)
        approvals = self._evidence.approvals.get(version, ())
        head = (words["at"], words["by"], words["decision"], words["hash"], words["holds"])
        yield ManualTable(words["approvals"], head, tuple(map(self._approval, approvals)))

    def _approval(self, each: Mapping[str, Any]) -> Row:
        actor = each.get("actor")
        names = actor["name"] if isinstance(actor, dict) else {}
        by = next(iter(names.values()), "") or each.get("by", "")
        return (
            str(each.get("at", "")),
            str(by),
            str(each.get("task") or each.get("kind", "")),
            str(each.get("hash", "")),
            self._words[_HOLDS[each["holds"]]] if "holds" in each else "",
        )


def _minute(stamp: str) -> str:
    """A local time without its seconds."""
    return stamp[:16].replace("T", " ")


def reading_name(reading: Reading) -> str:
    """The name of the storage that a manual is of."""
    return str(reading.served.tenant.address)
