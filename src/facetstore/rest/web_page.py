"""The page of a storage and its assets, as built into the package: one document for every address, and assets by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from facetstore.rest.wire.answer import SECURITY_HEADERS, Answer, Header
from facetstore.rest.wire.media import weights_in

BUILT: Final = Path(str(files("facetstore"))) / "web"
"""The folder of the built page. Git ignores it; wheels contain it."""

_KINDS: Final = {
    ".css": b"text/css; charset=utf-8",
    ".html": b"text/html; charset=utf-8",
    ".js": b"text/javascript; charset=utf-8",
    ".json": b"application/json; charset=utf-8",
    ".md": b"text/markdown; charset=utf-8",
    ".png": b"image/png",
    ".svg": b"image/svg+xml",
    ".woff2": b"font/woff2",
}
_CODINGS: Final = (("br", ".br"), ("gzip", ".gz"))
"""The build compresses every text at the highest level; nothing is compressed during a request."""

# The name of an asset changes with its content.
_FOR_EVER: Final = (b"cache-control", b"public, max-age=31536000, immutable")
_ALWAYS_ASK: Final = (b"cache-control", b"no-cache")
# No inline scripts. Inline styles are allowed: texts of users have colours, and diagrams place their shapes by style.
POLICY: Final = (
    b"content-security-policy",
    b"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    b"connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
)
_MISSING: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Facetstore</title><link rel="icon" href="data:,"></head>
<body><h1>Facetstore</h1><p>This installation has no built page. A checkout builds it with <code>script/server</code>; a
wheel contains it. The API is at <a href="{base}/_docs">{base}/_docs</a>.</p></body></html>
"""


@dataclass(frozen=True)
class WebPage:
    """The files of a build folder."""

    folder: Path = BUILT

    @cached_property
    def _names(self) -> Mapping[str, Path]:
        """Every file of a known kind by the name in its address. Only these are served, whatever path a request asks for."""
        paths = (each for each in self.folder.rglob("*") if each.is_file() and each.suffix in _KINDS)
        return {each.relative_to(self.folder).as_posix(): each for each in paths}

    @cached_property
    def _document(self) -> str:
        found = self._names.get("index.html")
        return _MISSING if found is None else found.read_text("utf-8")

    def document(self, base: str) -> Answer:
        """The page itself, for a service reached at this base address. The build writes relative addresses (`./`)."""
        prefix = escape(urlsplit(base).path.rstrip("/"))
        text = self._document.replace('"./', f'"{prefix}/_ui/').replace("{base}", prefix)
        return _answer(text.encode(), _KINDS[".html"], (POLICY, _ALWAYS_ASK))

    def asset(self, name: str, accepted: bytes) -> Answer | None:
        """A file of the page in the first of our codings that the caller accepts; None for an unknown name, and for the page."""
        path = self._names.get(name)
        if path is None or name == "index.html":
            return None
        cache_control = _FOR_EVER if name.startswith("assets/") else _ALWAYS_ASK
        weights = weights_in(accepted)
        headers: tuple[Header, ...] = (
            cache_control,
            (b"vary", b"Accept-Encoding"),
            (b"cross-origin-resource-policy", b"same-origin"),
        )
        for coding, ending in _CODINGS:
            packed = path.with_name(path.name + ending)
            if weights.get(coding, 0.0) > 0 and packed.is_file():
                return _answer(
                    packed.read_bytes(), _KINDS[path.suffix], (*headers, (b"content-encoding", coding.encode()))
                )
        return _answer(path.read_bytes(), _KINDS[path.suffix], headers)


def _answer(body: bytes, kind: bytes, headers: tuple[Header, ...]) -> Answer:
    length = (b"content-length", b"%d" % len(body))
    return Answer(200, [(b"content-type", kind), length, *SECURITY_HEADERS, *headers], body)
