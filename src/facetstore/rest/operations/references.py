"""References in a response that are not inside an element."""

from __future__ import annotations

from facetstore.rest.operations.heads import TenantTexts
from facetstore.rest.operations.rendering import DETAIL, FACETS


def with_addresses(texts: TenantTexts, body: bytes) -> bytes:
    """The body with the addresses of its references."""
    return body.replace(FACETS, texts.api + b"/rest/facets/").replace(DETAIL, b"/views/detail/elements/")
