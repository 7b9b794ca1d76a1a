"""A row of the history is passed over by its bytes only if it holds no word of a search."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from facetstore.domain.values import equality_key, order_key
from facetstore.storage.past.sought_changes import SoughtChanges, folded_bytes

LETTERS = st.text(st.sampled_from('aAeoOsSxz ö ÖßéÉšŁﬁ½–“\u0308\u0301αΩı"&<>\\\n'), max_size=12)


@given(LETTERS, st.integers(0, 20), st.integers(1, 5))
def test_every_part_of_a_folded_text_is_in_its_bytes(text: str, start: int, length: int) -> None:
    part = order_key(equality_key(text))[start : start + length]
    if part and max(part) < "\u0100":
        assert part.encode("latin-1") in folded_bytes(text)


@given(LETTERS, LETTERS, st.integers(0, 20), st.integers(1, 5))
def test_a_version_that_holds_a_word_is_never_passed_over(text: str, other: str, start: int, length: int) -> None:
    word = order_key(equality_key(text))[start : start + length]
    if not word:
        return
    changes = SoughtChanges([(word,)], {"name"})
    changes.follow("v", msgspec.json.encode({"facetName": "f", "attributes": {"name": {1033: text}}}))
    changes.follow("v", msgspec.json.encode({"changed": {"attributes": {"name": {1031: other}}}}))

    assert changes.may_hold("v")


@given(st.lists(st.tuples(st.sampled_from("vw"), st.booleans(), LETTERS), max_size=6), LETTERS)
def test_many_changes_say_what_each_of_them_says(given_changes: list[tuple[str, bool, str]], text: str) -> None:
    word = order_key(equality_key(text))[:3]
    if not word:
        return
    rows = [(version, _change(other, is_whole=is_whole)) for version, is_whole, other in given_changes]
    together, alone = SoughtChanges([(word,)], {"name"}), SoughtChanges([(word,)], {"name"})
    for start in range(0, len(rows), 2):
        together.follow_all(rows[start : start + 2])
    for row in rows:
        alone.follow(*row)

    assert [together.may_hold(each) for each in "vw"] == [alone.may_hold(each) for each in "vw"]


def _change(text: str, *, is_whole: bool) -> bytes:
    parts = {"attributes": {"name": {1033: text}}}
    return msgspec.json.encode({"facetName": "f", **parts} if is_whole else {"changed": parts})


def test_a_whole_version_replaces_what_was_before() -> None:
    changes = SoughtChanges([("amber",), ("cedar",)], {"name"})
    for name in ("Amber and cedar", "Amber alone"):
        changes.follow("v", msgspec.json.encode({"facetName": "amber", "attributes": {"name": {1033: name}}}))

    assert not changes.may_hold("v")
    changes.follow("v", msgspec.json.encode({"changed": {"attributes": {"name": {1031: "Zédär, CÉDAR"}}}}))
    assert changes.may_hold("v")
