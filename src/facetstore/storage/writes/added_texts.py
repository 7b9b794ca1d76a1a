"""When the texts of versions that are added were last changed: a new version of an element takes most of them over."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, cast

from facetstore.domain.changed_texts import ChangedTexts
from facetstore.storage.rows.changed_column import load_changed
from facetstore.storage.rows.text_history import NO_HISTORY, RESTORED, KnownTexts, followed, newest, text_histories
from facetstore.storage.writes.transaction import Transaction
from facetstore.usecases.documents import given_attributes, with_unshown
from facetstore.usecases.ports.writes import StoredVersion

NEWEST: Final = """
    SELECT v.element, v.id, v.type, v.major, v.minor, v.created_on, v.attributes, v.unshown, v.changed FROM version v
     WHERE v.tenant = :tenant AND {among}
       AND v.key = (SELECT n.key FROM version n WHERE n.tenant = v.tenant AND n.element = v.element
                     ORDER BY n.major DESC, n.minor DESC, n.created_on DESC, n.id DESC LIMIT 1)
"""


async def added_texts(
    transaction: Transaction, versions: Sequence[StoredVersion], kind: str
) -> Mapping[str, ChangedTexts]:
    """By version, when its texts were last changed. Versions whose texts are all new are left out."""
    if kind in RESTORED:
        return await _restored_texts(transaction, versions)
    later = {str(each.version.element) for each in versions if not each.first}
    if not later:
        return {}
    revision, metamodel, found = transaction.chain.revision, transaction.metamodel, {}
    known = await _newest(transaction, later)
    for each in versions:
        element = str(each.version.element)
        if element in later:
            texts = followed(newest(known.get(element, ())), each.version, revision, metamodel)
            known.setdefault(element, []).append(texts)
            found[str(each.version.id)] = texts.changed
    return found


async def _restored_texts(transaction: Transaction, versions: Sequence[StoredVersion]) -> Mapping[str, ChangedTexts]:
    """What comes back from the trash keeps what the history says of it."""
    elements = {str(each.version.element) for each in versions}
    histories = await text_histories(
        transaction.session.fetch, transaction.dialect, transaction.key, elements, transaction.metamodel
    )
    found = {}
    for each in versions:
        stored, deleted = histories.get(str(each.version.element), NO_HISTORY)
        before = deleted.get(each.version.id) or newest(stored.values())
        texts = followed(before, each.version, transaction.chain.revision, transaction.metamodel)
        found[str(each.version.id)] = texts.changed
    return found


async def _newest(transaction: Transaction, elements: Collection[str]) -> dict[str, list[KnownTexts]]:
    """The texts of the newest stored version of each of these elements."""
    text = NEWEST.format(among=transaction.dialect.among("v.element", "elements"))
    found: dict[str, list[KnownTexts]] = {}
    for row in await transaction.session.fetch(text, transaction.naming(elements)):
        element, id_, type_, major, minor, created_on, document, unshown, changed = cast(
            "tuple[str, str, str, int, int, str, str, str | None, str | None]", tuple(row)
        )
        attributes = given_attributes(document, transaction.metamodel.types[type_])
        if unshown is not None:
            attributes = with_unshown(attributes, unshown)
        found[element] = [KnownTexts(attributes, load_changed(changed), (major, minor, created_on, id_))]
    return found
