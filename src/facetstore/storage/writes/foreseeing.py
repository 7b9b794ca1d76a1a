"""What an answer shows of a version that is changed, read with the version itself: most changes leave all else in it as it was."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, cast

from facetstore.domain.access import Audience
from facetstore.storage.access.sight import sight_of, sight_values
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Engine, Row
from facetstore.storage.reads.reader import SqlReader
from facetstore.storage.reads.reading import shown_columns, shown_values
from facetstore.storage.rows.export_rows import WholeRow, one_named, parted_row
from facetstore.storage.rows.history import Reach
from facetstore.storage.writes.replacing import Replaced, reach_of
from facetstore.storage.writes.settling import Settling
from facetstore.usecases.ports.selections import CONTEXT_MARK, ElementRow, Parts, TheseVersions

_MARK: Final = CONTEXT_MARK.encode()


class Foreseen:
    """One version as an audience sees it, for as long as that is known without another look."""

    def __init__(self, dialect: Dialect, audience: Audience, parts: Parts, actor: str | None) -> None:
        self.asked = audience, parts
        self.columns = shown_columns(dialect, parts, sight_of(audience, dialect))
        self.values = {**sight_values(audience, dialect), **shown_values(parts), "somebody": actor}
        self._actor = actor
        self._actor_reference = b""
        """How others refer to whoever acts; empty where the audience does not see him."""
        self._row: ElementRow | None = None
        self._ordinal = 0
        """How many rows of history there were when it was last known."""

    @property
    def is_open(self) -> bool:
        """Whether nothing was read yet."""
        return self._row is None and not self._ordinal

    def read(self, row: WholeRow, shown: Row) -> None:
        """Take what came with a version, if it is one that the audience would find."""
        audience, _ = self.asked
        if audience.drafts and audience.opening.sees(row.zone, row.facet):
            actor, diagrams, *documents = shown
            identity = (row.key, row.element, row.id, row.facet, row.type, row.state, row.stereotype)
            self._actor_reference = cast("bytes | None", actor) or b""
            self._row = ElementRow._make((*identity, row.revision, row.zone, diagrams, *documents, None, None, None))

    def follow(self, changes: Sequence[Replaced], before: int, after: int) -> None:
        """Bring it up to date with changes, between these numbers of rows in the history, or let it go."""
        known = self._row if self._ordinal == before and len(changes) == 1 else None
        self._row = known and self._changed(known, changes[0])
        self._ordinal = after

    def found(self, versions: Sequence[str], ordinal: int) -> Sequence[ElementRow] | None:
        """These versions; None: somebody has to look."""
        if self._row is None or self._ordinal != ordinal or [*versions] != [self._row.version]:
            return None
        return [self._row]

    def _changed(self, row: ElementRow, change: Replaced) -> ElementRow | None:
        """The version after a change that is seen nowhere else, and after which it refers to nobody new but whoever made it."""
        is_seen_elsewhere = Reach.NEAR in reach_of(change) or change.stands_elsewhere
        different = _different_contexts(change)
        by_actor = all(change.after.related.get(context) == (self._actor,) for context in different)
        if is_seen_elsewhere or not by_actor or change.key != row.key:
            return None
        now = change.now
        return row._replace(
            state=change.after.state,
            stereotype=change.after.stereotype,
            revision=cast("int", now["revision"]),
            card=cast("str", now["card"]).encode(),
            attributes=None if row.attributes is None else cast("str", now["attributes"]).encode(),
            related=self._related(row.related, different) if different else row.related,
        )

    def _related(self, related: bytes | None, different: Collection[str]) -> bytes | None:
        """References by context, with those to whoever acts in place of what these contexts had."""
        _, parts = self.asked
        found = {_context_of(each): each for each in related.split(_MARK)} if related else {}
        for context in different if parts.contexts is None else sorted({*different} & {*parts.contexts}):
            found.pop(context, None)
            if self._actor_reference:
                found[context] = b'"%b":[%b]' % (context.encode(), self._actor_reference)
        return _MARK.join(found[context] for context in sorted(found)) or None


def _different_contexts(change: Replaced) -> Collection[str]:
    before, after = change.before.related, change.after.related
    return [] if before == after else [name for name in {**before, **after} if before.get(name) != after.get(name)]


def _context_of(part: bytes) -> str:
    """The name that a part of an object begins with."""
    return part[1 : part.index(b'"', 1)].decode()


class Foreseeing(Settling):
    """The part of a writer that tells what it has written."""

    _engine: Engine
    _foreseen: Foreseen | None

    def foresee(self, audience: Audience, parts: Parts) -> None:
        self._foreseen = Foreseen(self._dialect, audience, parts, self._history.actor)

    async def _one(self, id_: str) -> WholeRow | None:
        foreseen = self._foreseen
        if foreseen is None or not foreseen.is_open or self._history.ordinal:
            return await super()._one(id_)
        values = {"tenant": self._tenant.key, "id": id_, **foreseen.values}
        rows = await self._session.fetch(one_named(foreseen.columns), values)
        if not rows:
            return None
        row, shown = parted_row(rows[0])
        if row.type not in self._metamodel.counted:  # how often those were used stands elsewhere
            foreseen.read(row, shown)
        return row

    def _follow(self, changes: Sequence[Replaced], before: int) -> None:
        """Changes were written, with the rows of history behind this many."""
        if self._foreseen is not None:
            self._foreseen.follow(changes, before, self._history.ordinal)

    async def shown(self, audience: Audience, parts: Parts, versions: Sequence[str]) -> Sequence[ElementRow]:
        return self._known(audience, parts, versions) or await self._looked_up(audience, parts, versions)

    def _known(self, audience: Audience, parts: Parts, versions: Sequence[str]) -> Sequence[ElementRow] | None:
        foreseen = self._foreseen
        if foreseen is None or foreseen.asked != (audience, parts) or self._unsettled or self.zones.unsettled:
            return None
        return foreseen.found(versions, self._history.ordinal)

    async def _looked_up(self, audience: Audience, parts: Parts, versions: Sequence[str]) -> Sequence[ElementRow]:
        await self.settle_zones()
        return await self.reader(audience).elements(TheseVersions(tuple(versions)), parts)

    async def settle_zones(self) -> None:
        if self.zones.unsettled and (moved := await self.zones.settle()):
            await self._forget_cards(moved)

    def reader(self, audience: Audience) -> SqlReader:
        return SqlReader(self._engine, self._tenant.key, audience, self._session, self._metamodel.counted)
