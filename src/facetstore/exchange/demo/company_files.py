"""Reads the company's files: the tree of each file becomes a flat list of entries in the order of the file.

The top of company.yaml describes the vocabulary of the files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

import yaml

Fields = Mapping[str, object]

USUAL_CHILD: Final = {
    "processHouse": "subCategory",
    "subCategory": "mainProcess",
    "mainProcess": "subProcess",
    "midProcess": "subProcess",
    "systemDomain": "system",
    "knowledgeStructureCategory": "knowledgeStructureDocument",
    "riskDomain": "risk",
    "requirementGroup": "requirement",
    "standard": "standardChapter",
    "productCategory": "product",
    "customerSegment": "customer",
}
"""The default type of the children of each type; otherwise they have the type of their parent."""

_NOT_SECTIONS: Final = ("with", "below")
_SHORT_FORM: Final = ("german", "english", "germanText", "englishText", "more")
_ROLES: Final = ("viewer", "editor", "approver", "analyzer", "architect", "administrator")
_PERMISSION_SETS: Final = {
    "inactive": ["ps-limited"],
    "viewer": ["ps-viewer"],
    "editor": ["ps-editor"],
    "approver": ["ps-editor", "ps-approver"],
    "analyzer": ["ps-editor", "ps-approver"],
    "architect": ["ps-full"],
    "administrator": ["ps-full"],
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One element as its author wrote it. `inherited` is from the `with` of its ancestors and may not apply."""

    key: str
    type: str
    fields: Fields
    inherited: Fields
    parent: str | None
    position: int


def read_company() -> Fields:
    """The head of the company: title, description and the names of the other files."""
    return read_file("company")


def read_entries() -> tuple[Entry, ...]:
    """Every element of every file. Raises ValueError if two share a local key."""
    positions: Counter[str | None] = Counter()
    entries: dict[str, Entry] = {}
    for name in listing(read_company()["files"]):
        for entry in _file_entries(read_file(str(name)), positions):
            if entry.key in entries:
                raise ValueError(f"The local key {entry.key} is used twice.")
            entries[entry.key] = entry
    return tuple(entries.values())


def read_file(name: str) -> Fields:
    text = files(__package__).joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    return mapping(yaml.load(text, Loader=yaml.CSafeLoader))


def mapping(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise TypeError(f"Expected a mapping, found {value!r}.")
    return value


def listing(value: object) -> list[object]:
    """A list; a single value becomes a list of one, nothing an empty list."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _file_entries(content: Fields, positions: Counter[str | None]) -> Iterator[Entry]:
    above = mapping(content.get("with", {}))
    parents = mapping(content.get("below", {}))
    for type_key, section in content.items():
        if type_key not in _NOT_SECTIONS:
            parent = str(parents[type_key]) if type_key in parents else None
            yield from _section_entries(mapping(section), type_key, parent, above, positions)


def _section_entries(
    section: Fields, usual_type: str, parent: str | None, above: Fields, positions: Counter[str | None]
) -> Iterator[Entry]:
    for key, written in section.items():
        fields = _written_fields(usual_type, key, written)
        type_key = str(fields.pop("type", usual_type))
        below = mapping(fields.pop("below", {}))
        inherited = {**above, **mapping(fields.pop("with", {}))}
        yield Entry(key, type_key, fields, inherited, parent, positions[parent])
        positions[parent] += 1
        yield from _section_entries(below, USUAL_CHILD.get(type_key, type_key), key, inherited, positions)


def _written_fields(type_key: str, key: str, written: object) -> dict[str, object]:
    if isinstance(written, dict):
        return dict(written)
    if type_key == "user":
        return _user_fields(key, listing(written))
    short = dict(zip(_SHORT_FORM, listing(written), strict=False))
    fields: dict[str, object] = {"name": [short["german"], short["english"]]}
    if "germanText" in short:
        fields["text"] = [short["germanText"], short["englishText"]]
    return {**fields, **mapping(short.get("more", {}))}


def _user_fields(key: str, written: list[object]) -> dict[str, object]:
    first, last, role, culture, groups, sign_ins, german, english, unit = written
    other = "english" if culture == "german" else "german"
    return {
        "firstName": first,
        "lastName": last,
        "initials": f"{str(first)[0]}{str(last)[0].upper()}",
        "accountName": key,
        "email": f"{key}@talwind.example",
        "jobTitle": [german, english],
        "userLoginCount": sign_ins,
        "hasCulture": culture,
        "hasSecondaryCultures": other,
        "userGroups": list(dict.fromkeys(["ug-everyone", *listing(groups)])),
        "permissionSets": _PERMISSION_SETS[str(role)],
        "orgUnits": unit,
        **_role_flags(str(role)),
    }


def _role_flags(role: str) -> dict[str, object]:
    """The flags of a role and of all lower roles; an inactive user has only the flag for that."""
    reached = _ROLES.index(role) if role in _ROLES else -1
    flags: dict[str, object] = {f"role{name.capitalize()}": rank <= reached for rank, name in enumerate(_ROLES)}
    return {**flags, "roleInactive": role == "inactive"}
