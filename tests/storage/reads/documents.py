"""Documents as storage hands them over, read as JSON."""

import json
from typing import Any

from tests.storage.builders import unmarked


def parsed(document: bytes | None) -> Any:
    return json.loads(unmarked(document or b"null"))


def parsed_list(document: bytes | None) -> Any:
    return json.loads(b"[" + unmarked(document or b"") + b"]")


def parsed_map(document: bytes | None) -> Any:
    return json.loads(b"{" + unmarked(document or b"") + b"}")


def referred(document: bytes | None) -> list[str]:
    """The ids in a list of references."""
    return [each.get("versionId", each["id"]) for each in parsed_list(document)]
