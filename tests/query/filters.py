"""What tests of filters share: the names of processes, the clock of Berlin, and refusals in short."""

from typing import Final

import pytest

from facetstore.domain.errors import Finding, Invalid
from facetstore.metamodel.loader import load_standard
from facetstore.query.filter_check import read_filter
from facetstore.query.filter_names import FilterNames, names_of
from facetstore.query.filter_tree import Cultures, Tree
from facetstore.regional.time_zones import time_zone, to_instant

NAMES: Final = names_of(load_standard(), "processes")


def in_berlin(local: str) -> int:
    return to_instant(local, time_zone("Europe/Berlin"))


def read(text: str, chain: Cultures = None, names: FilterNames = NAMES) -> Tree:
    return read_filter(text, names, in_berlin, chain=chain)


def refusal(text: str, names: FilterNames = NAMES) -> Invalid:
    with pytest.raises(Invalid) as caught:
        read(text, names=names)
    return caught.value


def findings(text: str, names: FilterNames = NAMES) -> tuple[Finding, ...]:
    return refusal(text, names).findings
