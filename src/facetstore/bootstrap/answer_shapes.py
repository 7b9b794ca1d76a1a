"""The shapes of answers as the OpenAPI document gives them, for `facetstore conformance`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from facetstore.exchange.pull.conformance import ShapeFinding
from facetstore.rest.openapi.document import openapi_document

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

_API: Final = "/_api/"
_JSON: Final = "application/json"
_MORE: Final = ("additionalProperties", "unevaluatedProperties")
_LONGEST: Final = 160
_MOST: Final = 200
"""How many places of one answer are looked at: what is wrong in a list is mostly wrong in each entry."""


class AnswerShapes:
    """Holds answers against the schemas of their operations."""

    def __init__(self) -> None:
        document = msgspec.json.decode(openapi_document(""))
        self._components: dict[str, Any] = document["components"]
        self._schemas = dict(_schemas(document["paths"]))
        self._validators: dict[str, Draft202012Validator] = {}

    def look(self, address: str, body: object) -> Sequence[ShapeFinding]:
        """What is wrong with the answer at an address below `_api/`; nothing for an address that is not specified."""
        validator = self._validator(address.partition("?")[0])
        if validator is None:
            return ()
        errors = (error for error, _ in zip(validator.iter_errors(body), range(_MOST), strict=False))
        return [_finding(leaf) for error in errors for leaf in _leaves(error)]

    def _validator(self, path: str) -> Draft202012Validator | None:
        template = next((each for each in self._schemas if _fits(each, path)), None)
        if template is None:
            return None
        if template not in self._validators:
            from jsonschema import Draft202012Validator

            schema = {**self._schemas[template], "components": self._components}
            self._validators[template] = Draft202012Validator(schema)
        return self._validators[template]


def _schemas(paths: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The schema of each read, by its address below `_api/`; those without a part that varies first, so that they win."""
    for path in sorted(paths, key=lambda each: each.count("{")):
        content = paths[path].get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        if _API in path and _JSON in content:
            yield path.partition(_API)[2], content[_JSON]["schema"]


def _fits(template: str, path: str) -> bool:
    parts, given = template.split("/"), path.split("/")
    return len(parts) == len(given) and all(
        part == each or part.startswith("{") for part, each in zip(parts, given, strict=True)
    )


def _leaves(error: ValidationError) -> Iterator[ValidationError]:
    """What is really wrong: where one of several shapes is allowed, what is wrong with the nearest of them."""
    if not error.context:
        yield error
        return
    shapes: dict[object, list[ValidationError]] = {}
    for each in error.context:
        shapes.setdefault(each.schema_path[0], []).append(each)
    nearest = min(shapes.values(), key=lambda found: (sum(each.validator not in _MORE for each in found), len(found)))
    for each in nearest:
        yield from _leaves(each)


def _finding(error: ValidationError) -> ShapeFinding:
    place = "/".join("*" if isinstance(each, int) else _printable(str(each)) for each in error.absolute_path)
    message = error.message if len(error.message) <= _LONGEST else f"{error.message[:_LONGEST]} ..."
    return ShapeFinding(place, " ".join(message.split()), error.validator in _MORE)


def _printable(name: str) -> str:
    """A name from the server, without what a terminal would take for a command."""
    return name[:_LONGEST] if name.isprintable() else ascii(name[:_LONGEST])
