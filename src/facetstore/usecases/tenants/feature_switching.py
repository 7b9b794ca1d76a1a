"""Switching the features of a storage on and off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from facetstore.domain.audit import FEATURE_SWITCHED
from facetstore.domain.errors import Finding, Hints, InvalidParameter
from facetstore.domain.features import FEATURES, Feature, FeatureState, state_of
from facetstore.query.parameters import Parameters
from facetstore.usecases.writing import Writing

ID: Final = "id"
STATE: Final = "state"


def parse_switch(given: Mapping[str, str]) -> tuple[Feature, FeatureState]:
    """The feature and the state that the parameters name. Raises InvalidParameter with every mistake."""
    parameters = Parameters(given)
    parameters.require(ID, f"the id of a feature ({', '.join(FEATURES)})")
    parameters.require(STATE, " or ".join(FeatureState))
    feature, state = parameters.read(ID, _feature), parameters.read(STATE, _state)
    parameters.check()
    assert feature is not None
    assert state is not None
    return feature, state


def _feature(text: str) -> Feature:
    known = {each.casefold(): each for each in FEATURES}
    found = known.get(text.casefold())
    if found is None:
        hint = Hints().nearest(text, FEATURES)
        error = f"There is no feature {text!r}.{hint} There are: {', '.join(FEATURES)}."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, ID)])
    return FEATURES[found]


def _state(text: str) -> FeatureState:
    try:
        return FeatureState(text.casefold())
    except ValueError as wrong:
        error = f"{STATE} is {' or '.join(FeatureState)}, not {text!r}."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, STATE)]) from wrong


async def switch_feature(writing: Writing, feature: Feature, state: FeatureState) -> None:
    """Give a feature this state. Nothing is stored for one that has it."""
    settings = writing.writer.current.settings
    if state_of(feature, settings.deactivated_features) is state:
        return
    others = {*settings.deactivated_features} - {feature.id}
    deactivated = others if state is FeatureState.ACTIVATED else {*others, feature.id}
    await writing.writer.set_definition(
        replace(settings, deactivated_features=tuple(sorted(deactivated))), writing.writer.current.additions
    )
    await writing.writer.history.audit(FEATURE_SWITCHED, None, {"feature": feature.id, "state": state})
    writing.changed = True
