"""The files of the schema: numbered migrations, in the SQL of each engine."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from facetstore.storage.engines.dialect import Dialect


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema, in the SQL of one engine."""

    number: int
    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.number:04} {self.name}"


@cache
def migrations(dialect: Dialect) -> tuple[Migration, ...]:
    """Every migration that the code knows, by number."""
    ending = f".{dialect.name}.sql"
    found = []
    for each in files("facetstore.storage").joinpath("migrations").iterdir():
        if each.name.endswith(ending):
            number, _, name = each.name.removesuffix(ending).partition("_")
            found.append(Migration(int(number), name, each.read_text("utf-8")))
    return tuple(sorted(found, key=lambda each: each.number))
