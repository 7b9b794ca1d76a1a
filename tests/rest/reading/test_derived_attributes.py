"""Every attribute that the metamodel declares as derived is shown by some element of the demo company."""

from collections.abc import Iterator

from facetstore.exchange.demo_company import demo_records
from facetstore.metamodel.loader import load_standard
from tests.support import company
from tests.support.api import Api, Database, Json


def derived() -> set[str]:
    """The derived attributes of all types."""
    properties = (each for type_ in load_standard().types.values() for each in type_.properties.values())
    return {each.key for each in properties if each.attribute is not None and each.attribute.derived}


def shown(element: Json) -> Iterator[str]:
    yield from element.get("attributes", {})
    for part in ("children", "content", "versions"):
        for each in element.get(part, ()):
            yield from shown(each)


def test_every_derived_attribute_is_filled_somewhere(database: Database) -> None:
    tenant, api = database.add_tenant("derived/demo", company.SETTINGS, demo_records), Api(database)
    api.read("rest/facets", tenant=tenant)
    database.run(api.app.uses.store())  # how often the token was used
    facets = [each["name"] for each in api.read("rest/facets", tenant=tenant)["values"]]
    missing = derived()
    for facet in facets:
        listed = api.read(f"rest/facets/{facet}/views/detail/elements", tenant=tenant)["elements"]
        report = api.read(f"rest/facets/{facet}/reporting", tenant=tenant)["values"]
        missing -= {name for element in (*listed, *report) for name in shown(element)}
    api.close()

    assert missing == set()
