"""Random changes of a tenant through the interface: names, texts, references, places, diagrams, releases, the trash, the method,
and what viewers may see."""

import json
from collections.abc import Callable
from random import Random
from typing import Final

from facetstore.usecases.tenants.tenant_changes import set_tenant
from facetstore.usecases.tenants.token_instants import set_definition
from tests.support import company
from tests.support.api import Json, element
from tests.support.changing import DETAIL, DIAGRAM, Changing, existing, new

WORDS: Final = ("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath")
FACETS: Final = ("processes", "it", "risks")
_FACETS: Final = {"subProcess": "processes", "subCategory": "processes", "system": "it"}


class RandomChanges:
    """Changes a tenant by one random write after the other. Some are refused, as they would be for every caller."""

    def __init__(self, changing: Changing, random: Random) -> None:
        self.changing = changing
        self.random = random
        self.refused = 0
        self.done: dict[str, int] = {}
        self._steps: tuple[tuple[int, Callable[[], int]], ...] = (
            (6, self.rename),
            (6, self.describe),
            (5, self.refer),
            (4, self.create),
            (3, self.move),
            (3, self.delete),
            (3, self.restore),
            (4, self.draw),
            (2, self.rename_shape),
            (2, self.erase),
            (3, self.release),
            (3, self.new_version),
            (1, self.set_title),
            (1, self.set_method),
            (1, self.set_culture),
            (2, self.hide),
            (2, self.show),
        )

    def step(self) -> None:
        weights = [weight for weight, _ in self._steps]
        (_, step), *_ = self.random.choices(self._steps, weights)
        try:
            status = step()
        except IndexError:
            status = 404  # there is nothing to choose from
        assert status < 500, (step.__name__, status)
        self.refused += status != 200
        self.done[step.__name__] = self.done.get(step.__name__, 0) + (status == 200)

    def listed(self, facet: str) -> list[Json]:
        found: list[Json] = self.changing.read(f"rest/facets/{facet}/views/list/elements?$resources=attributes")[
            "elements"
        ]
        return found

    def some(self, facet: str | None = None) -> Json:
        """Any element of a facet, or of any one that has some. Raises IndexError if there is none."""
        first = facet or self.random.choice(FACETS)
        facets = [first] if facet else [first, *FACETS]
        return self.random.choice(next(filter(None, map(self.listed, facets)), []))

    def word(self) -> str:
        return " ".join(self.random.choices(WORDS, k=2)).capitalize()

    def post(self, path: str, body: object) -> int:
        return self.changing.post(path, body).status_code

    def change(self, chosen: Json, **more: object) -> int:
        path = f"rest/facets/{chosen['facetName']}/views/detail/elements"
        return self.post(path, {"elements": [{"id": chosen["id"], **more}]})

    def rename(self) -> int:
        return self.change(self.some(), attributes={"name": {self.random.choice(["1033", "1031"]): self.word()}})

    def describe(self) -> int:
        return self.change(self.some(), attributes={"description": {"1033": f"About {self.word()}"}})

    def refer(self) -> int:
        chosen, people = self.some("processes"), [company.ANNA, company.OLGA, company.QUENTIN]
        who = self.random.sample(people, self.random.randint(0, 2))
        systems = [each["id"] for each in self.random.sample(self.listed("it"), 1)]
        related = {
            "owner": [{"id": each, "facetName": "users", "type": "user"} for each in who],
            **({"systems": [{"id": each} for each in systems]} if self.random.random() < 0.3 else {}),
        }
        return self.change(chosen, related=related)

    def create(self) -> int:
        type_ = self.random.choice([*_FACETS])
        parents = [each["id"] for each in self.listed("processes") if each["type"] in ("subCategory", "processHouse")]
        made: Json = {"type": type_, "facetName": _FACETS[type_], "attributes": {"name": {"1033": self.word()}}}
        if _FACETS[type_] == "processes" and parents:
            made["parent"] = self.random.choice(parents)
        return self.post(f"rest/facets/{_FACETS[type_]}/views/detail/elements", {"elements": [made]})

    def move(self) -> int:
        chosen, processes = self.some("processes"), self.listed("processes")
        parent = self.random.choice([None, *(each["id"] for each in processes)])
        path = element(chosen["id"])
        return self.post(f"{path}/move", {"parent": parent, "position": self.random.randint(0, 3)})

    def delete(self) -> int:
        chosen = self.some()
        return self.post(f"{element(chosen['id'], chosen['facetName'])}/delete?force=true", None)

    def restore(self) -> int:
        found = self.changing.read("rest/trash")["values"]
        if not found:
            return 404
        return self.post(f"rest/trash/{self.random.choice(found)['id']}/restore", None)

    def process(self) -> Json:
        return self.random.choice([each for each in self.listed("processes") if each["type"] == "subProcess"])

    def draw(self) -> int:
        items = [new(1, "task", self.word()), new(2, "task", self.word(), 1)]
        return self.post(f"{DIAGRAM}/{self.process()['id']}/content", {"values": items})

    def shape(self) -> tuple[Json, Json] | None:
        process = self.process()
        answer = self.changing.get(f"{DIAGRAM}/{process['id']}/content")
        shapes = answer.json()["elements"] if answer.status_code == 200 else []
        return (process, self.random.choice(shapes)) if shapes else None

    def rename_shape(self) -> int:
        if (found := self.shape()) is None:
            return 404
        process, shape = found
        item = existing(1, shape["properties"]["shapeId"])
        item["element"] = {"id": shape["id"], "type": shape["type"], "attributes": {"name": {"1033": self.word()}}}
        return self.post(f"{DIAGRAM}/{process['id']}/content", {"values": [item]})

    def erase(self) -> int:
        if (found := self.shape()) is None:
            return 404
        process, shape = found
        item = existing(1, shape["properties"]["shapeId"], delete=True)
        return self.post(f"{DIAGRAM}/{process['id']}/content", {"values": [item]})

    def release(self) -> int:
        process = self.process()["id"]
        texts = {"description": {"1033": "What it is for"}, "reasonForRevision": {"127": "It was time"}}
        self.post(DETAIL, {"elements": [{"id": process, "attributes": texts}]})
        return self.post(f"release/{process}/transitions/InProcessToReleased?ignoreWarnings=true", None)

    def new_version(self) -> int:
        return self.post(f"release/{self.process()['id']}/createversion", None)

    def hidden(self) -> list[str]:
        """The elements whose own permissions hide them, and all below them, from viewers."""
        database = self.changing.database
        rows = database.run(database.storage.permissions(database.tenant(self.changing.address)))
        return sorted(each.element for each in rows.settings)

    def hide(self) -> int:
        chosen, viewer = self.some(), self.changing.read("rest/me", "viewer")["id"]
        body = {"grants": [{"principal": viewer, "permissionSets": []}], "excludes": False}
        return self.post(f"{element(chosen['id'], chosen['facetName'])}/permissions", body)

    def show(self) -> int:
        return self.drop(self.random.choice(self.hidden()))

    def drop(self, chosen: str) -> int:
        """Remove the permissions of an element, of whatever facet."""
        facets = [facet for facet in FACETS if any(each["id"] == chosen for each in self.listed(facet))]
        path = f"{element(chosen, facets[0])}/permissions"
        return self.changing.api.send("DELETE", path, tenant=self.changing.address).status_code

    def show_all(self) -> None:
        """Remove all permissions, also those of elements in the trash, where no caller finds them."""
        database = self.changing.database
        tenant = database.tenant(self.changing.address)

        async def drop(elements: list[str]) -> None:
            async with database.storage.writer(tenant, actor=None) as writer:
                for each in elements:
                    await writer.zones.drop(each)

        database.run(drop(self.hidden()))

    def set_title(self) -> int:
        database = self.changing.database
        tenant = database.tenant(self.changing.address)
        database.run(set_tenant(database.storage, tenant, {"title": self.word()}))
        return 200

    def set_culture(self) -> int:
        """The language by whose names lists are ordered."""
        database = self.changing.database
        tenant = database.tenant(self.changing.address)
        other = 1031 if tenant.settings.default_data_culture == 1033 else 1033
        given = {"defaultDataCulture": other, "mandatoryCultures": [other], "optionalCultures": [1031 + 1033 - other]}
        database.run(set_tenant(database.storage, tenant, given))
        return 200

    def set_method(self) -> int:
        """A property more, or one less."""
        database = self.changing.database
        tenant = database.tenant(self.changing.address)
        names = {"1031": "Zusatz", "1033": "Extra"}
        extra = {"names": names, "descriptions": names, "dataType": "SingleLineText", "invariant": True}
        method = {"properties": {"extra": extra}, "types": {"subProcess": {"properties": {"extra": None}}}}
        additions = json.dumps(method) if tenant.additions == "{}" else "{}"

        async def change() -> None:
            async with database.storage.writer(tenant, actor=None) as writer:
                await set_definition(writer, tenant, tenant.settings, additions)

        database.run(change())
        return 200
