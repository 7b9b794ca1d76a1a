"""Where the mutator starts: every way to call every operation, from the endpoint tables and the examples of the document."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any, Final

from facetstore.rest.openapi.examples import OF_BODIES
from facetstore.rest.openapi.service import SERVICE_PATHS
from tests.rest.access.asking import ALL, ID, KINDS, NAMES, NEEDED, Variant, bodies, variants
from tests.support import company
from tests.support.administration import collection, storage
from tests.support.changing import existing, new
from tests.walls.fuzz.request import TENANT, Request
from tests.walls.fuzz.type_seeds import of_types

_KINDS: Final = {
    "draft", "house", "user", "released", "element", "version", "shape", "task shown", "parent", "delegate", "login",
    "link", "administrator", "set",
}  # fmt: skip
_NAMED: Final = {kind: f"@{kind}@" for kind in _KINDS}
"""In the place of each id its name."""

_QUERIES: Final = (
    "$filter=name%20-eq%20%27Draft%27", "$filter=Contains(name,%27a%27)%20OR%20NOT%20IsNull(owner)",
    "$orderby=name%20desc,changedOn", "$resources=attributes,children,content,displayNames,related,rootPath,stereotype",
    "$select=name,author", "$expandRelated=author,owner", "$page=2&$pageSize=2", "$pageSize=1&$count=true",
    "$culture=1031", "$facetCounts=type,state", "$flat=true", "explain=true", "dryRun=true", "ignoreWarnings=true",
    "force=true", "format=json", "by=month", "by=missingCulture", "state=all", "api-version=1.0",
)  # fmt: skip
"""What narrows or changes an answer, one or two parameters each."""

_OTHERS: Final[Mapping[str, Mapping[str, str]]] = {
    **{name: {"elementId": "@others@"} for name in ("element-delete", "element-remove", "permissions-set")},
    "facet-permissions-set": {"facetId": "stakeholders"},
    "version-create": {"elementId": "@released@"},
}
"""By operation, what it is about instead: the draft and its facet, which most others are about, stay."""

_OFFICE: Final = "rest/facets/processes/views/detail/elements"
_ELEMENTS: Final = (
    ("processes", company.RECEIPT), ("processes", company.RECEIPT_2_0), ("processes", company.RETURNS),
    ("processes", company.LOGISTICS), ("it", company.ERP), ("users", company.ANNA), ("risks", company.RISKS),
)  # fmt: skip
_NAME: Final = {"name": {"1033": "One more", "1031": "Noch eins"}}


def seeds() -> list[Request]:
    """All of them, each once, in a fixed order."""
    found = (_of_table(), _of_company(), _of_administration(), _of_examples(), _of_service(), of_types())
    return list(dict.fromkeys(chain.from_iterable(found)))


def queries_of(request: Request) -> list[tuple[str, str]]:
    """Parameters that the operation at this address takes, with a value each."""
    last = request.path.rstrip("/").rpartition("/")[2]
    allowed = {name for route in ALL for path in route.paths if path.endswith(last) for name in route.allowed}
    found = [tuple(pair.split("=", 1)) for each in _QUERIES for pair in each.split("&")]
    chosen = [(name, value) for name, value in found if name in allowed or name == "api-version"]
    return chosen or [("api-version", "1.0")]


def _of_table() -> Iterator[Request]:
    for variant in variants():
        path, query = _address(variant)
        for body in _bodies(variant):
            yield Request(variant.sent, path, query, body=body)
        if variant.is_first and variant.sent == "GET":
            taken = [
                each for each in _QUERIES if {pair.split("=")[0] for pair in each.split("&")} <= variant.route.allowed
            ]
            yield from (Request("GET", path, (*query, *_pairs(each))) for each in taken)
        if variant.route.writes and "dryRun" in variant.route.allowed:
            flags = sorted(variant.route.allowed & {"dryRun", "ignoreWarnings", "force"})
            yield Request(
                variant.sent, path, (*query, *((each, "true") for each in flags)), body=next(_bodies(variant))
            )


def _address(variant: Variant) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The path below a tenant, and the parameters that it needs."""
    known = {**NAMES, **{name: f"@{kinds[0]}@" for name, kinds in KINDS.items()}, **_OTHERS.get(variant.route.name, {})}
    path = variant.path.format(**known)
    needed = NEEDED.get(variant.route.name, {})
    return f"/{TENANT}/_api/{path}", tuple(
        (name, f"@{kind}@" if kind == "version" else kind) for name, kind in needed.items()
    )


def _bodies(variant: Variant) -> Iterator[str | None]:
    if variant.route.body is None or variant.route.optional_body:
        yield None
    if variant.route.body is not None:
        for kind, content in bodies(_NAMED)[variant.route.body]:
            yield json.dumps(content).replace(ID, f"@{kind}@")


def _pairs(query: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, _, value in (each.partition("=") for each in query.split("&")))


def _of_company() -> Iterator[Request]:
    """Reads and changes of elements with diagrams, versions and references of every kind."""
    for facet, id_ in _ELEMENTS:
        for ending in ("", "/content", "/versions", "/related", "/children", "/info", "/usages", "/history", "/access"):
            yield _get(f"rest/facets/{facet}/views/detail/elements/{id_}{ending}")
    for facet in ("it", "risks", "users", "automation", "usergroups", "permissionsets", "stakeholders"):
        yield _get(f"rest/facets/{facet}/views/list/elements")
        yield _get(f"rest/facets/{facet}/reporting")
    for kind in ("shown process", "hidden process", "structure", "view"):
        for ending in ("", "/children", "/content", "/versions", "/usages", "/info"):
            yield replace(_get(f"{_OFFICE}/@{kind}@{ending}"), caller="editor")
        yield replace(_get(f"rest/facets/processes/reporting/@{kind}@"), caller="editor")
    yield from _of_diagrams()
    yield from _of_lifecycle()
    for text in ("goods", "ware", "Draft", "wareneingang%20lager", "%22goods%20receipt%22"):
        yield _get(f"rest/search?q={text}&culture=1031")
    for body in ({"parent": None}, {"parent": company.OPERATIONS, "position": 0}, {"parent": company.RECEIPT}):
        yield _post(f"{_OFFICE}/{company.LOGISTICS}/move", body)
        yield _post(f"{_OFFICE}/{company.RETURNS}/move", body)
    for id_ in (company.ORPHAN, company.FIRST_CONTACT, company.LOGISTICS):
        yield _request("DELETE", f"{_OFFICE}/{id_}?force=true", "tenant")
    yield _post(_OFFICE, {"elements": [{"type": "subProcess", "parent": "@structure@", "attributes": _NAME}]})
    described = {**_NAME, "description": {"1033": f"{company.XML}<p>What <b>it</b> is</p>"}}
    yield _post(_OFFICE, {"elements": [{"id": company.RETURNS, "attributes": described}]})
    items = [new(0, "evStart", "Begin"), new(1, "task", "Work", 0), new(2, "evEnd", "Done", 1)]
    yield _post(f"{_OFFICE}/{company.RETURNS}/content", {"values": items})
    person = {"type": "user", "attributes": {"lastName": {"127": "New"}, "email": {"127": "new@example.org"}}}
    yield _post("rest/facets/users/views/detail/elements", {"elements": [person]})


def _of_diagrams() -> Iterator[Request]:
    """Drawings, the difference of two, and changes of the draft's: shapes deleted, changed, joined otherwise."""
    for layout in ("vertical", "horizontal", "detailed"):
        yield _get(f"rest/diagram/{company.RECEIPT}/render/1033/{layout}")
        yield _get(f"rest/diagram/{company.HOUSE}/render/1031/{layout}?format=json")
    yield _get(f"{_OFFICE}/{company.RECEIPT}/diff?from={company.RECEIPT_1_0}&to={company.RECEIPT_2_0}")
    yield _get(f"{_OFFICE}/{company.RECEIPT}/diff?from={company.RECEIPT_2_1}&to={company.RECEIPT_2_0}")
    shapes = [company.shape_id(6, "2.1", number) for number in (1, 2, 3, 4)]
    joined = [existing(0, shapes[0]), new(1, "task", "Between", 0), existing(2, shapes[1], 1)]
    changed = existing(0, shapes[1], element={"attributes": _NAME})
    loop = [existing(0, shapes[1], 1), existing(1, shapes[2], 0)]
    for items in ([existing(0, shapes[3], delete=True)], joined, [changed], loop):
        yield _post(f"{_OFFICE}/{company.RECEIPT_2_1}/content", {"values": items})


def _of_lifecycle() -> Iterator[Request]:
    """Steps from every state there is, of elements with and without what a release needs."""
    steps = ("InProcessToInReview", "InProcessToReadyForQA", "InProcessToReleasedExternal", "InReviewToInProcess")
    for id_, step in zip((company.RETURNS, company.RECEIPT, "@authored@", "@reviewed@"), steps, strict=True):
        yield _post(f"release/{id_}/transitions/{step}?ignoreWarnings=true", None)
        yield _get(f"release/{id_}/transitions?explain=true")
    for id_ in (company.CHECK, company.ERP):
        yield _post(f"release/{id_}/createversion", None)
        yield _post(f"release/{id_}/transitions/ReleasedToRequestToExpire", {"reason": "It is old"})


def _of_administration() -> Iterator[Request]:
    for place in ("system", "collection"):
        for path in (
            "rest/facets",
            "rest/info",
            "rest/me",
            "rest/stats?by=facet",
            "rest/tokens",
            "rest/audit",
            "rest/preferences",
            "rest/imports",
            "rest/webhooks",
            "rest/proposals",
            "rest/users/pictures",
        ):
            yield _get(path, place)
        for facet in ("storages", "collections"):
            yield _get(f"rest/facets/{facet}/views/list/elements", place)
            yield _get(f"rest/facets/{facet}/views/detail/elements/@storage@", place)
        made = {"elements": [storage("another", {"id": "@storage collection@"})]}
        yield _post("rest/facets/storages/views/detail/elements", made, place)
        change = {"id": "@storage@", "attributes": {"name": {"1033": "Works"}, "region": {"127": "DE"}}}
        yield _post("rest/facets/storages/views/detail/elements", {"elements": [change]}, place)
        yield _post("rest/facets/storages/views/detail/elements/@storage@/delete?dryRun=true", None, place)
    yield _post("rest/facets/collections/views/list/elements", {"elements": [collection("more")]}, "system")
    pools = ("rest/maintain", "rest/maintain/default")
    yield from (_request(method, pool, "system") for method in ("GET", "POST") for pool in pools)


def _of_examples() -> Iterator[Request]:
    """Bodies as the document shows them, at every address that takes them."""
    for variant in variants():
        if (example := OF_BODIES.get(variant.route.name)) is not None:
            path, query = _address(variant)
            yield Request("POST", path, query, body=json.dumps(example))


def _of_service() -> Iterator[Request]:
    for path in (
        *SERVICE_PATHS,
        "/_docs",
        "/",
        f"/{TENANT}/",
        "/_ui/",
        f"/{TENANT}/1033/BasePlugin/GoTo/processes/x/@draft@",
    ):
        yield Request("GET", path, caller="nobody")


def _get(path: str, place: str = "tenant") -> Request:
    return _request("GET", path, place)


def _post(path: str, body: Any, place: str = "tenant") -> Request:
    return _request("POST", path, place, None if body is None else json.dumps(body))


def _request(method: str, path: str, place: str, body: str | None = None) -> Request:
    address, _, query = path.partition("?")
    return Request(method, f"/@{place}@/_api/{address}", _pairs(query) if query else (), body=body)
