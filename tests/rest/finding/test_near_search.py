"""What a search finds that is not written as it was typed, in which order, and that none of it shows what is hidden."""

from collections.abc import Iterator

import pytest

from facetstore.domain.tenant import TenantSettings
from facetstore.usecases.finding import search_hits
from tests.rest.finding.test_search import ask, ids, names, system
from tests.support import company
from tests.support.api import Api, Database

SETTINGS = TenantSettings(mandatory_cultures=(1033,), optional_cultures=(1031,))
WITH_SYNONYMS = TenantSettings(
    mandatory_cultures=(1033,), synonyms=(("Motor vehicle", "Car", "Kfz"), ("QM", "quality management"))
)


def process(number: int, name: str, *systems: int, number_: str = "1.0", state: str = "released") -> company.Record:
    record = company.versioned("subProcess", number, number_, state, {1033: name})
    record["related"] = company.references({"systems": [company.element_id(each) for each in systems]})
    return record


def used() -> Iterator[company.Record]:
    """Ledgers that are equally good hits: 1 is a draft, 2 is used once, 3 twice, 4 twice by drafts alone."""
    yield company.header()
    yield company.versioned("system", 1, "0.1", "inProcess", {1033: "Ledger A"})
    yield system(2, "Ledger B")
    yield system(3, "Ledger C")
    yield system(4, "Ledger D")
    yield process(5, "One", 2, 3)
    yield process(6, "Two", 3)
    yield process(7, "Three", 1, 4, number_="0.1", state="inProcess")
    yield process(8, "Four", 1, 4, number_="0.1", state="inProcess")
    yield process(9, "Five", 4, number_="0.1", state="inProcess")


@pytest.fixture(scope="session")
def ledgers(database: Database) -> str:
    return database.add_tenant("search/used", SETTINGS, used)


@pytest.fixture(scope="session")
def meanings(database: Database) -> str:
    def records() -> Iterator[company.Record]:
        yield company.header()
        yield system(1, "Cars of the fleet")
        yield system(2, "Register", "Every motor vehicle is in it")
        yield system(3, "Motor vehicle tax")
        yield system(4, "Handbook of quality management")
        yield system(5, "QM audit")
        yield system(6, "Scar")

    return database.add_tenant("search/meanings", WITH_SYNONYMS, records)


FORMS = [
    *(
        "incident",
        "incidents",
        "incidenten",
        "incidente",
        "desk",
        "desks",
        "register",
        "registers",
        "registered",
        "lager",
        "lagers",
    ),
    *(
        "lagern",
        "lagerung",
        "regallager",
        "regallagern",
        "hochregale",
        "report",
        "reports",
        "reporting",
        "texts",
        "nowhere",
    ),
]


@pytest.fixture(scope="session")
def forms(database: Database) -> str:
    def records() -> Iterator[company.Record]:
        yield company.header()
        yield system(1, "Incident desk")
        yield system(2, "Register", "Incidents, and reporting of texts")
        yield system(3, "Hochregallager")
        yield system(4, "Lagern", "Desks, reports and registers")
        yield system(5, "Draft of lagers")
        yield system(6, "Other", "The lager, its lagers, an incidenten and one text")

    return database.add_tenant("search/forms", SETTINGS, records)


@pytest.mark.parametrize("role", ["administrator", "viewer"])
def test_looking_at_names_first_changes_no_answer(
    api: Api, forms: str, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [names(ask(api, each, role, forms)) for each in FORMS]
    monkeypatch.setattr(search_hits, "_stem_of_one", lambda *_: None)
    # Another size of pages, or answers would be those that are kept.
    plain = [names(ask(api, each, role, forms, page=(1, 49))) for each in FORMS]

    assert found == plain
    assert [bool(each) for each in found].count(True) > len(FORMS) / 2


def test_what_is_released_comes_first_then_what_is_used_more_then_names(api: Api, ledgers: str) -> None:
    found = ask(api, "ledger", tenant=ledgers)

    assert names(found) == ["Ledger D", "Ledger C", "Ledger B", "Ledger A"]


def test_references_that_a_caller_does_not_see_do_not_count(api: Api, ledgers: str) -> None:
    assert names(ask(api, "ledger", "viewer", ledgers)) == ["Ledger C", "Ledger B", "Ledger D"]


def test_a_better_name_comes_before_what_is_used_more(api: Api, ledgers: str) -> None:
    assert names(ask(api, "ledger b", tenant=ledgers)) == ["Ledger B", "Ledger D", "Ledger C", "Ledger A"]
    assert names(ask(api, "le", tenant=ledgers)) == ["Ledger A", "Ledger B", "Ledger C", "Ledger D"]


def test_pages_cut_the_list_in_the_order_of_use(api: Api, ledgers: str) -> None:
    pages = [ask(api, "ledger", tenant=ledgers, page=(number, 1)) for number in range(1, 5)]

    assert [names(page)[0] for page in pages] == ["Ledger D", "Ledger C", "Ledger B", "Ledger A"]


def test_what_means_the_same_is_found_after_the_words_themselves(api: Api, meanings: str) -> None:
    assert names(ask(api, "car", tenant=meanings)) == ["Cars of the fleet", "Scar", "Motor vehicle tax", "Register"]
    assert names(ask(api, "kfz", tenant=meanings)) == ["Cars of the fleet", "Motor vehicle tax", "Scar", "Register"]
    assert names(ask(api, "motor vehicles", tenant=meanings)) == [
        "Cars of the fleet",
        "Motor vehicle tax",
        "Scar",
        "Register",
    ]
    assert names(ask(api, "tax car", tenant=meanings)) == ["Motor vehicle tax"]


def test_two_letters_mean_the_same_too(api: Api, meanings: str) -> None:
    assert names(ask(api, "qm", tenant=meanings)) == ["QM audit", "Handbook of quality management"]
    assert names(ask(api, "quality management", tenant=meanings)) == ["Handbook of quality management", "QM audit"]
    assert names(ask(api, "qm handbook", tenant=meanings)) == ["Handbook of quality management"]


def test_what_means_the_same_is_highlighted(api: Api, meanings: str) -> None:
    (hit,) = ask(api, "kfz tax", tenant=meanings)["values"]

    assert hit["snippets"][0]["highlights"] == [[0, 13], [14, 3]]


@pytest.fixture(scope="session")
def slips(database: Database) -> str:
    def records() -> Iterator[company.Record]:
        yield company.header()
        yield company.versioned("subProcess", 1, "1.0", "released", {1033: "Rate suppliers"})
        yield company.versioned("subProcess", 2, "0.1", "inProcess", {1033: "Prepare acquisition of Nordwind"})
        yield system(3, "Conduct recall", "Everything about recalls")
        yield system(4, "Archive", "It keeps letters of recalls")

    return database.add_tenant("search/slips", SETTINGS, records)


@pytest.mark.parametrize(
    "q", ["supliers", "suppilers", "suppliesr", "rtae suppliers", "sppliers rate", "Rate supplierx"]
)
def test_slips_of_the_pen_find_what_was_meant(api: Api, slips: str, q: str) -> None:
    if q == "rtae suppliers":  # too short a word for a slip
        assert ids(ask(api, q, tenant=slips)) == []
    else:
        assert names(ask(api, q, tenant=slips)) == ["Rate suppliers"]


def test_names_that_a_caller_does_not_see_correct_nothing(api: Api, slips: str) -> None:
    assert names(ask(api, "aquisition of Nordwint", tenant=slips)) == ["Prepare acquisition of Nordwind"]
    nothing = ask(api, "aquisition of Nordwint", "viewer", slips)
    assert (nothing["total"], nothing["values"]) == (0, [])


def test_a_stem_in_a_name_comes_before_the_word_elsewhere(api: Api, slips: str) -> None:
    assert names(ask(api, "recalls", tenant=slips)) == ["Conduct recall", "Archive"]
