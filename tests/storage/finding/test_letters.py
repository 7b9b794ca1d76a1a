"""One or two letters, which no index of three in a row knows as such: two are found by what begins with them."""

import pytest

from facetstore.domain.access import EDITORS
from facetstore.domain.tenant import Tenant
from facetstore.domain.values import equality_key
from facetstore.query.filter_tree import AnyAttribute, AttributeField, Condition, Kind, Operator, Tree
from facetstore.storage.access.sight import sight_of
from facetstore.storage.finding import candidates
from facetstore.storage.finding.candidates import look_up
from facetstore.storage.reads import list_reader
from facetstore.storage.rows import words
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.selections import ListOf, Narrowing, Slice
from tests.storage.builders import METAMODEL, add, element_id, new_tenant, plain

pytestmark = pytest.mark.anyio

TYPE = "subCategory"
LISTED = ListOf(METAMODEL.types[TYPE].facet)
NAMES = {
    "inside": "Boxqxer",
    "at the end": "Box qx",
    "at the beginning": "QXes",
    "before a mark": "qx, and more",
    "before a letter of another script": "qxж",
    "before a dash": "qx–",
    "before a letter with a stroke": "aqxø",
    "before an accent": "qx\N{COMBINING ACUTE ACCENT}e",
    "apart": "q x",
    "the other way round": "xq",
    "in another text": "Nothing",
}
FOUND = set(NAMES) - {"apart", "the other way round", "in another text"}


@pytest.fixture
async def tenant(storage: SqlStorage) -> Tenant:
    """Another tenant has the same letters, too."""
    other = await new_tenant(storage)
    await add(storage, other, *(plain(f"other {name}", type_=TYPE, names=text) for name, text in NAMES.items()))
    return await filled_tenant(storage)


async def filled_tenant(storage: SqlStorage) -> Tenant:
    tenant = await new_tenant(storage)
    elements = [
        plain(
            name,
            type_=TYPE,
            names=text,
            attributes={"description": {1033: "qx"}} if name == "in another text" else None,
        )
        for name, text in NAMES.items()
    ]
    await add(storage, tenant, *elements)
    return tenant


def contains(letters: str, field: AttributeField | AnyAttribute | None = None) -> Tree:
    return Condition(field or AttributeField("name", Kind.TEXT, None), Operator.CONTAINS, (equality_key(letters),))


async def found(storage: SqlStorage, tenant: Tenant, tree: Tree) -> set[str]:
    listing = await storage.reader(tenant, EDITORS).lists.listing(LISTED, Slice(50), Narrowing(tree))
    by_id: dict[str, str] = {element_id(name): name for name in NAMES}
    return {by_id[each] for each in listing.elements}


async def looked_up(storage: SqlStorage, tenant: Tenant, tree: Tree) -> int:
    """How many versions the index returns."""
    lookups = look_up(storage.engine.dialect, tenant.key, sight_of(EDITORS, storage.engine.dialect), tree)
    (text,) = lookups.texts
    engine, values = storage.engine_of(tenant.key), {"tenant": tenant.key, **lookups.values}
    rows = await engine.fetch(f"SELECT count(*) FROM ({text}) found", values)
    return int(str(rows[0][0]))


@pytest.fixture(params=["as it thinks best", "few are many", "all are everywhere"])
def _plan(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No first look, which would find them anyway."""
    monkeypatch.setattr(list_reader, "_FIRST", 0)
    monkeypatch.setattr(list_reader, "_SORT", 0.0)
    if request.param == "few are many":
        monkeypatch.setattr(candidates, "MOST_KEYS", "2")
    if request.param == "all are everywhere":
        monkeypatch.setattr(words, "_SAMPLE", 1)
        monkeypatch.setattr(words, "_MOST_BEGINNINGS", 0)


@pytest.mark.usefixtures("_plan")
@pytest.mark.parametrize("letters", ["qx", "Qx", "qX"])
async def test_two_letters_are_found_wherever_they_stand(storage: SqlStorage, tenant: Tenant, letters: str) -> None:
    assert await found(storage, tenant, contains(letters)) == FOUND
    assert await found(storage, tenant, contains(letters, AnyAttribute(None, ()))) == {*FOUND, "in another text"}


@pytest.mark.usefixtures("_plan")
@pytest.mark.parametrize(
    ("letters", "names"),
    [
        ("ж", {"before a letter of another script"}),
        ("xж", {"before a letter of another script"}),
        ("x–", {"before a dash"}),
        ("x,", {"before a mark"}),
        ("wz", set()),
        ("w", set()),
        ("%", set()),
        ('"', set()),
        ("\U0010ffff", set()),
    ],
)
async def test_other_letters_are_found_as_well(
    storage: SqlStorage, tenant: Tenant, letters: str, names: set[str]
) -> None:
    assert await found(storage, tenant, contains(letters)) == names


async def test_two_letters_that_no_text_has_are_looked_up_at_once(storage: SqlStorage, tenant: Tenant) -> None:
    assert await looked_up(storage, tenant, contains("wz")) == 0
    assert await looked_up(storage, tenant, contains("wz", AnyAttribute(None, ()))) == 0
    assert await looked_up(storage, tenant, contains("qx")) >= len(FOUND)
