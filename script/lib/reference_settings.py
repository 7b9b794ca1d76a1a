"""The page of settings: environment, tenants' fields, limits; made from the code that reads them."""

from typing import Final

from facetstore.bootstrap import jobs
from facetstore.bootstrap.embedding_settings import (
    EMBEDDINGS,
    EMBEDDINGS_LEAST,
    EMBEDDINGS_MODEL,
    EMBEDDINGS_TOKEN,
    EMBEDDINGS_TOKEN_FILE,
    LEAST,
    OF_EMBEDDINGS,
)
from facetstore.bootstrap.settings import (
    DATA,
    DATABASE,
    GRACE,
    MAIL_FROM,
    OPENID,
    POOLS,
    ROW_SECURITY,
    SERVE,
    SETTINGS,
    SMTP,
)
from facetstore.domain.tenant import GRACE_DAYS, TenantSettings
from facetstore.query import options
from facetstore.rest.front import LIMIT as MOST_RECOGNISED
from facetstore.rest.response_cache.validity import _LARGEST as LARGEST_CACHED
from facetstore.rest.server import gate
from facetstore.rest.server.connection_limits import ConnectionLimits
from facetstore.rest.wire import call, packing
from facetstore.storage.reads.affected import MOST as MOST_AFFECTED
from facetstore.usecases.changes import rich_text
from facetstore.usecases.reading import lists
from facetstore.usecases.tenants.settings_parsing import SETTABLE, settable
from facetstore.usecases.tokens import issuing
from script.lib.markdown import code, page, table
from script.lib.reference_commands import commands, default_of, environment_name, option_help
from script.lib.reference_commands import options as options_of

_LEAD: Final = """\
A setting is an option of a command or an environment variable; the option wins. `--data` and `--database` exclude each other,
and so do their variables. A variable that starts with `FACETSTORE_` and is not known stops the start and names the nearest known
one: a typo never serves another database."""

_TENANT: Final = """\
`facetstore tenant set COLLECTION/STORAGE key=value…` sets them; `GET …/_api/rest/info` shows all but the fallback order.
Cultures are LCIDs (`1033`) or names (`en-US`), separated by commas. Names ignore letter case."""

_MEANINGS: Final = {
    "title": "The title of the storage.",
    "description": "What it is for.",
    "baseTenant": "The address of another tenant of this database, or nothing.",
    "defaultDataCulture": "The culture that lists are ordered in and single names are given in; one of the two lists below.",
    "mandatoryCultures": "Cultures in which mandatory attributes must be filled before a release.",
    "optionalCultures": "Further cultures.",
    "fallbackCultures": "The order in which other cultures stand in for a missing name.",
    "region": "An ISO 3166 code of two letters.",
    "timeZone": "What date-times are local to: an IANA name or a Windows id.",
    "expirePredecessor": "When a version expires after a later one is released: `atRelease`, or `whenValid`, on the first day on which the later one is valid.",
}

_ROW_SECURITY: Final = (
    "`on`: stop unless PostgreSQL's row level security stands between tenants; `off`: do not use it"
    " ([two walls](../explanation/two-walls.md))."
)

_POOLS: Final = (
    "Further databases among which tenants are divided: `NAME=postgresql://…` or `NAME=FOLDER`, separated by semicolons "
    "([pools](../how-to/pools.md))."
)
_OPENID: Final = (
    "The file with the providers by which people sign in ([by OpenID Connect](../how-to/sign-in-by-openid-connect.md))."
)

_SMTP: Final = (
    "The mail server: `smtp://user:password@host:587` (STARTTLS) or `smtps://user:password@host:465`; signs in what has to be quoted as in any address. "
    "Without encryption only on this machine ([mail](../how-to/get-notices-by-mail.md)). Without it: no mail."
)
_MAIL_FROM: Final = "What mail comes from, such as `Facetstore <facetstore@example.com>`."

_OF_EMBEDDINGS: Final = {
    EMBEDDINGS: (
        "With `--semantic`: the embedding service that is sent names of elements and words of searches, such as "
        "`https://models.example.com/v1/embeddings` ([names by what they mean](search.md#by-an-embedding-service))."
    ),
    EMBEDDINGS_MODEL: "The model that this service takes.",
    EMBEDDINGS_TOKEN: "The token that it is sent, as `Authorization: Bearer`.",
    EMBEDDINGS_TOKEN_FILE: "A file that holds that token, in its place. It is read when the service starts.",
    EMBEDDINGS_LEAST: "From this nearness on, between 0 and 1, a name is a hit: it depends on the model.",
}

_SETTINGS: Final = "A file with further variables, as `facetstore init` makes it ([install it](../how-to/install.md)); the environment wins."

_TESTS: Final = (
    ("FACETSTORE_TEST_POSTGRES", "The address of a PostgreSQL server on which the tests may make databases."),
    ("FACETSTORE_LONG", "Set by `script/test --long`: the tests run their full counts."),
    ("FACETSTORE_PROOF", "Set by `script/test --long`: where tests record what they have proven."),
    ("FACETSTORE_PROGRESS", "Set by `script/faults`: the file in which a test says how far it has come."),
    ("FACETSTORE_SHARE", "Set by `script/faults`: the part of the full counts that tests run."),
    ("FACETSTORE_TYPING", "Which random runs of typing the tests make, such as `37` or `200-299`."),
    ("FACETSTORE_BENCH_ANSWERS", "Set by `script/bench`: the answers that the raw application sends."),
    (
        "FACETSTORE_WORKER_SERVING",
        "Set by `facetstore serve --workers`: the settings of the first process, for its workers.",
    ),
    ("CI", "`true`: no test is skipped because something is missing."),
)


def render() -> str:
    return page(
        "Settings",
        _LEAD,
        "## Environment",
        _environment(),
        "## Fields of a tenant",
        _TENANT,
        _tenant(),
        "## Limits",
        "They are fixed in this release.",
        _limits(),
        "## For tests and measurements",
        table(("Variable", "Meaning"), [(code(name), meaning) for name, meaning in _TESTS]),
    )


def environment_names() -> set[str]:
    """Every variable the service reads."""
    return {
        DATA,
        DATABASE,
        POOLS,
        GRACE,
        ROW_SECURITY,
        OPENID,
        SMTP,
        MAIL_FROM,
        *OF_EMBEDDINGS,
        SETTINGS,
        *SERVE.values(),
    }


def _environment() -> str:
    rows: dict[str, tuple[str, ...]] = {}
    for command, each in commands():
        for option in options_of(each):
            if (name := environment_name(option)) is not None:
                used = "every command" if option.name in ("data", "database") else code(command)
                rows[name] = (code(name), code(option.opts[0]), option_help(option), default_of(option), used)
    used = "`facetstore serve`, `facetstore tenant delete`"
    rows[GRACE] = (code(GRACE), "", "Days for which a deleted tenant can be brought back.", code(str(GRACE_DAYS)), used)
    rows[POOLS] = (code(POOLS), "", _POOLS, "none", "every command")
    rows[ROW_SECURITY] = (code(ROW_SECURITY), "", _ROW_SECURITY, "where it stands", "every command")
    rows[SETTINGS] = (code(SETTINGS), code("--settings"), _SETTINGS, "", "every command, before its name")
    rows[SMTP] = (code(SMTP), "", _SMTP, "none", "`facetstore serve`")
    rows[MAIL_FROM] = (code(MAIL_FROM), "", _MAIL_FROM, "none", "`facetstore serve`")
    rows[OPENID] = (code(OPENID), "", _OPENID, "none", "`facetstore serve`")
    for name, meaning in _OF_EMBEDDINGS.items():
        default = code(str(LEAST)) if name == EMBEDDINGS_LEAST else "none"
        rows[name] = (code(name), "", meaning, default, "`facetstore serve`")
    missing = environment_names() - set(rows)
    if missing:
        raise SystemExit(f"No option for {', '.join(sorted(missing))}.")
    return table(("Variable", "Option", "Meaning", "Default", "Used by"), [rows[name] for name in sorted(rows)])


def _tenant() -> str:
    defaults = settable(TenantSettings())
    return table(
        ("Key", "Meaning", "Default"), [(code(key), _MEANINGS[key], _shown(defaults[key])) for key in SETTABLE]
    )


def _shown(value: object) -> str:
    text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
    return code(text) if text else "empty"


def _limits() -> str:
    server = ConnectionLimits()
    rows = (
        ("Path and query", f"{server.url_bytes >> 10} KB; a 414 beyond"),
        ("Headers", f"{server.header_bytes >> 10} KB; a 431 beyond"),
        ("Time to send them", "10 seconds, from the connection or from the first byte; a 408 beyond"),
        (
            "Time to send a body",
            f"30 seconds up to {server.body_free >> 20} MB, one more for each further {server.body_pace >> 10} KB; "
            "at least 1 KB a second within any 10 seconds; a 408 beyond",
        ),
        (
            "Time to read an answer",
            f"{server.unread_seconds:.0f} seconds for each {server.unread_seconds:.0f} KB of it",
        ),
        ("Idle connection", f"{server.idle_seconds:.0f} seconds"),
        ("Connections", f"{server.connections} in each worker; a 503 beyond, but for health checks"),
        (
            "Requests at a time",
            f"{gate.MOST_INSIDE} in each worker, {gate.MOST_OF_TENANT} of one tenant; a 503 beyond, but for health checks",
        ),
        ("Query string", f"{call.LONGEST_QUERY:,} bytes, {call.MOST_PARAMETERS} parameters"),
        ("`$pageSize`", f"1 to {options.LARGEST_PAGE_SIZE:,}; {options.DEFAULT_PAGE_SIZE} where only `$page` is given"),
        ("`$expandRelated`", f"{options.MOST_EXPANDED} contexts"),
        ("List without paging", f"up to {lists.WHOLE:,} elements as a whole with an ETag, longer ones streamed"),
        ("Compression", f"answers of {packing.SMALLEST_COMPRESSED:,} bytes and more (zstd, br, gzip)"),
        ("Html", f"{rich_text.LONGEST:,} characters in one value, {rich_text.DEEPEST} open tags"),
        (
            "Costly work",
            f"{jobs.PROCESSES} job processes in each worker; {jobs.SECONDS} s of CPU time and 1 GB of memory for a job, "
            f"{jobs.MOST_WAITING} jobs waiting, {jobs.MOST_OF_TENANT} of one tenant",
        ),
        (
            "Printing",
            f"1 further process in each worker; {jobs.SLOW_SECONDS} s of CPU time, {jobs.MOST_SLOW} manuals waiting, "
            f"{jobs.MOST_SLOW_OF_TENANT} of one tenant",
        ),
        ("Validity of a token", f"1 to {issuing._MOST_DAYS:,} days, {issuing.DEFAULT_DAYS} unless given"),
        ("Cached responses", f"24 MB in each worker; none longer than {LARGEST_CACHED >> 20} MB"),
        ("Recognised requests", f"{MOST_RECOGNISED >> 20} MB in each worker"),
        (
            "Neighbourhood of a change",
            f"up to {MOST_AFFECTED:,} elements; beyond that all cached responses of the tenant are dropped",
        ),
    )
    return table(("What", "How much"), rows)
