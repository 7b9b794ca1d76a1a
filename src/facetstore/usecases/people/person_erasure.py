"""Erasing a person: all personal data of a user goes, and a pseudonym stands wherever the person was named (decision 0087).

The user stays as an element without access, because others refer to it: who created, changed and released what is still said, by a pseudonym.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from facetstore.domain.audit import PERSON_ERASED
from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Finding, Forbidden, InvalidValues, NotFound
from facetstore.domain.personal_words import PersonalWords, is_distinctive, pseudonym_of, whole_names
from facetstore.domain.rights import is_administrator
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.roles import MethodRoles
from facetstore.regional.time_zones import local_now, time_zone
from facetstore.usecases.changes.stamps import stamp_changed
from facetstore.usecases.ports.erasing import Erased, Erasure
from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.principals import principal_of
from facetstore.usecases.tenancy import ServedTenant
from facetstore.usecases.tokens.issuing import REVOKED, revoked, token_type
from facetstore.usecases.writing import Writing

_SHORTEST_WORD: Final = 3
MOST_WORDS: Final = 20
_UNKNOWN: Final = "There is no such user."
_SELF: Final = "You cannot erase yourself. Another administrator can."
_LAST: Final = "This is the last administrator. Give another user this role first."


class ErasedPerson(NamedTuple):
    """A user who was erased: now, or earlier already."""

    element: str
    pseudonym: str
    tokens: int
    """How many tokens that the person had created were revoked."""
    erased: Erased | None
    """None: this person was erased before, and nothing was left."""


class _KnownPerson(NamedTuple):
    """What is stored of a person: as the user is now, if it is not deleted, and in all states that the history knows."""

    stored: StoredVersion | None
    states: Sequence[Version]
    login: str | None


async def erase_person(
    writer: Writer, served: ServedTenant, element: str, *, actor: str | None, also: Sequence[str] = ()
) -> ErasedPerson:
    """Erase a user, who may be deleted already; `also` are further words that name the person.

    The writer must be one for all that belongs to the tenant. Raises NotFound, Forbidden, Conflict, InvalidValues.
    """
    _check_words(also)
    known, pseudonym = await _known(writer, served, element), pseudonym_of(element)
    if element == actor:
        raise Forbidden(_SELF)
    if known.stored is not None:
        await _check_last(writer, served, known.stored)
    erasure = _erasure(served, element, known, pseudonym, also)
    if not also and not _is_left(known, erasure) and await writer.erasing.erased(element) is not None:
        return ErasedPerson(element, pseudonym, 0, None)
    if known.stored is not None:
        await _shut_out(writer, served, known.stored, erasure, actor)
    tokens = await _revoke_tokens(writer, served, element)
    await writer.accounts.drop(element)
    await writer.accounts.drop_token(element)
    erased = await writer.erasing.erase(erasure)
    await writer.history.audit(PERSON_ERASED, element, {"pseudonym": pseudonym})
    return ErasedPerson(element, pseudonym, tokens, erased)


async def check_erasable(writing: Writing, element: str) -> None:
    """Check that the caller may erase a user. Raises NotFound, Forbidden, Conflict."""
    stored = (await writing.load([element])).get(element)
    if stored is not None:
        await writing.check_editable([("", stored)])
    elif not writing.caller.audience.sees_all:  # hidden from the caller, or deleted
        raise NotFound(_UNKNOWN)


async def logins_of(writer: Writer, served: ServedTenant, element: str) -> Sequence[str]:
    """The logins by which a user may be named to confirm the erasure; the id for one without a login. Raises NotFound."""
    known = await _known(writer, served, element)
    last = known.stored.version if known.stored is not None else known.states[-1]
    named = (_text(last, served.metamodel.roles.login), known.login or "")
    return [each for each in named if each] or [element]


async def _known(writer: Writer, served: ServedTenant, element: str) -> _KnownPerson:
    stored = (await writer.stored.load([element])).get(element)
    states = await writer.erasing.states(element)
    versions = [*states, *([stored.version] if stored is not None else [])]
    if not versions or versions[-1].type != served.metamodel.roles.user:
        raise NotFound(_UNKNOWN)
    account = await writer.accounts.of(element)
    return _KnownPerson(stored, versions, account.login.spelled if account is not None else None)


async def _check_last(writer: Writer, served: ServedTenant, stored: StoredVersion) -> None:
    """Raise Conflict for the only user who is an administrator."""
    if not _administers(served, stored.version):
        return
    users = await writer.stored.of_facet(stored.version.facet)
    others = (each.version for each in users if each.version.element != stored.version.element)
    if not any(_administers(served, each) for each in others if each.type == served.metamodel.roles.user):
        raise Conflict(_LAST, [Finding(_LAST, "last-administrator")])


def _administers(served: ServedTenant, version: Version) -> bool:
    return is_administrator(principal_of(served.metamodel, version.element, version.type, version.attributes).role)


def _erasure(served: ServedTenant, element: str, known: _KnownPerson, pseudonym: str, also: Sequence[str]) -> Erasure:
    roles = served.metamodel.roles
    logins = {_text(each, roles.login) for each in known.states} | {known.login or ""}
    words = {*_naming(known.states, roles), *also, *filter(is_distinctive, logins)} - {pseudonym}
    return Erasure(
        element,
        pseudonym,
        served.metamodel.types[roles.user].personal,
        frozenset((roles.login, roles.last_name)),
        PersonalWords(words, pseudonym),
        PersonalWords((words | logins) - {pseudonym}, pseudonym),
    )


def _naming(states: Iterable[Version], roles: MethodRoles) -> Iterator[str]:
    """The mail addresses and whole names that a person ever had."""
    for each in states:
        yield _text(each, roles.mail)
        yield from whole_names(_text(each, roles.first_name), _text(each, roles.last_name))


def _is_left(known: _KnownPerson, erasure: Erasure) -> bool:
    """Whether something personal is stored of the user."""
    values = (
        value
        for each in known.states
        for name in erasure.personal & each.attributes.keys()
        for value in each.attributes[name].values()
    )
    return known.login is not None or any(value and value != erasure.pseudonym for value in values)


async def _shut_out(
    writer: Writer, served: ServedTenant, stored: StoredVersion, erasure: Erasure, actor: str | None
) -> None:
    """Take all access and all personal values from the user, as an ordinary change."""
    roles, version = served.metamodel.roles, stored.version
    kept = {name: values for name, values in version.attributes.items() if name not in erasure.personal}
    flags: dict[str, object] = {**roles.flags_of(None), roles.inactive: True}
    named = dict.fromkeys(erasure.named, erasure.pseudonym)
    attributes = {**kept, **{name: {INVARIANT: value} for name, value in {**flags, **named}.items()}}
    gone = (roles.groups, roles.permission_sets)
    related = {name: targets for name, targets in version.related.items() if name not in gone}
    changed = version._replace(attributes=attributes, related=related, files=())
    now = local_now(time_zone(served.settings.time_zone))
    after = stored._replace(version=stamp_changed(changed, served.metamodel, now, actor))
    await writer.versions.replace([after], "element.changed")


async def _revoke_tokens(writer: Writer, served: ServedTenant, element: str) -> int:
    """End the tokens that the person had created: their secrets were shown to this person."""
    metamodel = served.metamodel
    type_, created_by = token_type(metamodel), metamodel.roles.created_by
    every = await writer.stored.of_facet(type_.facet)
    own = [each for each in every if element in each.version.related.get(created_by, ())]
    tokens = [each for each in own if each.version.type == type_.key]
    ended = [each for each in tokens if await writer.accounts.drop_token(each.version.element)]
    if ended:
        changed = [each._replace(version=revoked(metamodel, each.version)) for each in ended]
        await writer.versions.replace(changed, REVOKED)
    return len(ended)


def _check_words(words: Sequence[str]) -> None:
    short = [each for each in words if len(each.strip()) < _SHORTEST_WORD]
    if short or len(words) > MOST_WORDS:
        error = f"Give up to {MOST_WORDS} words of at least {_SHORTEST_WORD} characters: each is replaced everywhere."
        raise InvalidValues(error, [Finding(error, InvalidValues.code, "also")])


def _text(version: Version, name: str) -> str:
    value = version.invariant(name)
    return value.strip() if isinstance(value, str) else ""
