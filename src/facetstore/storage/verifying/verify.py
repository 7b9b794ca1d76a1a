"""All of a tenant, one part after the other: the chain first, because the history proves everything else."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec

from facetstore.domain.errors import Failure
from facetstore.domain.tenant import Tenant
from facetstore.metamodel.loader import load_stored
from facetstore.storage.engines.engine import Engine
from facetstore.storage.verifying.acknowledged import check_acknowledgements
from facetstore.storage.verifying.approval_hashes import check_approvals
from facetstore.storage.verifying.chains import Anchor, check_chain
from facetstore.storage.verifying.comment_threads import check_comments
from facetstore.storage.verifying.element_rows import check_elements
from facetstore.storage.verifying.expected import Defined
from facetstore.storage.verifying.faults import Fault, Part
from facetstore.storage.verifying.kept import (
    check_definition,
    check_details,
    check_files,
    check_translations,
    check_trash,
)
from facetstore.storage.verifying.reviewed import check_reviews
from facetstore.storage.verifying.spans import check_spans
from facetstore.storage.verifying.word_index import WordIndex


async def verify_tenant(
    engine: Engine, tenant: Tenant, index: WordIndex, anchor: Anchor | None = None, after: str = ""
) -> AsyncIterator[Part]:
    """Check everything of a tenant. `index` is that of the whole database; `after` is the last element that an interrupted run has checked."""
    key, metamodel = tenant.key, load_stored(tenant.additions, tenant.address.is_administration)
    definition = Defined(metamodel, tenant.settings)
    async for checked in check_chain(engine, key, anchor):
        yield checked
        if checked.faults:
            return
    yield await check_definition(engine, key)
    parts = {
        "elements": check_elements(engine, key, definition, after),
        "tables of details": check_details(engine, key, metamodel),
        "words of versions": index.check(key, definition),
        "translations": check_translations(engine, key, definition),
        "spans of elements": check_spans(engine, key),
        "files": check_files(engine, key),
        "deletions in the trash": check_trash(engine, key),
        "comments": check_comments(engine, key),
        "acknowledgements": check_acknowledgements(engine, key),
        "reviews": check_reviews(engine, key),
        "approvals": check_approvals(engine, key, definition),
    }
    for what, part in parts.items():
        async for checked in _as_far_as_readable(what, part):
            yield checked


async def _as_far_as_readable(what: str, part: AsyncIterator[Part]) -> AsyncIterator[Part]:
    """A part of the work. What is so damaged that it cannot be read ends the part, not the whole proof."""
    try:
        async for checked in part:
            yield checked
    except (msgspec.MsgspecError, Failure, LookupError, ValueError) as error:
        yield Part(what, 0, (Fault(what, f"some of it cannot be read: {error}"),))
