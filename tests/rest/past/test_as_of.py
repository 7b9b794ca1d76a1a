"""A read as of an earlier moment is the answer that was given then, byte for byte."""

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

import httpx
import pytest

from tests.rest.past.random_changes import RandomChanges
from tests.support import company
from tests.support.api import element
from tests.support.changing import Changing
from tests.support.proof import record, sampled, scaled
from tests.support.proven import unproven

WRITES: Final = scaled(2000)
MOMENTS: Final = scaled(200)
WHO: Final = ("administrator", "editor", "viewer")
WHOLE: Final = ("$filter", "$orderby", "/reporting", "/search", "/stats", "/usages", "/info", "/render", "/content")
KINDS: Final = ("rename", "move", "delete", "restore", "draw", "release", "set_method", "hide", "show")
_REQUEST: Final = re.compile(rb'"requestId":"[^"]*"')
_LIST: Final = "rest/facets/processes/views/list/elements"


class Recorded(NamedTuple):
    revision: int
    role: str
    path: str
    status: int
    body: bytes
    total: str | None


def reads(ids: Sequence[str]) -> list[str]:
    """Reads of every kind, about some elements."""
    found = [
        "rest/facets",
        "rest/facets/processes/views",
        _LIST,
        f"{_LIST}?$page=1&$pageSize=5&$count=true&$facetCounts=type,state",
        f"{_LIST}?$filter=contains(name,'a')&$orderby=name desc&$pageSize=7&$count=true",
        "rest/facets/processes/views/tree/elements",
        "rest/facets/processes/views/lastReleasedProcesses/elements",
        "rest/facets/processes/views/orphaned/elements",
        "rest/facets/it/views/list/elements?$orderby=changedOn desc",
        "rest/facets/processes/reporting?$pageSize=20",
        "rest/search?q=amber",
        "rest/search?q=ced&facets=processes",
        "rest/stats?by=type,state",
        "rest/facets/processes/views/detail/config/subProcess",
        "rest/types",
        "rest/info",
    ]
    for id_ in ids:
        one = element(id_)
        found += [
            one,
            f"{one}?$resources=attributes,related,children,content,rootPath&$expandRelated=owner",
            f"{one}/attributes",
            f"{one}/related",
            f"{one}/children",
            f"{one}/content",
            f"{one}/versions",
            f"{one}/info",
            f"{one}/usages",
            f"rest/facets/processes/reporting/{id_}",
            f"rest/diagram/{id_}/render/1033/detailed?format=json",
        ]
    return found


def ask(changing: Changing, revision: int, role: str, path: str, moment: str | None = None) -> Recorded:
    asked = path if moment is None else f"{path}{'&' if '?' in path else '?'}asOf={moment}"
    answer: httpx.Response = changing.get(asked, role)
    body = _REQUEST.sub(b"", answer.content) if answer.status_code != 200 else answer.content
    if path.startswith("rest/search") and answer.status_code == 200:
        # Equally good hits of the past are in the order of their names, those of today in that of their use (decision 0114).
        found = answer.json()
        body = json.dumps({**found, "values": sorted(found["values"], key=lambda each: str(each["id"]))}).encode()
    return Recorded(revision, role, path, answer.status_code, body, answer.headers.get("x-total-count"))


@pytest.mark.timeout(3600)
def test_the_past_is_answered_as_it_was(changing: Changing) -> None:
    random = Random(20)
    changes = RandomChanges(changing, random)
    at = sorted(random.sample(range(WRITES), MOMENTS))
    kept: list[Recorded] = []
    for number in range(WRITES):
        changes.step()
        if number in at:
            ids = [each["id"] for each in changes.listed("processes")]
            paths = reads([company.RECEIPT, *random.sample(ids, min(1, len(ids)))])
            some = random.sample(paths, sampled(len(paths), 24))
            # The past is shown by the permissions of today: viewers are compared where none narrowed what they saw.
            who = WHO[:-1] if changes.hidden() else WHO
            kept += [ask(changing, changing.revision, random.choice(who), path) for path in some]
    assert all(changes.done.get(name) for name in KINDS), changes.done
    hidden = look_for_hidden(changes, kept)
    changes.show_all()
    assert changes.hidden() == []

    assert changing.database.run(unproven(changing.database.storage, changing.address)) == []
    different = []
    # What needs the whole tenant comes last: as long as it is not put together, the others put together what they need.
    for each in sorted(kept, key=lambda each: (each.revision, any(part in each.path for part in WHOLE))):
        then = ask(changing, each.revision, each.role, each.path, str(each.revision))
        if then != each:
            different.append((each, then))
    assert not different, shown(different)
    record("as of", len(kept), "equal", writes=WRITES, moments=MOMENTS, refused=changes.refused)
    record("as of, by a viewer", hidden, "with nothing that is hidden today")


def look_for_hidden(changes: RandomChanges, kept: Sequence[Recorded]) -> int:
    """Ask as a viewer for the past of what is hidden today, and of what showed it. Returns how often."""
    changing, count = changes.changing, 0
    while not changes.hidden():
        changes.hide()
    hidden = changes.hidden()
    moments = sorted({each.revision for each in kept})[:: max(1, MOMENTS // 5)]
    for revision in moments:
        for path in reads(hidden[:2]):
            then = ask(changing, revision, "viewer", path, str(revision))
            assert then.status in (200, 404), then
            assert not [id_ for id_ in hidden if id_.encode() in then.body], then
            count += 1
    return count


def shown(different: list[tuple[Recorded, Recorded]]) -> str:
    lines = [f"{len(different)} differ"]
    for was, is_ in different[:8]:
        place = next((n for n, (a, b) in enumerate(zip(was.body, is_.body, strict=False)) if a != b), len(was.body))
        lines.append(f"{was.revision} {was.role} {was.path} {was.status} {is_.status}")
        lines.append(f"   was {was.body[max(0, place - 150) : place + 150]!r}")
        lines.append(f"   now {is_.body[max(0, place - 150) : place + 150]!r}")
    return "\n".join(lines)
