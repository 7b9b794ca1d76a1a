"""Where placeholders stand, and that they depend on nothing that is hidden."""

import uuid
from itertools import permutations
from typing import Final

from facetstore.usecases.diagrams.gaps import Gap, find_gaps
from facetstore.usecases.ports.rows import FlowRow

DIAGRAM: Final = str(uuid.UUID(int=1))


def flow(*connections: str, hidden: str = "xyz") -> list[FlowRow]:
    """Connections such as `ax`; letters of `hidden` are not released."""
    return [FlowRow(each[0], each[1], each[0] in hidden, each[1] in hidden) for each in connections]


def gaps(*connections: str, shown: str = "abc") -> list[tuple[str, str]]:
    return [("".join(each.before), "".join(each.behind)) for each in find_gaps(DIAGRAM, flow(*connections), shown)]


def test_a_placeholder_connects_what_is_before_and_behind() -> None:
    assert gaps("ax", "xb") == [("a", "b")]
    assert gaps("ax", "bx", "xc") == [("ab", "c")]
    assert gaps("ax", "xa", "xb") == [("a", "ab")]


def test_connected_shapes_are_one_placeholder() -> None:
    assert gaps("ax", "xy", "yz", "zb") == [("a", "b")]
    assert gaps("ax", "yb", "zy", "xz") == [("a", "b")]
    assert gaps("ax", "xb", "ay", "yb") == [("a", "b")]
    assert gaps("ax", "xb", "by", "yc") == [("a", "b"), ("b", "c")]


def test_what_connects_nothing_has_no_placeholder() -> None:
    assert gaps("ax") == gaps("xa") == gaps("ax", "xa") == gaps("xy") == gaps() == []
    assert gaps("ax", "bx") == [("ab", "")]


def test_what_permissions_hide_does_not_count() -> None:
    assert gaps("px", "xb") == []
    assert gaps("ax", "xp", "xb") == [("a", "b")]


def test_ids_depend_on_what_is_shown_only() -> None:
    one = find_gaps(DIAGRAM, flow("ax", "xb"), "ab")
    assert one == find_gaps(DIAGRAM, flow("ay", "yz", "zb"), "ab") == [Gap(one[0].id, ("a",), ("b",))]
    assert one[0].id != find_gaps(str(uuid.UUID(int=2)), flow("ax", "xb"), "ab")[0].id


def test_the_order_of_connections_does_not_matter() -> None:
    every = ("ax", "xy", "yb", "zc", "az")
    assert len({tuple(find_gaps(DIAGRAM, flow(*each), "abc")) for each in permutations(every)}) == 1
