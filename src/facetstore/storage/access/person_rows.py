"""What is stored about one person beside the elements: read for an export of it. Secrets, and hashes of secrets, are never read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from facetstore.storage.engines.engine import Engine


class _Section(NamedTuple):
    """A part of an export: the columns of one table, under the names of the export, and which rows."""

    table: str
    columns: Mapping[str, str]
    where: str
    order: str

    @property
    def text(self) -> str:
        columns = ", ".join(self.columns)
        return f"SELECT {columns} FROM {self.table} WHERE tenant = :tenant AND {self.where} ORDER BY {self.order} LIMIT :most"


_OWN: Final = "element = :element"
SECTIONS: Final[Mapping[str, _Section]] = {
    "account": _Section(
        "account", {"login": "login", "CASE WHEN password IS NULL THEN 0 ELSE 1 END": "hasPassword"}, _OWN, "login"
    ),
    "openId": _Section("openid_binding", {"issuer": "issuer", "subject": "subject"}, _OWN, "issuer"),
    "signIns": _Section(
        "sign_in_count", {"first_on": "firstOn", "last_on": "lastOn", "number": "number"}, _OWN, "first_on"
    ),
    "sessions": _Section("session", {"created": "created", "expires": "expires"}, _OWN, "created"),
    "browsers": _Section("known_device", {"at": "lastSignIn"}, _OWN, "at"),
    "preferences": _Section(
        "preference",
        {"kind": "kind", "key": "key", "owner": "owner", "value": "value", "changed": "changed"},
        "(owner = :element OR author = :element)",
        "kind, key",
    ),
    "tasks": _Section(
        "task",
        {
            "id": "id",
            "kind": "kind",
            "element": "element",
            "version": "version",
            "state": "state",
            "opened_on": "openedOn",
            "assignee": "assignee",
            "closed_on": "closedOn",
            "closed_by": "closedBy",
            "reason": "reason",
            "message": "message",
        },
        "(assignee = :element OR closed_by = :element)",
        "opened_on, id",
    ),
    "locks": _Section(
        "edit_lock", {"element": "element", "since": "since", "expires": "expires"}, "holder = :element", "since"
    ),
    "imports": _Section(
        "import_plan",
        {"id": "id", "facet": "facet", "state": "state", "created": "created"},
        "principal = :element",
        "created, id",
    ),
    "comments": _Section(
        "comment",
        {
            "id": "id",
            "thread": "thread",
            "element": "element",
            "version": "version",
            "text": "text",
            "created": "created",
        },
        "author = :element",
        "created, id",
    ),
    "subscriptions": _Section(
        "subscription", {"element": "element", "created": "created"}, "person = :element", "created, element"
    ),
    "notices": _Section(
        "notice",
        {"kind": "kind", "element": "element", "version": "version", "detail": "text", "created": "created"},
        "person = :element",
        "created, id",
    ),
    "mailChoice": _Section("mail_choice", {"pace": "pace", "address": "address"}, "person = :element", "person"),
    "mails": _Section(
        "mail", {"kind": "kind", "state": "state", "created": "created"}, "person = :element", "created, id"
    ),
    "acknowledgements": _Section(
        "acknowledgement",
        {"element": "element", "version": "version", "at": "at"},
        "person = :element",
        "at, version",
    ),
    "reviews": _Section(
        "review_date", {"element": "element", "version": "version", "at": "at"}, "person = :element", "at, version"
    ),
    "webhooks": _Section(
        "webhook", {"id": "id", "state": "state", "created": "created"}, "principal = :element", "created, id"
    ),
    "proposals": _Section(
        "proposal",
        {
            "id": "id",
            "agent": "agent",
            "title": "title",
            "reason": "reason",
            "created": "created",
            "state": "state",
            "note": "note",
        },
        "(principal = :element OR decided_by = :element)",
        "created, id",
    ),
    "audit": _Section(
        "audit",
        {"at": "at", "kind": "kind", "actor": "actor", "subject": "subject", "address": "address", "detail": "detail"},
        "(actor = :element OR subject = :element)",
        "number",
    ),
    "ownHistory": _Section(
        "history",
        {"at": "at", "kind": "kind", "actor": "actor", "reason": "reason", "change": "change"},
        _OWN,
        "revision, ordinal",
    ),
    "changes": _Section(
        "history",
        {"at": "at", "kind": "kind", "element": "element", "version": "version", "reason": "reason"},
        "actor = :element AND element IS NOT NULL AND element <> :element",
        "revision, ordinal",
    ),
}
NAMED_BY: Final = """
    SELECT r.context, v.element, v.id FROM reference r JOIN version v ON v.tenant = r.tenant AND v.key = r.version
     WHERE r.tenant = :tenant AND r.target = :element ORDER BY r.context, v.element, v.id LIMIT :most
"""


class SqlPersonData:
    """What one tenant stores about persons."""

    def __init__(self, engine: Engine, tenant: int) -> None:
        self._engine = engine
        self._tenant = tenant

    async def sections(self, element: str, most: int) -> Mapping[str, Sequence[Mapping[str, object]]]:
        values = {"tenant": self._tenant, "element": element, "most": most}
        found: dict[str, Sequence[Mapping[str, object]]] = {}
        async with self._engine.snapshot() as session:
            for name, section in SECTIONS.items():
                names = section.columns.values()
                rows = await session.fetch(section.text, values)
                found[name] = [dict(zip(names, row, strict=True)) for row in rows]
            named_by = await session.fetch(NAMED_BY, values)
            found["namedBy"] = [dict(zip(("context", "element", "version"), row, strict=True)) for row in named_by]
        return found
