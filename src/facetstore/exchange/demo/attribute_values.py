"""Values of attributes and references: the words of the files, in the form of the metamodel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from html import escape
from typing import Final
from uuid import UUID, uuid5

from facetstore.exchange.demo.company_files import Entry, Fields, listing
from facetstore.metamodel.model import Attribute, DataType, ElementType, Metamodel

Json = dict[str, object]

NAMESPACE: Final = UUID("6f2d5e0a-3c41-5b7e-9a60-7a1e0e9c5d11")
CULTURES: Final = ("1031", "1033")
INVARIANT: Final = "127"

SHORT_NAMES: Final = {
    "text": "description",
    "why": "reasonForRevision",
    "maturity": "processMaturity",
    "by": "executiveRole",
    "acc": "accountableRole",
    "consult": "consultedRole",
    "informed": "informedRole",
    "in": "hasInput",
    "out": "hasOutput",
    "sys": "systems",
    "tx": "transactions",
    "risk": "risks",
    "req": "requirements",
    "doc": "guidelines",
    "train": "trainings",
    "p": "probability",
    "d": "damage",
    "stages": "customerJourneyStages",
    "tps": "touchPoints",
    "sku": "productNumber",
    "number": "documentNumber",
    "url": "links",
}

_DOCUMENT_STORE: Final = "https://documents.talwind.example/"
_MIME_TYPES: Final = {
    "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def guid(local: str) -> str:
    """The same id for the same local name, in every run and on every machine."""
    return str(uuid5(NAMESPACE, local))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The metamodel and the other entries, for turning a field into a value or a reference."""

    metamodel: Metamodel
    entries: Mapping[str, Entry]

    def type_of(self, type_key: str) -> ElementType:
        return self.metamodel.types[type_key]

    def reference(self, key: str) -> Json:
        if key not in self.entries:
            raise ValueError(f"Nothing has the local key {key}.")
        type_key = self.entries[key].type
        return {"facetName": self.type_of(type_key).facet, "id": guid(key), "type": type_key}

    def stereotype(self, written: object) -> str:
        """The id of a stereotype: predefined ones have their key, our own ones a GUID."""
        return guid(str(written)) if written in self.entries else str(written)

    def split(self, type_key: str, fields: Fields) -> tuple[Json, Json]:
        """The attributes and the related contexts of the fields. Raises ValueError for an unknown one."""
        element_type = self.type_of(type_key)
        attributes: Json = {}
        related: Json = {}
        for key, written in long_names(fields):
            known = element_type.properties.get(key)
            if known is None:
                raise ValueError(f"The type {type_key} has no property {key}.")
            if known.attribute is not None:
                attributes[key] = attribute_values(known.attribute, written)
            else:
                related[key] = [self.reference(str(each)) for each in listing(written)]
        return filled(attributes), filled(related)

    def applicable(self, type_key: str, inherited: Fields) -> Fields:
        """The values given for a whole branch, as far as this type has these properties."""
        known = self.type_of(type_key).properties
        return {key: each for key, each in inherited.items() if SHORT_NAMES.get(key, key) in known}


def long_names(fields: Fields) -> Iterator[tuple[str, object]]:
    return ((SHORT_NAMES.get(key, key), written) for key, written in fields.items())


def filled(values: Json) -> Json:
    return {key: each for key, each in values.items() if each}


def attribute_values(attribute: Attribute, written: object) -> Json:
    """The values by culture; a pair is German and English, anything else is for both."""
    if attribute.invariant:
        return {INVARIANT: attribute_value(attribute.data_type, written)}
    pair = written if isinstance(written, list) else [written, written]
    values = zip(CULTURES, pair, strict=True)
    return {culture: attribute_value(attribute.data_type, each) for culture, each in values if each is not None}


def attribute_value(data_type: DataType, written: object) -> object:
    match data_type:
        case DataType.HTML:
            return html(str(written))
        case DataType.DATE_TIME:
            return date_time(written)
        case DataType.LINKS:
            return [link(str(each)) for each in listing(written)]
        case _:
            return written


def html(text: str) -> str:
    """Html of a text: an empty line separates paragraphs; lines that begin with a dash are a list."""
    blocks = [_block(each.splitlines()) for each in text.strip().split("\n\n")]
    body = blocks[0] if len(blocks) == 1 else f"<div>{''.join(blocks)}</div>"
    return f'<?xml version="1.0" encoding="utf-8"?>{body}'


def _block(lines: list[str]) -> str:
    if all(line.startswith("- ") for line in lines):
        return "<ul>" + "".join(f"<li>{escape(line[2:], quote=False)}</li>" for line in lines) + "</ul>"
    return f"<p>{escape(' '.join(lines), quote=False)}</p>"


def date_time(written: object) -> str:
    if isinstance(written, datetime):
        return written.isoformat()
    if isinstance(written, date):
        return f"{written.isoformat()}T00:00:00"
    return str(written)


def link(file_name: str) -> Json:
    address = _DOCUMENT_STORE + file_name
    mime_type = _MIME_TYPES[file_name.rsplit(".", 1)[-1]]
    return {"address": address, "fullAddress": address, "mimeType": mime_type, "protocol": "https", "title": file_name}
