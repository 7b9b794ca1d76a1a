"""A version as operation 4 answers it: made with the documents that are stored, so that it cannot differ from them."""

import json
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from facetstore.domain.element import Version
from facetstore.domain.tenant import TenantSettings
from facetstore.metamodel.model import Metamodel
from facetstore.rest.operations.one_culture import RawMap, in_one_culture
from facetstore.usecases.documents import render_documents
from facetstore.usecases.ports.rows import AUTHOR_NOTE_MARK, CARD_MARK, DETAIL_MARK, FACETS_MARK, GOTO_MARK

_RAW_MAP: Final = msgspec.json.Decoder(RawMap)


def as_read(
    version: Version,
    metamodel: Metamodel,
    settings: TenantSettings,
    known: Mapping[str, str],
    *,
    culture: int | None = None,
) -> dict[str, Any]:
    """The element with everything an answer can hold; in one culture if asked to, as `$culture` does."""
    documents = render_documents(version, metamodel, settings)
    head = json.loads(documents.card[: documents.card.index(CARD_MARK)] + "}")
    links = {str(each): f"https://x/{each}/GoTo/{version.id}" for each in settings.data_cultures}
    notes = {str(each): "Authors are named." for each in settings.data_cultures}
    text = documents.attributes.replace(GOTO_MARK, json.dumps(links)).replace(AUTHOR_NOTE_MARK, json.dumps(notes))
    reference = json.loads(documents.reference.replace(FACETS_MARK, "https://x/facets/").replace(DETAIL_MARK, "/"))
    found = {
        **head,
        "setReadOnly": True,
        "displayNames": {"1033": "An element"},
        "attributes": json.loads(text),
        "related": {
            context: [{"facetName": "any", "id": id_, "type": known[id_], "expandUri": "…"} for id_ in targets]
            for context, listed in version.related.items()
            if (targets := [each for each in listed if each in known])
        },
        "children": [reference],
        "content": [{"id": each.element, "properties": {"shapeId": each.id}} for each in version.content],
        "rootPath": [reference],
    }
    found["related"]["releaseHistory"] = [reference]
    if culture is not None:
        chain = (culture, *(each for each in settings.data_cultures if each != culture))
        chosen, fallbacks = in_one_culture(_RAW_MAP.decode(text.encode()), chain)
        found |= {"attributes": json.loads(msgspec.json.encode(chosen)), "fallbacks": fallbacks}
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]  # an object, as it is above
