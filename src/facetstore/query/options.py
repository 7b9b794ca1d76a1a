"""The `$`-parameters of a read as one value, checked before anything is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from facetstore.domain.errors import Finding, Hints, InvalidParameter, UnknownName
from facetstore.domain.values import parse_guid

RESOURCES: Final = ("attributes", "children", "content", "displayNames", "related", "rootPath", "stereotype")
DEFAULT_RESOURCES: Final = frozenset({"attributes", "children", "content", "displayNames", "related"})
"""rootPath is included only if it is named (D3.6)."""

PARAMETERS: Final = frozenset(
    {"$resources", "$select", "$expandRelated", "$page", "$pageSize", "$pageSelectionKey", "$count", "$filter"}
    | {"$orderby", "$cursor", "$culture", "$facetCounts", "$flat"}
)
"""The parameters with a dollar sign, of all operations."""
AS_OF: Final = "asOf"
"""The moment to read as of; operations that have no past refuse it."""
_FOLDED: Final = frozenset(name.casefold() for name in PARAMETERS)
_SHORT: Final = 3
"""Letters of a name that is one letter off from too many others."""
_LONGEST_SHOWN: Final = 40
"""Letters of a value that a message shows."""

DEFAULT_PAGE_SIZE: Final = 100
LARGEST_PAGE_SIZE: Final = 1000
LARGEST_PAGE: Final = 1_000_000_000
LARGEST_CULTURE: Final = 0xFFFFF
MOST_EXPANDED: Final = 20


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list; `selection_key` asks for the page that holds this element."""

    size: int
    number: int = 1
    selection_key: str | None = None


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What a read includes and leaves out."""

    resources: frozenset[str] = DEFAULT_RESOURCES
    select: tuple[str, ...] | None = None
    expand: tuple[str, ...] = ()
    page: Page | None = None
    count: bool = False
    flat: bool = False
    filter: str | None = None
    order: str | None = None
    cursor: str | None = None
    """Where a page begins, from the cursor of an earlier page."""
    culture: int | None = None
    """The one culture that values are requested in."""
    chain: tuple[int, ...] = ()
    """The cultures in which values are looked up, the requested one first."""
    facet_counts: tuple[str, ...] = ()


def parse_options(parameters: Mapping[str, Sequence[str]], allowed: frozenset[str]) -> ReadOptions:
    """The options in query parameters; every mistake is reported at once."""
    findings: list[Finding] = [*_check_names(parameters, allowed)]
    given = {name: values[-1] for name, values in parameters.items() if name in allowed}
    resources = _resources(given.get("$resources"), findings)
    expand = _names(given.get("$expandRelated")) or ()
    if len(expand) > MOST_EXPANDED:
        findings.append(
            _finding("$expandRelated", f"$expandRelated takes at most {MOST_EXPANDED} contexts, not {len(expand)}.")
        )
    page = _page(given, findings)
    flags = {name: _flag(name, given, findings) for name in ("$count", "$flat")}
    _check_places(given, findings)
    culture = _integer("$culture", given, LARGEST_CULTURE, findings)
    if findings:
        raise InvalidParameter(findings[0].error, findings)
    return ReadOptions(
        resources,
        _names(given.get("$select")),
        expand,
        page,
        flags["$count"],
        flags["$flat"],
        given.get("$filter"),
        given.get("$orderby"),
        given.get("$cursor"),
        culture,
        facet_counts=_names(given.get("$facetCounts")) or (),
    )


def _check_places(given: Mapping[str, str], findings: list[Finding]) -> None:
    """Check that a page is not requested by a cursor and also by its number or by an element on it."""
    ways = [name for name in ("$page", "$pageSelectionKey", "$cursor") if name in given]
    if "$cursor" in ways and len(ways) > 1:
        findings.append(
            _finding("$cursor", f"$cursor says where the page begins; leave out {' and '.join(ways[:-1])}.")
        )


def _check_names(parameters: Mapping[str, Sequence[str]], allowed: frozenset[str]) -> Iterable[Finding]:
    hints = Hints()
    for name, values in parameters.items():
        if name in allowed:
            if len(values) > 1:
                yield _finding(name, f"{name} is given {len(values)} times; give it once.")
        elif not name and any(values):
            yield _finding(name, _nameless(values, allowed))
        elif name.startswith("$") or _is_meant(name, allowed):
            hint = hints.nearest(name, allowed)
            yield _finding(name, f"{name} is not a parameter of this operation.{hint} It takes: {_listing(allowed)}.")


def _nameless(values: Sequence[str], allowed: frozenset[str]) -> str:
    """The message about a value without a name: in double quotes a shell replaces `$filter` by an empty text."""
    value = next(filter(None, values))[:_LONGEST_SHOWN]
    example = next((each for each in ("$filter", *sorted(PARAMETERS)) if each in allowed), "$filter")
    return (
        f"The query string has the value {value!r} without a name. In double quotes a shell takes {example} for a variable of its "
        f"own: put the address into single quotes, or write %24{example[1:]}. This operation takes: {_listing(allowed)}."
    )


def _listing(allowed: frozenset[str]) -> str:
    return ", ".join(sorted(allowed)) or "none"


def _is_meant(name: str, allowed: frozenset[str]) -> bool:
    """Whether a name is one of our parameters without its dollar sign, or one letter off: another one, one more, one less, or two
    in the wrong order. Others are not ours and are ignored."""
    name = name.casefold()
    if "$" + name in _FOLDED:
        return True
    bare = (known.removeprefix("$").casefold() for known in allowed)
    return any(len(known) > _SHORT and _is_one_letter_off(name, known) for known in bare)


def _is_one_letter_off(name: str, known: str) -> bool:
    if abs(len(name) - len(known)) > 1:
        return False
    shorter, longer = sorted((name, known), key=len)
    same = next(
        (at for at, (one, other) in enumerate(zip(shorter, longer, strict=False)) if one != other), len(shorter)
    )
    if shorter[same + (len(name) == len(known)) :] == longer[same + 1 :]:
        return True
    swapped = known[:same] + known[same : same + 2][::-1] + known[same + 2 :]
    return name == swapped


def spelled(given: Mapping[str, Sequence[str]], known: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """Query parameters under the known spelling of their names, which match without letter case. Others stay as they are."""
    spelling = {name.casefold(): name for name in known}
    if all(name in spelling.values() or name.casefold() not in spelling for name in given):
        return given
    found: dict[str, list[str]] = {}
    for name, values in given.items():
        found.setdefault(spelling.get(name.casefold(), name), []).extend(values)
    return found


def _resources(text: str | None, findings: list[Finding]) -> frozenset[str]:
    names = _names(text)
    if names is None:
        return DEFAULT_RESOURCES
    known, hints = {each.casefold(): each for each in RESOURCES}, Hints()
    for name in names:
        if name.casefold() not in known:
            error = f"$resources knows no {name}.{hints.nearest(name, RESOURCES)} It takes: {', '.join(RESOURCES)}."
            findings.append(_finding("$resources", error))
    return frozenset(known[name.casefold()] for name in names if name.casefold() in known)


def _names(text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    return tuple(dict.fromkeys(name for part in text.split(",") if (name := part.strip())))


def _page(given: Mapping[str, str], findings: list[Finding]) -> Page | None:
    number = _integer("$page", given, LARGEST_PAGE, findings)
    size = _integer("$pageSize", given, LARGEST_PAGE_SIZE, findings)
    key = given.get("$pageSelectionKey")
    if key is not None and (guid := parse_guid(key)) is not None:
        key = guid
    elif key is not None:
        findings.append(_finding("$pageSelectionKey", f"$pageSelectionKey takes the id of an element, not {key!r}."))
    if number is None and size is None and key is None and "$cursor" not in given:
        return None
    return Page(size or DEFAULT_PAGE_SIZE, number or 1, key)


def _integer(name: str, given: Mapping[str, str], largest: int, findings: list[Finding]) -> int | None:
    text = given.get(name)
    if text is None:
        return None
    if text.isascii() and text.isdecimal() and len(text) <= 18 and 1 <= int(text) <= largest:
        return int(text)
    findings.append(_finding(name, f"{name} takes a whole number from 1 to {largest}, not {text!r}."))
    return None


def _flag(name: str, given: Mapping[str, str], findings: list[Finding]) -> bool:
    text = given.get(name, "false").casefold()
    if text not in ("true", "false"):
        findings.append(_finding(name, f"{name} takes true or false, not {given[name]!r}."))
    return text == "true"


def _finding(name: str, error: str) -> Finding:
    return Finding(error, InvalidParameter.code, name)


def canonical_names(parameter: str, names: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """The names in their canonical spelling; raises UnknownName for unknown ones."""
    spelling = {each.casefold(): each for each in known}
    unknown = [name for name in names if name.casefold() not in spelling]
    if unknown:
        hints = Hints()
        findings = [
            Finding(
                f"{parameter} knows no {name} here.{hints.nearest(name, spelling.values())}",
                UnknownName.code,
                parameter,
            )
            for name in unknown
        ]
        raise UnknownName(findings[0].error, findings)
    return tuple(dict.fromkeys(spelling[name.casefold()] for name in names))
