"""The tables that the reference page of filters shows: each right filter is its tree, each wrong one gets its sentence."""

from typing import Final

import pytest

from facetstore.domain.errors import InvalidParameter, UnknownName
from tests.query.filters import read, refusal
from tests.query.right_filters import RIGHT_FILTERS, RightFilter
from tests.query.wrong_filters import WRONG_FILTERS, WrongFilter

RIGHT: Final = [each for group in RIGHT_FILTERS.values() for each in group]
WRONG: Final = [each for group in WRONG_FILTERS.values() for each in group]


@pytest.mark.parametrize("right", RIGHT, ids=lambda each: ascii(each.text))
def test_a_right_filter_is_read_as_its_tree(right: RightFilter) -> None:
    assert read(right.text) == right.tree


@pytest.mark.parametrize("wrong", WRONG, ids=lambda each: ascii(each.text))
def test_a_wrong_filter_gets_exactly_its_sentence(wrong: WrongFilter) -> None:
    failure = refusal(wrong.text)

    assert failure.message == wrong.message
    assert tuple(each.error for each in failure.findings) == (wrong.findings or (wrong.message,))


@pytest.mark.parametrize("wrong", WRONG, ids=lambda each: ascii(each.text))
def test_every_refusal_names_the_position_the_parameter_and_a_code(wrong: WrongFilter) -> None:
    failure = refusal(wrong.text)

    assert " position " in failure.message
    assert {each.path for each in failure.findings} == {"$filter"}
    assert type(failure) is (UnknownName if " knows no " in failure.message else InvalidParameter)
    assert all(
        each.code == (UnknownName if " knows no " in each.error else InvalidParameter).code for each in failure.findings
    )


def test_no_filter_stands_in_the_tables_twice() -> None:
    texts = [*(each.text for each in RIGHT), *(each.text for each in WRONG)]

    assert sorted(set(texts)) == sorted(texts)


def test_every_refusal_can_be_sent() -> None:
    # A lone surrogate in a message would break the response that carries it.
    for each in WRONG:
        refusal(each.text).message.encode("utf-8")
