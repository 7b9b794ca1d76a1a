"""What is taken from changes of the wanted attributes and contexts is what whole versions hold of them."""

from random import Random

import pytest

from facetstore.domain.element import Version
from facetstore.storage.past.narrow_states import NarrowState, NarrowStates
from facetstore.storage.rows.followed_changes import States
from facetstore.storage.rows.stored_changes import difference, whole_version
from tests.storage.builders import version
from tests.storage.random_tenants import RandomTenant
from tests.support.proof import scaled


@pytest.mark.parametrize("seed", range(4))
def test_what_is_wanted_of_a_version_is_what_it_holds(seed: int) -> None:
    content = RandomTenant(Random(seed))
    content.fill(120)
    versions = list(content.versions.values())
    attributes = sorted({name for each in versions for name in each.attributes})
    contexts = sorted({name for each in versions for name in each.related})
    for _ in range(scaled(1000)):
        names = content.random.sample(attributes, 3), content.random.sample(contexts, min(2, len(contexts)))
        narrow, now = NarrowStates(*names), content.random.choice(versions)
        change = whole_version(now)
        for _ in range(5):
            narrow.follow_all([(now.id, change.encode()), ("other", change.encode())], {now.id})
            assert narrow.get(now.id) == _narrowed(now, *names)
            assert narrow.get("other") == NarrowState(None, {}, {})
            after = content.changed(content.random.choice(versions)._replace(element=now.element, id=now.id))
            change, now = difference(now, after) or whole_version(after), after


def _narrowed(whole: Version, attributes: list[str], contexts: list[str]) -> NarrowState:
    return NarrowState(
        whole.number,
        {name: each for name, each in whole.attributes.items() if name in attributes and each},
        {name: each for name, each in whole.related.items() if name in contexts and each},
        whole.state,
    )


@pytest.mark.parametrize(
    "change", ['{"a":{"1031":"y"}}', '{"a":{"1033":null}}', '{"a":null}', '{"a":{"1033":"z"}}', '{"b":{"127":1}}']
)
def test_a_value_that_is_none_stays_until_its_attribute_changes(change: str) -> None:
    narrow, states, id_ = NarrowStates(["a"], []), States(), version("p").id
    whole = whole_version(version("p", attributes={"a": {127: None, 1033: "x"}}))
    for each in (whole, f'{{"changed":{{"attributes":{change}}}}}'):
        narrow.follow(id_, each.encode())
        after = states.follow("p", id_, each).after
        assert after is not None
        assert narrow.get(id_).attributes == {
            name: values for name, values in after.attributes.items() if name == "a" and values
        }
