"""Search over all facets: who finds what, in which order, in which form, and what is refused."""

from collections import Counter
from collections.abc import Iterator
from urllib.parse import quote, urlencode

import pytest

from facetstore.domain.tenant import TenantSettings
from tests.support import company
from tests.support.api import ACME, RIVAL, Api, Database, Json, golden

SETTINGS = TenantSettings(mandatory_cultures=(1031, 1033))
HOSTILE = [
    '"', '""', "'", "''", "\\", "%", "_", "%%%", "___", "*", "^", ":", "-", "+", "(", ")", "((", "NEAR(", "AND", "OR", "NOT",
    'a" OR "b', "name : goods", "{name} : goods", "goods*", "goods AND receipt", "goods NEAR receipt", "-goods", "^goods",
    "goods%", "g_ods", "%goods%", "';--", "' OR 1=1 --", "$1", ":tenant", "?1", "<script>", "&amp;", "😀", "😀😀😀", "日本語",
    "\u202egoods", "ﷺ", "x" * 200, "a " * 100, "ab " * 66, '"' * 200, "%" * 200, "(" * 200, "\ue000\ue000\ue001", "\uffff\uffff\uffff",
]  # fmt: skip


def ask(
    api: Api, q: str, role: str = "administrator", tenant: str = ACME, page: tuple[int, int] = (1, 100), **more: object
) -> Json:
    given = {"q": q, "$page": page[0], "$pageSize": page[1], **more}
    return api.read(f"rest/search?{urlencode(given, quote_via=quote)}", role, tenant=tenant)


def ids(answer: Json) -> list[str]:
    return [each["id"] for each in answer["values"]]


def names(answer: Json, culture: str = "1033") -> list[str]:
    return [each["name"][culture] for each in answer["values"]]


def system(number: int, name: str, description: str = "", german: str = "") -> company.Record:
    record = company.versioned("system", number, "1.0", "released", {1033: name, **({1031: german} if german else {})})
    record["attributes"]["description"] = {1033: f"{company.XML}<p>{description}</p>"}
    return record


def ranked() -> Iterator[company.Record]:
    """One element of each rank twice, in an order that is no help."""
    yield company.header()
    yield system(1, "Alpha tool", "A ledger in the text")
    yield system(2, "Subledger")
    yield system(3, "The ledger")
    yield system(4, "Ledger of ledgers")
    yield system(5, "LEDGER")
    yield system(6, "General (ledger)")
    yield system(7, "Beta tool", "Another ledger in the text")
    yield system(8, "Kontorbuch", german="Ledger")
    yield system(9, "Ledgers")
    yield system(10, "Unrelated", "Nothing of it")
    yield system(11, "Ledger", german="Zweites")


@pytest.fixture(scope="session")
def ranks(database: Database) -> str:
    return database.add_tenant("search/ranks", SETTINGS, ranked)


def test_a_hit_is_shown_with_its_reference_its_name_and_where_the_words_stand(api: Api) -> None:
    assert ask(api, "goods", "viewer") == golden("search-goods-viewer")


def test_better_names_come_first_then_names_in_order_then_ids(api: Api, ranks: str) -> None:
    found = ask(api, "ledger", tenant=ranks)

    numbers = [int(id_[-12:]) for id_ in ids(found)]
    assert numbers == [8, 5, 11, 4, 9, 6, 3, 2, 1, 7]


def test_a_name_in_any_culture_counts_as_the_name(api: Api, ranks: str) -> None:
    assert names(ask(api, "zweites", tenant=ranks)) == ["Ledger"]


@pytest.mark.parametrize(
    ("q", "expected"),
    [
        ("goods", company.RECEIPT),
        ("GOODS", company.RECEIPT),
        ("goods receipt", company.RECEIPT),
        ("receipt goods", company.RECEIPT),
        ("eingang", company.RECEIPT),
        ("ceip", company.RECEIPT),
        ("take in goods", company.RECEIPT),
        ("take in", company.INTAKE),
        ("unseen", company.RECEIPT),
        ("nowhere", None),
        ("prufung", company.CHECK),
        ("Prüfung", company.CHECK),
        ("prüf", company.CHECK),
        ("PRÜF", company.CHECK),
        ("pruefung", company.CHECK),
        ("fuehrung", company.MANAGEMENT),
        ("angstrom", company.SHEET),
        ("Ångström-Blatt", company.SHEET),
        ("anna", company.ANNA),
        ("amsel anna", company.ANNA),
        ("Qu", company.CHECK),
        ("que", company.QUENTIN),
        ("q", company.CHECK),
    ],
)
def test_words_are_found_whatever_their_case_order_and_spelling(api: Api, q: str, expected: str | None) -> None:
    found = ids(ask(api, q, "viewer"))

    assert found[:1] == ([expected] if expected else [])


def test_umlauts_may_be_written_out_on_either_side(api: Api, database: Database) -> None:
    tenant = database.add_tenant(
        "search/umlauts",
        SETTINGS,
        lambda: [
            company.header(),
            system(1, "Rechnungspruefung"),
            system(2, "Wareneingangsprüfung"),
            system(3, "Strasse"),
        ],
    )

    assert names(ask(api, "prüfung", tenant=tenant)) == ["Rechnungspruefung", "Wareneingangsprüfung"]
    assert names(ask(api, "eingangspruefung", tenant=tenant)) == ["Wareneingangsprüfung"]
    assert names(ask(api, "straße", tenant=tenant)) == ["Strasse"]


def test_all_words_must_be_there(api: Api) -> None:
    assert ids(ask(api, "goods quality", "viewer")) == []
    assert ids(ask(api, "goods xy", "viewer")) == []
    assert ids(ask(api, "take in goods", "viewer")) == [company.RECEIPT]


def test_a_letter_or_two_find_names_that_begin_with_them(api: Api, ranks: str) -> None:
    assert names(ask(api, "le", tenant=ranks)) == ["LEDGER", "Ledger", "Ledger of ledgers", "Ledgers"]
    assert names(ask(api, "s", tenant=ranks)) == ["Subledger"]
    assert names(ask(api, "zz", tenant=ranks)) == []


def test_texts_that_are_not_searchable_and_markup_are_not_found(api: Api) -> None:
    for q in ("isLived", "board.jpg", "utf-8", "<p>", "xml version"):
        assert ids(ask(api, q)) == []


def test_a_viewer_never_finds_a_draft_nor_a_released_element_by_the_name_of_its_draft(
    api: Api, database: Database
) -> None:
    tenant = database.add_tenant(
        "search/drafts",
        SETTINGS,
        lambda: [
            company.header(),
            company.versioned("system", 1, "1.0", "released", {1033: "Oldname"}),
            company.versioned("system", 1, "1.1", "inProcess", {1033: "Newname"}),
            company.versioned("system", 2, "0.1", "inProcess", {1033: "Secretname"}),
            company.versioned("system", 3, "1.0", "expired", {1033: "Expiredname"}),
        ],
    )

    found = {q: (names(ask(api, q, "viewer", tenant)), names(ask(api, q, tenant=tenant))) for q in ("name", "ol", "ne")}

    assert found == {
        "name": (["Oldname"], ["Expiredname", "Newname", "Secretname"]),
        "ol": (["Oldname"], []),
        "ne": ([], ["Newname"]),
    }
    for q in ("newname", "secret", "expired", "se"):
        nothing = ask(api, q, "viewer", tenant)
        assert (nothing["total"], nothing["facets"], nothing["types"], nothing["states"]) == (0, {}, {}, {})


def test_flow_objects_are_not_found(api: Api) -> None:
    assert ids(ask(api, "unload")) == []
    assert ids(ask(api, "truck")) == []


def test_tenants_do_not_find_each_others_elements(api: Api) -> None:
    for q in ("rival", "th", "ledger", "house"):
        assert company.RIVAL_HOUSE not in ids(ask(api, q))
        assert company.RIVAL_SYSTEM not in ids(ask(api, q))

    assert ids(ask(api, "rival", tenant=RIVAL)) == [company.RIVAL_HOUSE, company.RIVAL_SYSTEM]
    assert ids(ask(api, "goods", tenant=RIVAL)) == []
    assert ids(ask(api, "go", tenant=RIVAL)) == []


@pytest.mark.parametrize("q", ["e", "er", "note", "in", "pro", "goods"])
@pytest.mark.parametrize("role", ["viewer", "administrator"])
def test_counts_fit_the_hits(api: Api, q: str, role: str) -> None:
    found = ask(api, q, role, page=(1, 1000))

    values = found["values"]
    assert found["count"] == found["total"] == len(values)
    assert found["totalIsMinimum"] is False
    assert found["facets"] == Counter(each["facetName"] for each in values)
    assert found["types"] == Counter(each["type"] for each in values)
    result = Counter(each["state"] for each in values if "state" in each)
    assert {state: number for state, number in found["states"].items() if state not in ("show", "hide")} == result


def test_pages_cut_the_same_list_and_show_the_same_totals(api: Api, ranks: str) -> None:
    whole = ask(api, "ledger", tenant=ranks)
    pages = [ask(api, "ledger", tenant=ranks, page=(number, 3)) for number in range(1, 6)]

    assert [id_ for page in pages for id_ in ids(page)] == ids(whole)
    assert [page["count"] for page in pages] == [3, 3, 3, 1, 0]
    assert {page["total"] for page in pages} == {10}
    assert all(page["facets"] == whole["facets"] for page in pages)


def test_facets_and_types_narrow_the_hits_and_their_counts(api: Api) -> None:
    everywhere = ask(api, "operations")
    narrowed = ask(api, "operations", facets="Risks")

    assert everywhere["facets"] == {"processes": 1, "risks": 1}
    assert narrowed["facets"] == {"risks": 1}
    assert ids(narrowed) == [company.RISKS]
    assert ids(ask(api, "operations", types="subcategory,system")) == [company.OPERATIONS]
    assert ids(ask(api, "operations", facets="risks", types="subCategory")) == []
    assert ids(ask(api, "op", facets="risks")) == [company.RISKS]
    assert ids(ask(api, "op", types="subCategory")) == [company.OPERATIONS]


def test_a_culture_narrows_what_is_shown_but_not_what_is_found(api: Api) -> None:
    (german,) = ask(api, "goods", "viewer", culture=1031)["values"]
    (english,) = ask(api, "goods", "viewer", culture=1033)["values"]
    (only_german,) = ask(api, "verderb", "viewer", culture=1033)["values"]

    assert (german["name"], german["snippets"]) == ({"1031": "Wareneingang"}, [])
    assert (english["name"], [each["culture"] for each in english["snippets"]]) == (
        {"1033": "Goods receipt"},
        [1033, 1033],
    )
    assert only_german["name"] == {"1033": "Verderb"}
    assert [each["culture"] for each in only_german["snippets"]] == [1031]


@pytest.mark.parametrize("q", HOSTILE, ids=range(len(HOSTILE)))
def test_no_text_is_more_than_a_text(api: Api, q: str) -> None:
    found = [ask(api, q, role)["total"] for role in ("viewer", "administrator")]

    # These are letters in a row that some names have, or a name with a word that only joins others; the company has no name with one of
    # the others.
    if q not in ("AND", "OR", "NOT", "-", "goods AND receipt"):
        assert found == [0, 0]


def test_signs_of_the_engines_are_letters_like_others(api: Api, database: Database) -> None:
    names_ = [
        "100% sure",
        "100 sure",
        "snake_case",
        "snakeXcase",
        'the "best"',
        "back\\slash",
        "NEAR(me)",
        "star*",
        "a:b",
    ]
    tenant = database.add_tenant(
        "search/signs", SETTINGS, lambda: [company.header(), *(system(n, name) for n, name in enumerate(names_, 1))]
    )

    for q, expected in {
        "100%": "100% sure",
        "e_c": "snake_case",
        '"best"': 'the "best"',
        "k\\s": "back\\slash",
        "NEAR(": "NEAR(me)",
        "tar*": "star*",
        "a:b": "a:b",
    }.items():
        assert names(ask(api, q, tenant=tenant)) == [expected]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", [("q is missing: the words to search for, or the beginning of a name.", "invalid-parameter", "q")]),
        ("q=", [("q holds nothing to search for. Give it a word, or the beginning of a name.", "invalid-parameter", "q")]),
        ("q=%20%C2%A0", [("q holds nothing to search for. Give it a word, or the beginning of a name.", "invalid-parameter", "q")]),
        ("q=a%00b", [("q takes no control characters.", "invalid-parameter", "q")]),
        ("q=a%0Ab", [("q takes no control characters.", "invalid-parameter", "q")]),
        (f"q={'x' * 201}", [("q takes at most 200 characters, not 201.", "invalid-parameter", "q")]),
        (f"q={'x' * 8000}", [("q takes at most 200 characters, not 8000.", "invalid-parameter", "q")]),
        ("q=goods&facets=proceses", [("facets knows no proceses here. Did you mean processes?", "unknown-name", "facets")]),
        ("q=goods&facets=collections", [("facets knows no collections here. Did you mean locations?", "unknown-name", "facets")]),
        ("q=goods&types=subproces", [("types knows no subproces here. Did you mean subProcess?", "unknown-name", "types")]),
        ("q=goods&facets=", [("facets takes names, separated by commas.", "invalid-parameter", "facets")]),
        ("q=goods&culture=1036", [("This tenant has no culture '1036'. It has: 1031, 1033.", "invalid-parameter", "culture")]),
        ("q=goods&culture=de", [("This tenant has no culture 'de'. It has: 1031, 1033.", "invalid-parameter", "culture")]),
        (
            "q=&facets=x&culture=0",
            [
                ("q holds nothing to search for. Give it a word, or the beginning of a name.", "invalid-parameter", "q"),
                ("facets knows no x here.", "unknown-name", "facets"),
                ("This tenant has no culture '0'. It has: 1031, 1033.", "invalid-parameter", "culture"),
            ],
        ),
        ("q=a&q=b", [("q is given 2 times; give it once.", "invalid-parameter", "q")]),
        ("q=a&$pageSize=0", [("$pageSize takes a whole number from 1 to 1000, not '0'.", "invalid-parameter", "$pageSize")]),
    ],
)  # fmt: skip
def test_a_search_that_cannot_be_made_is_refused_with_all_that_is_wrong(
    api: Api, query: str, expected: list[tuple[str, str, str]]
) -> None:
    response = api.get(f"rest/search?{query}")

    assert response.status_code == 400
    assert [(each["error"], each["code"], each["path"]) for each in response.json()["data"]] == expected


def test_bytes_that_are_no_text_are_refused(api: Api) -> None:
    assert api.get("rest/search?q=%ff%fe").status_code == 400
    assert api.get("rest/search?q=%ed%a0%80").status_code == 400
    assert api.get(f"rest/search?q={'x' * 8192}").status_code == 400


def test_unknown_parameters_are_ignored(api: Api) -> None:
    assert api.read("rest/search?q=goods&colour=red")["total"] == 1


def test_a_changed_name_is_found_at_once_and_the_old_one_no_more(api: Api, database: Database) -> None:
    tenant = database.add_tenant("search/changes", SETTINGS, lambda: [company.header(), system(1, "Before")])
    assert names(ask(api, "before", tenant=tenant)) == ["Before"]
    draft = company.versioned("system", 1, "1.1", "inProcess", {1033: "Afterwards"})

    database.add_elements(tenant, lambda: [company.header(), draft])

    assert names(ask(api, "before", tenant=tenant)) == []
    assert names(ask(api, "before", "viewer", tenant)) == ["Before"]
    assert names(ask(api, "afterwards", tenant=tenant)) == ["Afterwards"]
