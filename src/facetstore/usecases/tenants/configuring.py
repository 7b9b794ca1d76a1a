"""Changes of languages and stereotypes: what is refused, and what the tenant takes over from them (0073)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Failure, Finding, InvalidValues
from facetstore.domain.values import INVARIANT, equality_key
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.tenants.languages import (
    CHANGED,
    Language,
    adopt,
    ensure_languages,
    languages_in,
    lcid_of,
    settings_from,
)
from facetstore.usecases.tenants.predefined import StereotypeKey, carried_name, ensure_stereotypes, key_of, predefined
from facetstore.usecases.writing import Touched, Writing, name_of

_USED = "still-used"


async def ensure_configuration(writer: Writer, metamodel: Metamodel) -> None:
    """Create the languages and stereotypes of a tenant that are missing. Does nothing if none is."""
    await ensure_languages(writer, metamodel)
    await ensure_stereotypes(writer, metamodel)


async def settle_configuration(writing: Writing) -> None:
    """Check the languages and stereotypes that a request has changed so far, and let the tenant follow them.

    Raises InvalidValues, Conflict.
    """
    touched, writing.touched = writing.touched, []
    roles = writing.metamodel.roles
    if languages := [each for each in touched if each.type == roles.culture]:
        await _settle_languages(writing, languages)
    stereotypes = [each for each in touched if writing.metamodel.types[each.type].facet == roles.stereotypes]
    await _check_stereotypes(writing, stereotypes)


# Languages


async def _settle_languages(writing: Writing, touched: Sequence[Touched]) -> None:
    writer, metamodel = writing.writer, writing.metamodel
    languages = await languages_in(writer, metamodel)
    _refuse(writing, _wrong_languages(writing, touched, languages))
    languages = await _with_one_default(writing, touched, languages)
    before = writer.current.settings
    await adopt(writer, settings_from(languages, before))
    if not set(writer.current.settings.data_cultures) <= set(before.data_cultures):
        await ensure_stereotypes(writer, metamodel)


Wrong = tuple[type[Failure], Touched, str, Finding]
"""What is wrong with a change: the error to raise, the change, and the attribute with the finding about it."""


def _wrong_languages(writing: Writing, touched: Sequence[Touched], languages: Sequence[Language]) -> Iterator[Wrong]:
    roles = writing.metamodel.roles
    for each in touched:
        if each.after is None:
            continue
        lcid = lcid_of(each.after, roles)
        before = lcid_of(each.before, roles) if each.before is not None else None
        if lcid is None:
            error = "A language needs the number of a known culture, such as 1033."
            yield InvalidValues, each, roles.culture_id, Finding(error, "unknown-culture")
        elif before not in (None, lcid):
            error = f"The language {before} cannot become {lcid}. Create another language, and remove this one."
            yield Conflict, each, roles.culture_id, Finding(error, "fixed")
        elif any(other.lcid == lcid and other.stored.version.element != each.after.element for other in languages):
            error = f"There is a language {lcid} already."
            yield Conflict, each, roles.culture_id, Finding(error, "exists")


async def _with_one_default(
    writing: Writing, touched: Sequence[Touched], languages: Sequence[Language]
) -> Sequence[Language]:
    """The languages with one default: one that became the default takes it from the one before. Raises InvalidValues, Conflict."""
    flag = writing.metamodel.roles.culture_default
    new = [each for each in touched if _is(each.after, flag) and not _is(each.before, flag)]
    if len(new) > 1:
        error = "Only one language can be the default."
        _refuse(writing, [(InvalidValues, each, flag, Finding(error, "one-default")) for each in new])
    if new:
        return await _hand_over(writing, new[0].element, languages)
    if any(each.is_default for each in languages):
        return languages
    if any(_is(each.before, flag) for each in touched):
        error = "One language is the default. Make another one the default instead."
        _refuse(writing, [(Conflict, touched[0], flag, Finding(error, "one-default"))])
    await ensure_languages(writing.writer, writing.metamodel)  # they come from an import that did not say it
    return await languages_in(writing.writer, writing.metamodel)


async def _hand_over(writing: Writing, default: str, languages: Sequence[Language]) -> Sequence[Language]:
    """Take the default from all languages but one."""
    flag = writing.metamodel.roles.culture_default
    others = [each.stored for each in languages if each.is_default and each.stored.version.element != default]
    await writing.store_all([(each, _without_flag(each.version, flag)) for each in others], CHANGED)
    writing.touched = []
    return [each._replace(is_default=each.stored.version.element == default) for each in languages]


def _without_flag(version: Version, flag: str) -> Version:
    return version._replace(attributes={**version.attributes, flag: {INVARIANT: False}})


def _is(version: Version | None, flag: str) -> bool:
    return version is not None and version.invariant(flag) is True


# Stereotypes


async def _check_stereotypes(writing: Writing, touched: Sequence[Touched]) -> None:
    """Raise Conflict if a stereotype gets a name that another one has, or loses one by which elements carry it."""
    metamodel, stored = writing.metamodel, writing.writer.stored
    named = [each for each in touched if each.after is not None and _has_another_key(each, metamodel)]
    if not named:
        return
    known: dict[StereotypeKey, set[str]] = {}
    for other in await stored.stereotypes():
        known.setdefault((other.type, equality_key(other.name)), set()).add(other.element)
    lost = {carried_name(each.before, metamodel) for each in named if each.before is not None}
    carried = await stored.carried(lost) if lost else frozenset()
    _refuse(writing, _wrong_stereotypes(metamodel, named, known, carried))


def _has_another_key(touched: Touched, metamodel: Metamodel) -> bool:
    before, after = touched
    return before is None or after is None or key_of(before, metamodel) != key_of(after, metamodel)


def _wrong_stereotypes(
    metamodel: Metamodel,
    named: Sequence[Touched],
    known: Mapping[StereotypeKey, Collection[str]],
    carried: Collection[tuple[str, str]],
) -> Iterator[Wrong]:
    attribute = metamodel.roles.stereotype_key
    for each in named:
        before, after = each
        if after is not None and len(known[key_of(after, metamodel)]) > 1:
            error = f"There is a {after.type} {carried_name(after, metamodel)} already."
            yield Conflict, each, attribute, Finding(error, "exists")
        if before is None:
            continue
        name = carried_name(before, metamodel)
        if key_of(before, metamodel) in predefined(metamodel):
            error = f"{name_of(before)} is predefined and keeps its name {name}."
            yield Conflict, each, attribute, Finding(error, "predefined")
        elif any((type_, name) in carried for type_ in _carrying_types(metamodel, before.type)):
            error = f"Elements have the stereotype {name}, so it keeps this name."
            yield Conflict, each, attribute, Finding(error, _USED)


def _carrying_types(metamodel: Metamodel, stereotype_type: str) -> list[str]:
    """The types whose elements carry stereotypes of this type."""
    return [key for key, each in metamodel.types.items() if each.stereotype_type == stereotype_type]


async def carriers_of(writing: Writing, version: Version) -> Sequence[str]:
    """The elements that carry a stereotype by its name; none for an element that is not a stereotype."""
    metamodel = writing.metamodel
    if version.facet != metamodel.roles.stereotypes:
        return ()
    types = _carrying_types(metamodel, version.type)
    return await writing.writer.stored.carriers(carried_name(version, metamodel), types)


# Deletion


def check_kept(metamodel: Metamodel, version: Version) -> None:
    """Raise Conflict for what is never deleted: the default language, and a stereotype of the metamodel."""
    if version.type == metamodel.roles.culture and _is(version, metamodel.roles.culture_default):
        error = f"{name_of(version)} is the default language. Make another one the default first."
        raise Conflict(error, [Finding(error, "one-default", metamodel.roles.culture_default)])
    if is_predefined(metamodel, version):
        error = f"{name_of(version)} is predefined by the metamodel and cannot be deleted."
        raise Conflict(error, [Finding(error, "predefined")])


def is_predefined(metamodel: Metamodel, version: Version) -> bool:
    in_facet = version.facet == metamodel.roles.stereotypes
    return in_facet and key_of(version, metamodel) in predefined(metamodel)


async def texts_left(writing: Writing, version: Version) -> Sequence[Finding]:
    """A finding if an element is a language in which texts exist. Only callers that see everything get their number."""
    lcid = lcid_of(version, writing.metamodel.roles) if version.type == writing.metamodel.roles.culture else None
    number = await count_texts(writing.writer, writing.metamodel, lcid) if lcid is not None else 0
    if not number:
        return ()
    shown = f"{number} texts exist" if writing.caller.audience.sees_all else "Texts exist"
    return [Finding(f"{shown} in this language. They are kept, but not shown until it is added again.", "has-texts")]


async def count_texts(writer: Writer, metamodel: Metamodel, lcid: int) -> int:
    """How many texts a language has, without those of users, tokens, stereotypes and all else that only administrators change."""
    types = [key for key, each in metamodel.types.items() if each.for_administrators]
    return await writer.stored.count_texts(lcid, types)


def _refuse(writing: Writing, wrong: Iterable[Wrong]) -> None:
    """Raise what is wrong, with the path of each finding in the body; nothing without any."""
    found = list(wrong)
    if not found:
        return
    findings = [
        Finding(each.error, each.code, _path_of(writing, touched.element, f"attributes.{attribute}"))
        for _, touched, attribute, each in found
    ]
    raise found[0][0](findings[0].error, findings)


def _path_of(writing: Writing, element: str, field: str) -> str:
    """Where a field of an element is in the body."""
    return f"{writing.paths[element]}.{field}" if element in writing.paths else field
