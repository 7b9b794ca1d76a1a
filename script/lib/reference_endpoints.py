"""The page of endpoints, made from the endpoint table and the addresses outside the storages."""

from collections.abc import Iterable
from typing import Final

from facetstore.domain.callers import Role
from facetstore.query import options
from facetstore.query.search_text import LONGEST
from facetstore.rest.openapi.descriptions import OF_ROUTE
from facetstore.rest.openapi.service import SERVICE_PATHS
from facetstore.rest.openapi.tags import TAG_OF_ANSWER, TAGS
from facetstore.rest.routing.routes import ROUTES, Route
from facetstore.rest.routing.write_routes import WRITES
from facetstore.rest.wire.call import VERSIONS
from facetstore.usecases.finding.counting import ALONE, FIELDS
from facetstore.usecases.ports.finding import CONTENT
from script.lib.markdown import code, codes, page, table

_LEAD: Final = f"""\
All addresses stand below `{{base_url}}/{{collectionId}}/{{storageId}}/_api/`. Every read answers to GET, to HEAD and to POST
without a body. A trailing slash is accepted everywhere; names and ids match ignoring letter case. `api-version` (header or
query parameter) is {", ".join(VERSIONS)}; the table shows the version an operation answers in when the caller names none. The number
is that of the operation in the specification; `+` marks our own.

The same as a document for programs: `/_api/openapi.json`. The same as a page to try out: `/_docs`. What holds for all
operations: [the interface](interface.md). What can go wrong: [errors](errors.md)."""

_PARAMETERS: Final = (
    (
        "$resources",
        f"What to include: {codes(options.RESOURCES)}. Without it, {codes(sorted(options.DEFAULT_RESOURCES))}.",
    ),
    ("$select", "Names of attributes or related contexts to include, separated by commas."),
    (
        "$expandRelated",
        f"Names of related contexts whose targets are shown with their attributes and contexts; at most {options.MOST_EXPANDED}.",
    ),
    (
        "$page",
        f"The number of a page, from 1 on. Without `$pageSize`, a page holds {options.DEFAULT_PAGE_SIZE} elements.",
    ),
    ("$pageSize", f"How many elements a page holds: 1 to {options.LARGEST_PAGE_SIZE}. Without `$page`, page 1."),
    ("$pageSelectionKey", "The id of an element: the page that holds it. Wins over `$page`."),
    ("$filter", "Which elements, children, references, attributes or versions: see [the filter language](filter.md)."),
    ("$orderby", "The order: names of attributes or identity fields, each with `asc` or `desc`, between commas."),
    ("$cursor", "Where a page begins: what the `Link` header of the page before it says. Takes the place of `$page`."),
    (
        "$culture",
        "One value an attribute, in this culture or by the fallback order; `fallbacks` shows where others came from.",
    ),
    (
        "$facetCounts",
        "Names of fields (`type`, `state`, `stereotype`, related contexts) to count the elements of a list by.",
    ),
    (
        "asOf",
        "A revision, an instant or a date: the answer [as it was then](../explanation/as-of.md), by the permissions of today.",
    ),
    ("format", "`svg` or `json`: what to answer with, whatever the header `Accept` says."),
    ("released", "`true`: what is released, with its approvals, as the document of a release."),
    ("script", "`true`, with a drawing as coordinates: also the lines of its script."),
    ("described", "`true`, with `script=true`: also the description of each step."),
    ("shapes", "With `format=script`: ids of shapes, separated by commas. The answer is the script of these alone."),
    ("detailed", "`true`, of a drawing: also writes into each step what belongs to it, in any layout."),
    (
        "draw",
        "With `format=script`: the key of a layout. The answer is a drawing of the script, and nothing is stored.",
    ),
    ("create", "`true`, with `format=script`: names that nothing has become new elements."),
    ("dryRun", "`true` answers as if a write were done, and stores nothing."),
    ("explain", "`true` also shows whether the caller may take a step, what blocks it, and what the rules would find."),
    ("window", "The name of a window of the caller: the stream also says who else is where that is."),
    ("mine", "`true` leaves only what the caller owns."),
    (
        "approvals",
        "`true` also shows who approved each version when, and whether what is stored today still has the hash of that.",
    ),
    ("force", "`true` does it although something prevents it: the operation describes what that may be."),
    ("name", "The name of a file: up to 255 characters, no path."),
    ("from", "The earlier of two versions to compare, by its id."),
    ("after", "Where the feed of events goes on: `0`, `now`, or the `next` of an earlier response."),
    ("code", "What a link in mail is known by."),
    ("before", "The number of a delivery of a webhook, or the id of a notice: those before it."),
    ("kinds", "Kinds of changes, separated by commas."),
    ("changes", "`true` adds to each event what it changed: values before and after."),
    ("ignoreWarnings", "`true` skips the warnings of the rules; errors are never skipped."),
    ("element", "The tasks about this element, whatever their assignee; or its events."),
    ("kind", "Kinds of tasks, or of rows of the audit, separated by commas."),
    (
        "state",
        "States of tasks, separated by commas; `open` if it is not given, `all` for every one. States of translations: all but `current`.",
    ),
    ("shared", "`true` means what all users share, instead of the caller's own."),
    (
        "order",
        "`newest` begins with what was decided, or else opened, last; `oldest`, the default, with what was opened first.",
    ),
    ("takeOver", "`true` takes a lock from another user."),
    ("subject", "Only what is about this element (its id) or facet (its name)."),
    ("actor", "Only what this person or token, named by its id, did."),
    ("user", "Whose access to explain, by the id of a person or token; without it, the caller's own."),
    ("to", "The later of two versions to compare, by its id."),
    ("name", "The name of a file."),
    ("return", "The path of a page of the storage to come back to after signing in."),
    ("q", f"What to search for, up to {LONGEST} characters: see [search](search.md)."),
    (
        "by",
        f"The fields to count by, separated by commas: {codes(FIELDS)}; or one of {codes(ALONE)} alone, `missingCulture` with `facet`, too.",
    ),
    ("facet", "The facet whose elements a file to import holds."),
    ("type", "The type of new elements, for a file without the column `elementType`."),
    ("sheet", "What a table is for: `list`, `edit` or `translations`."),
    ("bom", "`false` leaves out the byte order mark of CSV."),
    ("match", "The column by which the rows of a file find their elements."),
    ("Facet", "The facet, by its name in any letter case."),
    ("Filter", "Which elements, as `$filter` says it."),
    ("Page", "The number of a page, from 1 on."),
    ("PageSize", f"How many elements a page has: 1 to {options.LARGEST_PAGE_SIZE}."),
    ("page", "The number of a page, from 1 on."),
    ("pageSize", f"How many entries a page has: 1 to {options.LARGEST_PAGE_SIZE}."),
    ("lastVersions", "`true` leaves of the versions of each element only the last and the released one."),
    ("id", "The id of a feature."),
    ("facetName", "The facet of an element to link to."),
    ("facetViewKey", "A view of the reference; it says nothing here."),
    ("contextKey", "The id of an element to link to."),
    ("variantKey", "Stays empty: elements have no variants here."),
    ("versionKey", "The id of a version to link to."),
    ("selectionKey", "The id of a shape to link to."),
    ("lcid", "The culture of the names in a BPMN file; without it, the default of the storage."),
    ("facets", "Names of facets, separated by commas: only their elements."),
    ("types", "Keys of element types, separated by commas: only their elements."),
    (
        "context",
        f"Names of related contexts, separated by commas: only usages in them. `{CONTENT}` stands for diagrams.",
    ),
    (
        "culture",
        "Names and passages in this culture, or by the fallback order. Of translations: list the elements with texts to translate in it.",
    ),
    ("$count", "`true` adds the header `X-Total-Count`."),
    ("$flat", "`true` reports all elements of the facet, without what is below them."),
)


def render() -> str:
    known = {name for name, _ in _PARAMETERS}
    missing = {name for route in (*ROUTES, *WRITES) for name in route.allowed} - known
    if missing:
        raise SystemExit(f"No word on {', '.join(sorted(missing))} in {__name__}.")
    parameters = table(("Parameter", "Meaning"), [(code(name), meaning) for name, meaning in _PARAMETERS])
    sections = [
        _section(tag, [each for each in (*ROUTES, *WRITES) if TAG_OF_ANSWER[each.answer] == tag]) for tag in TAGS
    ]
    return page("Endpoints", _LEAD, "## Parameters", parameters, *filter(None, sections), _service())


def _section(tag: str, routes: Iterable[Route]) -> str:
    parts = [_route(route) for route in routes]
    return "\n\n".join([f"## {tag}", TAGS[tag], *parts]) if parts else ""


def _route(route: Route) -> str:
    rows = [
        ("Address", "<br>".join(code(path) for path in route.paths)),
        ("Methods", ", ".join(route.methods)),
        ("Parameters", codes(sorted(route.allowed)) or "none"),
        ("api-version", route.api_version),
        ("Least role", _role(route)),
        ("Answer", code(route.answer)),
    ]
    heading = f"### {route.summary} ({route.number})"
    return "\n\n".join([heading, OF_ROUTE[route.name], table((code(route.name), ""), rows)])


def _role(route: Route) -> str:
    return route.permission.name.lower() if isinstance(route.permission, Role) else "none, and no token is needed"


def _service() -> str:
    rows = [
        (code(path), operation["get"]["summary"], operation["get"]["description"])
        for path, operation in SERVICE_PATHS.items()
    ]
    pages = [
        (code("/_docs"), "The interface as a page", "Shows this document and sends requests; needs no other host."),
        (
            code("/{collectionId}/{storageId}/"),
            "The page of a storage",
            "For people. Everything below it is the page, too, but for names that begin with `_`.",
        ),
        (
            code("/_ui/…"),
            "Parts of the page",
            "By names that change with their content; browsers cache them for a year.",
        ),
        (
            code("/{collectionId}/{storageId}/{lcid}/BasePlugin/GoTo/…"),
            "An old link to an element",
            "Redirects (302) to the page of the storage.",
        ),
        (
            code("/swagger/v1/swagger.json"),
            "The interface as OpenAPI 2.0",
            "For tools that read no later version; without what a token cannot call.",
        ),
        (
            code("/{collectionId}/{storageId}/go/{key}"),
            "A permalink",
            "Redirects (302) to the page of the storage, which asks for what it leads to as its user.",
        ),
    ]
    return "\n\n".join(["## Service", TAGS["Service"], table(("Address", "What", "Notes"), [*rows, *pages])])
