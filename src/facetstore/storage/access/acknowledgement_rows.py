"""Acknowledgements: whom elements ask to read what is released, and who has confirmed it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, cast

from facetstore.metamodel.model import Metamodel
from facetstore.storage.access.notice_rows import MEMBERS
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Fetch
from facetstore.usecases.documents import given_attributes
from facetstore.usecases.ports.acknowledgement_store import Acknowledgement, AskedName, Awaited, InForce
from facetstore.usecases.principals import Principal, principal_of

_IN_FORCE: Final = "v.element, v.id, v.type, v.state, v.released_on"
ASKED: Final = """
    SELECT element, whom, asker, asked FROM acknowledgement_request WHERE tenant = :tenant{among} ORDER BY element, asked, whom
"""
IN_FORCE: Final = f"""
    SELECT {_IN_FORCE} FROM version v WHERE v.tenant = :tenant AND {{among}} AND v.published = 1
"""
OF_ELEMENT: Final = """
    SELECT version, person, element, at, culture FROM acknowledgement
     WHERE tenant = :tenant AND element = :element ORDER BY at, version, person
"""
OF_VERSIONS: Final = "SELECT version, person FROM acknowledgement WHERE tenant = :tenant AND {among}"
AWAITED: Final = f"""
    SELECT {_IN_FORCE}, min(r.asked)
      FROM acknowledgement_request r JOIN version v ON v.tenant = r.tenant AND v.element = r.element AND v.published = 1
     WHERE r.tenant = :tenant AND {{among}}
       AND NOT EXISTS (SELECT 1 FROM acknowledgement a
                        WHERE a.tenant = r.tenant AND a.version = v.id AND a.person = :person)
     GROUP BY {_IN_FORCE}
     ORDER BY min(r.asked), v.element LIMIT :limit
"""
PEOPLE: Final = """
    SELECT v.element, v.type, v.attributes FROM version v
     WHERE v.tenant = :tenant AND {among} AND v.facet = :facet AND v.type = :type AND v.newest = 1 AND v.flow = 0
"""
HELD: Final = """
    SELECT v.element, r.target FROM version v JOIN reference r ON r.tenant = v.tenant AND r.version = v.key
     WHERE v.tenant = :tenant AND {among} AND v.published = 1 AND {among_contexts}
"""
HOLDING: Final = """
    SELECT DISTINCT v.element FROM reference r JOIN version v ON v.tenant = r.tenant AND v.key = r.version
     WHERE r.tenant = :tenant AND r.target = :person AND {among_contexts} AND v.published = 1
"""
DROP_OTHERS: Final = (
    "DELETE FROM acknowledgement_request WHERE tenant = :tenant AND element = :element AND NOT ({among})"
)
ASK: Final = """
    INSERT INTO acknowledgement_request (tenant, element, whom, asker, asked) VALUES (:tenant, :element, :whom, :asker, :asked)
    ON CONFLICT (tenant, element, whom) DO NOTHING
"""
ADD: Final = """
    INSERT INTO acknowledgement (tenant, version, person, element, at, culture)
    VALUES (:tenant, :version, :person, :element, :at, :culture)
    ON CONFLICT (tenant, version, person) DO NOTHING
    RETURNING person
"""


class SqlAcknowledgements:
    """The acknowledgements of one tenant."""

    def __init__(self, fetch: Fetch, dialect: Dialect, tenant: int, metamodel: Metamodel) -> None:
        self._fetch = fetch
        self._dialect = dialect
        self._tenant = tenant
        self._metamodel = metamodel

    async def asked(self, elements: Collection[str] | None = None) -> Sequence[AskedName]:
        among = "" if elements is None else f" AND {self._dialect.among('element', 'ids')}"
        return [AskedName(*cast("Sequence[Any]", row)) for row in await self._rows(ASKED.format(among=among), elements)]

    async def in_force(self, elements: Collection[str]) -> Mapping[str, InForce]:
        rows = await self._rows(IN_FORCE.format(among=self._dialect.among("v.element", "ids")), elements)
        return {each.element: each for each in (InForce(*cast("Sequence[Any]", row)) for row in rows)}

    async def of_element(self, element: str) -> Sequence[Acknowledgement]:
        rows = await self._fetch(OF_ELEMENT, {"tenant": self._tenant, "element": element})
        return [Acknowledgement(*cast("Sequence[Any]", row)) for row in rows]

    async def of_versions(self, versions: Collection[str]) -> Sequence[tuple[str, str]]:
        rows = await self._rows(OF_VERSIONS.format(among=self._dialect.among("version", "ids")), versions)
        return [(str(version), str(person)) for version, person in rows]

    async def awaited(self, person: str, names: Collection[str], limit: int) -> Sequence[Awaited]:
        text = AWAITED.format(among=self._dialect.among("r.whom", "ids"))
        rows = await self._rows(text, names, person=person, limit=limit)
        return [Awaited(InForce(*cast("Sequence[Any]", row[:-1])), cast("int", row[-1])) for row in rows]

    async def people(self, ids: Collection[str] | None, facet: str, type_: str) -> Sequence[Principal]:
        among = "1 = 1" if ids is None else self._dialect.among("v.element", "ids")
        rows = await self._rows(PEOPLE.format(among=among), ids, facet=facet, type=type_)
        described = self._metamodel.types[type_]
        return [
            principal_of(self._metamodel, str(element), str(found), given_attributes(str(document), described))
            for element, found, document in rows
        ]

    async def held(self, elements: Collection[str], contexts: Collection[str]) -> Sequence[tuple[str, str]]:
        among = self._dialect.among
        text = HELD.format(among=among("v.element", "ids"), among_contexts=among("r.context", "contexts"))
        rows = await self._rows(text, elements, contexts=self._dialect.pack(sorted(contexts)))
        return [(str(element), str(target)) for element, target in rows]

    async def members(self, groups: Collection[str], context: str) -> Sequence[tuple[str, str]]:
        text = MEMBERS.format(among=self._dialect.among("r.target", "ids"))
        return [(str(group), str(user)) for group, user in await self._rows(text, groups, context=context)]

    async def holding(self, person: str, contexts: Collection[str]) -> Sequence[str]:
        text = HOLDING.format(among_contexts=self._dialect.among("r.context", "ids"))
        return [str(element) for (element,) in await self._rows(text, contexts, person=person)]

    async def ask(self, element: str, names: Collection[str], asker: str, at: int) -> None:
        await self._rows(DROP_OTHERS.format(among=self._dialect.among("whom", "ids")), names, element=element)
        for whom in sorted(names):
            values = {"tenant": self._tenant, "element": element, "whom": whom, "asker": asker, "asked": at}
            await self._fetch(ASK, values)

    async def add(self, acknowledgement: Acknowledgement) -> bool:
        return bool(await self._fetch(ADD, {"tenant": self._tenant, **acknowledgement._asdict()}))

    async def _rows(self, text: str, ids: Collection[str] | None, **values: object) -> Sequence[Sequence[object]]:
        """The rows of a statement; `ids` are bound unless they are None."""
        packed = {} if ids is None else {"ids": self._dialect.pack(sorted(ids))}
        return await self._fetch(text, {"tenant": self._tenant, **packed, **values})
