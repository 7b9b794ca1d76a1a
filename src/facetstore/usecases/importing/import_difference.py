"""The difference that an import makes: by element, each place that changes, with what it was and what it becomes."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import msgspec

from facetstore.domain.element import Version
from facetstore.domain.tenant import TenantSettings
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.changes.stamps import first_stamps
from facetstore.usecases.editing.made import Made
from facetstore.usecases.importing.row_elements import RowFinding
from facetstore.usecases.labels import first_name, names_of

MOST_SHOWN: Final = 1000
"""How many changes and how many findings a plan shows. All of them are counted."""
_LONGEST: Final = 500
_encode = msgspec.json.Encoder(order="sorted").encode


class ImportCounts(NamedTuple):
    """What an import does with its rows."""

    rows: int
    created: int
    changed: int
    unchanged: int
    faulty: int


@dataclass(slots=True)
class ImportDifference:
    """Collects the difference slice by slice. `digest` covers all of it, `changes` and `findings` are the first of each."""

    metamodel: Metamodel
    settings: TenantSettings
    changes: list[Mapping[str, Any]] = field(default_factory=list)
    findings: list[Mapping[str, Any]] = field(default_factory=list)
    created: int = 0
    changed: int = 0
    faulty: set[int] = field(default_factory=set)
    changed_versions: list[str] = field(default_factory=list)
    created_elements: list[str] = field(default_factory=list)
    _hash: Any = field(default_factory=hashlib.sha256)

    @property
    def digest(self) -> str:
        return str(self._hash.hexdigest())

    def counts(self, rows: int) -> ImportCounts:
        unchanged = max(0, rows - len(self.faulty) - self.created - self.changed)
        return ImportCounts(rows, self.created, self.changed, unchanged, len(self.faulty))

    def refuse(self, wrong: RowFinding) -> None:
        self.faulty.add(wrong.place)
        if len(self.findings) < MOST_SHOWN:
            finding = wrong.finding
            self.findings.append(
                {"row": wrong.place, "path": finding.path, "code": finding.code, "error": finding.error[:_LONGEST]}
            )

    def take(self, made: Made, places: Mapping[int, int]) -> None:
        """Take what a body changes and creates; `places` are the rows, by number in the body."""
        for path, before, after in made.changed:
            self.changed += 1
            self.changed_versions.append(after.id)
            values = list(_values(before.version, after))
            self._add(_row(path, places), after, values, "changed", after.id)
        for path, version in made.created:
            self.created_elements.append(version.element)
            if "." not in path:  # others are created by references of a row
                self.created += 1
            values = list(_values(version._replace(attributes={}, related={}), version))
            self._add(_row(path, places), version, values, "created", "")

    def _add(self, row: int, version: Version, values: list[dict[str, Any]], kind: str, id_: str) -> None:
        hidden = self.metamodel.hidden if kind == "changed" else self.metamodel.hidden | first_stamps(self.metamodel)
        values = [each for each in values if not _names_one(each["path"], hidden)]
        self._hash.update(_encode((row, kind, version.type, version.parent, id_, values)))
        if len(self.changes) < MOST_SHOWN:
            shown = [{name: _short(value) for name, value in each.items()} for each in values]
            self.changes.append({"row": row, "change": kind, **self._named(version, id_), "values": shown})

    def _named(self, version: Version, id_: str) -> Mapping[str, Any]:
        names = names_of(version.attributes, self.metamodel.types[version.type])
        label = first_name(names, (self.settings.default_data_culture, *names)) or ""
        identity = {"id": version.element, "versionId": version.id} if id_ else {}
        return {**identity, "type": version.type, "label": label[:_LONGEST]}


def _names_one(path: str, left_out: Collection[str]) -> bool:
    """Whether a path names a property that is hidden, or that the service sets itself each time a plan is made."""
    return any(each in left_out for each in path.split(".")[1:2])


def _row(path: str, places: Mapping[int, int]) -> int:
    return places[number_in(path)]


def number_in(path: str) -> int:
    """The number of the element that a path of a body names: 3 for `elements[3].attributes`. Raises ValueError for other paths."""
    if not path.startswith("elements["):
        raise ValueError(path)
    return int(path[9 : path.index("]")])


def _values(before: Version, after: Version) -> Iterator[dict[str, Any]]:
    for name in sorted({*before.attributes, *after.attributes}):
        old, new = before.attributes.get(name, {}), after.attributes.get(name, {})
        for culture in sorted({*old, *new}):
            if old.get(culture) != new.get(culture):
                yield {
                    "path": f"attributes.{name}.{culture}",
                    "before": old.get(culture),
                    "after": new.get(culture),
                }
    for name in sorted({*before.related, *after.related}):
        was, now = before.related.get(name, ()), after.related.get(name, ())
        if was != now:
            # Without what stays: the caller may not see all of it.
            yield {
                "path": f"related.{name}",
                "removed": [each for each in was if each not in now],
                "added": [each for each in now if each not in was],
            }
    if before.stereotype != after.stereotype:
        yield {"path": "stereotype", "before": before.stereotype, "after": after.stereotype}


def _short(value: Any) -> Any:
    if isinstance(value, str) and len(value) > _LONGEST:
        return f"{value[:_LONGEST]}…"
    return value
