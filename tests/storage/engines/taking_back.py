"""Makes a database of today one of an earlier release."""

from typing import Final

from facetstore.storage.engines.engine import Session
from facetstore.storage.writes.shortening import chain_rows

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
    "persons": (
        "ALTER TABLE history DROP COLUMN salt; ALTER TABLE history DROP COLUMN sealed;"
        "ALTER TABLE erased_person RENAME TO erased_before"  # not dropped: a trigger of SQLite names it
    ),
    "signing": "DROP TABLE signing_key",
    "pools": (
        "DROP TABLE pool; DROP TABLE directory; ALTER TABLE tenant DROP COLUMN moved_to; ALTER TABLE tenant DROP COLUMN arriving"
    ),
    "imports": "DROP TABLE import_plan",
    "comments": "DROP TABLE comment",
    "notices": "DROP TABLE subscription; DROP TABLE notice; DROP TABLE notice_progress",
    "webhooks": "DROP TABLE webhook_delivery; DROP TABLE webhook_secret; DROP TABLE webhook",
    "proposals": "DROP TABLE proposal",
    "acknowledgements": "DROP TABLE acknowledgement; DROP TABLE acknowledgement_request",
    "mail": "DROP TABLE mail; DROP TABLE mail_choice; DROP INDEX notice_to_mail; ALTER TABLE notice DROP COLUMN mailed",
    "agents": "DROP TABLE agent_secret; DROP TABLE agent_grant",
    "review_dates": "DROP TABLE review_date",
    "presence": "DROP TABLE IF EXISTS presence",
    "places": "ALTER TABLE shape DROP COLUMN place",
}
"""By migration, from the oldest on, what takes its tables and columns back."""


async def take_back(session: Session, migration: str) -> None:
    """Take back a migration and all later ones. The histories get the chains of that time."""
    for (key,) in await session.fetch("SELECT key FROM tenant", {}):
        values = {"tenant": key, "head": await chain_rows(session, int(str(key)))}
        await session.fetch("UPDATE tenant SET head = :head WHERE key = :tenant", values)
    await session.execute_script(take_back_tables(migration))


def take_back_tables(migration: str) -> str:
    """A script that takes back the tables of a migration and of all later ones."""
    names = list(_UNDONE)
    undone = [f"{_UNDONE[name]};" for name in reversed(names[names.index(migration) :])]
    forget = (
        f"DELETE FROM schema_version WHERE number >= (SELECT number FROM schema_version WHERE name = '{migration}');"
    )
    return "\n".join([*undone, forget])
