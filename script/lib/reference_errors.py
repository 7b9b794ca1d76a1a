"""The page of errors, made from the tree of failures and the table that gives each a status."""

import inspect
from collections.abc import Iterator
from typing import Final

from facetstore.domain import errors
from facetstore.rest.wire import error_responses as rest_errors
from facetstore.rest.wire.error_responses import MOST_FINDINGS, Meaning
from script.lib.markdown import code, first_line, page, table

_LEAD: Final = """\
Every refusal has one shape. `message` is a sentence; `data` lists every single finding, each with `error`, and where known with
a `code` that never changes its meaning and the `path` of what is wrong. `output` says where a page should show it (volatile,
permanent, dialog, inline), `type` how bad it is (critical, error, warning, success, unauthorized). `requestId` is also in the
header `x-request-id` and in the log."""

_EXAMPLE: Final = """\
```json
{
  "message": "$select knows no nmae here. Did you mean name?",
  "output": "volatile",
  "type": "error",
  "data": [
    {
      "error": "$select knows no nmae here. Did you mean name?",
      "code": "unknown-name",
      "path": "$select"
    }
  ],
  "requestId": "1163f527-2a"
}
```

A caller that sends `Accept: application/problem+json` gets problem details (RFC 9457) instead: `type` is then
`urn:facetstore:problem:` and the code, and the findings are under `errors`."""

_NOTES: Final = f"""\
- 401 is the same for a missing, wrong or expired token, for a token of another tenant and for a tenant that does not exist.
  The caller does not learn which of them it was. The header `WWW-Authenticate: Bearer` is set.
- 404 is the same for what does not exist and for what the caller may not see.
- 405 carries the header `Allow`.
- 429 and 503 carry the header `Retry-After`; `too-many-requests` also `RateLimit` and `RateLimit-Policy`
  ([limit requests](../how-to/limit-requests.md)).
- `data` lists the first {MOST_FINDINGS} findings; a last line with the code `more-findings` says how many more there are.
- No answer holds a stack trace. A 500 names the `requestId`; the log has the rest under the same id."""

# Descriptions where the docstring, or the place in the tree, says too little to a caller.
_WHEN: Final = {
    "invalid": "The request itself is wrong.",
    "unauthenticated": "No token, a wrong or an expired one, or one of another tenant.",
    "forbidden": "The caller may see it, but may not do this.",
    "not-found": "Unknown or invisible: facet, view, type, element, attribute, context, address.",
    "conflict": "The state of things does not allow it now.",
    "precondition-failed": "Another request changed it in the meantime.",
    "unavailable": "The service cannot answer now; try again.",
    "body-too-large": "The body is longer than the service reads.",
    "unsupported-media-type": "The body is not declared as JSON, or its `Content-Encoding` is not known.",
    "idempotency-key-reused": "The key stood for another request within the last day.",
    "validation": "Rules of the release are not fulfilled: errors, perhaps with warnings beside them.",
    "validation-warnings": "Rules of the release are not fulfilled: warnings only, which `ignoreWarnings=true` skips.",
}


def render() -> str:
    ordered = sorted(failures(), key=lambda each: (_meaning(each).status, each.code))
    listing = table(("Status", "Code", "type", "output", "When"), [_row(each) for each in ordered])
    return page("Errors", _LEAD, _EXAMPLE, "## Status and codes", listing, "## Notes", _NOTES)


def failures() -> list[type[errors.Failure]]:
    """Every failure that the interface can return."""
    return [each for each in _below(errors.Failure) if each.__module__ in (errors.__name__, rest_errors.__name__)]


def _below(failure: type[errors.Failure]) -> Iterator[type[errors.Failure]]:
    for each in failure.__subclasses__():
        yield each
        yield from _below(each)


def _row(failure: type[errors.Failure]) -> tuple[str, ...]:
    meaning = _meaning(failure)
    own = inspect.getdoc(failure) if "__doc__" in vars(failure) and failure.__doc__ else None
    when = _WHEN.get(failure.code) or first_line(own)
    if not when:
        raise SystemExit(f"No word on when {failure.__name__} happens in {__name__}.")
    return str(meaning.status), code(failure.code), meaning.type, meaning.output, when


def _meaning(failure: type[errors.Failure]) -> Meaning:
    # Built without its arguments: only the class decides.
    return rest_errors.meaning_of(failure.__new__(failure))
