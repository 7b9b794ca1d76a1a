"""What an engine must be able to do: run one statement or many, and hold a transaction."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Final, Protocol

from facetstore.domain.causes import Cause
from facetstore.storage.engines.dialect import Dialect

Row = Sequence[object]
Fetch = Callable[[str, Mapping[str, object]], Awaitable[Sequence[Row]]]
"""Runs one statement: in a transaction, or on its own."""
MOVED: Final = "this tenant lives in another pool"
"""What the triggers of a moved tenant say to a transaction that would still write to its old rows."""


class Session(Protocol):
    """A connection in use: outside a transaction each statement sees the last commit."""

    async def fetch(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]: ...

    async def run_for_each(self, text: str, parameters: Sequence[Mapping[str, object]]) -> None:
        """One statement for each set of parameters, in their order, sent together."""
        ...

    async def run_last(self, text: str, parameters: Sequence[Mapping[str, object]]) -> None:
        """The same, but right before the commit where that is cheaper: no statement before the commit sees its effect. The first
        value of the statement is a key: rows with equal keys are run in their order, all others in any order."""
        ...

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert many rows the fastest way the engine has."""
        ...

    async def allocate_keys(self, count: int) -> Sequence[int]:
        """Fresh keys for the rows of `version`."""
        ...

    async def execute_script(self, text: str) -> None:
        """Any number of statements without parameters: a migration file."""
        ...


class ReadEngine(Protocol):
    """What a reader needs of a database: of an engine, or of one in memory."""

    @property
    def dialect(self) -> Dialect: ...

    def snapshot(self) -> AbstractAsyncContextManager[Session]: ...

    async def fetch(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]: ...

    def stream(
        self, text: str, parameters: Mapping[str, object], size: int, *, in_order: bool = False
    ) -> AsyncGenerator[Sequence[Row], None]: ...


class Engine(Protocol):
    """A database of one kind."""

    dialect: Dialect

    def for_tenant(self, tenant: int) -> Engine:
        """The same database for work on one tenant: where the engine can, rows of other tenants are out of reach."""
        ...

    def session(self) -> AbstractAsyncContextManager[Session]:
        """Statements one by one."""
        ...

    def snapshot(self) -> AbstractAsyncContextManager[Session]:
        """Several statements that see one state of the data."""
        ...

    def transaction(self) -> AbstractAsyncContextManager[Session]:
        """All or nothing, durable when the block is left."""
        ...

    def change(self) -> AbstractAsyncContextManager[Session]:
        """A transaction that changes the tenant of this engine. Changes of one tenant follow each other."""
        ...

    async def fetch(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
        """One statement on its own."""
        ...

    async def fetch_passing(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
        """One statement on rows that may be lost when a machine stops: the table `presence`."""
        ...

    def reads_at_once(self, text: str) -> Callable[[object], Row | None] | None:
        """A function that reads the one row of a statement by its one parameter without waiting; None: there is no such way."""
        ...

    def stream(
        self, text: str, parameters: Mapping[str, object], size: int, *, in_order: bool = False
    ) -> AsyncGenerator[Sequence[Row], None]:
        """The rows of one statement in chunks, without holding them all. `in_order`: in that of an index, so the first come at once."""
        ...

    async def check(self) -> None:
        """Raise Unavailable when the database cannot be reached or read."""
        ...

    async def find_trouble(self, *, thorough: bool) -> Cause | None:
        """What keeps a database that answers from working: a full disk, a folder that cannot be written, a wrong clock. Writes
        something and takes it back only if `thorough`."""
        ...

    def turn(self) -> AbstractAsyncContextManager[None]:
        """A block that one process at a time is in, on all machines that share the database. The others wait."""
        ...

    async def maintain(self) -> None:
        """Do what keeps the engine fast: update statistics, tidy up."""
        ...

    async def scrub(self, largest: int) -> bool:
        """Leave nothing of what was deleted in the files of the database, as far as the engine can. False: the database has more
        bytes than `largest`, so that its files were left as they are."""
        ...

    async def diagnose(self) -> Mapping[str, str]:
        """Version and settings of the engine, for `facetstore doctor`."""
        ...

    def announce(self, address: str) -> None:
        """Let commands on the same database find the address at which this process serves it."""
        ...

    async def served_at(self) -> str | None:
        """The address that a server of this database has announced; None if there is none."""
        ...

    async def close(self) -> None: ...
