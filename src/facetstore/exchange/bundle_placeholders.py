"""Bare elements in place of those that a bundle refers to but does not hold."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid5

from facetstore.domain.element import FIRST_DRAFT, Version
from facetstore.domain.values import VersionId, parse_guid
from facetstore.exchange.bundle_references import Target
from facetstore.exchange.bundle_survey import Survey
from facetstore.metamodel.model import ElementType, Identity
from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.ports.writes import StoredVersion


async def make_placeholders(writer: Writer, survey: Survey) -> Sequence[StoredVersion]:
    """An element without attributes for each wanted id whose type is known; the others stay wanted."""
    made = []
    free = await _free_versions(writer, survey)
    for target in tuple(survey.wanted.values()):
        element_type = survey.metamodel.type(target.text("type") or "")
        if element_type is not None:
            made.append(_placeholder(target, element_type, survey, free))
            del survey.wanted[target.id]
    return made


async def _free_versions(writer: Writer, survey: Survey) -> set[str]:
    """The version ids that references name and no other element uses."""
    named = {id_ for target in survey.wanted.values() if (id_ := parse_guid(target.text("versionId") or ""))}
    known = {*survey.versions, *survey.elements, *survey.wanted}
    return named - known - set(await writer.stored.existing(named))


def _placeholder(target: Target, element_type: ElementType, survey: Survey, free: set[str]) -> StoredVersion:
    lifecycle = survey.metamodel.lifecycle_of.get(element_type.key)
    version = Version(
        element=target.id,
        id=VersionId(_version_id(target, free) if element_type.versioned else target.id),
        facet=element_type.facet,
        type=element_type.key,
        state=_state(target, survey) or lifecycle.initial if lifecycle is not None else None,
        creation_id=target.id if element_type.identity is Identity.CREATION_ID else None,
        number=FIRST_DRAFT if element_type.versioned else None,
    )
    visible = survey.is_shown(version) if element_type.flow else survey.is_visible(version)
    return StoredVersion(version, newest=True, visible=visible, published=visible)


def _version_id(target: Target, free: set[str]) -> str:
    """The version that the reference named, if no other element has it; else an id derived from the element."""
    version = parse_guid(target.text("versionId") or "")
    if version in free:
        free.discard(version)
        return version
    return str(uuid5(UUID(target.id), "placeholder"))


def _state(target: Target, survey: Survey) -> str | None:
    state = target.text("state")
    return state if state in survey.metamodel.states else None
