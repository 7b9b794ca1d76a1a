"""Names, cultures and values of a filter: what they become, and what cannot be right."""

from typing import Final

import pytest

from facetstore.metamodel.loader import load_standard
from facetstore.metamodel.model import DataType
from facetstore.query.filter_names import FilterNames, NamedAttribute, NamedContext, names_of
from facetstore.query.filter_tree import (
    AnyAttribute,
    AttributeField,
    Condition,
    Cultures,
    Field,
    IdentityField,
    Kind,
    Operator,
    RelatedField,
    Tree,
    Value,
)
from tests.query.filters import NAMES, findings, read, refusal

GERMAN_FIRST: Final = (1031, 1033)


def field_of(text: str, chain: Cultures = None, names: FilterNames = NAMES) -> Field:
    return condition(read(f"IsNull({text})", chain, names)).field


def values_of(text: str) -> tuple[Value, ...]:
    return condition(read(text)).values


def condition(tree: Tree) -> Condition:
    assert isinstance(tree, Condition)
    return tree


@pytest.mark.parametrize(
    ("path", "chain", "cultures"),
    [
        ("name", None, None),
        ("name", (), None),
        ("name/1031", None, (1031,)),
        ("name/127", None, (127,)),
        ("name", GERMAN_FIRST, (1031, 1033)),
        ("name/1033", GERMAN_FIRST, (1033,)),
        ("state1", None, None),
        ("state1/1031", None, (127,)),
        ("state1/127", None, (127,)),
        ("state1", GERMAN_FIRST, (127,)),
        ("systems/name", GERMAN_FIRST, (1031, 1033)),
        ("systems/name/1033", None, (1033,)),
        ("attributes", None, None),
        ("attributes", GERMAN_FIRST, (1031, 1033, 127)),
        ("attributes/1031", None, (1031, 127)),
        ("attributes/127", None, (127,)),
    ],
)
def test_values_are_taken_from_the_named_culture_or_the_chain_or_all(
    path: str, chain: Cultures, cultures: Cultures
) -> None:
    match field_of(path, chain):
        case AttributeField() | AnyAttribute() as found:
            assert found.cultures == cultures
        case RelatedField(_, AttributeField() as found):
            assert found.cultures == cultures
        case other:
            pytest.fail(f"{other} has no cultures")


def test_what_is_invariant_in_some_types_only_is_looked_for_in_both_ways() -> None:
    names = FilterNames({"x": NamedAttribute("x", DataType.HTML, True, True)}, {})

    assert field_of("x", GERMAN_FIRST, names) == AttributeField("x", Kind.TEXT, (1031, 1033, 127))
    assert field_of("x/1031", None, names) == AttributeField("x", Kind.TEXT, (1031, 127))


@pytest.mark.parametrize("name", ["id", "VersionId", "TYPE", "state", "stereoType", "facetname"])
def test_identity_fields_match_in_any_letter_case(name: str) -> None:
    found = field_of(name)

    assert isinstance(found, IdentityField)
    assert found.name.casefold() == name.casefold()


def test_an_identity_field_wins_over_an_attribute_which_its_culture_names() -> None:
    tags = names_of(load_standard(), "tags")

    assert field_of("id", names=tags) == IdentityField("id")
    assert field_of("id/127", names=tags) == AttributeField("id", Kind.TEXT, (127,))


def test_a_name_that_is_an_attribute_here_and_a_context_there_means_what_stands_behind_it() -> None:
    title = NamedAttribute("title", DataType.HTML, False, True)
    both = FilterNames(
        {"c": NamedAttribute("c", DataType.HTML, False, True)}, {"c": NamedContext("c", {"title": title})}
    )

    assert field_of("c", names=both) == AttributeField("c", Kind.TEXT)
    assert field_of("c/1031", names=both) == AttributeField("c", Kind.TEXT, (1031,))
    assert field_of("c/title", names=both) == RelatedField("c", AttributeField("title", Kind.TEXT))


def test_names_come_out_in_their_canonical_spelling() -> None:
    assert field_of("OWNER/LASTNAME") == RelatedField("owner", AttributeField("lastName", Kind.TEXT))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("name -eq 'STRASSE'", "strasse"),
        ("name -eq 'Straße'", "strasse"),
        ("name -eq 'Ha\u0308ndler'", "händler"),
        ("name -eq 'İ'", "i\u0307"),
        ("name -eq ' \t\n'", ""),
        ("name -eq '\u00a0'", ""),
        ("name -eq ' a '", " a "),
        ("name -eq 5", "5"),
        ("name -eq TRUE", "true"),
        ("name -like ' '", ""),
        ("Contains(name, ' ')", " "),
        ("Contains(name, 'Ä')", "ä"),
        ("name -lt 'Äpfel'", "apfel"),
        ("name -ge '  '", ""),
        (f"name -ge '{'Ä' * 300}'", "a" * 200),
        (f"name -eq '{'Ä' * 300}'", "ä" * 300),
        ("id -eq 'ABC'", "abc"),
    ],
)
def test_texts_become_the_form_they_are_compared_in(text: str, value: str) -> None:
    assert values_of(text) == (value,)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("costs -eq 5", 5.0),
        ("costs -eq '5'", 5.0),
        ("costs -eq -.5", -0.5),
        ("costs -eq '+5.'", 5.0),
        ("costs -eq 1E3", 1000.0),
        ("sequence -eq 2.0", 2.0),
        ("isReleased -eq 1", 1.0),
        ("isReleased -eq 'True'", 1.0),
        ("isReleased -eq FALSE", 0.0),
    ],
)
def test_numbers_and_booleans_become_floats(text: str, value: float) -> None:
    assert values_of(text) == (value,)


@pytest.mark.parametrize(
    "value", ["", " 5", "5 ", "0x5", "nan", "inf", "1_000", "٥", "５", "1e", "--5", "1.2.3", "true", "5 €"]
)
def test_what_is_no_number_is_a_mistake(value: str) -> None:
    assert findings(f"costs -eq '{value}'")[0].error == (
        f"costs takes a number, such as 12 or 0.5, not '{value}' at position 11 of $filter."
    )


@pytest.mark.parametrize(
    ("value", "instant"),
    [
        ("1970-01-01T00:00:00Z", 0),
        ("1970-01-01T01:00:00+01:00", 0),
        ("1969-12-31T20:30:00-03:30", 0),
        ("1970-01-01T00:00:00.1234567Z", 123_456),
        ("1970-01-01T01:00", 0),
        ("1970-01-01", -3_600_000_000),
        ("2024-07-01", 1_719_784_800_000_000),
        ("9999-12-31T00:00:00", 253_402_210_800_000_000),
        ("9999-12-31T23:59:59-23:59", 253_402_387_139_000_000),
        ("0001-01-01T00:00:00+23:59", -62_135_683_140_000_000),
    ],
)
def test_date_times_become_microseconds(value: str, instant: int) -> None:
    assert values_of(f"changedOn -eq '{value}'") == (instant,)


@pytest.mark.parametrize(
    "value",
    [
        *("", "2024", "2024-05", "2024-5-31", "2024-05-31 10:00", "2024-05-31T10", "2024-05-31T24:00", "0000-01-01"),
        *("2023-02-29", "2024-05-31T10:00:60", "2024-05-31T10:00+0200", "2024-05-31Z", "2024-05-31T10:00:00.12345678"),
        *("٢٠٢٤-05-31", "2024-05-31T10:00z", "now", "9999-99-99"),
    ],
)
def test_what_is_no_date_time_is_a_mistake(value: str) -> None:
    error = findings(f"changedOn -eq '{value}'")[0].error

    assert error.startswith("changedOn takes a date-time, such as '2024-05-31', ")
    assert f"not '{value}' at position 15 of $filter." in error


def test_a_blank_where_a_plus_was_meant_is_explained() -> None:
    hint = "A + in an address is written %2B."

    assert hint in refusal("changedOn -eq '2024-05-31T10:00 02:00'").message
    assert hint not in refusal("changedOn -eq '2024-05-31 10:00'").message


@pytest.mark.parametrize("pattern", ["\\", "a\\", "\\\\\\"])
def test_a_pattern_that_ends_in_an_escape_is_a_mistake(pattern: str) -> None:
    assert "each backslash stands before" in refusal(f"name -like '{pattern}'").message


@pytest.mark.parametrize("pattern", ["\\\\", "\\%", "\\a", "a\\\\b"])
def test_other_backslashes_are_taken(pattern: str) -> None:
    assert values_of(f"name -like '{pattern}'") == (pattern,)


def test_a_backslash_at_the_end_escapes_only_in_patterns() -> None:
    assert values_of("name -eq 'a\\'") == ("a\\",)


@pytest.mark.parametrize("operator", ["-eq", "-ne", "-lt", "-le", "-gt", "-ge"])
@pytest.mark.parametrize("left", ["name -X 'a'", "costs -X 1", "isReleased -X true", "changedOn -X '2024-05-31'"])
def test_every_type_can_be_compared_and_ordered(left: str, operator: str) -> None:
    read(left.replace("-X", operator))


@pytest.mark.parametrize(
    "name", ["name", "costs", "isReleased", "changedOn", "owner", "owner/lastName", "id", "attributes"]
)
def test_everything_can_be_asked_whether_it_is_null(name: str) -> None:
    assert condition(read(f"IsNull({name})")).operator is Operator.IS_NULL


def test_every_mistake_is_reported_in_its_place() -> None:
    found = findings("(nmae -eq 'a' OR costs -in (1, 'x')) AND NOT (Contains(changedOn, 'y') OR owner/x -eq 1)")

    assert [(each.error.split(".")[0], each.code) for each in found] == [
        ("$filter knows no nmae at position 2", "unknown-name"),
        ("costs takes a number, such as 12 or 0", "invalid-parameter"),
        ("Contains at position 47 of $filter compares texts, but changedOn is a date-time", "invalid-parameter"),
        ("$filter knows no x of owner at position 81", "unknown-name"),
    ]


def test_names_that_cannot_be_used_are_not_suggested() -> None:
    assert "gotoUrl?" not in refusal("gotoUrls -eq 'a'").message
