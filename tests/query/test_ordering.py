"""What `$orderby` takes: fields with a direction, and all mistakes reported at once."""

from typing import Final

import pytest

from facetstore.domain.errors import Invalid, InvalidParameter, UnknownName
from facetstore.query.filter_tree import AttributeField, IdentityField, Kind
from facetstore.query.ordering import MOST_KEYS, OrderKey, parse_order
from tests.query.filters import NAMES

CHAIN: Final = (1033, 1031)
NAME: Final = AttributeField("name", Kind.TEXT, CHAIN)
CHANGED_ON: Final = AttributeField("changedOn", Kind.INSTANT, (127,))
STATE: Final = IdentityField("state")


def parse(text: str) -> tuple[OrderKey, ...]:
    return parse_order(text, NAMES, chain=CHAIN)


def refusal(text: str) -> Invalid:
    with pytest.raises(Invalid) as caught:
        parse(text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("name", [OrderKey(NAME)]),
        ("name asc", [OrderKey(NAME)]),
        ("NAME DESC", [OrderKey(NAME, descending=True)]),
        ("name desc,changedOn", [OrderKey(NAME, descending=True), OrderKey(CHANGED_ON)]),
        (
            "name desc, changedOn, name/1031 asc, state",
            [
                OrderKey(NAME, descending=True),
                OrderKey(CHANGED_ON),
                OrderKey(AttributeField("name", Kind.TEXT, (1031,))),
                OrderKey(STATE),
            ],
        ),
        ("costs desc", [OrderKey(AttributeField("costs", Kind.NUMBER, (127,)), descending=True)]),
        ("id", [OrderKey(IdentityField("id"))]),
        ("changedOn/1031", [OrderKey(CHANGED_ON)]),
    ],
)
def test_an_order_is_a_list_of_fields_with_a_direction(text: str, keys: list[OrderKey]) -> None:
    assert parse(text) == tuple(keys)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Found the end at position 1 of $orderby, expected a name. For example: name desc, changedOn."),
        ("name,", "Found the end at position 6 of $orderby, expected a name. For example: name desc, changedOn."),
        (",name", "Found , at position 1 of $orderby, expected a name. For example: name desc, changedOn."),
        ("'name'", "Found 'name' at position 1 of $orderby, expected a name. For example: name desc, changedOn."),
        (
            "name descending",
            "Found descending at position 6 of $orderby, expected asc, desc, a comma or the end. "
            "For example: name desc, changedOn.",
        ),
        (
            "name asc desc",
            "Found desc at position 10 of $orderby, expected asc, desc, a comma or the end. "
            "For example: name desc, changedOn.",
        ),
        ("nmae", "$orderby knows no nmae at position 1. Did you mean name?"),
        ("name/de", "de at position 6 of $orderby is not a culture id. Write its number: name/1031."),
        (
            "gotoUrl",
            "gotoUrl at position 1 cannot stand in $orderby: it is computed for each answer, "
            "so there is nothing to compare.",
        ),
        (
            "owner/lastName",
            "owner/lastName at position 1 of $orderby has many values an element. "
            "Order by an attribute of the element itself or by one of its identity fields.",
        ),
        (
            "attributes desc",
            "attributes at position 1 of $orderby has many values an element. "
            "Order by an attribute of the element itself or by one of its identity fields.",
        ),
        ("name, Name desc", "Name at position 7 of $orderby is a duplicate."),
        ("changedOn, changedOn/1031", "changedOn/1031 at position 12 of $orderby is a duplicate."),
        ("name\x00", "The character U+0000 at position 5 is not allowed in $orderby. Remove it."),
        ("name;", "Found ; at position 5 of $orderby, which means nothing there. Texts stand in single quotes."),
    ],
)
def test_a_wrong_order_gets_exactly_its_sentence(text: str, message: str) -> None:
    failure = refusal(text)

    assert failure.message == message
    assert [(each.error, each.path) for each in failure.findings] == [(message, "$orderby")]
    assert type(failure) is (UnknownName if " knows no " in message else InvalidParameter)


def test_every_wrong_name_is_reported_at_once() -> None:
    assert [each.error for each in refusal("nmae, name, chngedOn desc, owner").findings] == [
        "$orderby knows no nmae at position 1. Did you mean name?",
        "$orderby knows no chngedOn at position 13. Did you mean changedOn?",
        "owner at position 28 of $orderby has many values an element. "
        "Order by an attribute of the element itself or by one of its identity fields.",
    ]


def test_no_more_keys_are_taken_than_allowed() -> None:
    keys = [f"name/{culture}" for culture in range(1, MOST_KEYS + 2)]

    assert len(parse(",".join(keys[:-1]))) == MOST_KEYS
    assert refusal(",".join(keys)).message == "$orderby takes at most 8 keys, not 9."
