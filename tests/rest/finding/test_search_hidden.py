"""Searches where far more hits are hidden from the caller than are looked at."""

from collections.abc import Iterator

from facetstore.usecases.ports.finding import MOST_HITS
from tests.support import company
from tests.support.api import Api, Database

WORD = "kestrel"
SEEN = company.element_id(5000)


def records() -> Iterator[company.Record]:
    """Drafts, which viewers do not see, and one released process that stands behind all of them."""
    yield company.header()
    for number in range(MOST_HITS + 50):
        yield company.versioned("subProcess", 1000 + number, "0.1", "inProcess", {1033: f"{WORD} {number}"})
    yield company.versioned("subProcess", 5000, "1.0", "released", {1033: f"The last {WORD}"})


def test_hidden_hits_neither_count_nor_keep_out_those_that_are_seen(api: Api, database: Database) -> None:
    tenant = database.add_tenant("search/hidden", company.SETTINGS, records)

    seen = api.read(f"rest/search?q={WORD}", "viewer", tenant=tenant)
    every = api.read(f"rest/search?q={WORD}&$pageSize=1", "administrator", tenant=tenant)

    assert [each["id"] for each in seen["values"]] == [SEEN]
    assert seen["total"] == 1
    assert not seen.get("totalIsMinimum")
    assert every["totalIsMinimum"]
