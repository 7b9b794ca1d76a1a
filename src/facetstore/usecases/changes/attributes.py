"""The attributes of a body merged into those of a version (D5.1).

Values that the body does not contain stay; null removes a value. A value that equals the stored one is not checked, so that
everything that was read can be posted back, even if an import stored what no body could. This also holds for reads in one
culture, which may show the value of another culture under its key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from facetstore.domain.element import Attributes
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import Attribute, DataType, Property
from facetstore.usecases.changes.body import Body, is_owned, names_of_type, owned_names, same, shown
from facetstore.usecases.changes.cleaned import html_cleaned
from facetstore.usecases.changes.linked_files import kept_links
from facetstore.usecases.changes.value_checks import WrongValue, keep_value

_SELECTIONS = frozenset({DataType.SELECTION_VALUE, DataType.MULTI_SELECTION})


class _GivenAttribute(NamedTuple):
    """An attribute in a body. Without a declaration it is left over: it is stored, but the type has it no more."""

    name: str
    declared: Attribute | None
    path: str


def merge_attributes(
    body: Body, stored: Attributes, given: Mapping[str, object], fallbacks: Mapping[str, object]
) -> Attributes:
    """The stored attributes, with the values of the body merged in; the same object if nothing changes.

    `fallbacks` is from the response to a read in one culture: attribute → the culture its value was taken from.
    """
    merged: dict[str, Mapping[int, object]] = {}
    named: set[str] = set()
    for name, values in given.items():
        each = _find(body, name, stored)
        if each is None:
            continue
        if each.name in named:
            body.notes.wrong("given-twice", f"The attribute {each.name} is given twice.", each.path)
            continue
        named.add(each.name)
        before = stored.get(each.name, {})
        after = _merge_values(body, each, before, values, fallbacks.get(name))
        if after is not before and body.may_write(each.name, each.path):
            merged[each.name] = after
    if not merged:
        return stored
    return {name: values for name, values in {**stored, **merged}.items() if values}


def _find(body: Body, name: str, stored: Attributes) -> _GivenAttribute | None:
    """The attribute of this name; None if the server owns it, which is ignored, or if it does not exist, which is a finding."""
    path = f"{body.path}.attributes.{name}"
    metamodel, element_type = body.scope.metamodel, body.element_type
    declared = element_type.attributes.get(name) or _spelt_otherwise(body, name)
    if declared is not None:
        return None if is_owned(declared) else _GivenAttribute(declared.key, declared.attribute, path)
    names, folded = names_of_type(metamodel, element_type.key), name.casefold()
    if folded in owned_names(metamodel):
        return None
    if name in stored:
        return _GivenAttribute(name, None, path)
    if folded in names.contexts:
        error = f"{names.contexts[folded].key} is a related context of {element_type.key}: give it under related."
    else:
        hint = body.notes.hint(name, element_type.attributes)
        error = f"The type {element_type.key} has no attribute {shown(name)}.{hint}"
    body.notes.wrong("unknown-attribute", error, path)
    return None


def _spelt_otherwise(body: Body, name: str) -> Property | None:
    """The attribute of this name, ignoring letter case."""
    return names_of_type(body.scope.metamodel, body.element_type.key).attributes.get(name.casefold())


def _merge_values(
    body: Body, named: _GivenAttribute, stored: Mapping[int, object], given: object, fallback: object
) -> Mapping[int, object]:
    if given is None:
        return {} if stored else stored
    if not isinstance(given, dict):
        example = f'{{"{_cultures(body, named.declared)[0]}": …}}'
        error = f"The attribute {named.name} needs its values by culture, such as {example}, not {shown(given)}."
        body.notes.wrong("wrong-form", error, named.path)
        return stored
    merged = dict(stored)
    changed = False
    for key, value in given.items():
        culture = parse_culture(key)
        if _is_as_stored(value, culture, stored, fallback):
            continue
        after = _judged(body, named, key, culture, value, is_stored=culture in stored)
        if culture is None or same(after, stored.get(culture)):
            continue
        changed = True
        if after is None:
            del merged[culture]
        else:
            merged[culture] = after
    return merged if changed else stored


def _is_as_stored(value: object, culture: int | None, stored: Mapping[int, object], fallback: object) -> bool:
    """Whether a read could have shown this value under this culture."""
    if value is None or culture is None:
        return False
    for each in (culture, INVARIANT, fallback):
        if isinstance(each, int) and each in stored and same(stored[each], value):
            return True
    return False


def _judged(
    body: Body, named: _GivenAttribute, key: object, culture: int | None, value: object, *, is_stored: bool
) -> object | None:
    """The value to store; None if it is to be removed, or if there is a finding."""
    path = f"{named.path}.{key}"
    if value is None and is_stored:
        return None
    if named.declared is None:
        error = f"The type {body.element_type.key} has no attribute {named.name}: stored values can be removed by null, not changed."
        body.notes.wrong("unknown-attribute", error, path)
        return None
    if culture is None or culture not in _cultures(body, named.declared):
        _refuse_culture(body, named.name, named.declared, key, culture, path)
        return None
    if value is None:
        return None
    return _kept(body, named.name, named.declared, culture, value, path)


def _refuse_culture(body: Body, name: str, declared: Attribute, key: object, culture: int | None, path: str) -> None:
    possible = " or ".join(map(str, _cultures(body, declared)))
    if declared.invariant:
        error = f"The attribute {name} does not depend on a culture: give its value under {possible}, not {shown(key)}."
        body.notes.wrong("wrong-culture", error, path)
    elif culture == INVARIANT:
        error = f"The attribute {name} depends on the culture: give its value under {possible}, not {INVARIANT}."
        body.notes.wrong("wrong-culture", error, path)
    else:
        error = f"The storage has no culture {shown(key)}: give the value of {name} under {possible}."
        body.notes.wrong("unknown-culture", error, path)


def _kept(body: Body, name: str, declared: Attribute, culture: int, value: object, path: str) -> object | None:
    try:
        kept, removed = keep_value(value, declared)
    except WrongValue as wrong:
        body.notes.wrong(wrong.code, f"The attribute {name} ({culture}) {wrong}.", path)
        return None
    if removed:
        body.notes.warnings.append(html_cleaned(f"{name} ({culture})", path, removed))
    if declared.data_type is DataType.LINKS and body.files:
        return kept_links(kept, body.files)
    if declared.data_type not in _SELECTIONS:
        return kept
    if isinstance(kept, list):
        chosen = [_selected(body, name, declared, each, f"{path}[{n}]") for n, each in enumerate(kept)]
        return list(dict.fromkeys(each for each in chosen if each is not None))
    return _selected(body, name, declared, kept, path)


def _selected(body: Body, name: str, declared: Attribute, value: object, path: str) -> str | None:
    """The canonical key of a selected value, or None.

    The empty text gives None if there is a value without a key, which is never stored. Any other unknown text is a finding.
    """
    keys = {each.key.casefold(): each.key for each in declared.selectable_values if each.key}
    text = str(value)
    found = keys.get(text.casefold())
    optional = len(keys) < len(declared.selectable_values)
    if found is None and not (optional and not text):
        possible = ", ".join([*keys.values(), *(["null"] if optional else [])])
        hint = body.notes.hint(text, keys.values())
        error = f"The attribute {name} cannot be {shown(value)}.{hint} Possible are: {possible}."
        body.notes.wrong("unknown-value", error, path)
    return found


def _cultures(body: Body, declared: Attribute | None) -> tuple[int, ...]:
    """The cultures under which an attribute can have values."""
    invariant = declared is not None and declared.invariant
    return (INVARIANT,) if invariant else body.scope.settings.data_cultures


def parse_culture(key: object) -> int | None:
    """The culture id in a key of a body, or None. Only one spelling is accepted, so that no culture can occur twice."""
    if isinstance(key, int) and not isinstance(key, bool):
        return key if key > 0 else None
    if not isinstance(key, str) or not key.isascii() or not key.isdecimal() or key[0] == "0" or len(key) > 9:
        return None
    return int(key)
