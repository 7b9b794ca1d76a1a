"""Ids, date-times, version numbers and texts: what is one, and how two of them compare."""

import sys
import unicodedata
import uuid
from datetime import datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from facetstore.domain.values import (
    equality_key,
    is_clean_text,
    is_date_time,
    order_key,
    parse_guid,
    parse_version_number,
)

A_GUID = "0f8fad5b-d9cb-469f-a165-70867728950e"


@given(st.uuids())
def test_a_guid_is_read_in_any_letter_case_and_written_in_lower_case(id_: uuid.UUID) -> None:
    mixed = "".join(each.upper() if n % 2 else each for n, each in enumerate(str(id_)))

    assert {parse_guid(str(id_)), parse_guid(str(id_).upper()), parse_guid(mixed)} == {str(id_)}


@given(st.text() | st.text("0123456789abcdefABCDEF-", min_size=30, max_size=40))
def test_nothing_else_is_a_guid(text: str) -> None:
    found = parse_guid(text)

    if found is None:
        assert len(text) != 36 or not _is_guid(text)
    else:
        assert found == text.lower() == str(uuid.UUID(text))
        assert text.isascii()


def _is_guid(text: str) -> bool:
    try:
        return text.isascii() and str(uuid.UUID(text)) == text.lower()
    except ValueError:
        return False


@pytest.mark.parametrize(
    "text",
    [
        "",
        A_GUID[:-1],
        f"{A_GUID}0",
        f" {A_GUID}",
        f"{A_GUID}\n",
        f"{{{A_GUID}}}",
        A_GUID.replace("-", ""),
        A_GUID.replace("0", "０", 1),
        A_GUID.replace("0", "٠", 1),
        A_GUID.replace("f", "g", 1),
        A_GUID.replace("f", "ﬀ", 1),
        f"urn:uuid:{A_GUID}",
    ],
)
def test_what_only_looks_like_a_guid_is_none(text: str) -> None:
    assert parse_guid(text) is None


@given(st.datetimes())
def test_every_date_time_python_knows_is_one(moment: datetime) -> None:
    assert is_date_time(moment.isoformat())
    assert is_date_time(moment.isoformat(timespec="seconds"))


parts = st.tuples(
    st.integers(0, 9999),
    st.integers(0, 13),
    st.integers(0, 32),
    st.integers(0, 25),
    st.integers(0, 61),
    st.integers(0, 61),
)


@given(parts)
@example((1900, 2, 29, 0, 0, 0))
@example((2000, 2, 29, 0, 0, 0))
@example((2023, 2, 29, 0, 0, 0))
@example((2024, 2, 29, 23, 59, 59))
@example((0, 1, 1, 0, 0, 0))
@example((2024, 4, 31, 0, 0, 0))
@example((2024, 12, 31, 24, 0, 0))
@example((2016, 12, 31, 23, 59, 60))
def test_a_date_time_is_one_exactly_when_python_says_so(numbers: tuple[int, int, int, int, int, int]) -> None:
    year, month, day, hour, minute, second = numbers
    text = f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"
    try:
        datetime(*numbers)  # noqa: DTZ001  # a local date-time is what the specification writes
        known = True
    except ValueError:
        known = False

    assert is_date_time(text) == known


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("2024-05-06T07:08:09", True),
        ("9999-12-31T00:00:00", True),
        ("2024-05-06T07:08:09.1", True),
        ("2024-05-06T07:08:09.1234567", True),
        ("2024-05-06T07:08:09.12345678", False),
        ("2024-05-06T07:08:09.", False),
        ("2024-05-06T07:08:09Z", False),
        ("2024-05-06T07:08:09+01:00", False),
        ("2024-05-06 07:08:09", False),
        ("2024-05-06t07:08:09", False),
        ("2024-05-06T07:08", False),
        ("2024-05-06", False),
        ("24-05-06T07:08:09", False),
        ("2024-5-6T7:8:9", False),
        (" 2024-05-06T07:08:09", False),
        ("2024-05-06T07:08:09\n", False),
        ("２０２４-05-06T07:08:09", False),
        ("2024-05-06T07:08:0٩", False),
        ("", False),
    ],
)
def test_a_date_time_is_written_in_one_form_only(text: str, is_one: bool) -> None:
    assert is_date_time(text) == is_one


@given(st.text())
def test_no_text_is_a_date_time_that_python_cannot_read(text: str) -> None:
    if is_date_time(text):
        datetime.fromisoformat(text[:26])


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1.0", (1, 0)),
        ("0.1", (0, 1)),
        ("10.12", (10, 12)),
        ("999999999.999999999", (999999999, 999999999)),
        ("01.0", (1, 0)),
        ("1000000000.0", None),
        ("1", None),
        ("1.", None),
        (".1", None),
        ("1.0.0", None),
        ("-1.0", None),
        ("1,0", None),
        ("1.0\n", None),
        ("١.٠", None),
        ("", None),
    ],
)
def test_a_version_number_has_a_major_and_a_minor_part(text: str, number: tuple[int, int] | None) -> None:
    assert parse_version_number(text) == number


@given(st.integers(0, 999_999_999), st.integers(0, 999_999_999))
def test_every_version_number_is_read_back(major: int, minor: int) -> None:
    assert parse_version_number(f"{major}.{minor}") == (major, minor)


@given(st.text(st.characters(), max_size=20))
def test_a_text_is_clean_when_it_can_be_stored_everywhere(text: str) -> None:
    try:
        storable = b"\0" not in text.encode()
    except UnicodeEncodeError:
        storable = False

    assert is_clean_text(text) == storable


@pytest.mark.parametrize("text", ["\0", "a\0b", "\ud800", "x\udfff", "\ud83d \ude00"])
def test_nul_and_lone_surrogates_are_not_clean(text: str) -> None:
    assert not is_clean_text(text)


texts = st.text(st.characters(exclude_categories=["Cs"]))


@given(texts)
def test_texts_are_equal_however_their_characters_are_composed(text: str) -> None:
    forms = {equality_key(unicodedata.normalize(form, text)) for form in ("NFC", "NFD")}

    assert forms == {equality_key(text)} == {unicodedata.normalize("NFC", text).casefold()}


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("Straße", "STRASSE", True),
        ("é", "e\u0301", True),
        ("É", "e\u0301", True),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ", True),
        ("e", "é", False),
        ("ﬁ", "fi", True),
        ("ﬁx", "fix", True),
        ("a", "ａ", False),
        ("a ", "a", False),
    ],
)
def test_equality_ignores_case_but_no_marks(one: str, other: str, equal: bool) -> None:
    assert (equality_key(one) == equality_key(other)) == equal


def _in_order(text: str) -> str:
    """D4.3 word by word, without any of the short cuts."""
    return "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each)).casefold()


@given(texts)
@example("x\u034f\u0301")
@example("\u0345")
@example("가\u1100\u1161")
def test_the_order_of_a_text_is_that_of_its_letters_alone(text: str) -> None:
    assert order_key(text) == _in_order(text)


def test_every_mark_of_every_script_is_left_out_of_the_order() -> None:
    marks = [each for each in map(chr, range(sys.maxunicode + 1)) if unicodedata.combining(each)]

    wrong = [mark for mark in marks if order_key(f"a{mark}b") != _in_order(f"a{mark}b")]

    assert len(marks) > 800
    assert wrong == []


def test_no_letter_of_the_common_planes_is_taken_for_a_mark() -> None:
    letters = [each for each in map(chr, range(0x20000)) if unicodedata.category(each)[0] in "LN"]

    assert [each for each in letters if order_key(each) != _in_order(each)] == []


def test_names_come_in_the_order_people_expect() -> None:
    names = ["zebra", "Übung", "Zoo", "apfel", "Öl", "ofen", "Äpfel", "Ångström", "émile", "Emil", "10", "2"]

    assert sorted(names, key=order_key) == [
        "10", "2", "Ångström", "apfel", "Äpfel", "Emil", "émile", "ofen", "Öl", "Übung", "zebra", "Zoo",
    ]  # fmt: skip
