"""Answers of a server as values with a known shape. What has another shape is an error that names the address and what was expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from facetstore.domain.values import parse_guid
from facetstore.exchange.pull.questions import Question
from facetstore.exchange.pull.remote import RemoteAnswer, RemoteFailure, RemoteOutcome

Item = Mapping[str, object]


class RemoteView(NamedTuple):
    """A view of a facet."""

    name: str
    is_hierarchical: bool


class Reference(NamedTuple):
    """An element that an answer names."""

    facet: str
    id: str
    type: str
    is_versioned: bool


def read_names(question: Question, answer: RemoteAnswer) -> Sequence[str]:
    """The names in a list of facets, each once."""
    return list(dict.fromkeys(_name(question, each) for each in read_items(question, answer)))


def read_views(question: Question, answer: RemoteAnswer) -> Sequence[RemoteView]:
    """The views in a list of views. Older servers name a view once for each form it has."""
    views: dict[str, bool] = {}
    for each in read_items(question, answer):
        name = _name(question, each)
        views[name] = views.get(name, False) or each.get("isHierarchical") is True
    return [RemoteView(*each) for each in views.items()]


def read_items(question: Question, answer: RemoteAnswer) -> Sequence[Item]:
    """The list in an answer: `elements` or, as older servers and other operations call it, `values`."""
    body = read_object(question, answer)
    items = body.get("elements", body.get("values"))
    if not isinstance(items, list) or not all(isinstance(each, dict) for each in items):
        raise _wrong(question, "a list of objects as `elements` or `values`")
    return items


def read_object(question: Question, answer: RemoteAnswer) -> Item:
    """The object that an answer is. Raises RemoteFailure if the server has none."""
    if answer.outcome is not RemoteOutcome.GIVEN:
        raise RemoteFailure(
            f"{question.address}: the server has no answer, or none for this token. It does not speak this interface, or the "
            "token may not read here."
        )
    if not isinstance(answer.body, dict):
        raise _wrong(question, "a JSON object")
    return answer.body


def reference_to(item: object, facet: str = "") -> Reference | None:
    """The element that an item or a reference names; None if it names none that can be addressed."""
    if not isinstance(item, dict):
        return None
    id_, type_, named = item.get("id"), item.get("type"), item.get("facetName")
    guid = parse_guid(id_) if isinstance(id_, str) else None
    where = named if isinstance(named, str) and named else facet
    if guid is None or not where:
        return None
    return Reference(where, guid, type_ if isinstance(type_, str) else "", isinstance(item.get("versionId"), str))


def references_in(item: Item, group: str) -> Sequence[Reference]:
    """The elements in a list of references, such as `children` or `content`."""
    found = item.get(group)
    each = [reference_to(entry) for entry in found] if isinstance(found, list) else []
    return [reference for reference in each if reference is not None]


def related_in(item: Item) -> Mapping[str, Sequence[Item]]:
    """The contexts of an item, without entries of another shape."""
    related = item.get("related")
    if not isinstance(related, dict):
        return {}
    return {
        name: [entry for entry in entries if isinstance(entry, dict)]
        for name, entries in related.items()
        if isinstance(entries, list)
    }


def _name(question: Question, item: Item) -> str:
    name = item.get("name")
    if not isinstance(name, str):
        raise _wrong(question, "a `name` in every entry")
    return name


def _wrong(question: Question, expected: str) -> RemoteFailure:
    return RemoteFailure(f"{question.address}: the answer lacks {expected}. The server does not speak this interface.")
