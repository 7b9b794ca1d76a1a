"""Filters and orders applied in memory: what each means for values that are there, missing, blank, or of another kind."""

import itertools
import re
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facetstore.query.filter_evaluate import AttributeValue, Record, is_like, matches, order, text_value
from facetstore.query.filter_tree import AttributeField, IdentityField, Kind
from facetstore.query.ordering import OrderKey, parse_order
from tests.query.filters import NAMES, in_berlin, read

MUELLER: Final = Record(
    identity={"id": "u1", "type": "user", "state": None},
    values={"lastName": {127: text_value("Müller")}, "firstName": {127: text_value("")}},
)
WEBER: Final = Record(identity={"id": "u2", "type": "user"}, values={"lastName": {127: text_value("Weber")}})
ORDER: Final = Record(
    identity={"id": "e1", "versionId": "v1", "type": "subProcess", "state": "inEffect", "stereotype": None},
    values={
        "name": {1031: text_value("Händlerauftrag abwickeln"), 1033: text_value("Process a dealer order")},
        "description": {1031: text_value("  "), 1033: text_value("100 % untouched")},
        "scope": {1031: text_value("\t")},
        "costs": {127: AttributeValue(number=12.5)},
        "isReleased": {127: AttributeValue(number=1.0)},
        "changedOn": {
            127: AttributeValue("2024-05-31t13:45:00", "2024-05-31t13:45:00", instant=in_berlin("2024-05-31T13:45"))
        },
    },
    related={"owner": (MUELLER,), "reviewer": (MUELLER, WEBER), "author": ()},
)


@pytest.mark.parametrize(
    "text",
    [
        "name -eq 'PROCESS A DEALER ORDER'",
        "name -eq 'händlerauftrag abwickeln'",
        "name -ne 'x'",
        "name -in ('x', 'process a dealer order')",
        "NOT name -in ('x', 'y')",
        "name/1033 -eq 'Process a dealer order'",
        "name/1033 -ne 'Händlerauftrag abwickeln'",
        "name/1036 -ne 'x'",
        "Contains(name, 'AUFTRAG')",
        "StartsWith(name, 'proc') AND EndsWith(name, 'abwickeln')",
        "name -like '%dealer_order'",
        r"description -like '100 \%%'",
        "description -eq ''",
        "description/1031 -eq ' '",
        "scope -eq ''",
        "name -lt 'hb'",
        "name -ge 'Process a dealer order'",
        "IsNull(scope)",
        "IsNull(purp)",
        "IsNull(description/1031)",
        "NOT IsNull(description)",
        "NOT IsNull(name/1033)",
        "IsNull(name/1036)",
        "purp -ne 'x'",
        "costs -eq 12.5 AND costs -gt 12 AND costs -ge 12.5 AND costs -lt 13 AND costs -le 12.5",
        "NOT IsNull(costs)",
        "isReleased -eq true",
        "waitingTime -ne 5",
        "changedOn -eq '2024-05-31T11:45Z'",
        "changedOn -ge '2024-05-31' AND changedOn -lt '2024-06-01'",
        "NOT IsNull(changedOn)",
        "IsNull(validFrom)",
        "id -eq 'E1' AND type -eq 'subprocess' AND versionId -like 'v_'",
        "state -gt 'a' AND state -contains 'effect'",
        "IsNull(stereotype) AND IsNull(facetName) AND stereotype -ne 'x'",
        "attributes -contains 'dealer'",
        "attributes -eq ''",
        "attributes/1031 -contains 'händler'",
        "attributes/1036 -startsWith '2024'",
        "NOT IsNull(attributes)",
        "owner/lastName -eq 'MÜLLER'",
        "owner/lastName -lt 'n' AND owner/lastName -gt 'mt'",
        "reviewer/lastName -eq 'Weber' AND reviewer/lastName -eq 'Müller'",
        "owner/lastName -ne 'Weber'",
        "owner/id -eq 'u1'",
        "author/lastName -ne 'Weber'",
        "IsNull(author) AND NOT IsNull(owner)",
        "IsNull(author/lastName) AND IsNull(owner/firstName) AND IsNull(owner/email)",
        "NOT IsNull(reviewer/lastName)",
        "IsNull(owner/state)",
    ],
)
def test_a_record_matches(text: str) -> None:
    assert matches(read(text), ORDER)
    assert not matches(read(f"NOT ({text})"), ORDER)


@pytest.mark.parametrize(
    "text",
    [
        "name -eq 'dealer order'",
        "name -ne 'process a dealer order'",
        "name/1031 -eq 'Process a dealer order'",
        "purp -eq ''",
        "purp -eq 'x'",
        "purp -lt 'x'",
        "Contains(purp, '')",
        "name/1036 -eq ''",
        "name -lt 'ha'",
        "name -like 'dealer'",
        "IsNull(name)",
        "IsNull(description)",
        "waitingTime -eq 0",
        "waitingTime -lt 5",
        "changedOn -lt '2024-05-31'",
        "stereotype -eq ''",
        "attributes -eq '12.5'",
        "attributes/1033 -contains 'händler'",
        "author/lastName -eq ''",
        "owner/lastName -eq 'Weber'",
        "reviewer/lastName -ne 'Weber'",
        "IsNull(reviewer/lastName)",
    ],
)
def test_a_record_does_not_match(text: str) -> None:
    assert not matches(read(text), ORDER)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("name -eq 'Händlerauftrag abwickeln'", True),
        ("name -eq 'Process a dealer order'", False),
        ("description -eq '100 % untouched'", True),
        ("description -eq ''", False),
        ("scope -eq ''", True),
        ("IsNull(scope) AND NOT IsNull(description)", True),
        ("attributes -contains 'dealer'", False),
        ("attributes -contains 'untouched'", True),
        ("attributes -contains '13:45'", True),
        ("costs -eq 12.5", True),
    ],
)
def test_a_chain_leads_to_the_first_value_that_is_not_blank(text: str, holds: bool) -> None:
    assert matches(read(text, chain=(1031, 1033)), ORDER) == holds


def test_values_of_another_kind_are_there_but_fit_nothing() -> None:
    record = Record({"id": "e1"}, {"name": {127: AttributeValue(number=5.0)}, "costs": {127: text_value("5")}})

    assert not matches(read("name -eq '5' OR costs -eq 5 OR name -lt '6' OR costs -lt 6 OR IsNull(name)"), record)
    assert matches(read("NOT IsNull(costs)"), record)


@pytest.mark.parametrize(
    ("text", "pattern", "fits"),
    [
        ("", "", True),
        ("", "%", True),
        ("", "_", False),
        ("a", "", False),
        ("abc", "abc", True),
        ("abc", "a%", True),
        ("abc", "%c", True),
        ("abc", "%b%", True),
        ("abc", "a_c", True),
        ("abc", "__", False),
        ("abc", "%%%", True),
        ("a\nc", "a%", True),
        ("a\nc", "a_c", True),
        ("100%", r"100\%", True),
        ("1000", r"100\%", False),
        ("a_c", r"a\_c", True),
        ("abc", r"a\_c", False),
        ("a\\c", r"a\\c", True),
        ("abc", r"a\bc", True),
        ("aab", "%ab", True),
        ("a.c", "a.c", True),
        ("abc", "a.c", False),
        ("🚲x", "_x", True),
    ],
)
def test_a_pattern(text: str, pattern: str, fits: bool) -> None:
    assert is_like(text, pattern) == fits


@settings(deadline=None)
@given(st.text("ab%_\\", max_size=8), st.text("ab%_\\", max_size=6).filter(lambda each: not each.endswith("\\")))
def test_a_pattern_is_what_a_regular_expression_says(text: str, pattern: str) -> None:
    escaped = re.findall(r"\\.|[^\\]", pattern)
    meaning = "".join({"%": ".*", "_": "."}.get(each, re.escape(each[-1])) for each in escaped)

    assert is_like(text, pattern) == bool(re.fullmatch(meaning, text, re.DOTALL))


def test_a_hostile_pattern_does_not_take_long() -> None:
    assert not is_like("a" * 2000, "%a" * 1000 + "b")


def named(id_: str, name: str | None, **identity: str) -> Record:
    return Record({"id": id_, **identity}, {"name": {1033: text_value(name)}} if name is not None else {})


def ids(text: str, *records: Record) -> str:
    return "".join(each.identity["id"] or "" for each in order(parse_order(text, NAMES, chain=(1033, 1031)), records))


def test_records_come_in_order_with_the_missing_last_and_ties_by_id() -> None:
    records = [named("d", "b"), named("a", None), named("c", "Ä"), named("b", "a"), named("e", "B"), named("f", " ")]

    for shuffled in itertools.islice(itertools.permutations(records), 0, None, 37):
        assert ids("name", *shuffled) == "bcdeaf"
        assert ids("name desc", *shuffled) == "debcaf"


def test_later_keys_decide_where_earlier_ones_do_not() -> None:
    records = [named("a", "x", state="2"), named("b", "y", state="1"), named("c", "x", state="1"), named("d", "y")]

    assert ids("name, state", *records) == "cabd"
    assert ids("name desc, state desc", *records) == "bdac"
    assert ids("state, name desc", *records) == "bcad"
    assert ids("id desc", *records) == "dcba"


def test_numbers_and_date_times_are_ordered_as_what_they_are() -> None:
    records = [
        Record(
            {"id": id_}, {"costs": {127: AttributeValue(number=costs)}, "changedOn": {127: AttributeValue(instant=at)}}
        )
        for id_, costs, at in (("a", 10.0, 3), ("b", 9.0, 2), ("c", -1.0, -5))
    ]

    assert ids("costs", *records) == "cba"
    assert ids("changedOn desc", *records) == "abc"


def test_an_order_follows_the_chain() -> None:
    german = Record({"id": "a"}, {"name": {1031: text_value("a"), 1033: text_value("z")}})
    english = Record({"id": "b"}, {"name": {1033: text_value("m")}})

    assert ids("name/1031", english, german) == "ab"
    assert ids("name", english, german) == "ba"


@settings(deadline=None)
@given(st.lists(st.tuples(st.text("abÄ ", max_size=2) | st.none(), st.booleans()), max_size=6), st.booleans())
def test_an_order_is_that_of_its_values(given_: list[tuple[str | None, bool]], descending: bool) -> None:
    records = [named(str(index), name) for index, (name, _) in enumerate(given_)]
    key = OrderKey(AttributeField("name", Kind.TEXT, (1033,)), descending)

    ordered = order([key], reversed(records))

    values = [each.values["name"][1033].ordering if each.values else None for each in ordered]
    present = [each for each in values if each]
    assert present == sorted(present, reverse=descending)
    assert not any(values[len(present) :])
    assert order([OrderKey(IdentityField("id"))], ordered) == records
