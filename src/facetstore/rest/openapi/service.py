"""The addresses outside the storages, as the OpenAPI document describes them."""

from __future__ import annotations

from typing import Any, Final

from facetstore.rest.openapi.schema_words import ref


def _operation(name: str, summary: str, description: str, responses: dict[str, Any]) -> dict[str, Any]:
    return {
        "get": {
            "operationId": name,
            "tags": ["Service"],
            "summary": summary,
            "description": description,
            "security": [],
            "responses": {**responses, "400": {"$ref": "#/components/responses/BadRequest"}},
        }
    }


def _json(description: str, schema: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": ref(schema)}}}


SERVICE_PATHS: Final = {
    "/_health/live": _operation(
        "health-live",
        "Show that the process is running",
        "For supervisors: restart the process when this does not answer.",
        {"200": _json("It lives.", "Live")},
    ),
    "/_health/ready": _operation(
        "health-ready",
        "Show whether requests can be served",
        "For load balancers: it asks the database, and looks at its disk and at the clock. `reason` is a word such as `disk-full`.",
        {"200": _json("Send requests.", "Ready"), "503": _json("Send none now.", "NotReady")},
    ),
    "/_metrics": _operation(
        "metrics",
        "Figures for Prometheus",
        "Requests by route and status, their time, statements, and the process itself.",
        {
            "200": {
                "description": "In the exposition format of Prometheus.",
                "content": {"text/plain": {"schema": {"type": "string"}}},
            }
        },
    ),
    "/_keys": _operation(
        "signing-keys",
        "The public keys of release records",
        "As a JSON Web Key Set, the current key first. Keys that were replaced stay in it.",
        {"200": _json("The keys.", "SigningKeys")},
    ),
    "/_api/openapi.json": _operation(
        "openapi-document",
        "This document",
        "OpenAPI 3.1, made from the endpoint table of the running version. The page at `/_docs` shows it. For a generator of clients "
        "take the one of an api-version, `?api-version=4.0`: each operation once, in one form, with the name of a function.",
        {"200": _json("The document.", "OpenApiDocument")},
    ),
}
