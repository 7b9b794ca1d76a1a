"""What is remembered of changes is bounded, and what is forgotten is never taken for unchanged."""

import tracemalloc

import pytest

from facetstore.rest import change_log as module
from facetstore.rest.change_log import Changes
from facetstore.usecases.ports.storage import Affected


def touched(*elements: str) -> Affected:
    return Affected(frozenset(elements), frozenset(), frozenset())


def test_an_element_that_changes_again_and_again_takes_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_IN_STEPS", 1000)
    changes = Changes(0)
    tracemalloc.start()
    try:
        for revision in range(1, 20_000):
            changes.add(revision, touched("a", "b"))
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert taken < 1_000_000


def test_of_forgotten_steps_anything_may_have_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_IN_STEPS", 3)
    changes = Changes(0)
    for revision in range(1, 6):
        changes.add(revision, touched(f"e{revision}"))

    assert changes.after(1) is None
    assert changes.after(2) == {"e3", "e4", "e5"}
    assert changes.after(5) == set()
    assert (changes.spare(["e1"], 1), changes.spare(["e2"], 1)) == (True, False)
