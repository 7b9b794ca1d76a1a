"""Documented answers of the reference product: where they are, the elements they show, and their data leaf by leaf.

They are outside data beside the checkout, and never part of it: without them there is nothing to compare.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from facetstore.metamodel.loader import load_standard

Json = dict[str, Any]
Leaf = tuple[str, ...]
BASE: Final = "http://test"
HEADER: Final = {"facetstore": "bundle", "version": 1}
WORDING: Final = frozenset(
    {"displayNames", "displayName", "descriptions", "tooltips", "authorNote", "filterInformation"}
)
"""Fields whose texts are ours to word."""
_KEYS: Final = ("name", "versionId", "id", "key", "transitionId")
"""What distinguishes the entries of a list: the first of these that they have."""
_TYPES: Final = load_standard().types


@dataclass(frozen=True)
class Documented:
    """A request with the answer that the documentation shows, at an address of this service."""

    name: str
    tenant: str
    method: str
    path: str
    query: Mapping[str, str]
    request: Any
    version: str
    answer: Any

    @property
    def element(self) -> str | None:
        """The element that the address names."""
        parts = self.path.split("/")
        return next((after for before, after in pairwise(parts) if before in _BEFORE_ID and after), None)


_BEFORE_ID: Final = frozenset({"elements", "release", "reporting"})


def folder() -> Path | None:
    """Where the documented answers are: in `shared/examples` beside the checkout, or further up."""
    found = (each / "shared" / "examples" for each in Path(__file__).resolve().parents)
    return next((each for each in found if each.is_dir()), None)


def documented() -> Iterator[Documented]:
    place = folder()
    if place is None:
        return
    for file in sorted(place.rglob("*.json")):
        yield _read(file.relative_to(place).as_posix().removesuffix(".json"), file)


def _read(name: str, file: Path) -> Documented:
    text = file.read_text("utf-8")
    raw: Json = json.loads(text)
    tenant = f"documented/{name.replace('/', '-').replace('.', '')}"
    place, path = raw["path"].strip("/").split("/_api/") if "/_api/" in raw["path"] else (raw["path"], "")
    # Some addresses name another storage than the request does.
    text = re.sub(rf'{re.escape(raw["base_url"])}/(?:[^/"]+/)*?_api/', f"{BASE}/{tenant}/_api/", text)
    text = text.replace(f"{raw['base_url']}/{place}/", f"{BASE}/{tenant}/")
    answer = json.loads(text)["response_body"]
    return Documented(name, tenant, raw["method"], path, raw["query"], raw["request_body"], raw["api_version"], answer)


def leaves(value: object, path: Leaf = ()) -> dict[Leaf, object]:
    """Every value of JSON by its path, without wording. Entries of lists go by their names, where they have any."""
    if isinstance(value, dict):
        found: dict[Leaf, object] = {}
        for key, each in value.items():
            if key not in WORDING:
                found |= leaves(each, (*path, key))
        return found
    if isinstance(value, list):
        named = [_name(each, number) for number, each in enumerate(value)]
        names = named if len(set(named)) == len(named) else [str(number) for number in range(len(value))]
        return {
            leaf: each
            for name, entry in zip(names, value, strict=True)
            for leaf, each in leaves(entry, (*path, f"[{name}]")).items()
        } or {path: "[]"}
    return {path: value}


def _name(entry: object, number: int) -> str:
    if isinstance(entry, dict):
        if isinstance(entry.get("index"), int):
            return str(entry["index"])
        return next((str(entry[key]) for key in _KEYS if isinstance(entry.get(key), str)), str(number))
    return str(number) if isinstance(entry, list) else str(entry)


def records(each: Documented) -> Iterator[Json]:
    """A bundle with every element that an answer shows, and the one that its request names."""
    found: dict[str, Json] = {}
    _collect(each.answer, found, None)
    _add_named(each, found)
    yield HEADER
    yield from found.values()


def _collect(value: object, found: dict[str, Json], parent: tuple[str, int] | None) -> None:
    if isinstance(value, list):
        for entry in value:
            _collect(entry, found, parent)
    if not isinstance(value, dict):
        return
    if value.get("type") in _TYPES and "id" in value:
        _merge(value, found, parent)
        for number, child in enumerate(value.get("children", ())):
            _collect(child, found, (value["id"], number))
    for name, each in value.items():
        if name not in ("children", "rootPath"):
            _collect(each, found, None)


def _merge(value: Json, found: dict[str, Json], parent: tuple[str, int] | None) -> None:
    kind = _TYPES[value["type"]]
    key = value["versionId"] if kind.versioned and "versionId" in value else value["id"]
    record = found.setdefault(key, {"id": value["id"], "type": value["type"], "facetName": kind.facet})
    if kind.versioned:
        record["versionId"] = value.get("versionId") or str(uuid5(NAMESPACE_URL, value["id"]))
    for name in ("creationId", "state", "stereotype"):
        if isinstance(value.get(name), str):
            record[name] = value[name]
    for name in ("attributes", "related"):
        record[name] = {**record.get(name, {}), **value.get(name, {})}
    if record["attributes"].get("state1", {}).get("127", "").startswith("ValueType."):
        del record["attributes"]["state1"]  # a state without a name, as an old answer has it
    if "content" in value and not kind.content_is_children:
        record["content"] = [_shape(each) for each in value["content"]]
    if parent is not None:
        record["parent"], record["position"] = parent


def _shape(element: Json) -> Json:
    """An element of a diagram with its shape; where the answer does not show it, that of its address or any."""
    if "properties" in element:
        return element
    goto = next(iter(element.get("attributes", {}).get("gotoUrl", {}).values()), "")
    shape = goto.rpartition("/")[2] if "//" in goto.partition("://")[2] else str(uuid5(NAMESPACE_URL, element["id"]))
    return {**element, "properties": {"shapeId": shape}}


def _add_named(each: Documented, found: dict[str, Json]) -> None:
    """The element of the address, where the answer shows only a part of it."""
    named = each.element
    if named is None or named in found or any(record["id"] == named for record in found.values()):
        return
    record: Json = {
        "id": str(uuid5(NAMESPACE_URL, named)),
        "versionId": named,
        "type": "subProcess",
        "state": "inProcess",
    }
    values = each.answer.get("values")
    if each.path.endswith("/content") and "elements" in each.answer:
        record["content"] = each.answer["elements"]
        goto = next(iter(each.answer["elements"][0]["attributes"]["gotoUrl"].values()))
        record["id"] = goto.split("//")[-1].split("/")[0]
    elif isinstance(values, dict):
        record["related"] = values
    elif values and "name" in values[0]:
        record["attributes"] = {"name": {"1033": values[0]["name"]}}
    found[named] = record
