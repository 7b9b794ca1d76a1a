"""A difference applied to the older side gives the newer side."""

from random import Random
from typing import Final

from tests.rest.past.random_changes import RandomChanges
from tests.support.api import Json, element
from tests.support.changing import Changing
from tests.support.proof import record, sampled, scaled

WRITES: Final = scaled(600)
PAIRS: Final = sampled(1000, 40)
COMPUTED: Final = frozenset({"changedOn", "state1", "isReleased", "version", "gotoUrl", "authorNote"})
"""Stamped with each change, or computed from other parts: no difference has them."""
STAMPED: Final = frozenset({"changedBy", "releaseHistory"})


def side(changing: Changing, id_: str, revision: int) -> Json | None:
    """State, values by attribute and culture, and ids by context, as of a revision."""
    answer = changing.get(f"{element(id_)}?$resources=attributes,related&asOf={revision}")
    if answer.status_code != 200:
        return None
    (shown,) = answer.json()["elements"]
    related = {
        name: [each["id"] for each in targets]
        for name, targets in shown.get("related", {}).items()
        if name not in STAMPED and targets
    }
    attributes = {name: each for name, each in shown.get("attributes", {}).items() if name not in COMPUTED and each}
    return {"state": shown.get("state"), "attributes": attributes, "related": related}


def applied(older: Json, difference: Json) -> Json:
    """The older side with all that a difference says of it; where an order changed, targets are sorted."""
    attributes = {name: dict(values) for name, values in older["attributes"].items()}
    for name, cultures in difference.get("attributes", {}).items():
        values = attributes.setdefault(name, {})
        for culture, change in cultures.items():
            assert values.get(culture) == change["from"], (name, culture)
            values[culture] = change["to"]
    kept = {
        name: {each: value for each, value in values.items() if value is not None}
        for name, values in attributes.items()
    }
    related = {name: list(targets) for name, targets in older["related"].items()}
    for name, change in difference.get("related", {}).items():
        left = [each for each in related.get(name, []) if each not in change["removed"]]
        assert len(left) + len(change["removed"]) == len(related.get(name, [])), name
        related[name] = [*left, *change["added"]]
    return {
        "state": difference["state"]["to"] if "state" in difference else older["state"],
        "attributes": {name: values for name, values in kept.items() if values},
        "related": {name: sorted(targets) for name, targets in related.items() if targets},
    }


def test_a_difference_applied_to_the_older_side_gives_the_newer_side(changing: Changing) -> None:
    random = Random(2)
    changes = RandomChanges(changing, random)
    first = changing.revision
    for _ in range(WRITES):
        changes.step()
    last, compared = changing.revision, 0
    ids = [each["id"] for each in changes.listed("processes")]
    for _ in range(PAIRS * 20):
        if compared == PAIRS:
            break
        id_, low, high = random.choice(ids), random.randint(first, last), random.randint(first, last)
        older, newer = side(changing, id_, low), side(changing, id_, high)
        if older is None or newer is None:
            continue
        (found,) = changing.read(f"{element(id_)}/diff?from={low}&to={high}")["values"]
        expected = {**newer, "related": {name: sorted(targets) for name, targets in newer["related"].items()}}
        assert applied(older, found["difference"]) == expected, (id_, low, high, found)
        compared += 1
    assert compared == PAIRS
    record("applied difference", compared, "equal", writes=WRITES)
