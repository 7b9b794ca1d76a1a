"""Requests that could be costly, each made out of a few numbers: a search changes the numbers and keeps what costs most."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote, urlencode

Genes = tuple[int, ...]
"""How many, how long, how deep, and which."""

LONGEST_QUERY: Final = 8000
LARGEST_BODY: Final = 10_000_000
MOST_TAGS: Final = 200
"""Of html. Cleaning it is the matter of another test."""


@dataclass(frozen=True, slots=True)
class Request:
    """What one caller sends; `path` stands behind `_api/` of the tenant that is attacked."""

    kind: str
    who: str
    method: str
    path: str
    body: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return len(self.path) + len(self.body or "") + sum(map(len, self.headers.values()))


@dataclass(frozen=True, slots=True)
class Place:
    """What requests are about: elements of the tenant."""

    elements: Sequence[str]

    def element(self, number: int) -> str:
        return self.elements[number % len(self.elements)]


Make = Callable[[Place, Genes], Request]
_FAMILIES: dict[str, tuple[int, Make]] = {}

_LISTS: Final = ("processes", "systems", "risks", "organization", "knowledge")
_VIEWS: Final = ("detail", "tree", "list")
_FIELDS: Final = ("name", "description", "changedOn", "type", "state", "id")
_CONTEXTS: Final = ("", "systems/", "risks/", "owner/", "author/", "documents/")
_TESTS: Final = ("-like '%{a}%{b}%'", "-contains '{a}'", "-eq '{b}'", "-like '%{a}'", "-ne '{a}{b}'", "-ge '{a}'")
_JOINED: Final = (" OR ", " AND ", " AND NOT ", " OR NOT ")
_LETTERS: Final = "aeinrstlodcuämpghbf"


def family(genes: int) -> Callable[[Make], Make]:
    def add(make: Make) -> Make:
        _FAMILIES[make.__name__] = (genes, make)
        return make

    return add


def families() -> Mapping[str, tuple[int, Make]]:
    return _FAMILIES


def _pick(options: Sequence[str], gene: int) -> str:
    return options[gene % len(options)]


def _list(gene: int = 0, view: int = 0) -> str:
    return f"rest/facets/{_pick(_LISTS, gene)}/views/{_pick(_VIEWS, view)}/elements"


def _read(kind: str, path: str, **parameters: object) -> Request:
    query = urlencode({name.replace("__", "$"): value for name, value in parameters.items()}, safe="$,/'()*")
    return Request(kind, "viewer", "GET", f"{path}?{query}"[:LONGEST_QUERY])


def _conditions(count: int, field: int, test: int, context: int, joined: int) -> str:
    return _pick(_JOINED, joined).join(
        _pick(_CONTEXTS, context)
        + _pick(_FIELDS, field)
        + " "
        + _pick(_TESTS, test).format(a=_pick(_LETTERS, number), b=_pick(_LETTERS, number // 7))
        for number in range(1 + count % 110)
    )


@family(6)
def filtered(_: Place, genes: Genes) -> Request:
    count, field, test, context, joined, facet = genes
    return _read("filtered", _list(facet), __filter=_conditions(count, field, test, context, joined))


@family(6)
def filtered_and_counted(_: Place, genes: Genes) -> Request:
    conditions = _conditions(genes[0], genes[1], genes[2], genes[3], genes[4])
    counts = "type,state,author,owner,systems,risks"
    return _read(
        "filtered_and_counted", _list(genes[5]), __filter=conditions, __facetCounts=counts, __pageSize=1, __count="true"
    )


@family(5)
def filtered_and_ordered(_: Place, genes: Genes) -> Request:
    keys = ",".join(
        f"{_pick(('name', 'description', 'changedOn', 'createdOn', 'id'), n)} desc" for n in range(1 + genes[4] % 5)
    )
    conditions = _conditions(genes[0], genes[1], genes[2], genes[3], 0)
    return _read("filtered_and_ordered", _list(), __filter=conditions, __orderby=keys, __pageSize=1000)


@family(3)
def one_of_many(_: Place, genes: Genes) -> Request:
    values = ",".join(f"'{number:x}'" for number in range(genes[0] % 1200))
    path = _pick(_CONTEXTS, genes[1]) + _pick(_FIELDS, genes[2])
    return _read("one_of_many", _list(), __filter=f"{path} -in ({values})")


@family(2)
def nested(_: Place, genes: Genes) -> Request:
    depth = genes[0] % 4000
    return _read("nested", _list(), __filter="(" * depth + "name -eq 'x'" + ")" * (genes[1] % 4000))


@family(3)
def garbage(_: Place, genes: Genes) -> Request:
    return _read(
        "garbage",
        _list(),
        __filter=_pick(("'", "a/", "-", "\\", "é", "((", "NOT ", "1 "), genes[0]) * (genes[1] % 4000),
    )


@family(3)
def paged(_: Place, genes: Genes) -> Request:
    return _read("paged", _list(genes[2]), __page=1 + genes[0], __pageSize=1 + genes[1] % 1000)


@family(3)
def whole_lists(_: Place, genes: Genes) -> Request:
    return Request("whole_lists", "editor", "GET", f"{_list(genes[0], genes[1])}?n={genes[2]}")


@family(2)
def packed_lists(_: Place, genes: Genes) -> Request:
    coding = {"accept-encoding": _pick(("gzip", "br", "zstd"), genes[1])}
    return Request("packed_lists", "editor", "GET", f"{_list(genes[0])}?n={genes[1]}", headers=coding)


@family(3)
def expanded(_: Place, genes: Genes) -> Request:
    contexts = ",".join(("systems", "risks", "owner", "author", "documents", "parent", "children")[: 1 + genes[0] % 7])
    return _read("expanded", _list(genes[2]), __expandRelated=contexts, __pageSize=1 + genes[1] % 1000)


@family(3)
def selected(_: Place, genes: Genes) -> Request:
    return _read(
        "selected",
        _list(),
        __select=",".join(f"{_pick(('nam', 'x', 'desc'), genes[1])}{n:x}" for n in range(genes[0] % 1500)),
    )


@family(2)
def many_parameters(_: Place, genes: Genes) -> Request:
    pairs = "&".join(f"{'$' * (genes[1] % 2)}p{number}=1" for number in range(genes[0] % 1200))
    return Request("many_parameters", "viewer", "GET", f"{_list()}?{pairs}"[:LONGEST_QUERY])


@family(4)
def searched(_: Place, genes: Genes) -> Request:
    words = " ".join(
        _pick(_LETTERS, n * 3 + genes[2]) * (1 + genes[1] % 4) + "er" * (genes[3] % 3) for n in range(1 + genes[0] % 60)
    )
    return _read("searched", "rest/search", q=words[:200])


@family(2)
def counted(_: Place, genes: Genes) -> Request:
    by = _pick(
        ("facet,type,state,stereotype", "owner", "author", "month", "culture", "released", "translations"), genes[0]
    )
    return _read("counted", "rest/stats", by=by, n=genes[1])


@family(2)
def reported(place: Place, genes: Genes) -> Request:
    element = f"/{place.element(genes[1])}" if genes[0] % 2 else ""
    return Request("reported", "viewer", "GET", f"rest/facets/processes/reporting{element}?n={genes[1]}")


@family(3)
def about_one(place: Place, genes: Genes) -> Request:
    part = _pick(
        ("versions", "usages", "info", "history", "children", "content", "related", "permissions", "access"), genes[1]
    )
    query = urlencode({"$filter": _conditions(genes[2], 1, 0, 1, 0)}) if part == "versions" else f"n={genes[2]}"
    return Request(
        "about_one", "administrator", "GET", f"{_list()}/{place.element(genes[0])}/{part}?{query}"[:LONGEST_QUERY]
    )


@family(2)
def drawn(place: Place, genes: Genes) -> Request:
    return Request("drawn", "viewer", "GET", f"rest/diagram/{place.element(genes[0])}/render/1033/default?n={genes[1]}")


@family(2)
def cursors(_: Place, genes: Genes) -> Request:
    return _read("cursors", _list(), __cursor=_pick(("A", "eyJ", "W1s", "===="), genes[1]) * (genes[0] % 2600))


@family(3)
def strange_headers(_: Place, genes: Genes) -> Request:
    name = _pick(
        ("cookie", "accept", "accept-encoding", "if-none-match", "accept-language", "api-version", "x-y"), genes[0]
    )
    value = ",".join([_pick(('"1-a"', "a=b", "gzip;q=0.1", "*/*", "W/"), genes[1])] * (genes[2] % 3000))
    return Request("strange_headers", "viewer", "GET", f"{_list()}?$pageSize=1", headers={name: value[:20_000]})


@family(2)
def strange_paths(_: Place, genes: Genes) -> Request:
    return Request(
        "strange_paths",
        "viewer",
        "GET",
        quote("rest/" + _pick(("a/", "../", "%", "ä", "//"), genes[0]) * (genes[1] % 1500))[:LONGEST_QUERY],
    )


def _sent(kind: str, body: object, path: str = "", who: str = "administrator") -> Request:
    text = body if isinstance(body, str) else json.dumps(body)
    return Request(kind, who, "POST", path or f"{_list()}?dryRun=true", text[:LARGEST_BODY])


def _elements(count: int, **fields: Any) -> object:
    return {"elements": [{"type": "mainProcess", **fields} for _ in range(1 + count % 1000)]}


@family(3)
def unknown_attributes(_: Place, genes: Genes) -> Request:
    attributes = {
        f"{_pick(('nme', 'descrption', 'q' * 70), genes[1])}{n}": {"1033": "x"} for n in range(genes[2] % 140)
    }
    return _sent("unknown_attributes", _elements(genes[0], attributes=attributes))


@family(3)
def created(_: Place, genes: Genes) -> Request:
    texts = {"1033": "text " * (genes[1] % 400), "1031": "Text " * (genes[2] % 400)}
    return _sent("created", _elements(genes[0], attributes={"name": texts, "description": texts}))


@family(2)
def html(_: Place, genes: Genes) -> Request:
    text = _pick(("<a ", "<b>", "<p style='x'>", "<!--", "&lt;", "<?xml "), genes[1]) * (genes[0] % MOST_TAGS)
    return _sent("html", _elements(0, attributes={"name": {"1033": "x"}, "description": {"1033": text}}))


@family(3)
def referring(place: Place, genes: Genes) -> Request:
    targets = [{"id": place.element(number)} for number in range(genes[1] % 2000)]
    return _sent(
        "referring", _elements(genes[0] % 20, related={_pick(("systems", "risks", "nothing"), genes[2]): targets})
    )


@family(2)
def updated(place: Place, genes: Genes) -> Request:
    these = [
        {"id": place.element(number), "attributes": {"name": {"1033": f"new {genes[1]}"}}}
        for number in range(1 + genes[0] % 1000)
    ]
    return _sent("updated", {"elements": these})


@family(2)
def wide_json(_: Place, genes: Genes) -> Request:
    return _sent(
        "wide_json",
        '{"elements":['
        + _pick(("[]", "{}", "1", '"x"', '{"a":1}'), genes[1])
        + ",1" * (genes[0] * 500 % 400_000)
        + "]}",
    )


@family(1)
def deep_json(_: Place, genes: Genes) -> Request:
    return _sent("deep_json", '{"a":' * (genes[0] * 50 % 200_000))


@family(2)
def broken_json(_: Place, genes: Genes) -> Request:
    return _sent(
        "broken_json", '{"elements":["' + _pick(("\\u00e4", "x", "\\", "é"), genes[1]) * (genes[0] * 500 % 1_000_000)
    )


@family(2)
def strange_elements(_: Place, genes: Genes) -> Request:
    strange: dict[str, object] = {f"field{number}": [number] * (genes[1] % 50) for number in range(genes[0] % 1500)}
    return _sent("strange_elements", {"elements": [{"type": "mainProcess", **strange}]})


@family(2)
def contents(place: Place, genes: Genes) -> Request:
    shapes = [{"id": f"s{number}", "type": "task", "x": number} for number in range(genes[1] % 2000)]
    return _sent("contents", {"content": shapes}, f"{_list()}/{place.element(genes[0])}/content?dryRun=true")


@family(2)
def permitted(place: Place, genes: Genes) -> Request:
    grants = [{"principal": {"id": place.element(number)}, "roles": ["viewer"]} for number in range(genes[1] % 2000)]
    return _sent("permitted", {"permissions": grants}, f"{_list()}/{place.element(genes[0])}/permissions?dryRun=true")


@family(2)
def signed_in(_: Place, genes: Genes) -> Request:
    return _sent(
        "signed_in", {"userName": f"n{genes[0]}", "password": "x" * (genes[1] % 5000)}, "rest/session", "viewer"
    )
