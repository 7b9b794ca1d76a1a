"""Manuals set by a template of a tenant, which is a text that is not trusted: it runs in a job process with its limits."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple, cast

from facetstore.printing.manual_model import Chapter, Manual, ManualTable
from facetstore.printing.manual_words import manual_words
from facetstore.printing.pdf_printing import data_of
from facetstore.printing.typesetting import typeset

MOST_BYTES: Final = 64 << 20
"""Of a PDF: the service holds it in memory."""
_LONGEST_SAID: Final = 500
_PICTURE: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40"/></svg>'


class Flaw(NamedTuple):
    """Why a template makes no PDF."""

    message: str


def print_by_template(manual: Manual, source: str) -> bytes | Flaw:
    """The manual as PDF, or what is wrong with the template."""
    return _typeset(data_of(manual), source)


def check_template(source: str) -> Flaw | None:
    """What is wrong with a template: it must be able to print two small manuals, with and without everything in them."""
    full = data_of(sample_manual())
    full["chapters"][0]["picture"] = _PICTURE
    for data in (full, data_of(Manual("A", "b/c", "de-DE", (), (), manual_words().of("de-DE")))):
        if isinstance(made := _typeset(data, source), Flaw):
            return made
    return None


def _typeset(data: dict[str, Any], source: str) -> bytes | Flaw:
    from typst import TypstError

    try:
        printed = cast("bytes", typeset(source.encode(), {"data": json.dumps(data)}, format="pdf"))
    except TypstError as error:
        return Flaw(str(error)[:_LONGEST_SAID])
    return printed if len(printed) <= MOST_BYTES else Flaw(f"It makes a PDF of more than {MOST_BYTES >> 20} MB.")


def sample_manual() -> Manual:
    """A manual with everything in it but a diagram."""
    words = manual_words().of("en-US")
    table = ManualTable(words["versions"], (words["version"], words["state"]), (("1.0", "Released"), ("2.0", "")))
    texts = (
        ("Description", "<p>A <b>text</b> with a <a href='https://example.com'>link</a></p><ol><li>one</li></ol>"),
    )
    facts = ((words["type"], "Process"), (words["version"], "2.0"))
    chapters = (Chapter("House", 1, facts, texts, None, (table,)), Chapter("Process", 2, (), texts), Chapter("", 3))
    return Manual("House", "demo/showcase", "en-US", facts, chapters, words, table)
