"""The name in one culture is the one that all names together have there."""

import random

from facetstore.domain.values import INVARIANT
from facetstore.metamodel.loader import load_standard
from facetstore.usecases.labels import name_in, names_of

CULTURES = (INVARIANT, 1031, 1033, 1036)
TEXTS = ("", " ", "Anna", "Öl prüfen", None, 7)


def test_a_name_in_one_culture_is_the_one_of_all() -> None:
    random_ = random.Random(25)
    types = [each for each in load_standard().types.values() if each.label]
    assert {len(each.label) for each in types} >= {1, 2}
    for _ in range(3000):
        element_type = random_.choice(types)
        attributes = {
            name: {culture: random_.choice(TEXTS) for culture in random_.sample(CULTURES, random_.randint(0, 3))}
            for name in random_.sample(element_type.label, random_.randint(0, len(element_type.label)))
        }
        chain = (*random_.sample(CULTURES[1:], random_.randint(0, 3)), INVARIANT)
        names = names_of(attributes, element_type)
        first = next((each for each in chain if names.get(each)), None)
        assert name_in(attributes, element_type, chain) == (("", None) if first is None else (names[first], first))
