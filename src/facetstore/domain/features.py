"""Features that administrators switch off for a storage. All are on in a new one; none needs a restart."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from facetstore.domain.errors import Conflict, Finding


class FeatureState(StrEnum):
    """What a feature can be in a storage."""

    ACTIVATED = "activated"
    DEACTIVATED = "deactivated"


class Feature(NamedTuple):
    """A feature: the id by which it is switched, its names and what is refused without it, by culture."""

    id: str
    names: Mapping[int, str]
    descriptions: Mapping[int, str]


COMMENTS: Final = Feature(
    "CommentsFeature",
    {1031: "Kommentare", 1033: "Comments"},
    {
        1031: "Elemente kommentieren. Ohne sie bleibt lesbar, was schon geschrieben ist.",
        1033: "Commenting on elements. Without it, what was written stays readable.",
    },
)
AGENTS: Final = Feature(
    "AgentsFeature",
    {1031: "Agenten", 1033: "Agents"},
    {
        1031: "Der Zugang für Agenten (Model Context Protocol). Ohne ihn bekommt keiner eine Antwort.",
        1033: "The entrance for agents (Model Context Protocol). Without it, none is answered.",
    },
)
FEATURES: Final[Mapping[str, Feature]] = {each.id: each for each in (AGENTS, COMMENTS)}


def state_of(feature: Feature, deactivated: Collection[str]) -> FeatureState:
    """The state of a feature in a storage with these deactivated ones."""
    return FeatureState.DEACTIVATED if feature.id in deactivated else FeatureState.ACTIVATED


def check_activated(feature: Feature, deactivated: Collection[str]) -> None:
    """Raise Conflict for a feature that is deactivated."""
    if feature.id in deactivated:
        error = f"The feature {feature.id} is deactivated in this storage. An administrator can activate it."
        raise Conflict(error, [Finding(error, "feature-deactivated")])
