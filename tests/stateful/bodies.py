"""Random bodies of writes: good ones, and such with one mistake."""

from collections.abc import Mapping, Sequence
from typing import Final

from hypothesis import strategies as st

from tests.stateful.method import ATTRIBUTES, CONTEXTS, CULTURES, DEFAULT_CULTURE, INVARIANT, KINDS, NEVER, XML
from tests.stateful.model import Element, Json

NAMES: Final = ("alpha", "Beta", "gamma", "ALPHA", "Delta")
_VALUES: Final[Mapping[str, Sequence[object]]] = {
    "text": NAMES,
    "html": [f"{XML}<p>{name}</p>" for name in NAMES[:3]],
    "time": ["2020-01-01T00:00:00", "2030-06-01T12:30:00", NEVER],
    "number": [1, 2.5],
    "maturity": ["defined", "isLived"],
}
_UNKNOWN: Final = "00000000-0000-4000-8000-000000000000"


def attributes(type_: str) -> st.SearchStrategy[Json]:
    """Some attributes of a type in some cultures; now and then none, which removes."""
    one = {name: _by_culture(data_type) for name, data_type in ATTRIBUTES[type_].items()}
    return st.sets(st.sampled_from(sorted(one)), min_size=1, max_size=3).flatmap(
        lambda names: st.fixed_dictionaries({name: st.none() | one[name] | one[name] for name in sorted(names)})
    )


def _by_culture(data_type: str) -> st.SearchStrategy[Json]:
    cultures = (INVARIANT,) if data_type.endswith("!") else CULTURES
    values = st.sampled_from([*_VALUES[data_type.removesuffix("!")], None])
    return st.dictionaries(st.sampled_from(cultures), values, min_size=1)


def related(element: Element, targets: Mapping[str, Sequence[str]]) -> st.SearchStrategy[Json]:
    """One context of an element replaced. `targets` are the ids of what there is, by type."""

    def replaced(context: str) -> st.SearchStrategy[Json]:
        possible = [id_ for type_ in CONTEXTS[element.type][context][0] for id_ in targets.get(type_, ())]
        ids = st.lists(st.sampled_from(possible), max_size=2) if possible else st.just([])
        return ids.map(lambda chosen: {context: [{"id": id_} for id_ in chosen]})

    return st.sampled_from(sorted(CONTEXTS[element.type])).flatmap(replaced)


def new(type_: str, parents: Sequence[str]) -> st.SearchStrategy[Json]:
    """A new element, mostly with all that its release will need."""
    label = {
        name: st.sampled_from(NAMES).map(lambda text, name=name: _text(type_, name, text))  # type: ignore[misc]
        for name in KINDS[type_].label
    }
    described = st.sampled_from(_VALUES["html"]).map(lambda text: {DEFAULT_CULTURE: text})
    texts = st.fixed_dictionaries(
        label, optional={"description": described} if "description" in ATTRIBUTES[type_] else {}
    )
    parent = st.sampled_from([*parents, None]) if parents else st.none()
    return st.builds(
        lambda given, below, authored: {
            "type": type_,
            "attributes": given,
            **({"parent": below} if below else {}),
            **({} if authored or "author" not in CONTEXTS.get(type_, {}) else {"related": {"author": []}}),
        },
        texts,
        parent,
        st.booleans(),
    )


def _text(type_: str, name: str, text: str) -> Json:
    return {INVARIANT if ATTRIBUTES[type_][name].endswith("!") else DEFAULT_CULTURE: text}


def mistaken(element: Element) -> st.SearchStrategy[Json]:
    """A change of an element with one mistake in it."""
    named = {"id": element.id}
    name = element.kind.label[0]
    return st.sampled_from(
        [
            {"id": _UNKNOWN, "attributes": {}},
            {**named, "attributes": {"nmae": {DEFAULT_CULTURE: "x"}}},
            {**named, "attributes": {name: {"9999": "x"}}},
            {**named, "attributes": {name: {DEFAULT_CULTURE: 7, INVARIANT: 7}}},
            {**named, "related": {"freinds": []}},
            {"type": "task", "attributes": {"name": {DEFAULT_CULTURE: "only in diagrams"}}},
            {"type": element.type, "attributes": {}},
            {"type": element.type, "parent": _UNKNOWN, "attributes": {name: _text(element.type, name, "lost")}},
        ]
    )
