"""Checks that parts fit together: children share the facet, names are properties of the type, overrides suit them.

As in reference_checks.py, `part` is what is checked and `whole` is what it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterator

from facetstore.metamodel.composition import label_of, properties_of
from facetstore.metamodel.plain import Plain, entries, entry, flag, items, section, word, words
from facetstore.metamodel.property_rules import check_looks, check_openness, check_property_rules, is_hidden
from facetstore.metamodel.shape import nearest
from facetstore.metamodel.yaml_source import Path, Problem


def check_consistency(part: Plain, whole: Plain) -> Iterator[Problem]:
    yield from _check_spelling(part, whole, "types")
    yield from _check_spelling(part, whole, "properties")
    for name, each in entries(part, "properties").items():
        yield from _check_property(each, ("properties", name), whole)
    for name in section(part, "types"):
        yield from _check_type(section(part, "types").get(name), name, whole)
    for name, each in entries(part, "lifecycles").items():
        yield from _check_transitions(each, ("lifecycles", name))
    for name, each in entries(part, "rules").items():
        yield from check_looks(each.get("check"), ("rules", name, "check"), whole)
    for name in section(part, "stereotypes"):
        yield from _check_stereotypes(name, whole)
        yield from check_value_keys(section(part, "stereotypes"), name, ("stereotypes",))


def _check_spelling(part: Plain, whole: Plain, of_section: str) -> Iterator[Problem]:
    """Check that no two names differ only in letter case, because lookups ignore it."""
    spellings: dict[str, str] = {}
    for name in (*section(whole, of_section), *section(part, of_section)):
        first = spellings.setdefault(name.casefold(), name)
        if first != name and name in section(part, of_section):
            yield Problem((of_section, name), f"{name!r} differs from {first!r} only in letter case.")


def _check_transitions(lifecycle: Plain, path: Path) -> Iterator[Problem]:
    """Check that each transition id is offered at most once in each state."""
    seen: set[tuple[object, object]] = set()
    for index, each in enumerate(items(lifecycle, "transitions")):
        step = (each.get("id"), each.get("source"))
        if step in seen:
            yield Problem((*path, "transitions", index), f"The transition {step[0]!r} is offered twice in {step[1]!r}.")
        seen.add(step)


def _check_property(each: Plain, path: Path, whole: Plain) -> Iterator[Problem]:
    yield from check_value_keys(each, "selectableValues", path)
    yield from check_property_rules(each, path)
    other = entry(whole, "properties", word(each, "valuesOf"))
    if other is not None and "selectableValues" not in other:
        yield Problem((*path, "valuesOf"), f"The property {each['valuesOf']!r} lists no selectable values.")


def check_value_keys(holder: Plain, key: str, path: Path) -> Iterator[Problem]:
    seen: set[str | None] = set()
    for index, each in enumerate(items(holder, key)):
        value = word(each, "key")
        if value in seen:
            fault = f"The value {value!r} is given" if value else "A value without a key is given"
            yield Problem((*path, key, index), f"{fault} twice.")
        seen.add(value)


def _check_type(own: object, name: str, whole: Plain) -> Iterator[Problem]:
    """Check the whole type, but report only keys that are in this part or missing."""
    full = entry(whole, "types", name) or {}
    path: Path = ("types", name)
    yield from _check_approvals(full, path, whole)
    yield from _check_tree(full, path, whole)
    yield from _check_review(own, full, path)
    known = properties_of(full, whole)
    for each in label_of(full, whole):
        if each not in known:
            yield Problem((*path, "label"), f"The label {each!r} is not one of the type's properties.")
        elif is_hidden(each, whole):
            yield Problem((*path, "label"), f"The label {each!r} has 'readableBy', but all users may read names.")
    if "stereotypeType" in full and "stereotype" not in known:
        yield Problem((*path, "stereotypeType"), "A type with stereotypes needs the property 'stereotype'.")
    for each in entries(own, "properties"):
        yield from _check_override(each, path, full, whole)


def _check_approvals(full: Plain, path: Path, whole: Plain) -> Iterator[Problem]:
    tasks = section(entry(whole, "lifecycles", word(full, "lifecycle")), "tasks")
    for kind in section(full, "approvals"):
        if kind not in tasks:
            yield Problem((*path, "approvals", kind), f"Unknown kind of task {kind!r}.{nearest(kind, tasks)}")


def _check_review(own: object, full: Plain, path: Path) -> Iterator[Problem]:
    is_released = word(full, "identity") == "versioned" and not flag(full, "flow")
    if isinstance(own, dict) and "review" in own and not is_released:
        yield Problem(
            (*path, "review"), "Only what is released is reviewed: a type of versions that is no flow object."
        )


def _check_tree(full: Plain, path: Path, whole: Plain) -> Iterator[Problem]:
    for index, each in enumerate(words(full, "children")):
        child = entry(whole, "types", each)
        if child is not None and word(child, "facet") != word(full, "facet"):
            yield Problem((*path, "children", index), f"The child {each!r} belongs to another facet.")
    if flag(full, "contentIsChildren") and set(words(full, "content")) - set(words(full, "children")):
        yield Problem((*path, "content"), "Where the content is the children, it must name only children.")


def _check_override(key: str, path: Path, full: Plain, whole: Plain) -> Iterator[Problem]:
    """Check that an override suits the kind of property: values are not counted, references are not searched."""
    shared, override = entry(whole, "properties", key) or {}, entry(full, "properties", key) or {}
    unfit = (
        ("maxOccurrence", "canAddNew", "readOnly") if "dataType" in shared else ("mandatory", "searchable", "personal")
    )
    for each in override:
        if shared and each in unfit:
            kind = "holds values" if "dataType" in shared else "refers to elements"
            yield Problem((*path, "properties", key, each), f"{each!r} does not suit {key!r}, which {kind}.")
    if flag(override, "mandatory"):
        yield from check_openness(key, (*path, "properties", key, "mandatory"), whole)


def _check_stereotypes(name: str, whole: Plain) -> Iterator[Problem]:
    base = entry(whole, "types", name)
    if base is None:
        yield Problem(("stereotypes", name), f"Unknown type {name!r}.")
    elif "stereotypeType" not in base:
        yield Problem(("stereotypes", name), f"The type {name!r} has no stereotypes.")
