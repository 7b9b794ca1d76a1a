"""The small values everything is made of: ids, cultures, date-times, texts."""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NewType

ElementId = NewType("ElementId", str)
VersionId = NewType("VersionId", str)

INVARIANT: Final = 127
"""The culture id of values that do not depend on a culture."""

NO_END: Final = "9999-12-31T00:00:00"
"""validUntil of what has no end (spec: conventions.3)."""

XML_DECLARATION: Final = '<?xml version="1.0" encoding="utf-8"?>'
"""What every html attribute starts with (spec: conventions.4)."""

_GUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z")
_DATE_TIME = re.compile(
    r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,7})?\Z", re.ASCII
)
# The marks of European scripts go at once; where other scripts may hold marks, each character is looked up.
_MARKS = re.compile("[\u0300-\u034e\u0350-\u036f]+")
_MAYBE_MARKS = re.compile("[^\u0000-\u034f\u0370-\u0482\u1e00-\u20cf\u2100-\u2cee\u309b-\ua66e\uac00-\ufaff]")
_UNCLEAN = re.compile("[\0\ud800-\udfff]")
_VERSION = re.compile(r"(\d{1,9})\.(\d{1,9})\Z", re.ASCII)


def parse_guid(text: str) -> str | None:
    """The canonical (lower-case) form of a GUID, or None when the text is none."""
    folded = text.lower()
    return folded if _GUID.match(folded) else None


def is_date_time(text: str) -> bool:
    """Whether the text is a local date-time as the specification writes it (conventions.3)."""
    if not _DATE_TIME.match(text):
        return False
    year, month, day = int(text[:4]), int(text[5:7]), int(text[8:10])
    return year >= 1 and day <= _days_in(year, month)


def _days_in(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def parse_version_number(text: str) -> tuple[int, int] | None:
    """Major and minor of a version number `<major>.<minor>`, or None."""
    match = _VERSION.match(text)
    return (int(match[1]), int(match[2])) if match else None


def is_clean_text(text: str) -> bool:
    """Whether both engines can keep the text: no NUL, no lone surrogate."""
    return _UNCLEAN.search(text) is None


def equality_key(text: str) -> str:
    """The form in which texts are compared for equality: casefold of NFC (decision 4)."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFC", text).casefold()


def order_key(text: str) -> str:
    """The form in which texts are ordered: NFKD without marks, casefolded, so that both engines agree (decision 4)."""
    if text.isascii():
        return text.lower()
    bare = _MARKS.sub("", unicodedata.normalize("NFKD", text))
    if _MAYBE_MARKS.search(bare):
        bare = "".join(each for each in bare if not unicodedata.combining(each))
    return bare.casefold()
