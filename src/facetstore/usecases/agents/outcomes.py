"""The answers that agents get: found elements, one element, its steps, who is responsible, what an element is used by, what changed,
and what keeps a version from its next state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from facetstore.metamodel.model import ElementType, Facet
from facetstore.query.options import Page, ReadOptions
from facetstore.usecases.agents.facts import Citing, Json, cut
from facetstore.usecases.finding.search_hits import plan_search, search
from facetstore.usecases.finding.usage_search import list_usages, plan_usages
from facetstore.usecases.ports.job_runner import Jobs
from facetstore.usecases.ports.rows import ElementRow, NamedRow
from facetstore.usecases.ports.selections import Parts, TheseElements
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.reading.accessing import access_row
from facetstore.usecases.reading.comparing import list_history
from facetstore.usecases.reading.element_reads import content_of, with_names
from facetstore.usecases.reading.lists import plan_list, read_listing
from facetstore.usecases.reading.presentation import Shown
from facetstore.usecases.release.offered import explain_transitions

MOST_FOUND: Final = 10
MOST_USES: Final = 50
MOST_CHANGES: Final = 20
_MOST_OF_A_CONTEXT: Final = 8
LARGEST_READ: Final = 5_200
"""Bytes of one element that is read: some 1,500 tokens."""
_PARTS: Final = Parts(attributes=True, brief=True)
_WHOLE: Final = Parts(attributes=True)
_MARKS: Final = bytes(range(1, 9))


async def find(citing: Citing, words: str, types: str, most: int) -> Json:
    """Elements that have these words, best first. Raises InvalidParameter, UnknownName."""
    given = {"q": words, **({"types": types} if types else {})}
    wanted = plan_search(citing.reading, given, Page(min(most, MOST_FOUND)))
    found = await search(citing.reading, wanted)
    ids = [msgspec.json.decode(each.reference.translate(None, _MARKS))["id"] for each in found.page]
    rows = {row.element: row for row in await citing.reading.names.names(TheseElements(tuple(ids)))}
    passages = {id_: [cut(each.text) for each in hit.snippets] for id_, hit in zip(ids, found.page, strict=True)}
    facts = [{**citing.fact(rows[each]), "passages": passages[each]} for each in ids if each in rows]
    return {"total": found.hits.total, "found": facts}


async def facet_of(citing: Citing, facet: Facet) -> Json:
    """The first elements of a facet: its roots, or all by name."""
    view = next(iter(facet.views))
    wanted = plan_list(citing.reading, facet.name, view, ReadOptions(page=Page(MOST_USES)))
    listing = await read_listing(citing.reading, wanted)
    ids = tuple(listing.elements[:MOST_USES])
    rows = {row.element: row for row in await citing.reading.names.names(TheseElements(ids))}
    return {"facet": facet.name, "found": [citing.fact(rows[each]) for each in ids if each in rows]}


async def read(citing: Citing, element: str) -> Json:
    """An element: its texts, what it refers to, and, if it has a diagram, its steps. Raises NotFound, Forbidden."""
    reading = citing.reading
    async with reading.opened.snapshot():
        row = await access_row(reading, element, _WHOLE)
        element_type = reading.metamodel.types[row.type]
        contexts = tuple(element_type.contexts)
        targets = (await citing.targets([row.key], contexts)).get(row.key, {})
        steps = await _steps(citing, row, element_type)
    related = {
        citing.said(element_type.contexts[name].names, name): _named(citing, rows) for name, rows in targets.items()
    }
    texts = list(citing.texts(row, element_type))
    return _fitting({**citing.fact(row), "texts": texts, "related": related, "steps": steps})


def _fitting(answer: Json) -> Json:
    """The answer, cut to what an agent can keep in mind: the last steps, then references, then texts are left out and counted."""
    left_out = dict.fromkeys(("steps", "related", "texts"), 0)
    # What goes is measured alone: to encode the rest again for each part takes longer than all that was read.
    size = len(msgspec.json.encode(answer))
    while size > LARGEST_READ and (part := next((each for each in left_out if answer[each]), None)) is not None:
        if part == "related":
            gone = answer[part].pop(next(reversed(answer[part])))
            left_out[part] += len(gone)
        else:
            gone = answer[part].pop()
            left_out[part] += 1
        size -= len(msgspec.json.encode(gone))
    more = {name: number for name, number in left_out.items() if number}
    return {**{name: each for name, each in answer.items() if each != []}, **({"leftOut": more} if more else {})}


async def steps_of(citing: Citing, element: str) -> Json:
    """The steps of an element's diagram, in their order, each with what it follows and what it refers to.

    What is empty or false is left out of a step, and its version if it has none of its own. Raises NotFound, Forbidden.
    """
    reading = citing.reading
    async with reading.opened.snapshot():
        row = await access_row(reading, element, _PARTS)
        steps = await _steps(citing, row, reading.metamodel.types[row.type])
    return {**citing.fact(row), "steps": steps}


async def _steps(citing: Citing, row: ElementRow, element_type: ElementType) -> list[Json]:
    reading, roles = citing.reading, citing.reading.metamodel.roles
    if not element_type.layouts:  # nothing is drawn of it
        return []
    selection = content_of(reading, row)
    opened = await reading.opened.elements(selection, _PARTS)
    shown: Sequence[Shown] = await with_names(reading, selection, opened) or opened
    drawn = (name for layout in element_type.layouts for name in (*layout.lanes, *layout.details))
    contexts = tuple(dict.fromkeys((*roles.diagram_contexts, *drawn)))
    targets = await citing.targets([each.key for each in opened], contexts)
    facts = {each.label or each.element: citing.fact(each) for each in shown}
    return [_step(citing, each, facts, targets.get(each.key, {})) for each in shown]


def _step(citing: Citing, row: Shown, facts: Mapping[str, Json], targets: Mapping[str, Sequence[NamedRow]]) -> Json:
    fact = facts[row.label or row.element]
    contexts = citing.reading.metamodel.whole.types[row.type].contexts
    after = [facts[each]["name"] or each for each in _before(row) if each in facts]
    own = {name: fact[name] for name in ("element", "version", "type", "state", "name", "fallback") if fact[name]}
    if own["version"] == own["element"]:
        del own["version"]
    return {
        **own,
        **({"after": after} if after else {}),
        **{
            citing.said(contexts[name].names, name): [citing.name(each) for each in rows]
            for name, rows in targets.items()
            if name in contexts
        },
    }


def _before(row: Shown) -> list[str]:
    """The ids of the shapes before a shape."""
    found: list[Any] = msgspec.json.decode(b"[%b]" % (row.flow or b"").translate(None, _MARKS))
    return [each["properties"]["shapeId"] for each in found]


async def responsible_for(citing: Citing, element: str) -> Json:
    """Who answers for an element: the targets of the contexts of its owner and its authors. Raises NotFound, Forbidden."""
    reading, roles = citing.reading, citing.reading.metamodel.roles
    async with reading.opened.snapshot():
        row = await access_row(reading, element, _PARTS)
        element_type = reading.metamodel.types[row.type]
        targets = (await citing.targets([row.key], (roles.owner, *roles.authors))).get(row.key, {})
    people = {
        citing.said(element_type.contexts[name].names, name): [citing.fact(each) for each in rows]
        for name, rows in targets.items()
        if name in element_type.contexts
    }
    return {**citing.fact(row), "responsible": people}


async def impact_of(citing: Citing, element: str) -> Json:
    """What refers to an element or shows it, by context. Raises NotFound, Forbidden."""
    reading = citing.reading
    row = await access_row(reading, element, _PARTS)
    view = next(iter(reading.metamodel.facets[row.facet].views))
    found = await list_usages(reading, plan_usages(reading, (row.facet, view, element), {}, Page(MOST_USES)))
    uses = [(each.context, msgspec.json.decode(each.reference.translate(None, _MARKS))["id"]) for each in found.page]
    rows = await reading.names.names(TheseElements(tuple(dict.fromkeys(id_ for _, id_ in uses))))
    facts = {each.element: citing.fact(each) for each in rows}
    used: dict[str, list[Json]] = {}
    for context, id_ in uses:
        if id_ in facts:
            used.setdefault(context, []).append(facts[id_])
    return {**citing.fact(row), "total": found.total, "usedBy": used}


async def what_changed(citing: Citing, storage: Storage, jobs: Jobs, element: str, most: int) -> Json:
    """The last changes of an element, the newest first. Raises NotFound, Forbidden. Who may ask is decided as for the history."""
    reading = citing.reading
    row = await access_row(reading, element, _PARTS)
    view = next(iter(reading.metamodel.facets[row.facet].views))
    path = (row.facet, view, element)
    changes = await list_history(reading, storage, jobs, path, min(most, MOST_CHANGES), 0)
    return {**citing.fact(row), "changes": list(changes)}


async def why_blocked(citing: Citing, storage: Storage, element: str) -> Json:
    """The transitions of a version, and what keeps the caller from each. Raises NotFound, Forbidden."""
    found = await explain_transitions(citing.reading, storage, element)
    steps = [
        {
            "transition": each.transition.id,
            "to": each.transition.target,
            "allowed": not each.blocks,
            "because": [block.sentence for block in each.blocks],
            "rules": [{"severity": rule.severity, "says": rule.message(citing.culture)} for rule in each.findings],
        }
        for each in found.transitions
    ]
    return {**citing.fact_of(found.version), "transitions": steps}


def _named(citing: Citing, rows: Sequence[NamedRow]) -> list[Json]:
    """The first targets of a context in brief: what names and cites each."""
    brief = [citing.brief(each) for each in rows[:_MOST_OF_A_CONTEXT]]
    return [*brief, *([{"more": len(rows) - _MOST_OF_A_CONTEXT}] if len(rows) > _MOST_OF_A_CONTEXT else [])]
