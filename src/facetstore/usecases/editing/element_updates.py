"""Operation 5: changing and creating the elements of a body, all of them or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from facetstore.domain.errors import Finding, InvalidBody, InvalidParameter
from facetstore.usecases.editing.made import Made
from facetstore.usecases.editing.unique_logins import check_unique, given_logins
from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.reading.accessing import access_view
from facetstore.usecases.tenants.configuring import settle_configuration
from facetstore.usecases.tenants.following import follow_changes
from facetstore.usecases.writing import Writing

MOST_ELEMENTS: Final = 1000


@dataclass(frozen=True, slots=True)
class Updated:
    """The versions that a body named or created, in its order, and the warnings."""

    versions: tuple[str, ...]
    warnings: tuple[Finding, ...] = ()


async def update_elements(writing: Writing, facet_name: str, view_name: str, body: object) -> Updated:
    """Merge a body into what is stored. Raises InvalidBody, InvalidValues, NotFound, Forbidden, Conflict, PreconditionFailed."""
    made = await plan_updates(writing, facet_name, view_name, body)
    await store_updates(writing, made)
    return Updated(tuple(made.versions), tuple(made.warnings))


async def plan_updates(writing: Writing, facet_name: str, view_name: str, body: object) -> Made:
    """What a body changes and creates, checked; nothing is stored. Raises what `update_elements` raises."""
    made = _read(writing, facet_name, view_name, body)
    await _find(writing.writer, made)
    await made.take_all()
    await made.check()
    return made


def _read(writing: Writing, facet_name: str, view_name: str, body: object) -> Made:
    facet, _ = access_view(writing.offered, facet_name, view_name)
    given = _elements(body)
    if writing.if_match is not None and len(given) != 1:
        raise InvalidParameter("If-Match holds for one element; send the elements one by one.")
    return Made(writing, facet.name, given, MOST_ELEMENTS - len(given))


def _elements(body: object) -> Sequence[Mapping[str, object]]:
    """The elements of a body: under `elements` as in responses, or under `values` as in those of api-version 1.0."""
    given = body.get("elements", body.get("values")) if isinstance(body, dict) else None
    if not isinstance(given, list) or not given:
        raise InvalidBody('The body needs a list of elements: {"elements": [{"id": …, "attributes": …}]}.')
    if len(given) > MOST_ELEMENTS:
        raise InvalidBody(f"The body has {len(given)} elements; at most {MOST_ELEMENTS} are taken at a time.")
    wrong = [
        Finding("An element must be an object.", InvalidBody.code, f"elements[{number}]")
        for number, each in enumerate(given)
        if not isinstance(each, dict)
    ]
    if wrong:
        raise InvalidBody(wrong[0].error, wrong)
    return given


async def _find(writer: Writer, made: Made) -> None:
    """Read what the body names, what it refers to, and the positions of new elements. Most bodies refer to nothing new."""
    await made.find(await writer.stored.load(filter(None, made.named)))
    taken = await writer.stored.existing(made.referred_ids) if made.referred_ids else {}
    stereotypes = await writer.stored.stereotypes() if made.names_stereotype else ()
    made.refer(taken, stereotypes)
    if parents := made.parents:
        made.positions = dict(await writer.places.next_positions(parents))


async def store_updates(
    writing: Writing, made: Made, kind: str = "element.changed", details: Mapping[str, str] | None = None
) -> None:
    """Store what was planned; `kind` and `details` are for the history of what is changed. Raises Conflict."""
    changes = [(before, writing.changed_to(before, after)) for _, before, after in made.changed]
    writing.paths = {
        after.element: path for path, after in (*((path, after) for path, _, after in made.changed), *made.created)
    }
    await writing.add(
        [version for _, version in made.created], "element.created"
    )  # first: what changes may refer to it
    await writing.replace(changes, kind, details)
    roles = writing.metamodel.roles
    users = [
        *((path, before.version, after) for path, before, after in made.changed if after.type == roles.user),
        *((path, None, version) for path, version in made.created if version.type == roles.user),
    ]
    await check_unique(writing.writer.stored, roles, given_logins(roles, users))
    if writing.touched:
        await settle_configuration(writing)
    changed = [(path, after) for path, _, after in made.changed]
    if writing.served.tenant.address.is_administration:
        await follow_changes(writing, [*changed, *made.created])
