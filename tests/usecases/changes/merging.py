"""Updates of the sub process of the samples: what becomes of it, and of one that must go well."""

from typing import Any

from facetstore.usecases.changes.merge import Merged, merge
from tests.usecases.changes.samples import KNOWN, METAMODEL, RECEIPT, SETTINGS


def merged(given: dict[str, Any], before: Any = RECEIPT, **more: Any) -> Merged:
    return merge(before, given, METAMODEL, SETTINGS, KNOWN, path="elements[3]", **more)


def changed(given: dict[str, Any], before: Any = RECEIPT, **more: Any) -> Any:
    """The version after a merge that must go well."""
    found = merged(given, before, **more)
    assert found.findings == ()
    return found.version
