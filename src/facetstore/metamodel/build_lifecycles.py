"""Lifecycles as values; each transition holds the full tasks and effects that it names."""

from __future__ import annotations

from collections.abc import Mapping

from facetstore.metamodel.build_properties import build_texts
from facetstore.metamodel.lifecycle_model import Lifecycle, ScheduledStep, State, Transition
from facetstore.metamodel.plain import Plain, entries, flag, items, section, word


def build_lifecycle(key: str, each: Plain) -> Lifecycle:
    return Lifecycle(
        key=key,
        initial=str(each["initial"]),
        wire_state=flag(each, "wireState"),
        states={name: _state(name, state) for name, state in entries(each, "states").items()},
        transitions=tuple(_transition(transition, each) for transition in items(each, "transitions")),
        scheduled=tuple(
            ScheduledStep(
                str(step["source"]),
                str(step["target"]),
                word(step, "on") or str(step["after"]),
                "on" in step,
                flag(step, "superseded"),
            )
            for step in items(each, "scheduled")
        ),
        new_version=section(each, "newVersion"),
        own_approval=flag(each, "ownApproval"),
    )


def _state(key: str, each: Plain) -> State:
    return State(
        key=key,
        names=build_texts(section(each, "names")),
        descriptions=build_texts(section(each, "descriptions")),
        visible=flag(each, "visible"),
        released=flag(each, "released"),
        was_released=flag(each, "wasReleased"),
        editable=flag(each, "editable"),
    )


def _transition(each: Plain, lifecycle: Plain) -> Transition:
    return Transition(
        id=str(each["id"]),
        source=str(each["source"]),
        target=str(each["target"]),
        names=build_texts(section(each, "names")),
        declaration=_declaration(section(each, "declaration"), lifecycle),
        listed_source=word(each, "listedSource") or str(each["source"]),
    )


def _declaration(each: Plain, lifecycle: Plain) -> Mapping[str, object]:
    """The declaration with its effects as a list in `effects` and its tasks in `tasks`, so that it can be read alone."""
    found = _with_effects(each, lifecycle)
    if kind := word(each, "opens"):
        found["tasks"] = {"kind": kind, **_task(entries(lifecycle, "tasks")[kind], lifecycle)}
    return found


def _task(task: Plain, lifecycle: Plain) -> Mapping[str, object]:
    return {
        **task,
        "accept": [_with_effects(each, lifecycle) for each in items(task, "accept")],
        "decline": _with_effects(section(task, "decline"), lifecycle),
    }


def _with_effects(each: Plain, lifecycle: Plain) -> dict[str, object]:
    name = word(each, "effects")
    return {**each, "effects": list(items(lifecycle.get("effects"), name)) if name else []}
