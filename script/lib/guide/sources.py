"""What the guide is made of: the texts below `docs`, those beside it that people read, and the files that they lead to."""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]
DOCS: Final = ROOT / "docs"
BESIDE: Final = ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
"""Texts of the root that belong to the guide."""
PICTURES: Final = frozenset({".png", ".svg"})
_UNFIT: Final = re.compile(r"[^A-Za-z0-9_.-]")


def texts() -> Iterator[Path]:
    """Every text that becomes a page."""
    yield from sorted(DOCS.rglob("*.md"))
    yield from (ROOT / name for name in BESIDE)


def place_of(source: Path) -> PurePosixPath | None:
    """Where a file of the repository is in the guide; None if it is not part of it.

    Files that are neither texts nor pictures can be read as plain text, whatever they are elsewhere.
    """
    if not source.is_file() or not source.is_relative_to(ROOT):
        return None
    within = PurePosixPath(source.relative_to(ROOT).as_posix())
    if source.suffix == ".md":
        return _page_of(within)
    if source.suffix in PICTURES:
        return within.relative_to("docs") if source.is_relative_to(DOCS) else None
    return PurePosixPath("files", *(_UNFIT.sub("_", each) for each in within.parts[:-1]), f"{_plain(within.name)}.txt")


def _plain(name: str) -> str:
    return _UNFIT.sub("_", name).lstrip(".")


def _page_of(within: PurePosixPath) -> PurePosixPath | None:
    if within.parts[0] == "docs":
        return within.relative_to("docs").with_suffix(".html")
    return PurePosixPath(within.name.lower()).with_suffix(".html") if within.name in BESIDE else None
