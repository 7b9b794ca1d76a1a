"""The attributes of a bundle's record: stored as given, except derived ones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from facetstore.domain.element import Attributes
from facetstore.domain.values import INVARIANT
from facetstore.exchange.bundle_names import check_name
from facetstore.exchange.bundle_report import BundleReport, shown
from facetstore.metamodel.model import Attribute, ElementType
from facetstore.metamodel.roles import MethodRoles
from facetstore.usecases.changes.cleaned import HTML_CLEANED
from facetstore.usecases.changes.value_checks import WrongValue, keep_value


def restored_attributes(roles: MethodRoles) -> frozenset[str]:
    """The attributes that the server owns but cannot compute again."""
    return frozenset({roles.changed_on, roles.created_on, roles.released_on, *roles.sign_ins, roles.last_used_on})


def read_attributes(
    given: Mapping[str, object], element_type: ElementType, restored: frozenset[str], report: BundleReport
) -> Attributes:
    """The attributes to store; derived ones are left out, except those to be restored; unknown ones stay."""
    kept: dict[str, Mapping[int, object]] = {}
    for name, values in given.items():
        declared = element_type.attributes.get(name)
        attribute = declared.attribute if declared is not None else None
        if attribute is None:
            check_name("attribute", name, element_type, report)
        elif attribute.derived and name not in restored:
            continue
        if by_culture := _read_values(name, values, attribute, element_type, report):
            kept[name] = by_culture
    return kept


def _read_values(
    name: str, values: object, attribute: Attribute | None, element_type: ElementType, report: BundleReport
) -> dict[int, object]:
    if not isinstance(values, dict):
        report.wrong(f"The attribute {name} needs its values by culture, not {shown(values)}.")
        return {}
    kept: dict[int, object] = {}
    for culture, value in values.items():
        lcid = _culture(culture)
        if lcid is None:
            report.wrong(f"The attribute {name} has {shown(culture)} for a culture; an LCID such as 1033 is needed.")
            continue
        if value is None:
            continue
        try:
            kept[lcid], removed = keep_value(value, attribute)
        except WrongValue as wrong:
            report.wrong(f"The attribute {name} ({culture}) {wrong}.")
            continue
        if removed:
            report.warn(HTML_CLEANED, f"The html in {name} ({culture}) of {element_type.key} was cleaned.")
        if attribute is not None and attribute.invariant != (lcid == INVARIANT):
            wanted = "no culture" if attribute.invariant else "a culture"
            report.warn("odd-culture", f"The attribute {name} takes {wanted}; its value under {lcid} was kept.")
    return kept


@lru_cache(maxsize=1024)
def _culture(key: str | int) -> int | None:
    text = str(key)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 and int(text) > 0 else None


def invariant(attributes: Mapping[str, object], name: str) -> object:
    """The value of an attribute without culture, from JSON or from a program."""
    values = attributes.get(name)
    if not isinstance(values, dict):
        return None
    value = values.get(str(INVARIANT))
    return values.get(INVARIANT) if value is None else value
