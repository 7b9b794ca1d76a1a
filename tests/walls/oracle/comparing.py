"""Whether two answers show the caller which world answered, and if so, a report that a reader can act on."""

import difflib
import json
import re
from typing import Final

import httpx

from tests.walls.oracle.sight import Sight
from tests.walls.oracle.worlds import Answer, Question, World, Worlds

DELETIONS: Final = ("element-delete", "element-remove")
_GUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_TELLS_ONE_BIT: Final = re.compile(rb'"data":\[\{"error":"Something you cannot see [^"0-9]*","code":"hidden"\}\]')
"""The refusal that integrity needs: one finding, without a name or a number."""
_MOST_LINES: Final = 40
_OK: Final = 200
_FAULT: Final = 500
"""From here on an answer is wrong, whether or not both worlds give it."""


_PAST: Final = re.compile(r"\basOf=|\b(?:from|to)=(?![0-9a-f]{8}-)")
"""A moment in a question. Sides of a difference that are versions begin as ids do."""


def difference(worlds: Worlds, question: Question, one: Answer, other: Answer) -> str | None:
    """What differs between the answers, in full; None: nothing, or no more than integrity needs."""
    allowed = one == other or _is_free(question, one, other) or _is_integrity(question, one, other)
    if max(one.status, other.status) < _FAULT and allowed:
        return None
    return "\n".join(
        [
            f"World {worlds.name}, caller: {worlds.role.name.lower()}, permission sets {worlds.one.plan.sets}, "
            f"facets {worlds.one.plan.facets}",
            str(question),
            f"status {one.status} / {other.status}, statements {one.statements} / {other.statements}",
            *_headers(one, other),
            *_bodies(one, other),
            *_secrets(worlds, question, one, other),
        ]
    )


def _is_integrity(question: Question, one: Answer, other: Answer) -> bool:
    """The one bit: a deletion is refused where something hidden stands below or refers to it, without a name or a number."""
    if question.route.name not in DELETIONS:
        return False
    refused = [each for each in (one, other) if each.status == 409 and _TELLS_ONE_BIT.search(each.body)]
    return bool(refused) and {one.status, other.status} <= {200, 409}


def _is_free(question: Question, one: Answer, other: Answer) -> bool:
    """Whether only the statements differ, where they may: a write that succeeds has more to do where there is more to write, and a
    storage as it was is put together as a whole, whatever is asked for."""
    is_done = question.route.writes and one.status == other.status == _OK
    is_past = _PAST.search(question.path) is not None or _names_moment(question)
    return (is_done or is_past) and one._replace(statements=0) == other._replace(statements=0)


def _names_moment(question: Question) -> bool:
    """Whether a body brings back what was at a moment. An undo brings back what was before a change."""
    sides = [question.body.get(side) for side in ("from", "to")] if isinstance(question.body, dict) else []
    given = [str(each) for each in sides if each is not None]
    restores = question.route.body == "RestoreBody" and any(_PAST.search(f"from={each}") for each in given)
    return restores or question.route.body == "UndoBody"


def _headers(one: Answer, other: Answer) -> list[str]:
    names = sorted({*one.headers, *other.headers})
    return [
        f"{name}: {one.headers.get(name)} / {other.headers.get(name)}"
        for name in names
        if one.headers.get(name) != other.headers.get(name)
    ]


def _bodies(one: Answer, other: Answer) -> list[str]:
    first, second = (_pretty(each).splitlines() for each in (one, other))
    lines = list(difflib.unified_diff(first, second, "one world", "the other", lineterm="", n=2))
    return lines[:_MOST_LINES] + (["…"] if len(lines) > _MOST_LINES else [])


def _pretty(answer: Answer) -> str:
    body = httpx.Response(answer.status, headers=answer.headers, content=answer.body).content
    try:
        return json.dumps(json.loads(body), indent=1, ensure_ascii=False)
    except ValueError:
        return body.decode(errors="replace").replace("><", ">\n<")


def _secrets(worlds: Worlds, question: Question, one: Answer, other: Answer) -> list[str]:
    """What the caller gets of the elements that the request and the differing lines name."""
    named = _GUID.findall(f"{question}\n" + "\n".join(_bodies(one, other)))
    return [f"{id_}: {' / '.join(_described(world, id_) for world in worlds.both)}" for id_ in dict.fromkeys(named)][
        :12
    ]


def _described(world: World, id_: str) -> str:
    records = [each for key, each in world.plan.records.items() if id_ in (key, each["id"])]
    if not records:
        return "not there"
    sights = {world.model.sight(each) for each in records}
    found = ", ".join(each.value for each in Sight if each in sights)
    return f"{records[-1]['type']} {records[-1].get('state', '')} {found}".replace("  ", " ")
