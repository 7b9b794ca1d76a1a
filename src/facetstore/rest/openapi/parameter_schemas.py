"""The parameters of all operations by name: what stands in paths, and the options and headers of reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from facetstore.domain.element_files import LONGEST_NAME
from facetstore.domain.preference_kinds import LONGEST_KEY, OF_PAGES
from facetstore.query.filter_tokens import LONGEST_TEXT
from facetstore.query.options import AS_OF, DEFAULT_PAGE_SIZE, LARGEST_PAGE, LARGEST_PAGE_SIZE, MOST_EXPANDED, RESOURCES
from facetstore.query.search_text import LONGEST
from facetstore.rest.openapi import examples
from facetstore.rest.openapi.group_parameters import NEEDED_BY_ANSWER, NEEDED_BY_GROUPS, OF_GROUPS
from facetstore.rest.openapi.schema_words import FLAG, GUID, TEXT, Schema
from facetstore.rest.operations.exported_tables import MEDIA as TABLE_MEDIA
from facetstore.rest.operations.feed import MEDIA as FEED_MEDIA
from facetstore.rest.operations.release_notes import NOTES_MEDIA
from facetstore.rest.operations.scripts import CONTENT_FORMATS
from facetstore.rest.operations.wide_difference import MEDIA
from facetstore.rest.routing.import_routes import IMPORTS, TABLE
from facetstore.rest.routing.routes import TRANSLATIONS
from facetstore.rest.routing.webhook_routes import DELIVERIES
from facetstore.rest.routing.wide_routes import DIFFERENCES, EVENTS, NOTES
from facetstore.rest.wire.call import VERSIONS
from facetstore.rest.wire.media import FORMATS
from facetstore.usecases.changes.text_states import OPEN, TextState
from facetstore.usecases.finding.counting import ALONE, FIELDS
from facetstore.usecases.lifecycle.steps import TaskState
from facetstore.usecases.ports.finding import CONTENT
from facetstore.usecases.ports.table_formats import TableKind
from facetstore.usecases.ports.webhook_store import STATES as WEBHOOK_STATES
from facetstore.usecases.release.task_reads import ALL_STATES, NEWEST, OLDEST

_TENANT_NAME: Final[Schema] = {"type": "string", "pattern": "^[A-Za-z0-9_][A-Za-z0-9._-]{0,62}$"}
_NAME: Final[Schema] = {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9]*$"}
_NAMES: Final[Schema] = {"type": "array", "items": {"type": "string"}}
_SIDE: Final = "the id of a version; or the element as it was at a revision, at the end of a day, or at a time, given as for `asOf`."


def _in_path(name: str, schema: Schema, description: str, example: str) -> dict[str, Any]:
    parameter = {"name": name, "in": "path", "required": True, "description": description}
    return {**parameter, "schema": schema, "example": example}


def _in_query(name: str, schema: Schema, description: str) -> dict[str, Any]:
    # Lists stand in one parameter, separated by commas.
    style = {"style": "form", "explode": False} if schema.get("type") == "array" else {}
    return {"name": name, "in": "query", "description": description, **style, "schema": schema}


def _format(formats: Iterable[str]) -> dict[str, Any]:
    return _in_query("format", {"enum": list(formats)}, "What to answer with, whatever the header `Accept` says.")


def _needed(parameter: dict[str, Any]) -> dict[str, Any]:
    """A query parameter that must be given."""
    return {**parameter, "required": True, "example": examples.OF_QUERY[parameter["name"]]}


PARAMETERS: Final = {
    each["name"]: each
    for each in (
        _in_path("collectionId", _TENANT_NAME, "The storage collection.", "demo"),
        _in_path("storageId", _TENANT_NAME, "The storage.", "showcase"),
        _in_path("facetId", _NAME, "The name of a facet.", "processes"),
        _in_path("viewId", _NAME, "The name of a view of the facet.", "detail"),
        _in_path(
            "elementId",
            GUID,
            "The id of an element, or the version id of one of its versions.",
            examples.ELEMENT,
        ),
        _in_path("attributeId", _NAME, "The name of an attribute.", "name"),
        _in_path("versionId", GUID, "The id of a version of the element.", examples.MADE_BY_EACH),
        _in_path("fileId", GUID, "The id of a file.", "18077efd-e887-4b26-841d-f2374d8da7c1"),
        _in_path("relatedId", _NAME, "The name of a related context.", "author"),
        _in_path("type", _NAME, "The key of an element type.", "subProcess"),
        _in_path("transitionId", _NAME, "The id of a step, as in the list of transitions.", "InProcessToInReview"),
        _in_path("ignoreWarnings", {"enum": ["true", "false"]}, "Whether warnings of the rules are skipped.", "true"),
        _in_path("cultureId", {"type": "string", "pattern": "^[0-9]+$"}, "The culture of the names.", "1033"),
        _in_path(
            "layoutKey",
            _NAME,
            "The way to draw, by its key; the configuration of a type in `tree` lists them.",
            "vertical",
        ),
        _in_path("taskId", GUID, "The id of a task.", examples.MADE_BY_EACH),
        _in_path("permissionSetId", GUID, "The id of a permission set.", examples.PERMISSION_SET),
        _in_path("tokenId", GUID, "The id of a token.", examples.MADE_BY_EACH),
        _in_path("userId", GUID, "The id of a user.", examples.USER),
        _in_path("kind", {"enum": list(OF_PAGES)}, "The kind of a preference.", "filter"),
        _in_path(
            "key",
            {"type": "string", "pattern": f"^[A-Za-z0-9._:~-]{{1,{LONGEST_KEY}}}$"},
            "The key of a preference among those of its kind. Of a favourite, a recently viewed element and a template: the id "
            "of the element.",
            "processes.drafts",
        ),
        _in_path("poolId", _NAME, "The id of a pool.", "default"),
        _in_path("webhookId", GUID, "The id of a webhook.", examples.MADE_BY_EACH),
        _in_path("proposalId", GUID, "The id of a proposal.", examples.MADE_BY_EACH),
        _in_path("grantId", GUID, "The id of what a user has allowed an agent.", examples.MADE_BY_EACH),
        _in_path("importId", GUID, "The id of an import.", examples.MADE_BY_EACH),
        _in_path(
            "commentId", GUID, "The id of a comment; of a thread, that of its first comment.", examples.MADE_BY_EACH
        ),
        _in_path("deletionId", GUID, "The id of a deletion.", examples.MADE_BY_EACH),
        _in_query(
            "$resources",
            {"type": "array", "items": {"enum": list(RESOURCES)}},
            "What each element includes beside its identity. Without it everything but `rootPath` and `stereotype`; "
            "`stereotype` turns the key of the stereotype into a reference.",
        ),
        _in_query(
            "$select", _NAMES, "The attributes and related contexts to include, by name; also inside expanded contexts."
        ),
        _in_query(
            "$expandRelated",
            {**_NAMES, "maxItems": MOST_EXPANDED},
            f"The related contexts whose references carry the attributes and contexts of their targets, at most {MOST_EXPANDED}.",
        ),
        _in_query(
            "$page",
            {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE},
            f"The page, from 1; {DEFAULT_PAGE_SIZE} elements each unless `$pageSize` says otherwise.",
        ),
        _in_query(
            "$pageSize",
            {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE_SIZE},
            "How many elements a page has. Without `$page`: the first page.",
        ),
        _in_query(
            "$pageSelectionKey",
            GUID,
            "The id of an element: its page is returned, whatever `$page` says. 404 when the list does not hold it.",
        ),
        _in_query(
            "$filter",
            {"type": "string", "maxLength": LONGEST_TEXT},
            "Which elements, children, references, attributes or versions: `name -eq 'v'`, `Contains(name,'v')`, `IsNull(owner)`, "
            "joined by AND, OR, NOT and parentheses.",
        ),
        _in_query(
            "$orderby",
            TEXT,
            "The order: names of attributes or identity fields, each with `asc` or `desc`, between commas.",
        ),
        _in_query("$cursor", TEXT, "Where the page begins: what the Link header of the page before it says."),
        _in_query(
            "$culture",
            {"type": "integer", "minimum": 1},
            "One value of each attribute, in this culture or else by the fallback order; `fallbacks` lists those of another culture. "
            "Filter and order follow.",
        ),
        _in_query(
            "$facetCounts",
            _NAMES,
            "Count the elements of the list by `type`, `state`, `stereotype` or related contexts.",
        ),
        _in_query("$count", FLAG, "Add the header `X-Total-Count`."),
        _in_query("$flat", FLAG, "All elements of the facet instead of the roots with what is below them."),
    )
}
"""What stands in paths, then the options in the order they are shown."""

OWN_PARAMETERS: Final = {
    each["name"]: each
    for each in (
        _needed(_in_query("q", {"type": "string", "minLength": 1, "maxLength": LONGEST}, "The words to search for.")),
        _needed(
            _in_query(
                "by",
                {"type": "array", "items": {"enum": [*FIELDS, *ALONE]}, "minItems": 1},
                f"The fields to count by: {', '.join(FIELDS)} in any combination; {', '.join(ALONE)} each alone, missingCulture with facet, too.",
            )
        ),
        _needed(
            _in_query(
                "name",
                {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME},
                "The name of the file: no path, no control characters.",
            )
        ),
        _needed(_in_query("facet", _NAME, "The facet whose elements the file holds.")),
        _in_query("type", _NAME, "The type of new elements, for files without the column `elementType`."),
        _in_query("match", TEXT, "The column by which rows find their elements, such as `elementId` or `name.1033`."),
        _in_query("sheet", {"enum": list(TableKind)}, "What the table is for: `list` if it is not given."),
        _in_query(
            "bom",
            FLAG,
            "Whether CSV begins with a byte order mark, which spreadsheets need: `true` if it is not given.",
        ),
        _in_query(
            "lcid", {"type": "integer"}, "The culture of the names in the file; without it, the default of the storage."
        ),
        *(_in_query(*each) for each in OF_GROUPS),
        *(_needed(_in_query(*each)) for each in NEEDED_BY_GROUPS),
        _in_query("facets", {**_NAMES, "minItems": 1}, "Only elements of these facets."),
        _in_query("types", {**_NAMES, "minItems": 1}, "Only elements of these types."),
        _in_query(
            "context",
            {**_NAMES, "minItems": 1},
            f"Only usages in these related contexts; `{CONTENT}` stands for diagrams.",
        ),
        _in_query(
            "culture",
            {"type": "integer", "minimum": 1},
            "Names and passages in this culture, or else by the fallback order. All cultures are searched.",
        ),
        _in_query(
            AS_OF,
            {"type": "string", "minLength": 1, "maxLength": 40},
            "As it was then: a revision, an instant (`2026-03-01T08:30:00Z`, with an offset, or without one for the time zone of the "
            "storage), or a date, which means its end. Permissions are those of today.",
        ),
        _in_query(
            "explain", FLAG, "Also show whether the caller may take it, what blocks it, and what the rules would find."
        ),
        _in_query("mine", FLAG, "Only what the caller owns."),
        _in_query("approvals", FLAG, "Also show who approved each version when, and whether it still says the same."),
        _in_query("format", {"enum": list(FORMATS)}, "What to answer with, whatever the header `Accept` says."),
        _in_query(
            "shapes",
            {"type": "array", "items": GUID, "minItems": 1},
            "With `format=script`: the script of these shapes alone, to be put into another one. Those that are not there are left out.",
        ),
        _in_query("create", FLAG, "With `format=script`: names that nothing has become new elements."),
        _in_query(
            "script", FLAG, "With coordinates: also the lines of the script, with the shapes and elements they name."
        ),
        _in_query("described", FLAG, "With `script=true`: also the description of each step."),
        _in_query("detailed", FLAG, "Of a drawing: also what belongs to each step, such as roles and systems."),
        _in_query(
            "draw",
            _NAME,
            "With `format=script`: answer with a drawing of the script in this layout, and store nothing.",
        ),
        _in_query("dryRun", FLAG, "Answer as if it were done, and store nothing."),
        _in_query("ignoreWarnings", FLAG, "Skip the warnings of the rules; errors are never skipped."),
        _in_query("force", FLAG, "Do it although there are objections; the description of the operation lists them."),
        _in_query("shared", FLAG, "It belongs to all users of the storage, instead of to the caller."),
        _in_query("takeOver", FLAG, "Take the lock from its holder."),
        _in_query(
            "state",
            {"type": "array", "items": {"enum": [*TaskState, ALL_STATES]}, "minItems": 1},
            f"Only tasks in these states; `{TaskState.OPEN}` if it is not given, `{ALL_STATES}` lists every one.",
        ),
        _in_query(
            "order",
            {"enum": [OLDEST, NEWEST]},
            f"`{NEWEST}` begins with what was decided, or else opened, last; `{OLDEST}`, if it is not given, with what was "
            "opened first.",
        ),
        _in_query("kind", {**_NAMES, "minItems": 1}, "Only tasks, rows of the audit, or preferences, of these kinds."),
        _in_query("subject", TEXT, "Only what is about this element (its id) or facet (its name)."),
        _in_query("actor", GUID, "Only what this person or token did."),
        _in_query("element", GUID, "The tasks of all users about this element, instead of the caller's own."),
        _in_query("user", GUID, "Whose access to explain; without it, the caller's own."),
        _needed(_in_query("from", TEXT, f"The earlier side: {_SIDE}")),
        _needed(_in_query("to", TEXT, f"The later side: {_SIDE}")),
        _in_query(
            "after",
            TEXT,
            "Where to begin: `0` for the beginning, `now` for what comes, or the `next` of an earlier answer; `0` if it is not given.",
        ),
        _in_query("before", {"type": "integer", "minimum": 0}, "Only deliveries with lower numbers."),
        _in_query("kinds", {**_NAMES, "minItems": 1}, "Only changes of these kinds, such as `element.created`."),
        _in_query("changes", FLAG, "With what each event changed: values before and after."),
        _in_query("window", TEXT, "In a stream: also say who else is where this window of the caller is."),
        _in_query("code", TEXT, "What a link in mail is known by."),
        _in_query("return", TEXT, "The path of the page of this storage to come back to; without it, its first one."),
    )
}

_OF_TRANSLATIONS: Final = {
    "culture": _in_query(
        "culture",
        {"type": "integer", "minimum": 1},
        "List the elements with such texts in this culture, instead of counts.",
    ),
    "state": _in_query(
        "state",
        {"type": "array", "items": {"enum": list(TextState)}, "minItems": 1},
        f"Only elements with texts in these states; {', '.join(f'`{each}`' for each in OPEN)} if it is not given.",
    ),
}


_OF_CONTENT: Final = {
    "format": _in_query(
        "format",
        {"enum": list(CONTENT_FORMATS)},
        "`script`: the flow as plain text, one line a step; `json` without it.",
    ),
    "culture": _in_query(
        "culture",
        {"type": "integer", "minimum": 1},
        "The culture of the names in the script; the first one of the storage without it.",
    ),
}


def _moment(name: str, which: str) -> dict[str, Any]:
    described = f"The {which} moment: a revision, the end of a day, or a time, given as for `asOf`."
    return {**_needed(_in_query(name, TEXT, described)), "example": examples.MOMENTS[name]}


def _of_moments(formats: Iterable[str]) -> Mapping[str, dict[str, Any]]:
    return {
        "from": _moment("from", "earlier"),
        "to": _moment("to", "later"),
        "format": _format(formats),
    }


_OF_EVENTS: Final = {
    "facets": _in_query("facets", {**_NAMES, "minItems": 1}, "Only events of elements of these facets."),
    "types": _in_query("types", {**_NAMES, "minItems": 1}, "Only events of elements of these types."),
    "element": _in_query("element", GUID, "Only events of this element."),
    "format": _format(FEED_MEDIA.values()),
}

_LANGUAGE: Final = "The language; without it, the default of the storage, and all languages for a template."
_RELEASED: Final = "The document of a release: what viewers see, with its evidence."
_OF_DOCUMENTS: Final = {
    "format": _in_query("format", {"enum": ["pdf", "docx"]}, "PDF unless Word is asked for."),
    "culture": _in_query("culture", {"type": "integer"}, _LANGUAGE),
}

OTHERWISE: Final[Mapping[str, Mapping[str, dict[str, Any]]]] = {
    "Notices": {"before": _in_query("before", TEXT, "The id of a notice: those before it.")},
    "AcknowledgementProof": {"format": _format(["json", *TABLE_MEDIA.values()])},
    TABLE: {
        "format": _in_query(
            "format", {"enum": list(TABLE_MEDIA.values())}, "The format of the file, whatever the header `Accept` says."
        )
    },
    "Document": {**_OF_DOCUMENTS, "released": _in_query("released", {"type": "boolean"}, _RELEASED)},
    "ManualTemplate": _OF_DOCUMENTS,
    **{answer: {each[0]: _needed(_in_query(*each)) for each in given} for answer, given in NEEDED_BY_ANSWER.items()},
    IMPORTS: {"format": _in_query("format", _NAME, "The format of the file; without it, found out from its content.")},
    TRANSLATIONS: _OF_TRANSLATIONS,
    "ContentElements": _OF_CONTENT,
    "ContentIds": _OF_CONTENT,
    DIFFERENCES: _of_moments(MEDIA.values()),
    NOTES: _of_moments(NOTES_MEDIA.values()),
    EVENTS: _OF_EVENTS,
    DELIVERIES: {
        "state": _in_query(
            "state",
            {"type": "array", "items": {"enum": list(WEBHOOK_STATES)}, "minItems": 1},
            "Only those in this state.",
        )
    },
}
"""Parameters that mean something else in some operations, by what these return."""

_VERSION: Final[Schema] = {"enum": list(VERSIONS)}

COMMON_PARAMETERS: Final = {
    "api-version": {
        "name": "api-version",
        "in": "header",
        "description": "The form of the answer. Only 1.0 looks different from 4.0.",
        "schema": _VERSION,
    },
    "api-version-query": _in_query(
        "api-version", _VERSION, "The same for callers that cannot set headers; the header wins."
    ),
    "If-Match": {
        "name": "If-Match",
        "in": "header",
        "description": "The ETag of the one element to change: refused with 412 when it was changed since.",
        "schema": {"type": "string"},
    },
    "Idempotency-Key": {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "Any text of the caller's own: the same request with the same key has one effect and gets the same answer, for 24 hours.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 200},
    },
    "X-Reason": {
        "name": "X-Reason",
        "in": "header",
        "description": "The reason of the change, for the history.",
        "schema": {"type": "string", "maxLength": 1000},
    },
    "If-None-Match": {
        "name": "If-None-Match",
        "in": "header",
        "description": "The ETag of an answer the caller already has.",
        "schema": {"type": "string"},
    },
}
"""What every operation of a storage takes, by name in the document."""

OF_WRITES: Final = ("If-Match", "Idempotency-Key", "X-Reason")
