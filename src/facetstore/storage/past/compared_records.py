"""Versions as they were, in the forms in which filters and orders compare them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from facetstore.domain.element import Attributes, Version
from facetstore.domain.tenant import Tenant
from facetstore.metamodel.model import Metamodel
from facetstore.query.filter_evaluate import AttributeValue, Record
from facetstore.query.filter_forms import forms_in
from facetstore.query.filter_needs import Needs
from facetstore.regional.time_zones import time_zone
from facetstore.storage.past.compared_states import ComparedStates
from facetstore.storage.past.span_lists import Candidate, SpanLists
from facetstore.storage.rows.attribute_rows import compared_values
from facetstore.usecases.documents import shown_version
from facetstore.usecases.measure import Pace

_UNKNOWN_TYPE: Mapping[str, Mapping[int, AttributeValue]] = {}


class Records:
    """Makes records of versions of one tenant, with what a filter and an order need."""

    def __init__(self, tenant: Tenant, metamodel: Metamodel, needs: Needs) -> None:
        self._metamodel = metamodel
        self._needs = needs
        self._zone = time_zone(tenant.settings.time_zone)
        self._removed = tenant.settings.removed_cultures

    async def targets(
        self, candidates: Sequence[Candidate], states: ComparedStates, spans: SpanLists
    ) -> Mapping[str, Record]:
        """The records of what candidates refer to. Those that may not be opened are as if they were not there."""
        if not self._needs.contexts:
            return {}
        wanted, pace = set[str](), Pace()
        for each in candidates:
            await pace.step()
            related = states.version(each).related
            wanted.update(target for name in self._needs.contexts for target in related.get(name, ()))
        seen = await spans.candidates_among(wanted)
        await states.prepare(seen)
        found = {}
        for each in seen:
            await pace.step()
            found[each.element] = self.record(each, states.version(each), {})
        return found

    def record(self, candidate: Candidate, version: Version, targets: Mapping[str, Record]) -> Record:
        """A version in the forms in which it is compared."""
        identity = {
            "id": candidate.element,
            "versionId": candidate.version,
            "facetName": candidate.facet,
            "type": candidate.type,
            "state": candidate.state,
            "stereotype": candidate.stereotype,
        }
        related = {
            name: [targets[each] for each in version.related.get(name, ()) if each in targets]
            for name in (self._needs.contexts if targets else ())
        }
        return Record(identity, self._values(version), related)

    def _values(self, version: Version) -> Mapping[str, Mapping[int, AttributeValue]]:
        element_type = self._metamodel.types.get(version.type)
        if element_type is None:
            return _UNKNOWN_TYPE
        shown = shown_version(version, self._removed) if self._removed else version
        compared = compared_values(shown, self._metamodel) if self._needs.every_attribute else self._needed(shown)
        found: dict[str, dict[int, AttributeValue]] = {}
        for name, culture, *forms in forms_in(compared, element_type, self._zone):
            found.setdefault(name, {})[culture] = AttributeValue._make(forms)
        return found

    def _needed(self, version: Version) -> Attributes:
        needed = self._needs.all_attributes
        if not needed <= version.attributes.keys():
            compared = compared_values(version, self._metamodel)
            return {name: compared[name] for name in needed if name in compared}
        return {name: version.attributes[name] for name in needed}
