"""`…/elements/{elementId}/document` and `…/views/{viewId}/document`: manuals as PDF or Word."""

from __future__ import annotations

from base64 import b64decode
from importlib.util import find_spec
from typing import Final

from facetstore.domain.errors import Conflict, Finding, InvalidParameter, Unavailable
from facetstore.printing.manual_model import Manual
from facetstore.printing.own_template import Flaw, print_by_template
from facetstore.printing.own_word_template import print_by_word
from facetstore.printing.pdf_printing import print_pdf
from facetstore.printing.word_printing import print_word
from facetstore.regional.time_zones import local_now, time_zone
from facetstore.rest.operations.handlers import Exchange, read_flag
from facetstore.rest.operations.scripts import culture_of
from facetstore.rest.wire.answer import Content
from facetstore.rest.wire.file_answer import saved_as
from facetstore.usecases.manuals.manual_evidence import only_released, read_evidence
from facetstore.usecases.manuals.manual_reading import read_manual
from facetstore.usecases.manuals.manual_templates import TemplatePlace, used_template
from facetstore.usecases.manuals.manual_writing import write_manual

PDF: Final = "pdf"
WORD: Final = "docx"
_PRINTERS: Final = {PDF: print_pdf, WORD: print_word}
DOCUMENT_MEDIA: Final = {
    PDF: "application/pdf",
    WORD: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}
_LIBRARIES: Final = ("typst", "docx")


async def get_document(exchange: Exchange) -> Content:
    format_, lcid = format_of(exchange), culture_of(exchange)
    require_printers()
    reading, is_release = exchange.reading, read_flag(exchange, "released")
    shown = only_released(reading) if is_release else reading
    place = exchange.parameter("facetId"), exchange.parameter("viewId")
    rows = await read_manual(shown, *place, exchange.call.parameters.get("elementId"))
    evidence = await read_evidence(reading, exchange.storage, rows, is_release=is_release)
    moment = exchange.given().get("asOf") or local_now(time_zone(reading.served.settings.time_zone))[:16].replace(
        "T", " "
    )
    manual = write_manual(shown, rows, evidence, lcid, moment)
    template = await used_template(exchange.storage.preferences(reading.served.tenant), TemplatePlace(format_, lcid))
    body = await exchange.jobs.slow.run(reading.served.tenant.key, _printed, manual, format_, template)
    if isinstance(body, Flaw):
        raise Conflict(f"The template of this storage does not print this: {body.message}")
    headers = [saved_as(f"{manual.title or exchange.parameter('elementId')}.{format_}")]
    return Content(body, headers=headers, media=DOCUMENT_MEDIA[format_].encode(), fleeting=True)


def require_printers() -> None:
    """Raises Unavailable if documents cannot be printed here."""
    if not all(map(find_spec, _LIBRARIES)):
        raise Unavailable("This server prints no documents: it was installed without the extra `documents`.")


def _printed(manual: Manual, format_: str, template: str | None) -> bytes | Flaw:
    if template is None:
        return _PRINTERS[format_](manual)
    return print_by_template(manual, template) if format_ == PDF else print_by_word(manual, b64decode(template))


def format_of(exchange: Exchange) -> str:
    """The format of a document. Raises InvalidParameter."""
    asked = exchange.given().get("format", PDF)
    if asked not in _PRINTERS:
        error = f"format is one of {', '.join(_PRINTERS)}."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, "format")])
    return asked
