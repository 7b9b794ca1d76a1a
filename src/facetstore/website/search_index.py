"""The index of the search of a culture: files of JavaScript that hand over plain data, so that it works without a server."""

from __future__ import annotations

import json
import unicodedata
from typing import Final, NamedTuple

from facetstore.website.site_model import SiteFile

IN_FILE: Final = 2000
"""Entries of one file."""
_MOST_WORDS: Final = 80
_LONGEST_WORD: Final = 40


class IndexEntry(NamedTuple):
    """What is found: a page with its title and type, and the words of its texts."""

    name: str
    title: str
    type_name: str
    words: str


def index_entry(name: str, title: str, type_name: str, text: str) -> IndexEntry:
    """An entry with the different words of a text, folded; the first ones of a long text."""
    known = set(folded(title).split())
    words = dict.fromkeys(each for each in folded(text).split() if len(each) <= _LONGEST_WORD and each not in known)
    return IndexEntry(name, title, type_name, " ".join(list(words)[:_MOST_WORDS]))


def folded(text: str) -> str:
    """Lower case, without accents, words alone: `site.js` does the same with what is typed."""
    plain = "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each))
    return "".join(each if each.isalnum() else " " for each in plain.lower())


def index_file(lcid: int, number: int, entries: list[IndexEntry]) -> SiteFile:
    """One file of the index, by its number from 1 on."""
    # In ASCII, and without what could end a script or a line of one.
    data = json.dumps(entries, separators=(",", ":")).replace("<", "\\u003c")
    return SiteFile(f"{lcid}/search-{number}.js", f"facetstoreFound({data});\n".encode())


def index_head(lcid: int, files: int) -> SiteFile:
    """How many files the index has."""
    return SiteFile(f"{lcid}/search.js", f"facetstoreParts({files});\n".encode())
