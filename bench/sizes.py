"""How much room tables and indexes take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from facetstore.storage.store import SqlStorage

_SIZES = {
    "sqlite": "SELECT name, sum(pgsize) FROM dbstat GROUP BY name",
    "postgres": """
        SELECT c.relname, pg_table_size(c.oid)
          FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = 'facetstore' AND c.relkind IN ('r', 'i')
    """,
}
_SHOWN = {
    "versions and their documents": ("version",),
    "history": ("history",),
    "attribute rows": ("attribute", "attribute_pkey"),
    "index of values": ("attribute_text", "attribute_number", "attribute_instant"),
    "texts, folded": ("words", "words_content", "words_pkey"),
    "index of words": ("words_data", "words_idx", "words_docsize", "words_letters"),
    "indexes of lists": ("version_list_newest", "version_list_published", "version_place"),
}


async def sizes_of(storage: SqlStorage) -> Mapping[str, float]:
    """Megabytes, by what they are for."""
    rows = await storage.engine.fetch(_SIZES[storage.engine.dialect.name], {})
    sizes = {str(name): cast("int", size) for name, size in rows}
    return {label: sum(sizes.get(name, 0) for name in names) / 1e6 for label, names in _SHOWN.items()}


async def settle(storage: SqlStorage) -> None:
    """Run VACUUM now, as PostgreSQL does by itself a minute after a bulk load, to set the visibility map."""
    if storage.engine.dialect.name == "postgres":
        async with storage.engine.session() as session:
            # One by one: VACUUM runs in no transaction, and takes longer than a read may.
            for statement in ("SET statement_timeout = 0", "VACUUM (ANALYZE)", "RESET statement_timeout"):
                await session.execute_script(statement)
