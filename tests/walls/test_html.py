"""Finding 3: html that an editor sends holds up no other caller, whatever it is."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest

from tests.support.company import LOGISTICS
from tests.walls.served import Answer, Served

XML: Final = '<?xml version="1.0"?>'
DETAIL: Final = "rest/facets/processes/views/detail/elements"
LONGEST_WAIT: Final = 3.0
"""Seconds for another tenant's read. It takes milliseconds; the attack stopped everything for most of a minute."""

HOSTILE: Final = {"tags that never end": "<a " * 6_000, "many elements": "<i>a</i>&nbsp;" * 20_000}


@contextmanager
def other_callers(served: Served) -> Iterator[Served]:
    """The same service on connections of their own, one to each worker."""
    others = Served(served.node, served.workers, served.database)
    try:
        yield others
    finally:
        for connection in others._connections.values():
            connection.close()


@pytest.mark.parametrize("kind", HOSTILE)
def test_html_of_an_editor_holds_up_no_other_caller(served: Served, kind: str) -> None:
    victim, attacker = served.new_tenant(), served.new_tenant()
    attributes = {"name": {"1033": "New"}, "description": {"1033": XML + HOSTILE[kind]}}
    body = {"elements": [{"type": "subProcess", "attributes": attributes}]}
    answers: list[Answer] = []
    waits: list[float] = []

    with other_callers(served) as others:
        others.ask_all(victim, "viewer", f"{DETAIL}/{LOGISTICS}")
        editor = threading.Thread(target=lambda: answers.append(served.ask(attacker, "editor", DETAIL, body)))
        editor.start()
        while not waits or editor.is_alive():
            waits += [each.seconds for each in others.ask_all(victim, "viewer", f"{DETAIL}/{LOGISTICS}")]
        editor.join()

    assert max(waits) < LONGEST_WAIT
    assert answers[0].status in (200, 400)
