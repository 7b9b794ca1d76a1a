"""Links in attributes that refer to files of the same version, in the form of the reference product.

Stored is only which file it is. The address is added when the version is rendered, because it names the version.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from facetstore.domain.element import Attributes, Version
from facetstore.domain.element_files import STORED, ElementFile
from facetstore.domain.values import ElementId

FILE_MARK: Final = "\x01"
"""Begins the address of a file of the same version. Unlike the marks of other addresses it is escaped, so that the document stays
JSON. No link of a body can hold it."""
_ADDRESS: Final = "address"
_FULL_ADDRESS: Final = "fullAddress"
ESCAPED_MARK: Final = f"\\u{ord(FILE_MARK):04x}"
_RENDERED: Final = re.compile(rf',"{_FULL_ADDRESS}":"{re.escape(ESCAPED_MARK)}[^"]*"')


def link_to(file: ElementFile, title: str | None = None) -> dict[str, str]:
    """The link that an attribute stores to refer to a file."""
    return {_ADDRESS: file.id, "mimeType": file.media_type, "protocol": STORED, "title": title or file.name}


def address_of(version: Version, file_id: str) -> str:
    """The address of a file below that of all facets."""
    return f"{version.facet}/views/detail/elements/{version.id}/files/{file_id}"


def kept_links(links: object, files: Mapping[str, ElementFile]) -> object:
    """Links of a body in their stored form: of those to files of the version, only which file it is, and the title."""
    if not isinstance(links, list):
        return links
    return [
        link_to(files[each[_ADDRESS]], each.get("title"))
        if isinstance(each, Mapping) and each.get(_ADDRESS) in files
        else each
        for each in links
    ]


def with_addresses(version: Version) -> Attributes:
    """The attributes of a version, with the addresses of its files in the links to them."""
    files = {each.id: each for each in version.files}
    return {
        name: {culture: _addressed(value, version, files) for culture, value in values.items()}
        for name, values in version.attributes.items()
    }


def _addressed(value: object, version: Version, files: Mapping[str, ElementFile]) -> object:
    if not isinstance(value, list) or not any(True for _ in _linked([value], files)):
        return value
    return [
        dict(sorted({**each, _FULL_ADDRESS: FILE_MARK + address_of(version, each[_ADDRESS])}.items()))
        if isinstance(each, Mapping) and each.get(_ADDRESS) in files
        else each
        for each in value
    ]


def without_addresses(document: str) -> str:
    """A rendered document without the addresses of files."""
    return _RENDERED.sub("", document)


def attributes_with(version: Version, file: ElementFile) -> list[str]:
    """The names of the attributes that have a link to a file, or an html text that shows it."""
    found = ((name, [*values.values()]) for name, values in version.attributes.items())
    return [name for name, values in found if _shown_in(values, file) or any(_linked(values, {file.id: file}))]


def _shown_in(values: Sequence[object], file: ElementFile) -> bool:
    return any(isinstance(each, str) and f"/files/{file.id}" in each for each in values)


def with_own_files(value: object, of: Version, copy: ElementId) -> object:
    """The value of an attribute in a copy: an html text that shows files of the original shows those of the copy."""
    if not isinstance(value, str) or "/files/" not in value:
        return value
    for each in {of.element, of.id}:
        value = value.replace(f"/elements/{each}/files/", f"/elements/{copy}/files/")
    return value


def _linked(values: Sequence[object], files: Mapping[str, ElementFile]) -> Iterator[Mapping[str, object]]:
    for value in values:
        for each in value if isinstance(value, list) else ():
            if isinstance(each, Mapping) and each.get(_ADDRESS) in files:
                yield each
