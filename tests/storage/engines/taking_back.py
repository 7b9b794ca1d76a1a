"""Scripts that make a database of today one of an earlier release."""

from typing import Final

_UNDONE: Final = {
    "languages": "DROP INDEX version_unshown; ALTER TABLE version DROP COLUMN unshown",
    "preferences": "DROP TABLE preference",
    "messages": "ALTER TABLE task DROP COLUMN message",
    "shorter": "SELECT 1",
    "translations": "ALTER TABLE version DROP COLUMN changed; ALTER TABLE version DROP COLUMN translations",
    "definitions": "DROP INDEX history_definition",
    "pictures": "DROP TABLE picture",
    "copies": "ALTER TABLE tenant DROP COLUMN chained_as",
    "spans": "DROP TABLE span; DROP INDEX trash_element",
}
"""By migration, from the oldest on, what takes its tables and columns back."""


def take_back(migration: str) -> str:
    """A script that takes back a migration and all later ones."""
    names = list(_UNDONE)
    undone = [f"{_UNDONE[name]};" for name in reversed(names[names.index(migration) :])]
    forget = (
        f"DELETE FROM schema_version WHERE number >= (SELECT number FROM schema_version WHERE name = '{migration}');"
    )
    return "\n".join([*undone, forget])
