"""The difference of everything says of each element what the difference of that one element says."""

import json
from random import Random
from typing import Final

from tests.rest.past.random_changes import RandomChanges
from tests.support.api import Json, element
from tests.support.changing import Changing
from tests.support.proof import record, scaled

WRITES: Final = scaled(600)
PAIRS: Final = scaled(60)
WHO: Final = ("administrator", "viewer")


def lines(changing: Changing, path: str, low: int, high: int, role: str) -> tuple[dict[str, Json], Json]:
    answer = changing.get(f"{path}?from={low}&to={high}&format=ndjson", role)
    assert answer.status_code == 200, answer.text
    head, *found, last = map(json.loads, answer.text.splitlines())
    assert head == {"fromRevision": low, "toRevision": high}
    assert [each["id"] for each in found] == sorted(each["id"] for each in found)
    return {each["id"]: each for each in found}, last["counts"]


def test_each_line_is_the_difference_of_its_element(changing: Changing) -> None:
    random = Random(85)
    changes = RandomChanges(changing, random)
    first = changing.revision
    for _ in range(WRITES):
        changes.step()
    last, compared = changing.revision, 0
    for _ in range(PAIRS):
        low, high, who = random.randint(first, last), random.randint(first, last), random.choice(WHO)
        found, counts = lines(changing, "rest/diff", low, high, who)
        kinds = [each["kind"] for each in found.values()]
        assert {kind: kinds.count(kind) for kind in ("added", "removed", "changed")} == {
            kind: counts[kind] for kind in ("added", "removed", "changed")
        }
        for facet in ("processes", "it", "risks", "users"):
            path = f"rest/facets/{facet}/views/list/elements"
            sides = [changing.get(f"{path}?asOf={each}", who) for each in (low, high)]
            if any(each.status_code != 200 for each in sides):
                continue
            before, after = ({each["id"]: each for each in side.json()["elements"]} for side in sides)
            for id_ in before.keys() | after.keys():
                kind = "changed" if id_ in before and id_ in after else "added" if id_ in after else "removed"
                one = changing.get(f"{element(id_, facet)}/diff?from={low}&to={high}", who)
                if one.status_code != 200:  # deleted by now
                    if kind != "changed":
                        assert found[id_]["kind"] == kind
                    continue
                (single,) = one.json()["values"]
                wide = found.get(id_, {"changed": [], "difference": {}})
                expected = single["difference"]
                assert wide["difference"] == expected, (low, high, who, facet, id_)
                if expected:
                    assert wide["kind"] == kind == "changed", (id_, kind)
                compared += 1
    assert compared > PAIRS
    record("wide difference", compared, "equal", pairs=PAIRS)
