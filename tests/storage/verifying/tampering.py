"""Changes behind the service's back: one row of any table edited, deleted, added, or exchanged with another one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final
from uuid import uuid4

import apsw
import asyncpg

from facetstore.domain.errors import Failure
from facetstore.storage.engines.engine import Engine
from facetstore.storage.rows import history_rows, span_rows
from facetstore.storage.verifying.expected import PROVEN

HOWS: Final = ("edit", "delete", "insert", "swap")


@dataclass(frozen=True)
class Table:
    """A table: what identifies a row besides its tenant, and the columns that a proof covers."""

    key: Sequence[str]
    columns: Sequence[str]
    hows: Sequence[str] = HOWS


TABLES: Final[Mapping[str, Table]] = {
    "history": Table(("revision", "ordinal"), [each for each in history_rows.PROVEN if each != "tenant"]),
    "version": Table(("key",), [*(each for each in PROVEN if each != "flow"), "changed", "translations"]),
    "element": Table(("id",), ("facet", "type", "parent", "position")),
    "attribute": Table(
        ("version", "name", "culture"), ("name", "culture", "equality", "ordering", "number", "instant")
    ),
    "reference": Table(("version", "context", "position"), ("context", "position", "target")),
    "shape": Table(("version", "id"), ("id", "element", "position")),
    "flow": Table(("version", "shape", "position"), ("position", "predecessor")),
    "card_related": Table(("version",), ("related",), ("edit", "swap")),
    "file_use": Table(("version", "hash"), ("hash",), ("edit", "delete", "insert")),
    "file_content": Table(("id",), ("hash", "size"), ("edit", "delete", "swap")),
    "file_chunk": Table(("content", "number"), ("data",)),
    "span": Table(("element", "version", "since"), [each for each in span_rows.COLUMNS if each != "tenant"]),
    "trash": Table(("id",), ("versions",), ("edit",)),
    "tenant": Table(("key",), ("settings", "head"), ("edit",)),
    "words": Table(("version",), ("name", "text", "names", "letters")),
}
NUMBERS: Final = frozenset(
    (
        "revision",
        "ordinal",
        "at",
        "reach",
        "position",
        "culture",
        "number",
        "instant",
        "size",
        "major",
        "minor",
        "since",
        "until",
    )
)
FLAGS: Final = frozenset(("newest", "visible", "published", "was_released", "authored"))


class Refused(Exception):
    """The database itself does not allow this change, or it would change nothing."""


async def tamper(engine: Engine, tenant: int, random: Random) -> str:
    """Change something by hand, and say what. Raises Refused."""
    name = random.choice(sorted(TABLES))
    table = TABLES[name]
    how = random.choice(table.hows)
    if name == "words" and engine.dialect.name == "sqlite":
        return await _tamper_with_index(engine, random)
    whole = "key" if name == "tenant" else "tenant"
    columns = sorted({*table.key, *table.columns, whole})
    rows = await engine.fetch(f"SELECT {', '.join(columns)} FROM {name} WHERE {whole} = :tenant", {"tenant": tenant})
    found = [dict(zip(columns, row, strict=True)) for row in rows]
    if (len(found) < 2 and how == "swap") or not found:
        raise Refused
    row, column = random.choice(found), random.choice(table.columns)
    try:
        match how:
            case "edit":
                await _set(engine, name, table, row, column, _other(column, row[column]))
            case "delete":
                await engine.fetch(f"DELETE FROM {name} WHERE {_where(table, whole)}", _identity(table, row, whole))
            case "insert":
                await _insert(engine, name, table, row)
            case _:
                await _swap(engine, name, table, row, random.choice(found), column)
    except (Failure, apsw.ConstraintError, asyncpg.PostgresError, asyncpg.DataError) as error:
        raise Refused from error
    return f"{how} {column} of {name} {[row[each] for each in table.key]}"


def _where(table: Table, whole: str) -> str:
    return " AND ".join(f"{each} = :key_{each}" for each in {*table.key, whole})


def _identity(table: Table, row: Mapping[str, Any], whole: str) -> dict[str, object]:
    return {f"key_{each}": row[each] for each in {*table.key, whole}}


async def _set(engine: Engine, name: str, table: Table, row: Mapping[str, Any], column: str, value: object) -> None:
    whole = "key" if name == "tenant" else "tenant"
    text = f"UPDATE {name} SET {column} = :value WHERE {_where(table, whole)}"
    await engine.fetch(text, {**_identity(table, row, whole), "value": value})


def _other(column: str, value: Any) -> object:
    if column in FLAGS:
        return 1 - value
    if isinstance(value, bytes):
        return bytes([value[0] ^ 1]) + value[1:]
    if column == "letters":
        return [*value, 1]
    if column == "settings":
        return str(value).replace("Another", "Yet another")
    if column in NUMBERS:
        return 1 if value is None else value + 1
    return "x" if value is None else f"{value}x"


async def _insert(engine: Engine, name: str, table: Table, row: Mapping[str, Any]) -> None:
    """A copy of a whole row under another key."""
    column = table.key[-1]
    known = await engine.fetch(f"SELECT * FROM {name} LIMIT 1", {})
    assert known
    others = [each for each in await _columns(engine, name) if each != column]
    fresh: object = row[column] + 1_000_000 if isinstance(row[column], int) else str(uuid4())
    text = f"""
        INSERT INTO {name} ({", ".join(others)}, {column})
        SELECT {", ".join(others)}, :fresh FROM {name} WHERE {_where(table, "tenant")}
    """
    await engine.fetch(text, {**_identity(table, row, "tenant"), "fresh": fresh})


async def _columns(engine: Engine, name: str) -> Sequence[str]:
    if engine.dialect.name == "sqlite":
        text = "SELECT name FROM pragma_table_info(:name)"
    else:
        text = "SELECT column_name FROM information_schema.columns WHERE table_name = :name AND table_schema = 'facetstore'"
    return [str(each) for (each,) in await engine.fetch(text, {"name": name})]


async def _swap(
    engine: Engine, name: str, table: Table, one: Mapping[str, Any], other: Mapping[str, Any], column: str
) -> None:
    if column in table.key or one[column] == other[column]:
        raise Refused
    await _set(engine, name, table, one, column, other[column])
    await _set(engine, name, table, other, column, one[column])


async def _tamper_with_index(engine: Engine, random: Random) -> str:
    """The index of SQLite takes rows by their number only."""
    keys = [int(str(key)) for (key,) in await engine.fetch("SELECT rowid FROM words", {})]
    key, other = random.choice(keys), random.choice(keys)
    if random.random() < 0.5 or key == other:
        await engine.fetch("DELETE FROM words WHERE rowid = :key", {"key": key})
        return f"delete words of {key}"
    text = """
        REPLACE INTO words (rowid, scope, called, name, text, rest, names)
        SELECT :key, 'abc', 'other letters', 'other name', 'other text', 'rest', names FROM words WHERE rowid = :other
    """
    await engine.fetch(text, {"key": key, "other": other})
    return f"edit words of {key}"
