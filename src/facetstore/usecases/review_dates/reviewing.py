"""The review of one element: when it is due, and that it was confirmed as still right."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from facetstore.domain.callers import Caller
from facetstore.domain.errors import Conflict, Finding, Forbidden, InvalidBody, NotFound
from facetstore.domain.rights import confirms_review, rights_of
from facetstore.domain.values import parse_guid
from facetstore.metamodel.model import Metamodel
from facetstore.metamodel.review_rule import ReviewRule
from facetstore.regional.time_zones import time_zone, to_local
from facetstore.usecases.editing.edit_locking import access_in
from facetstore.usecases.judging import facts_of
from facetstore.usecases.ports.review_date_store import ReviewedVersion
from facetstore.usecases.ports.selections import TheseElements
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.reading.comparing import render_actor
from facetstore.usecases.release.offered import find_stored
from facetstore.usecases.review_dates.due_dates import rule_of, since, today_in
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.writing import Writing

CONFIRMED: Final = "review.confirmed"
_VERSION: Final = "versionId"


@dataclass(frozen=True, slots=True)
class Review:
    """The version in force of an element, by which rule it is reviewed, and whether the caller may confirm it."""

    version: ReviewedVersion | None
    """None: there is none, or it need not be reviewed."""
    rule: ReviewRule | None
    may_confirm: bool


async def access_review(reading: Reading, storage: Storage, facet: str, element_id: str) -> Review:
    """The review of an element that the caller may open. Raises NotFound, Forbidden."""
    metamodel, tenant = reading.metamodel.whole, reading.served.tenant
    async with storage.snapshot(tenant) as snapshot:
        stored = await find_stored(snapshot, metamodel, reading.caller, element_id)
        if stored.version.facet != facet:
            raise NotFound("There is no such element.")
        version = await storage.review_dates(tenant, reading.caller.audience).in_force(stored.version.element)
        found = await snapshot.stored.load([version.version]) if version is not None else {}
    rule = rule_of(metamodel, version) if version is not None else None
    if version is None or rule is None or version.version not in found:
        return Review(None, None, may_confirm=False)
    return Review(version, rule, may_confirm=_may_confirm(metamodel, reading.caller, found[version.version]))


async def render_review(reading: Reading, review: Review) -> Mapping[str, Any]:
    """When the review is due, and when it was last confirmed, and by whom if the caller sees that user."""
    version, rule = review.version, review.rule
    if version is None or rule is None:
        return {"isRequired": False, "mayConfirm": False}
    due, today = rule.due(since(version)), today_in(reading.served.settings.time_zone)
    person = version.person
    rows = await reading.names.names(TheseElements((person,))) if person is not None else ()
    zone = time_zone(reading.served.settings.time_zone)
    more = {
        "confirmedOn": to_local(version.at, zone) if version.at is not None else None,
        "by": next(({"id": each.element, **render_actor(reading, each)} for each in rows), None),
    }
    return {
        "isRequired": True,
        _VERSION: version.version,
        "months": rule.months,
        "dueOn": due.isoformat(),
        "isDue": is_coming(rule, due, today),
        "isOverdue": due < today,
        "mayConfirm": review.may_confirm,
        **{name: value for name, value in more.items() if value is not None},
    }


def is_coming(rule: ReviewRule, due: date, today: date) -> bool:
    """Whether a review is due, or so soon that it can be seen coming."""
    return due <= today + timedelta(days=rule.lead_days)


def parse_reviewed(body: Any) -> str:
    """The id of the version in a body. Raises InvalidBody with every finding."""
    given = body if isinstance(body, dict) else {}
    findings = [_wrong(f"There is no {name} here; give {_VERSION}.", name) for name in given if name != _VERSION]
    version = given.get(_VERSION)
    guid = parse_guid(version) if isinstance(version, str) else None
    if guid is None:
        findings.append(_wrong(f"{_VERSION} takes the id of the version that is still right.", _VERSION))
    if findings:
        raise InvalidBody(findings[0].error, findings)
    return str(guid)


async def confirm_review(writing: Writing, facet: str, element_id: str, version_id: str) -> str:
    """Store that a version is still right, once a day; returns its id. Raises NotFound, Forbidden, Conflict."""
    element = (await access_in(writing, facet, element_id)).version.element
    dates, metamodel = writing.writer.review_dates, writing.metamodel
    version = await dates.in_force(element)
    if version is None or rule_of(metamodel, version) is None:
        raise _conflict(
            "Nothing of this element needs a review: it is not released, or its type has none.", "no-review"
        )
    stored = (await writing.writer.stored.load([version.version]))[version.version]
    if not _may_confirm(metamodel, writing.caller, stored):
        raise Forbidden("Only users who own this element may confirm it; without an owner, those who may change it.")
    if version.version != version_id:
        error = f"Another version is in force: {version.version}. Look at that one, and confirm it then."
        raise _conflict(error, "other-version")
    today = today_in(writing.settings.time_zone).isoformat()
    done = version._replace(confirmed=today, person=writing.caller.principal, at=time.time_ns() // 1000)
    if await dates.confirm(done):
        await writing.writer.history.remark(CONFIRMED, element, {}, version.version)
        writing.changed = True
    return version.version


def _may_confirm(metamodel: Metamodel, caller: Caller, stored: StoredVersion) -> bool:
    owners = stored.version.related.get(metamodel.roles.owner, ())
    return confirms_review(caller, owners, rights_of(caller, facts_of(metamodel, stored)))


def _conflict(error: str, code: str) -> Conflict:
    return Conflict(error, [Finding(error, code, _VERSION)])


def _wrong(error: str, path: str) -> Finding:
    return Finding(error, InvalidBody.code, path)
