"""Operation 5: elements changed and created, all of one body or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from facetstore.domain.errors import Failure, Finding, InvalidBody, InvalidParameter
from facetstore.usecases.editing.made import Made
from facetstore.usecases.ports.writes import Writer
from facetstore.usecases.reading.catalog import access_view
from facetstore.usecases.tenants.following import follow_changes
from facetstore.usecases.writing import Writing

MOST_ELEMENTS: Final = 1000


class Apart(Failure):  # nobody is told it
    """There is something about bodies, so that they cannot be made as one: each is to be made alone."""

    def __init__(self) -> None:
        super().__init__("These cannot be made as one.")


class Wanted(NamedTuple):
    """A body, and the open transaction of whoever sent it."""

    writing: Writing
    body: object


@dataclass(frozen=True, slots=True)
class Updated:
    """The versions a body named or made, in its order, and what was cleaned on the way."""

    versions: tuple[str, ...]
    warnings: tuple[Finding, ...] = ()


async def update_elements(writing: Writing, facet_name: str, view_name: str, body: object) -> Updated:
    """Merge a body into what is stored. Raises InvalidBody, InvalidValues, NotFound, Forbidden, Conflict, PreconditionFailed."""
    (updated,) = await update_as_one([Wanted(writing, body)], facet_name, view_name)
    return updated


async def update_as_one(wanted: Sequence[Wanted], facet_name: str, view_name: str) -> Sequence[Updated]:
    """Merge bodies of several callers, whose transaction is one, with one statement for what they have in common.

    Raises what a body of one of them would alone, and Apart where it makes a difference that they are made as one.
    """
    made = [_read(each, facet_name, view_name) for each in wanted]
    await _find(wanted[0].writing.writer, made)
    for each in made:
        await each.take_all()
    for each in made:
        await each.check()
    if len(made) > 1:
        _check_apart(made)
    await _store(wanted[0].writing, made)
    return [Updated(tuple(each.versions), tuple(each.warnings)) for each in made]


def _read(wanted: Wanted, facet_name: str, view_name: str) -> Made:
    writing, body = wanted
    facet, _ = access_view(writing.offered, facet_name, view_name)
    given = _elements(body)
    if writing.if_match is not None and len(given) != 1:
        raise InvalidParameter("If-Match holds for one element; send the elements one by one.")
    return Made(writing, facet.name, given)


def _elements(body: object) -> Sequence[Mapping[str, object]]:
    """The elements of a body: under `elements` as answers have them, or `values` as those of api-version 1.0 do."""
    given = body.get("elements", body.get("values")) if isinstance(body, dict) else None
    if not isinstance(given, list) or not given:
        raise InvalidBody('The body needs a list of elements: {"elements": [{"id": …, "attributes": …}]}.')
    if len(given) > MOST_ELEMENTS:
        raise InvalidBody(f"The body has {len(given)} elements; at most {MOST_ELEMENTS} are taken at a time.")
    wrong = [
        Finding("An element needs to be an object.", InvalidBody.code, f"elements[{number}]")
        for number, each in enumerate(given)
        if not isinstance(each, dict)
    ]
    if wrong:
        raise InvalidBody(wrong[0].error, wrong)
    return given


async def _find(writer: Writer, made: Sequence[Made]) -> None:
    """What bodies name, what they refer to, and where new elements come: most refer to nothing, and make nothing new."""
    found = await writer.load([id_ for each in made for id_ in each.named if id_])
    for each in made:
        await each.find(found)
    ids = {id_ for each in made for id_ in each.referred_ids}
    taken = await writer.existing(ids) if ids else {}
    stereotypes = await writer.stereotypes() if any(each.names_stereotype for each in made) else ()
    for each in made:
        each.refer(taken, stereotypes)
    parents = {parent for each in made for parent in each.parents}
    positions = dict(await writer.next_positions(parents)) if parents else {}
    for each in made:
        each.positions = positions


def _check_apart(made: Sequence[Made]) -> None:
    """Raise Apart where two callers have to do with one version, or may have: each must find what the other made of it."""
    versions = [version for each in made for version in each.versions]
    types = made[0].writing.metamodel.types
    # Who may change a flow object follows from its diagrams.
    flow = {types[after.type].flow for each in made for _, _, after in each.changed}
    if len(set(versions)) < len(versions) or len(flow) > 1:
        raise Apart


async def _store(writing: Writing, made: Sequence[Made]) -> None:
    """Store all that was made, in one of the transactions, which are one."""
    changes = [(before, each.writing.changed_to(before, after)) for each in made for _, before, after in each.changed]
    await writing.replace(changes, "element.changed")
    created = [each.writing.made(version) for each in made for _, version in each.created]
    await writing.add_made(created, "element.created")
    for each in made:
        changed = [(path, after) for path, _, after in each.changed]
        await follow_changes(each.writing, [*changed, *each.created])
