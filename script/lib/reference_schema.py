"""The page of the storage schema, made by applying the migrations to an empty SQLite and asking it."""

import re
from collections.abc import Iterator
from typing import Final

import apsw

from facetstore.storage.engines.dialect import POSTGRES, SQLITE
from facetstore.storage.engines.schema_files import migrations
from script.lib.markdown import code, page, table

_LEAD: Final = """\
Both engines have the same tables and columns; PostgreSQL keeps them in the schema `facetstore`. `INTEGER` is `BIGINT` there, and
`REAL` is `DOUBLE PRECISION`. Texts have the collation `C`, so that both engines order alike. Only Facetstore should write
these tables: documents, indexes, history and the tenant's revision change together. PostgreSQL alone has two unlogged
tables: `rate_bucket` with what is left in the bucket of each caller ([0039](../decisions/0039-requests-are-limited-by-portions.md)), and `presence` with who is where
([0132](../decisions/0132-who-is-here-is-kept-by-streams.md)), which stands in a file of its own beside an SQLite database."""

_MEANINGS: Final = {
    "tenant": "A storage with its settings, its own metamodel and its revisions. Every write of a tenant takes the next revision.",
    "purged_tenant": "Tenants that were deleted and purged; nothing of what they held is stored.",
    "pool": "The databases among which tenants are divided ([pools](../how-to/pools.md)): the first one knows all of them, the others themselves.",
    "directory": "In which pool each tenant lives, of all pools. Empty where there are none.",
    "element": "What all versions of an element share: facet, type and place in the tree.",
    "version": "One row a version; unversioned elements have one. It holds the documents that responses are made of.",
    "attribute": "Values in the forms in which filters, order and search compare them; of newest and published versions only.",
    "reference": "What a version refers to, by context and position. A reference is stored by id.",
    "card_related": "What lists show of a version's references, where it cannot change unless the version does.",
    "shape": "The shapes of a version's diagram.",
    "flow": "Which shape comes before which.",
    "words": "The texts of newest and published versions, folded, for search and filters. In SQLite it is an index (FTS5) of every "
    "three letters in a row that stores no texts but `names`; its `rowid` is the key of the version. In PostgreSQL it is a table "
    "that stores the texts, with the columns `tenant` and `version` instead of `scope`, and `letters`, which has an index, instead of "
    "`rest` and `called`: a number for every three letters in a row.",
    "words_terms": "What the index of words knows: a view of it (FTS5) that stores nothing, in SQLite alone.",
    "span": "From which revision until which an element stood where in lists and trees: those of an earlier moment are cut from it. Derived from "
    "the history: `facetstore verify` proves it, and `facetstore verify --rebuild` rebuilds it.",
    "permission": "The permissions set on elements: each makes a zone, which the versions in it name.",
    "facet_permission": "The permissions set on facets.",
    "token": "The secrets of tokens, as hashes. The secret itself is not stored.",
    "token_use": "When tokens were used first and last, and how often, in all and from each address: reads show it among the attributes "
    "of tokens and hosts.",
    "expiry_notice": "The day on which a node has logged which tokens end soon.",
    "erased_person": "The users whose personal data was erased, with their pseudonyms. Not in bundles.",
    "picture": "The pictures that users set of themselves. No part of the content: no history, and not in bundles. A row goes with its user.",
    "signing_key": "The keys by which the service signs release records, of all tenants. No part of bundles; on PostgreSQL out of reach of the role that works on tenants. The private part is deleted when a key is replaced.",
    "comment": "What people say about elements and shapes. A thread is its first comment, which knows whether it is resolved, and the replies to it. The history names comments, but does not hold their texts.",
    "subscription": "What persons follow: an element, or everything below it, too.",
    "notice": "What persons are to know. Derived from the history; who may see it is judged when it is read.",
    "mail_choice": "Who wants mail, at which pace, and the confirmed address.",
    "mail": "Mail that waits, was sent or was dropped in the last 30 days. It is made from notices, or asks whether an address is right. Not in backups: a copy must not send it again.",
    "acknowledgement_request": "Whom elements ask to confirm that they have read what is released.",
    "acknowledgement": "Who has confirmed which version, once each. The history has a row of each, which nothing takes back.",
    "review_date": "When versions in force were last confirmed as still right, and whether it was announced that this is overdue. Every confirmation has a row of the history.",
    "notice_progress": "Up to which revision, and for which day, notices were derived.",
    "import_plan": "Plans of imports: a file, how it is read, what it would change, and what it has changed. No part of the content: no history, and not in bundles and backups. Plans expire.",
    "webhook": "Webhooks: what is sent to which receiver, how far each has come in the feed, and which process works on it. No part of the content: no history, and not in bundles.",
    "webhook_secret": "What only the service and a receiver know: the secret that signs, and values of headers. Not in bundles and backups: a restored storage sends nothing before its secrets are rotated.",
    "webhook_delivery": "The last deliveries of webhooks, those that wait for another attempt, and those that were given up. Not in bundles and backups.",
    "proposal": "Proposals of agents: which drafts were made together, by which program with whose credential, and what was decided. No history of its own, and not in bundles.",
    "agent_grant": "What persons have allowed agents that they signed in: which program, for whom, what, and until when. No part of the content: no history, and not in bundles and backups.",
    "agent_secret": "The codes, access tokens and refresh tokens of these grants, as hashes. Codes and refresh tokens work once; a second use ends the grant.",
    "preference": "What pages remember for a user (`owner`) or for all users: filters, favourites, recently viewed elements, dashboards, columns, templates, notices seen; and the template of manuals. No part of the content: no history, and not in bundles.",
    "account": "How people sign in. No operation on elements reaches it.",
    "session": "The sessions of users. A cookie holds the secret; only its hash is stored.",
    "sign_in_link": "Links that sign a user in, each once.",
    "openid_sign_in": "Sign-ins that were begun at a provider of OpenID Connect and are not finished yet; each row works once.",
    "openid_binding": "Which person at a provider of OpenID Connect is which user.",
    "known_device": "Browsers in which a user has signed in by password. Failures elsewhere do not make them wait.",
    "sign_in_count": "When people signed in first and last, and how often: reads show it among their attributes.",
    "sign_in_attempt": "Failed attempts to sign in, which decide how long the next attempt has to wait.",
    "task": "A decision about a version that a user has to make before it moves on.",
    "edit_lock": "Who is editing an element; a lock ends by itself.",
    "given_answer": "Responses to writes that named an Idempotency-Key, for a day.",
    "trash": "Deleted elements with all their versions, until they are restored.",
    "file_content": "The contents of files, each once for a tenant, under its hash. One without a hash is being received, or deleted.",
    "file_chunk": "The bytes of a content, 256 KB in a row.",
    "file_use": "Which contents the files of a version use.",
    "trash_file": "Which contents the files of deleted elements use.",
    "audit": "Append-only: who signed in or was refused, and who changed permissions. It is deleted only with its tenant; triggers "
    "refuse everything else.",
    "history": "Append-only: one row a change, chained by hashes. `facetstore doctor` follows the chain.",
}

# A comment may hold the sentence on a column; the word before it is the column's name.
_COMMENT: Final = re.compile(r"^\s+(\w+)\s.*?--\s*(.+?)\s*$", re.MULTILINE)
# For columns that were added later, SQLite stores only comments of this form.
_ADDED: Final = re.compile(r"(\w+) [A-Z ]+ /\* (.+?) \*/")


def render() -> str:
    connection = _applied()
    steps = [(f"{each.number:04}", each.name) for each in migrations(SQLITE)]
    if steps != [(f"{each.number:04}", each.name) for each in migrations(POSTGRES)]:
        raise SystemExit("The engines have different migrations.")
    sections = [_table(connection, name, sql) for name, sql in _tables(connection)]
    listing = table(("Number", "Name"), steps)
    return page("Storage schema", _LEAD, *sections, "## Migrations", listing)


def _applied() -> apsw.Connection:
    connection = apsw.Connection(":memory:")
    for step in migrations(SQLITE):
        connection.execute(step.text).fetchall()
    return connection


def _tables(connection: apsw.Connection) -> Iterator[tuple[str, str]]:
    # The shadow tables of the word index are left out.
    found = connection.execute(
        "SELECT s.name, s.sql FROM sqlite_schema s CROSS JOIN pragma_table_list t"
        " WHERE s.type = 'table' AND t.schema = 'main' AND t.name = s.name AND t.type <> 'shadow' ORDER BY s.rowid"
    ).fetchall()
    for name, sql in found:
        yield str(name), str(sql)


def _table(connection: apsw.Connection, name: str, sql: str) -> str:
    if name not in _MEANINGS:
        raise SystemExit(f"No word on the table {name} in {__name__}.")
    comments = dict([*_COMMENT.findall(sql), *_ADDED.findall(sql)])
    columns = connection.execute('SELECT name, type, "notnull", pk FROM pragma_table_info(?)', (name,)).fetchall()
    rows = [
        (code(str(column)), str(kind), "" if required or key else "may be null", comments.get(str(column), ""))
        for column, kind, required, key in columns
    ]
    key = [str(column) for column, _, _, place in sorted(columns, key=lambda each: int(str(each[3]))) if place]
    parts = [f"## {name}", _MEANINGS[name], table(("Column", "Type", "", "Meaning"), rows)]
    return "\n\n".join([*parts, f"Key: {code(', '.join(key) or 'rowid')}.{_indexes(connection, name)}"])


def _indexes(connection: apsw.Connection, name: str) -> str:
    found = connection.execute(
        "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL ORDER BY rowid",
        (name,),
    ).fetchall()
    if not found:
        return ""
    lines = "\n".join(f"{sql!s};" for (sql,) in found)
    return f" Indexes (SQLite):\n\n```sql\n{lines}\n```"
