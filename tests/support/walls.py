"""Taking down one of the two walls between tenants, and two tenants that are alike but for one word."""

import hashlib
import re
from collections.abc import Iterator
from typing import Final

import pytest

from facetstore.storage.engines import postgres_session
from facetstore.storage.engines.dialect import POSTGRES, Prepared
from facetstore.storage.store import REVISIONS, SqlStorage
from tests.support import company

CANARY: Final = "Kanarienvogel"

_PREDICATE: Final = re.compile(r"(?<![\w.])(?:\w+\.)?(?:tenant|key) = (?::tenant\b|\w+\.tenant\b)")
_TABLES: Final = """
    SELECT table_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'facetstore' AND column_name = 'tenant' AND table_type = 'BASE TABLE' ORDER BY 1
"""


def twin() -> Iterator[company.Record]:
    """The company once more, under the same ids, with a word in each name that the other one does not have."""
    for record in company.acme():
        attributes = record.get("attributes", {})
        marked = {
            name: {culture: f"{text} {CANARY}" for culture, text in attributes[name].items()}
            for name in ("name", "lastName")
            if name in attributes
        }
        yield {**record, "attributes": {**attributes, **marked}} if marked else record
    yield company.plain("processHouse", company.RIVAL_HOUSE, {1033: f"The rival's {CANARY}"})


def forget_tenants(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let every statement that serves a tenant ask for the rows of all; returns those that did not before.

    How far a tenant has come is part of finding it.
    """
    changed: list[str] = []

    def prepare(text: str) -> Prepared:
        without, times = _PREDICATE.subn("TRUE", text) if text != REVISIONS else (text, 0)
        if times:
            changed.append(text)
        return POSTGRES.prepare(without)

    monkeypatch.setattr(postgres_session, "prepare", prepare)
    return changed


async def contents(storage: SqlStorage, tenant: int) -> dict[str, str]:
    """What each table holds of a tenant, as a digest."""
    found: dict[str, str] = {}
    for (table,) in await storage.engine.fetch(_TABLES, {}):
        text = f"SELECT CAST({table} AS text) FROM {table} WHERE tenant = {tenant} ORDER BY 1"
        rows = [str(row[0]) for row in await storage.engine.fetch(text, {})]
        found[str(table)] = f"{len(rows)} {hashlib.sha256(repr(rows).encode()).hexdigest()}"
    return found
