"""The index of the search: every section with its title and its words, folded as `guide.js` folds what is typed."""

import json
import unicodedata
from collections.abc import Iterable

from script.lib.guide.rendering import Text


def search_index(texts: Iterable[Text]) -> bytes:
    """A list of pages: place, title, and sections as anchor, title and different words."""
    pages = [
        [str(text.place), text.title, [[each.anchor, each.title, _words(each.words)] for each in text.sections]]
        for text in texts
    ]
    return json.dumps(pages, ensure_ascii=False, separators=(",", ":")).encode()


def folded(text: str) -> str:
    """Lower case, without accents, words alone."""
    plain = "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each))
    return "".join(each if each.isalnum() else " " for each in plain.lower())


def _words(text: str) -> str:
    return " ".join(dict.fromkeys(folded(text).split()))
