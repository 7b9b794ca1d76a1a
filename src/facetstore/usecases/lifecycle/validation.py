"""The rules that are checked before a release (rules.yaml). All findings are reported together.

Errors stop the release, warnings can be ignored (D6.8). A rule looks at the version as the release would leave it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from facetstore.domain.element import Shape, Version
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import INVARIANT, XML_DECLARATION, ElementId
from facetstore.metamodel.lifecycle_model import ValidationRule
from facetstore.metamodel.model import DataType, ElementType, Metamodel, Property
from facetstore.metamodel.plain import Plain, number, words
from facetstore.regional.cultures import culture, locale_of

_ENGLISH: Final = 1033
_EVERY_CULTURE: Final = {1031: "alle Kulturen", _ENGLISH: "all cultures"}
_TAG: Final = re.compile(r"<[^>]*>")
_BLANK: Final = re.compile(r"\{(property|culture|shape|days)\}")
_FRACTION_DIGITS: Final = 7


class Severity(StrEnum):
    """What a finding means for the release."""

    ERROR = "error"
    WARNING = "warning"


class ShapeLabel(NamedTuple):
    """What a shape of the diagram shows: the type of the element and the name people read."""

    type: str
    label: str
    public: bool = True
    """Whether viewers see it."""


@dataclass(frozen=True, slots=True)
class RuleFinding:
    """One finding of a rule: its message in each culture, and its path in the version."""

    rule: str
    severity: Severity
    messages: Mapping[int, str]
    path: str
    """`attributes/<name>/<culture>`, `related/<context>` or `content/<shape>`."""

    def message(self, culture_id: int) -> str:
        """The message in this culture, else in English."""
        return self.messages.get(culture_id) or self.messages[_ENGLISH]


def check_rules(
    metamodel: Metamodel,
    settings: TenantSettings,
    version: Version,
    shown: Mapping[ElementId, ShapeLabel],
    gap: int = 0,
) -> tuple[RuleFinding, ...]:
    """The findings of all active rules about a version. `shown` holds what the shapes of its diagram show; `gap` is the number
    of days between the end of the version before and the start of this one."""
    subject = _Subject(metamodel, settings, version, shown, gap)
    return tuple(
        _finding(rule, found, subject)
        for rule in metamodel.rules
        if version.type in rule.types
        for found in _CHECKS[str(rule.check["kind"])](subject, rule.check)
    )


def blocking(findings: Iterable[RuleFinding], *, ignore_warnings: bool) -> tuple[RuleFinding, ...]:
    """The findings that stop a release."""
    return tuple(each for each in findings if each.severity is Severity.ERROR or not ignore_warnings)


def severity_of(findings: Iterable[RuleFinding]) -> Severity:
    """The highest severity of the findings: error if one of them is an error, else warning."""
    worst = any(each.severity is Severity.ERROR for each in findings)
    return Severity.ERROR if worst else Severity.WARNING


@dataclass(frozen=True, slots=True)
class _Subject:
    """What the rules look at."""

    metamodel: Metamodel
    settings: TenantSettings
    version: Version
    shown: Mapping[ElementId, ShapeLabel]
    gap: int

    @property
    def type(self) -> ElementType:
        return self.metamodel.types[self.version.type]

    def type_of(self, shape: Shape) -> str:
        found = self.shown.get(shape.element)
        return found.type if found else ""

    def successors(self) -> Mapping[str, tuple[Shape, ...]]:
        """The shapes that come after each shape."""
        found: dict[str, tuple[Shape, ...]] = {each.id: () for each in self.version.content}
        for each in self.version.content:
            for before in each.predecessors:
                found[before] = (*found.get(before, ()), each)
        return found

    def predecessors(self) -> Mapping[str, tuple[Shape, ...]]:
        known = {each.id: each for each in self.version.content}
        return {key: tuple(known[id_] for id_ in each.predecessors if id_ in known) for key, each in known.items()}


class _Violation(NamedTuple):
    """The path of a finding, and what its message names."""

    path: str
    property: Property | None = None
    culture: int | None = None
    shape: Shape | None = None


def _mandatory_attributes(subject: _Subject, _check: Plain) -> Iterator[_Violation]:
    for each in subject.type.attributes.values():
        if each.attribute is not None and each.attribute.mandatory and not each.attribute.derived:
            yield from _missing(subject, each)


def _filled(subject: _Subject, check: Plain) -> Iterator[_Violation]:
    major, minor = subject.version.major_minor
    if major + bool(minor) < number(check, "fromMajorVersion", default=1):
        return
    for name in words(check, "properties"):
        if known := subject.type.properties.get(name):
            yield from _missing(subject, known)


def _missing(subject: _Subject, known: Property) -> Iterator[_Violation]:
    """Every place where the property is not filled: its context, or the attribute in a culture in which it must be filled."""
    if known.attribute is None:
        if not subject.version.related.get(known.key):
            yield _Violation(f"related/{known.key}", known)
        return
    values = subject.version.attributes.get(known.key, {})
    for each in (INVARIANT,) if known.attribute.invariant else subject.settings.mandatory_cultures:
        if not is_filled(values.get(each), known.attribute.data_type):
            yield _Violation(f"attributes/{known.key}/{each}", known, each)


def _in_order(subject: _Subject, check: Plain) -> Iterator[_Violation]:
    earlier, later = str(check["earlier"]), str(check["later"])
    first, second = subject.version.invariant(earlier), subject.version.invariant(later)
    if isinstance(first, str) and isinstance(second, str) and first and second and _moment(first) > _moment(second):
        yield _Violation(f"attributes/{later}/{INVARIANT}", subject.type.properties.get(later), INVARIANT)


def _no_gap(subject: _Subject, _check: Plain) -> Iterator[_Violation]:
    if subject.gap:
        name = subject.metamodel.roles.valid_from
        yield _Violation(f"attributes/{name}/{INVARIANT}", subject.type.properties.get(name), INVARIANT)


def _flow_starts_with(subject: _Subject, check: Plain) -> Iterator[_Violation]:
    yield from _ends(subject, check, subject.predecessors())


def _flow_ends_with(subject: _Subject, check: Plain) -> Iterator[_Violation]:
    yield from _ends(subject, check, subject.successors())


def _ends(subject: _Subject, check: Plain, beside: Mapping[str, tuple[Shape, ...]]) -> Iterator[_Violation]:
    """The shapes that have no neighbour in `beside`, and whose type is not one of the `types` of the check."""
    for each in subject.version.content:
        if not beside[each.id] and subject.type_of(each) not in words(check, "types"):
            yield _Violation(f"content/{each.id}", shape=each)


def _connected(subject: _Subject, _check: Plain) -> Iterator[_Violation]:
    before, after = subject.predecessors(), subject.successors()
    for each in subject.version.content:
        if not before[each.id] and not after[each.id] and len(subject.version.content) > 1:
            yield _Violation(f"content/{each.id}", shape=each)


def _public(subject: _Subject, _check: Plain) -> Iterator[_Violation]:
    """The shapes that viewers would not see: what they show is a draft."""
    for each in subject.version.content:
        if (found := subject.shown.get(each.element)) is not None and not found.public:
            yield _Violation(f"content/{each.id}", shape=each)


def _predecessors(subject: _Subject, check: Plain) -> Iterator[_Violation]:
    yield from _neighbours(subject, check, subject.predecessors())


def _successors(subject: _Subject, check: Plain) -> Iterator[_Violation]:
    yield from _neighbours(subject, check, subject.successors())


def _neighbours(subject: _Subject, check: Plain, beside: Mapping[str, tuple[Shape, ...]]) -> Iterator[_Violation]:
    """The shapes whose type is in `of`, and that have a neighbour in `beside` whose type is not in `are`."""
    for each in subject.version.content:
        wrong = any(subject.type_of(other) not in words(check, "are") for other in beside[each.id])
        if wrong and subject.type_of(each) in words(check, "of"):
            yield _Violation(f"content/{each.id}", shape=each)


_CHECKS: Final[Mapping[str, Callable[[_Subject, Plain], Iterator[_Violation]]]] = {
    "mandatoryAttributes": _mandatory_attributes,
    "filled": _filled,
    "inOrder": _in_order,
    "noGap": _no_gap,
    "flowStartsWith": _flow_starts_with,
    "flowEndsWith": _flow_ends_with,
    "connected": _connected,
    "public": _public,
    "predecessors": _predecessors,
    "successors": _successors,
}
"""What each kind of check in rules.yaml does."""


def is_filled(value: object, data_type: DataType) -> bool:
    """Whether a value is not empty: html needs words or a picture, a list needs entries."""
    if isinstance(value, str) and data_type is DataType.HTML:
        bare = value.removeprefix(XML_DECLARATION)
        return "<img" in bare or bool(html.unescape(_TAG.sub("", bare)).strip())
    return bool(value.strip()) if isinstance(value, str) else value is not None and value != []


def _moment(date_time: str) -> tuple[str, str]:
    """A form in which local date-times can be compared, however many digits their seconds have."""
    whole, _, fraction = date_time.partition(".")
    return whole, fraction.ljust(_FRACTION_DIGITS, "0")


def _finding(rule: ValidationRule, found: _Violation, subject: _Subject) -> RuleFinding:
    messages = {lcid: _message(text, lcid, found, subject) for lcid, text in rule.messages.items()}
    return RuleFinding(rule.key, Severity(rule.severity), messages, found.path)


def _message(text: str, lcid: int, found: _Violation, subject: _Subject) -> str:
    """The message of a rule in one culture, with its placeholders filled."""
    filled = {
        "property": _property_name(found.property, lcid),
        "culture": _culture_name(found.culture, lcid, subject.settings.mandatory_cultures),
        "shape": _shape_name(found.shape, lcid, subject),
        "days": str(subject.gap),
    }
    return _BLANK.sub(lambda blank: filled[blank[1]], text)


def _property_name(known: Property | None, lcid: int) -> str:
    if known is None:
        return ""
    return known.names.get(lcid) or known.names.get(_ENGLISH) or known.key


def _shape_name(shape: Shape | None, lcid: int, subject: _Subject) -> str:
    """The label of what the shape shows; without a label, as of a gateway that joins, the name of its type; else its id."""
    found = subject.shown.get(shape.element) if shape else None
    if found is None:
        return shape.id if shape else ""
    kind = subject.metamodel.types.get(found.type)
    return found.label.strip() or (kind.names.get(lcid) or kind.names[_ENGLISH] if kind else found.type)


@lru_cache(maxsize=256)
def _culture_name(culture_id: int | None, lcid: int, others: tuple[int, ...]) -> str:
    """The name of a culture's language, with its country only if another culture has the same language."""
    if culture_id is None:
        return ""
    if culture_id == INVARIANT:
        return _EVERY_CULTURE.get(lcid, _EVERY_CULTURE[_ENGLISH])
    known, reader = culture(culture_id), culture(lcid) or culture(_ENGLISH)
    if known is None or reader is None:
        return str(culture_id)
    locale, shown_in = locale_of(known.name), locale_of(reader.name)
    shared = [each for each in others if (other := culture(each)) and other.language == known.language]
    name = locale.get_display_name(shown_in) if len(shared) > 1 else locale.get_language_name(shown_in)
    return name or known.english_name
