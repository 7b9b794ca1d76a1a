"""Card references, which lists show: rendered when a version is written if they can only change with the version itself.

Lists show who wrote and who owns an element. People and tokens are unversioned: references to them look the same for as long as
they exist, so they need not be looked up for every row of every page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from facetstore.metamodel.model import Facet, Metamodel
from facetstore.storage.access.sight import whole_sight
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Session
from facetstore.storage.reads.reading import related
from facetstore.storage.writes.transaction import Transaction
from facetstore.usecases.ports.rows import CONTEXT_MARK
from facetstore.usecases.ports.selections import Parts

FILL = """
    INSERT INTO card_related (tenant, version, related)
    SELECT v.tenant, v.key, coalesce({related}, '')
      FROM {versions}
     WHERE v.tenant = :tenant AND {keys} AND v.flow = 0 AND {of_facets}
       AND NOT EXISTS (SELECT 1
                         FROM reference cr LEFT JOIN version ct ON ct.tenant = cr.tenant AND ct.element = cr.target
                        WHERE cr.tenant = v.tenant AND cr.version = v.key AND cr.context IN ({contexts})
                          AND (ct.key IS NULL OR {target_may_change}))
       AND NOT EXISTS (SELECT 1 FROM card_related k WHERE k.tenant = v.tenant AND k.version = v.key)
"""

# The card references of versions that refer to these elements.
DELETE_CARDS = """
    DELETE FROM card_related
     WHERE tenant = :tenant AND version IN (SELECT r.version FROM reference r WHERE r.tenant = :tenant AND {among})
"""

KEYS_AT_ONCE = 20_000

Group = tuple[tuple[str, ...], list[str]]
"""Contexts that lists show, and the facets whose lists do."""


def may_look_different(version: str) -> str:
    """A test whether a change of an element can show in references to it.

    References show versions, states and stereotypes, and leave out what is hidden. References to an element that has none of
    these, such as a person, look the same whatever changes in it.
    """
    shows = ("id <> {v}.element", "flow = 1", "state IS NOT NULL", "stereotype IS NOT NULL", "visible = 0", "zone <> 0")
    return f"({' OR '.join(f'{version}.{each.format(v=version)}' for each in shows)})"


@lru_cache(maxsize=1024)
def card_contexts(metamodel: Metamodel, facet: Facet) -> tuple[str, ...]:
    """The related contexts that lists of a facet show."""
    shown = facet.views["list"].shows or frozenset()
    return tuple(sorted(shown & metamodel.context_names[facet.name]))


async def forget_cards(transaction: Transaction, elements: Collection[str]) -> None:
    """Delete the card references of versions that refer to any of these elements."""
    text = DELETE_CARDS.format(among=transaction.dialect.among("r.target", "elements"))
    await transaction.session.fetch(text, transaction.naming(elements))


async def fill_cards(session: Session, dialect: Dialect, tenant: int, metamodel: Metamodel, keys: range) -> None:
    """Write the card references of the versions with these keys, in batches: SQLite holds what it inserts in memory first."""
    groups = list(facets_by_contexts(metamodel))
    for start in range(keys.start, keys.stop, KEYS_AT_ONCE):
        some = {"first": start, "until": min(start + KEYS_AT_ONCE, keys.stop)}
        await _fill(session, dialect, tenant, groups, "v.key >= :first AND v.key < :until", some)


async def renew_cards(
    session: Session, dialect: Dialect, tenant: int, metamodel: Metamodel, keys: Mapping[int, str]
) -> None:
    """Write the card references of some versions, given by key with their facets."""
    facets = set(keys.values())
    groups = [(contexts, of) for contexts, of in facets_by_contexts(metamodel) if facets.intersection(of)]
    some = {"keys": dialect.pack(list(keys))}
    await _fill(session, dialect, tenant, groups, dialect.among("v.key", "keys", "bigint"), some)


async def _fill(
    session: Session,
    dialect: Dialect,
    tenant: int,
    groups: Iterable[Group],
    keys: str,
    bound: Mapping[str, object],
) -> None:
    for contexts, facets in groups:
        names = {f"context_{number}": name for number, name in enumerate(contexts)}
        text = FILL.format(
            versions=dialect.read_by_key("version v"),
            keys=keys,
            related=related(dialect, Parts(contexts=contexts), whole_sight(dialect)),
            of_facets=dialect.among("v.facet", "facets"),
            contexts=", ".join(f":{name}" for name in names),
            target_may_change=may_look_different("ct"),
        )
        values = {"tenant": tenant, **bound, "facets": dialect.pack(facets)}
        await session.fetch(text, {**values, "context_mark": CONTEXT_MARK, **names})


def facets_by_contexts(metamodel: Metamodel) -> Iterable[Group]:
    """The contexts that lists show, each with the facets whose lists show just these."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for facet in metamodel.facets.values():
        groups.setdefault(card_contexts(metamodel, facet), []).append(facet.name)
    return [(contexts, facets) for contexts, facets in groups.items() if contexts]
