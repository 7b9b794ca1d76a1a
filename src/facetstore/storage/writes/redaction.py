"""What stored texts become when a person is erased. Pure: from a text to a text.

Every value is mapped by itself, so that a difference in the history still leads from the mapped version before it to the mapped one after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import msgspec

from facetstore.domain.element import Version
from facetstore.domain.element_files import ElementFile
from facetstore.metamodel.model import DataType, Metamodel
from facetstore.storage.rows.stored_changes import DIFFERENCE, WHOLE
from facetstore.usecases.ports.erasing import Erasure

_TEXTS: Final = frozenset((DataType.SINGLE_LINE_TEXT, DataType.MULTI_LINE_TEXT, DataType.HTML, DataType.LINKS))
_FILE_NAME: Final = "name"
_encoder = msgspec.json.Encoder()


class Redaction:
    """Maps what is stored of one tenant."""

    def __init__(self, erasure: Erasure, metamodel: Metamodel) -> None:
        self._erasure = erasure
        self._words = erasure.words
        types = metamodel.types.values()
        self._without_text = frozenset(
            name for each in types for name, kind in each.data_types.items() if kind not in _TEXTS
        )

    def concerns(self, element: object, *texts: object) -> bool:
        """Whether a row of the history may hold something to erase."""
        return element == self._erasure.element or any(
            isinstance(each, str) and self._erasure.records.may_be_in(each) for each in texts
        )

    def record(self, text: str | None) -> str | None:
        """A text that belongs to no element."""
        return None if text is None else self._erasure.records.replaced(text)

    def json(self, text: str) -> str:
        """A JSON document that belongs to no element."""
        return _dumped(self._erasure.records.replaced_in(msgspec.json.decode(text)), text)

    def version(self, version: Version) -> Version:
        """A version as it is stored from now on."""
        own = version.element == self._erasure.element
        files = () if own else tuple(self._file(each) for each in version.files)
        attributes = self._attributes(version.attributes, own=own)
        return version._replace(attributes=attributes, files=files)

    def change(self, element: object, change: str) -> str:
        """What a row of the history holds from now on."""
        own = element == self._erasure.element
        stored = msgspec.json.decode(change)
        if not change.startswith((WHOLE, DIFFERENCE)):
            return _dumped(self._details(stored, own=own), change)
        parts = stored["changed"] if change.startswith(DIFFERENCE) else stored
        if "attributes" in parts:
            parts["attributes"] = self._attributes(parts["attributes"], own=own)
        if "files" in parts:
            parts["files"] = [] if own else [self._stored_file(each) for each in parts["files"]]
        if "told" in stored:
            stored["told"] = self._details(stored["told"], own=own)
        return _dumped(stored, change)

    def _attributes(self, attributes: Mapping[str, Any], *, own: bool) -> dict[str, Any]:
        found = {}
        for name, values in attributes.items():
            if own and name in self._erasure.personal:
                if name in self._erasure.named and values is not None:
                    found[name] = {culture: each and self._erasure.pseudonym for culture, each in values.items()}
            elif values is None or name in self._without_text:
                found[name] = values
            else:
                found[name] = {culture: self._words.replaced_in(each) for culture, each in values.items()}
        return found

    def _details(self, details: Mapping[str, Any], *, own: bool) -> dict[str, Any]:
        """What came with a change. The name of a file of the user is personal, whatever it is."""
        found: dict[str, Any] = {name: self._erasure.records.replaced_in(value) for name, value in details.items()}
        if _FILE_NAME in details:
            name = str(details[_FILE_NAME])
            found[_FILE_NAME] = self._erasure.pseudonym if own else self._erasure.records.replaced_in_name(name)
        return found

    def _file(self, file: ElementFile) -> ElementFile:
        return replace(file, name=self._words.replaced_in_name(file.name))

    def _stored_file(self, file: Mapping[str, Any]) -> dict[str, Any]:
        return {**file, _FILE_NAME: self._words.replaced_in_name(str(file[_FILE_NAME]))}


def _dumped(value: object, before: str) -> str:
    """A value as JSON; the text before if it means the same."""
    return before if value == msgspec.json.decode(before) else _encoder.encode(value).decode()
