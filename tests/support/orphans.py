"""Rows of versions which are not there."""

from collections.abc import Sequence
from typing import Final

from facetstore.storage.store import SqlStorage

DETAILS: Final = ("attribute", "reference", "card_related", "shape", "flow")
# SQLite keeps one row here for each text in its index.
_WORDS: Final = "SELECT 'words', w.id FROM words_docsize w LEFT JOIN version v ON v.key = w.id WHERE v.key IS NULL"


def _orphans(table: str) -> str:
    return f"""
        SELECT '{table}', d.version FROM {table} d LEFT JOIN version v ON v.tenant = d.tenant AND v.key = d.version
         WHERE v.key IS NULL
    """


async def orphans(storage: SqlStorage) -> Sequence[tuple[str, int]]:
    """The tables they stand in, each with the key of the version that is missing."""
    words = _WORDS if storage.engine.dialect.name == "sqlite" else _orphans("words")
    texts = [*map(_orphans, DETAILS), words]
    rows = await storage.engine.fetch(" UNION ".join(texts), {})
    return [(str(table), int(str(key))) for table, key in rows]
