"""`_api/v1/featureflags`: what is switched on and off in a storage."""

from __future__ import annotations

import msgspec

from facetstore.domain.features import FEATURES, Feature, FeatureState, state_of
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.heads import texts_in
from facetstore.rest.operations.write_requests import write
from facetstore.rest.wire.answer import Content
from facetstore.usecases.tenants.feature_switching import parse_switch, switch_feature
from facetstore.usecases.writing import Writing


async def list_features(exchange: Exchange) -> Content:
    deactivated = exchange.reading.served.settings.deactivated_features
    return _content([_flag(exchange, each, state_of(each, deactivated)) for each in FEATURES.values()])


async def set_feature(exchange: Exchange) -> Content:
    feature, state = parse_switch(exchange.given())

    async def work(writing: Writing) -> Content:
        await switch_feature(writing, feature, state)
        return _content([_flag(exchange, feature, state)])

    return await write(exchange, work)


def _flag(exchange: Exchange, feature: Feature, state: FeatureState) -> dict[str, object]:
    settings = exchange.reading.served.settings
    return {
        "id": feature.id,
        "state": state,
        "displayNames": texts_in(feature.names, settings),
        "descriptions": texts_in(feature.descriptions, settings),
    }


def _content(values: list[dict[str, object]]) -> Content:
    return Content(msgspec.json.encode({"count": len(values), "values": values}))
