"""Writes the guide into a folder: pages, pictures, files and the index of the search, each text compressed beside it."""

import gzip
import hashlib
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Final

from script.lib.guide.frame import Chapter, page
from script.lib.guide.index import search_index
from script.lib.guide.rendering import Text, rendered
from script.lib.guide.sources import DOCS, PICTURES, place_of, texts

_OURS: Final = Path(__file__).parent
_CHAPTER: Final = re.compile(r"^## ([^\n]+)$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_TARGET: Final = re.compile(r"\]\(([^()\s#]+\.md)\)")
_WORTH_COMPRESSING: Final = 600


def build(folder: Path) -> int:
    """Write the guide from scratch, and return its number of pages. What was in the folder is replaced when everything is written."""
    made = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(made, ignore_errors=True)
    pages = [rendered(each) for each in texts()]
    for name, content in _files(pages):
        _write(made / name, content)
    shutil.rmtree(folder, ignore_errors=True)
    made.rename(folder)
    return len(pages)


def _files(pages: Sequence[Text]) -> Iterator[tuple[PurePosixPath, bytes]]:
    assets = {
        "guide.css": (_OURS / "guide.css").read_bytes(),
        "guide.js": (_OURS / "guide.js").read_bytes(),
        "search.json": search_index(pages),
    }
    names = {name: _hashed_name(name, content) for name, content in assets.items()}
    yield from ((PurePosixPath(names[name]), content) for name, content in assets.items())
    chapters = list(_chapters({each.source: each for each in pages}))
    yield from ((each.place, page(each, chapters, names).encode()) for each in pages)
    yield from _linked(pages)


def _hashed_name(name: str, content: bytes) -> str:
    """The name of a file that may be cached for ever: it changes with its content."""
    stem, _, ending = name.partition(".")
    return f"assets/{stem}-{hashlib.sha256(content).hexdigest()[:12]}.{ending}"


def _chapters(pages: Mapping[Path, Text]) -> Iterator[Chapter]:
    """The contents as `docs/index.md` has them: what it links, by its headings."""
    for title, listed in _CHAPTER.findall((DOCS / "index.md").read_text("utf-8")):
        linked = dict.fromkeys((DOCS / each).resolve() for each in _TARGET.findall(listed))
        yield Chapter(title, [pages[each] for each in linked if each in pages])


def _linked(pages: Iterable[Text]) -> Iterator[tuple[PurePosixPath, bytes]]:
    """The pictures and files that some page leads to."""
    for source in sorted(frozenset().union(*(each.leads_to for each in pages))):
        place = place_of(source)
        if source.suffix != ".md" and place is not None:
            yield place, source.read_bytes()


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    if (path.suffix not in PICTURES or path.suffix == ".svg") and len(content) > _WORTH_COMPRESSING:
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(content, 9, mtime=0))
