"""Manuals in the looks of a Word file of a tenant, which is not trusted: it is checked before it is stored, and opened in a job process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from facetstore.printing.manual_model import Manual
from facetstore.printing.manual_words import manual_words
from facetstore.printing.own_template import MOST_BYTES, Flaw, sample_manual
from facetstore.printing.word_archive import flaws_in
from facetstore.printing.word_printing import print_word

_BROKEN: Final = (ValueError, LookupError, AttributeError, TypeError, AssertionError, RuntimeError, OSError)
"""What the library of Word files raises for one that is not as it expects."""


def print_by_word(manual: Manual, template: bytes) -> bytes | Flaw:
    """The manual as .docx, or what is wrong with the template."""
    from docx.exceptions import PythonDocxError
    from lxml.etree import LxmlError

    try:
        printed = print_word(manual, template)
    except (*_BROKEN, PythonDocxError, LxmlError) as error:
        return Flaw(f"No manual can be made of this Word file ({type(error).__name__}).")
    return printed if len(printed) <= MOST_BYTES else Flaw(f"It makes a file of more than {MOST_BYTES >> 20} MB.")


def check_word_template(template: bytes) -> Sequence[str]:
    """What is wrong with a template, as sentences: it must be safe to open, and print two small manuals."""
    flaws = flaws_in(template)
    if flaws:
        return flaws
    tried = (sample_manual(), Manual("A", "b/c", "de-DE", (), (), manual_words().of("de-DE")))
    return [made.message for each in tried if isinstance(made := print_by_word(each, template), Flaw)][:1]
