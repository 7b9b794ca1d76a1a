"""Basic values: ids, cultures, date-times, texts."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, NewType

ElementId = NewType("ElementId", str)
VersionId = NewType("VersionId", str)

INVARIANT: Final = 127
"""The culture id of values that do not depend on a culture."""

NO_END: Final = "9999-12-31T00:00:00"
"""validUntil of a version without an end (spec: conventions.3)."""

XML_DECLARATION: Final = '<?xml version="1.0" encoding="utf-8"?>'
"""What every html attribute starts with (spec: conventions.4)."""

_GUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z")
_DATE_TIME = re.compile(
    r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,7})?\Z", re.ASCII
)
_UNCLEAN = re.compile("[\0\ud800-\udfff]")
_VERSION = re.compile(r"(\d{1,9})\.(\d{1,9})\Z", re.ASCII)


def parse_guid(text: str) -> str | None:
    """The canonical (lower-case) form of a GUID, or None if the text is not a GUID."""
    folded = text.lower()
    return folded if _GUID.match(folded) else None


def is_date_time(text: str) -> bool:
    """Whether the text is a local date-time as the specification writes it (conventions.3)."""
    if not _DATE_TIME.match(text) or text.startswith("0000"):
        return False
    if text[8:10] <= "28":
        return True
    year, month, day = int(text[:4]), int(text[5:7]), int(text[8:10])
    return day <= _days_in(year, month)


def _days_in(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


@lru_cache(maxsize=1024)
def parse_version_number(text: str) -> tuple[int, int] | None:
    """Major and minor of a version number `<major>.<minor>`, or None if the text is not a version number."""
    match = _VERSION.match(text)
    return (int(match[1]), int(match[2])) if match else None


def is_clean_text(text: str) -> bool:
    """Whether both engines can store the text: no NUL, no lone surrogate."""
    return _UNCLEAN.search(text) is None


def equality_key(text: str) -> str:
    """The form in which texts are compared for equality: casefold of NFC (D4.3)."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFC", text).casefold()


def order_key(text: str) -> str:
    """The form in which texts are ordered: NFKD without marks, casefolded, so that both engines agree (D4.3)."""
    return text.lower() if text.isascii() else text.translate(_order_keys)


class _OrderKeys(dict[int, str]):
    """The same, one character at a time: the characters around it would only affect combining marks, which are removed."""

    def __missing__(self, letter: int) -> str:
        bare = (each for each in unicodedata.normalize("NFKD", chr(letter)) if not unicodedata.combining(each))
        return self.setdefault(letter, "".join(bare).casefold())


_order_keys: Final = _OrderKeys()


def day_of(date_time: str) -> str:
    """The start of the day of a local date-time: the form in which effects set validFrom and validUntil."""
    return f"{date_time[:10]}T00:00:00"
