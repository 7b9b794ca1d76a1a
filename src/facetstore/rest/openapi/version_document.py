"""The OpenAPI document of one api-version, for generators of clients.

The full document describes every form and address of an operation. A generator makes a function of each and a type of each form,
that callers have to choose from. Here every operation has one address, one method, one form of its answer, and a name such as
`listElements`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

import msgspec

from facetstore.domain.errors import InvalidParameter
from facetstore.rest.openapi.document import full_document
from facetstore.rest.openapi.schemas import forms_of
from facetstore.rest.wire.call import VERSION_NAME, VERSIONS

Json = dict[str, Any]

_METHODS: Final = ("get", "post", "delete")
_COMPONENTS: Final = "#/components/"
_PLAIN: Final = {
    "me": "getCaller", "search": "searchElements", "stats": "countElements", "revision": "getRevision", "period": "getPeriod",
    "element-info": "getElementInfo", "storage-info": "getStorageInfo", "version-record": "getReleaseRecord",
    "diagram-render": "renderDiagram", "difference": "compareStorage", "facet-difference": "compareFacet",
    "subtree-difference": "compareSubtree", "version-difference": "compareVersions", "release-notes": "listReleaseNotes",
    "facet-release-notes": "listReleaseNotesOfFacet", "subtree-release-notes": "listReleaseNotesOfSubtree",
    "translations-of-facet": "countTranslationsOfFacet", "user-link": "createSignInLink", "content-create": "changeContent",
    "elements-update": "updateElements", "permission-set-get": "getPermissionSet", "trash-restore": "restoreFromTrash",
    "element-remove": "removeElement", "own-picture-delete": "deleteOwnPicture", "maintain": "maintainPool",
    "health-live": "getLiveness", "health-ready": "getReadiness", "metrics": "getMetrics", "signing-keys": "listSigningKeys",
    "openapi-document": "getInterface", "openid-begin": "beginOpenIdSignIn", "openid-finish": "finishOpenIdSignIn",
    "config-get": "getTypeConfig", "config-list": "listTypeConfigs",
}  # fmt: skip
"""Names of functions that do not follow from the name of the operation, which ends with its verb."""


@lru_cache(maxsize=16)
def version_document(base: str, version: str) -> bytes:
    """The document of an api-version for a service reached at this base address. Raises InvalidParameter for an unknown version."""
    if version not in VERSIONS:
        raise InvalidParameter(f"There is no api-version {version!r}. There are: {', '.join(VERSIONS)}.")
    document = full_document(base)
    components = document["components"]
    components["schemas"] = {name: _in_form(name, each, version) for name, each in components["schemas"].items()}
    components["parameters"][VERSION_NAME] = _version_parameter(version)
    components["headers"][VERSION_NAME]["schema"] = {"type": "string", "examples": [version]}
    document["info"]["title"] = f"{document['info']['title']}, api-version {version}"
    document["paths"] = dict(_paths(document["paths"], set()))
    document["components"] = _reachable(document["paths"], components)
    return msgspec.json.encode(document)


def function_name(operation: str) -> str:
    """The name of an operation as people would name a function: the verb comes first."""
    if operation in _PLAIN:
        return _PLAIN[operation]
    *things, verb = operation.split("-")
    return verb + "".join(each.capitalize() for each in things)


def _in_form(name: str, schema: Json, version: str) -> Json:
    """The schema; of an answer with two forms, the one of this version; of an answer with a field for each form, without the others."""
    forms, is_old = forms_of(name), version == "1.0"
    if forms is not None:
        return {"$ref": f"{_COMPONENTS}schemas/{forms.old if is_old else forms.current}"}
    fields = schema.get("properties", {})
    old = {field for field, each in fields.items() if any("/Old" in target for target in _references(each))}
    if not old or name.startswith("Old"):
        return schema
    new = {field for field, each in fields.items() if set(_references(each)) & _renewed(fields[one] for one in old)}
    return {**schema, "properties": {key: each for key, each in fields.items() if key not in (new if is_old else old)}}


def _renewed(fields: Iterable[Json]) -> set[str]:
    """What stands for the old forms that some fields refer to, in the form of today."""
    return {target.replace("/Old", "/") for each in fields for target in _references(each)}


def _version_parameter(version: str) -> Json:
    return {
        "name": VERSION_NAME,
        "in": "header",
        "required": True,
        "description": "The form of the answer, which this document describes.",
        "schema": {"type": "string", "enum": [version], "default": version},
    }


def _paths(paths: Json, seen: set[str]) -> Iterator[tuple[str, Json]]:
    """Each operation once: reads by GET, and the first of several addresses. The document names them in this order."""
    for path, item in paths.items():
        kept: Json = {}
        for method in _METHODS:
            operation = item.get(method)
            name = re.sub(r"(-alias|-\d)?(-post)?\Z", "", operation["operationId"]) if operation else ""
            if operation and name not in seen:
                seen.add(name)
                kept[method] = {
                    **operation,
                    "operationId": function_name(name),
                    "parameters": [each for each in operation.get("parameters", ()) if not _is_second(each)],
                }
        if kept:
            yield path, {**({"parameters": item["parameters"]} if "parameters" in item else {}), **kept}


def _is_second(parameter: Json) -> bool:
    """Whether a parameter is another way to say what the header says."""
    return bool(parameter.get("$ref", "").endswith(f"/{VERSION_NAME}-query"))


def _reachable(paths: Json, components: Json) -> Json:
    """The components that something refers to."""
    kept: set[tuple[str, str]] = set()
    waiting = list(_references(paths))
    while waiting:
        kind, _, name = waiting.pop().removeprefix(_COMPONENTS).partition("/")
        if (kind, name) not in kept:
            kept.add((kind, name))
            waiting += _references(components[kind][name])
    return {
        kind: each if kind == "securitySchemes" else {name: one for name, one in each.items() if (kind, name) in kept}
        for kind, each in components.items()
    }


def _references(part: object) -> Iterable[str]:
    match part:
        case {"$ref": str(target)}:
            yield target
        case dict():
            for each in part.values():
                yield from _references(each)
        case list():
            for each in part:
                yield from _references(each)
