"""The rules of an OData validator: what a service document, metadata, pages and refusals have to be like."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final
from urllib.parse import quote

import httpx
from lxml import etree

from tests.support.api import BASE

EDM: Final = "{http://docs.oasis-open.org/odata/ns/edm}"
_PRIMITIVE: Final[Mapping[str, Callable[[Any], bool]]] = {
    "Edm.String": lambda cell: isinstance(cell, str),
    "Edm.Int64": lambda cell: isinstance(cell, int) and not isinstance(cell, bool),
    "Edm.Double": lambda cell: isinstance(cell, int | float) and not isinstance(cell, bool),
    "Edm.Boolean": lambda cell: isinstance(cell, bool),
    "Edm.Date": lambda cell: isinstance(cell, str) and len(cell) == 10,
    "Edm.DateTimeOffset": lambda cell: isinstance(cell, str) and cell.endswith("Z"),
}
Row = dict[str, Any]


class Client:
    """A client of the feed that knows nothing but what the feed says of itself."""

    def __init__(self, get: Callable[[str], httpx.Response], root: str) -> None:
        self.get = get
        self.root = root
        self._known: dict[str, etree._Element] = {}

    def read(self, path: str) -> Any:
        """The JSON at an address below the root, or a whole one."""
        response = self.get(path if path.startswith(BASE) else f"{self.root}{quote(path, safe='/?&=$(),%')}")
        assert response.status_code == 200, response.text
        assert response.headers["odata-version"] in ("4.0", "4.01")
        assert response.headers["content-type"].startswith("application/json")
        return response.json()

    @property
    def sets(self) -> list[str]:
        service = self.read("")
        assert service["@odata.context"] == f"{self.root}$metadata"
        assert all(each["kind"] == "EntitySet" for each in service["value"])
        return [each["url"] for each in service["value"]]

    @property
    def types(self) -> Mapping[str, etree._Element]:
        """The entity types of $metadata, by the names of their sets. Everything in it has to lead somewhere."""
        if not self._known:
            response = self.get(f"{self.root}$metadata")
            assert response.headers["content-type"] == "application/xml"
            schema = next(etree.fromstring(response.content).iter(f"{EDM}Schema"))
            space = schema.get("Namespace")
            declared = {f"{space}.{each.get('Name')}": each for each in schema.iter(f"{EDM}EntityType")}
            sets = {str(each.get("Name")): each for each in schema.iter(f"{EDM}EntitySet")}
            self._known = {name: declared[str(each.get("EntityType"))] for name, each in sets.items()}
            for name, each in sets.items():
                self._check_ways(name, each, sets, declared)
        return self._known

    def _check_ways(
        self, name: str, entity_set: etree._Element, sets: Mapping[str, Any], declared: Mapping[str, etree._Element]
    ) -> None:
        bound = {each.get("Path"): each.get("Target") for each in entity_set}
        type_ = self._known[name]
        own = {each.get("Name") for each in type_.iter(f"{EDM}Property")}
        key = {each.get("Name") for each in type_.iter(f"{EDM}PropertyRef")}
        assert key
        assert key <= own
        names = [each.get("Name") for each in type_ if each.tag != f"{EDM}Key"]
        assert len(names) == len(set(names))
        for way in type_.iter(f"{EDM}NavigationProperty"):
            target = declared[str(way.get("Type")).removeprefix("Collection(").removesuffix(")")]
            assert sets[str(bound.pop(way.get("Name")))].get("EntityType").endswith(f".{target.get('Name')}")
            theirs = {each.get("Name") for each in target.iter(f"{EDM}Property")}
            for constraint in way.iter(f"{EDM}ReferentialConstraint"):
                assert constraint.get("Property") in own
                assert constraint.get("ReferencedProperty") in theirs
        assert not bound

    def columns(self, name: str) -> dict[str, str]:
        return {str(each.get("Name")): str(each.get("Type")) for each in self.types[name].iter(f"{EDM}Property")}

    def key(self, name: str) -> list[str]:
        return [str(each.get("Name")) for each in self.types[name].iter(f"{EDM}PropertyRef")]

    def ways(self, name: str) -> list[str]:
        return [str(each.get("Name")) for each in self.types[name].iter(f"{EDM}NavigationProperty")]

    def pages(self, path: str) -> Iterator[Any]:
        address: str | None = path
        while address is not None:
            page = self.read(address)
            yield page
            address = page.get("@odata.nextLink")
            assert address is None or page["value"]

    def rows(self, path: str) -> list[Row]:
        """All rows, page by page, each of the types that the metadata declares."""
        return [row for page in self.pages(path) for row in page["value"]]

    def checked_rows(self, name: str) -> list[Row]:
        """All rows of a set, each with all columns that the metadata declares, and a key of its own."""
        columns, key, rows = self.columns(name), self.key(name), self.rows(name)
        for row in rows:
            assert row.keys() == columns.keys()
            for column, cell in row.items():
                assert (cell is None and column not in key) or _PRIMITIVE[columns[column]](cell), (name, column, cell)
        assert len({tuple(row[each] for each in key) for row in rows}) == len(rows)
        return rows

    def refused(self, path: str) -> tuple[int, dict[str, Any]]:
        response = self.get(f"{self.root}{path}")
        assert response.is_error, response.text
        error = response.json()["error"]
        assert error["code"]
        assert error["message"]
        assert all(each["code"] and each["message"] for each in error["details"])
        return response.status_code, error
