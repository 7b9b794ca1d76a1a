"""Objects in stored texts. Every user who may change an element can change them: nothing is certain about their form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def parsed(text: str) -> Mapping[str, Any]:
    """The object in a stored text; empty if it is none."""
    try:
        found = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def text_in(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name, "")
    return value if isinstance(value, str) else ""


def list_in(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
