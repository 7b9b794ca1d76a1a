"""Where the rows of each fact come from: FROM with WHERE, and an expression for each column that storage knows.

Every row belongs to a version that the audience may open, by the predicate of `sight.py`; what else a row names must be open as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from facetstore.storage.access.sight import Sight
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.finding.filtering import STEREOTYPE
from facetstore.usecases.changes.text_states import TextState, column_mark
from facetstore.usecases.ports.analysis_reads import FactSource, Grain
from facetstore.usecases.ports.feed_reads import AROUND

DAY_MICROSECONDS: Final = 86_400_000_000
ELEMENTS: Final = "elements"
"""The parameter with the only elements whose rows are wanted."""
_FIRST: Final = "first_element"
_VERSION: Final = "v.tenant = :tenant"
_PARENT: Final = """
    (SELECT p.element FROM element e CROSS JOIN version p
      WHERE e.tenant = :tenant AND e.id = v.element AND p.tenant = :tenant AND p.element = e.parent AND {shown})
"""
_PERSON: Final = "(SELECT p.element FROM version p WHERE p.tenant = :tenant AND p.element = {column} AND {shown})"
_CHANGES: Final = """
    (SELECT v.element AS element, v.type AS type, h.at / {day} AS day, h.kind AS kind, count(*) AS number
       FROM version v{by_element} CROSS JOIN history h{by_history}
      WHERE {shown} AND h.tenant = v.tenant AND h.element = v.element AND NOT ({around}){only}
      GROUP BY v.element, v.type, h.at / {day}, h.kind) g
"""


@dataclass(frozen=True, slots=True)
class FactTable:
    """FROM with WHERE, and the columns, of a fact. `days` are those whose days are numbers since 1970."""

    source: str
    columns: Mapping[str, str]
    folded: frozenset[str]
    """Columns of texts that are stored in lower case."""
    document: str = "NULL"
    type: str = "''"
    days: frozenset[str] = frozenset()


class FactTables:
    """The facts of one source, for one audience."""

    def __init__(self, dialect: Dialect, sight: Sight, source: FactSource, *, only: bool, follows: bool) -> None:
        """`only`: some elements are wanted alone; `follows`: those from one element on."""
        self._dialect = dialect
        self._sight = sight
        self._source = source
        self._only = only
        self._follows = follows

    def table(self) -> FactTable:
        makers: Mapping[Grain, Callable[[], FactTable]] = {
            Grain.ELEMENT: self._elements,
            Grain.REFERENCE: self._references,
            Grain.RELEASE: self._releases,
            Grain.TASK: self._tasks,
            Grain.TRANSLATION: self._translations,
            Grain.CHANGE: self._changes,
        }
        return makers[self._source.grain]()

    def shown(self, version: str) -> str:
        """A test that a version is the one that its element shows: to this audience, or to viewers."""
        return self._sight.published(version) if self._source.released else self._sight.current(version)

    def _any(self) -> str:
        """A test, to be appended, that a version is visible, also if it is not the one that its element shows."""
        return f"{self._sight.any('v')}{' AND v.visible = 1' if self._source.released else ''}"

    @property
    def _by_element(self) -> str:
        """How versions are walked in the order of their elements."""
        drafts = self._sight.drafts and not self._source.released
        return self._dialect.by_index("version_newest" if drafts else "version_published")

    def _among(self, column: str) -> str:
        """A test, to be appended, that an element is wanted. From the first one on, the index of elements is walked."""
        follows = f" AND {column} >= :{_FIRST}" if self._follows else ""
        return f"{follows} AND {self._dialect.among(column, ELEMENTS)}" if self._only else follows

    def _elements(self) -> FactTable:
        of_type = " AND v.type = :element_type" if self._source.element_type is not None else ""
        source = (
            f"version v{self._by_element} WHERE {_VERSION} AND {self.shown('v')}{of_type}{self._among('v.element')}"
        )
        columns = {
            "elementId": "v.element",
            "versionId": "v.id",
            "facet": "v.facet",
            "type": "v.type",
            "state": "v.state",
            STEREOTYPE: "v.stereotype",
            "major": "v.major",
            "minor": "v.minor",
            "createdDay": _day("v.created_on"),
            "releasedDay": _day("v.released_on"),
            "parentId": _PARENT.format(shown=self.shown("p")),
        }
        folded = frozenset({"elementId", "versionId", "parentId"})
        return FactTable(source, columns, folded, self._dialect.as_bytes("v.attributes"), "v.type")

    def _references(self) -> FactTable:
        hidden = (
            f" AND NOT ({self._dialect.among('r.context', 'hidden_contexts')})" if self._source.hidden_contexts else ""
        )
        source = (
            f"version v{self._by_element} CROSS JOIN reference r CROSS JOIN version t{self._by_element}"
            f" WHERE {_VERSION} AND {self.shown('v')}{self._among('v.element')} AND r.tenant = v.tenant AND r.version = v.key{hidden}"
            f" AND t.tenant = v.tenant AND t.element = r.target AND {self.shown('t')}"
        )
        columns = {
            "elementId": "v.element",
            "context": "r.context",
            "targetId": "r.target",
            "type": "v.type",
            "targetType": "t.type",
        }
        return FactTable(source, columns, frozenset({"elementId", "targetId"}))

    def _releases(self) -> FactTable:
        source = (
            f"version v{self._dialect.by_element} WHERE {_VERSION} AND v.flow = 0 AND v.released_on IS NOT NULL"
            f"{self._any()}{self._among('v.element')}"
        )
        columns = {
            "elementId": "v.element",
            "versionId": "v.id",
            "type": "v.type",
            "state": "v.state",
            "major": "v.major",
            "minor": "v.minor",
            "releasedDay": _day("v.released_on"),
            "isCurrent": "v.published",
        }
        return FactTable(source, columns, frozenset({"elementId", "versionId"}))

    def _tasks(self) -> FactTable:
        joined = f"{_VERSION}{self._any()} AND k.tenant = v.tenant AND k.version = v.id{self._among('v.element')}"
        from_elements = (
            f"version v{self._dialect.by_element} CROSS JOIN task k{self._dialect.by_index('task_of_version')}"
        )
        source = (
            f"{from_elements if self._only else 'task k CROSS JOIN version v'} WHERE {joined} AND k.tenant = :tenant"
        )
        columns = {
            "taskId": "k.id",
            "elementId": "v.element",
            "versionId": "v.id",
            "type": "v.type",
            "kind": "k.kind",
            "state": "k.state",
            "openedDay": _day("k.opened_on"),
            "closedDay": _day("k.closed_on"),
            "assigneeId": _PERSON.format(column="k.assignee", shown=self.shown("p")),
        }
        return FactTable(source, columns, frozenset({"taskId", "elementId", "versionId", "assigneeId"}))

    def _translations(self) -> FactTable:
        source = (
            f"version v{self._by_element} CROSS JOIN {self._dialect.by_keys('cultures')}"
            f" WHERE {_VERSION} AND {self.shown('v')}{self._among('v.element')} AND v.translations <> ''"
        )
        columns = {"elementId": "v.element", "culture": "wanted_key.value", "type": "v.type"}
        for state in TextState:
            before, behind = column_mark(state)
            mark = f"'{before}' || CAST(wanted_key.value AS TEXT) || '{behind}'"
            columns[state.value] = self._dialect.number_behind("v.translations", mark)
        return FactTable(source, columns, frozenset({"elementId"}))

    def _changes(self) -> FactTable:
        source = _CHANGES.format(
            day=DAY_MICROSECONDS,
            by_element=self._by_element,
            by_history=self._dialect.by_index("history_element"),
            shown=f"{_VERSION} AND {self.shown('v')}",
            around=" OR ".join(f"h.kind = '{kind}'" for kind in AROUND),
            only=self._among("v.element"),
        )
        columns = {"elementId": "g.element", "day": "g.day", "kind": "g.kind", "type": "g.type", "changes": "g.number"}
        return FactTable(f"{source} WHERE TRUE", columns, frozenset({"elementId"}), days=frozenset({"day"}))


def _day(column: str) -> str:
    """The day of a local date-time."""
    return f"nullif(substr({column}, 1, 10), '')"
