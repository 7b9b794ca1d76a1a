"""The page of a storage and its assets, as built into the package: one document for every address, and assets by name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from facetstore.domain.errors import InvalidValues
from facetstore.rest.wire.answer import SECURITY_HEADERS, Answer, Header
from facetstore.rest.wire.built_files import ALWAYS_ASK, KINDS, built_file

BUILT: Final = Path(str(files("facetstore"))) / "web"
"""The folder of the built page. Git ignores it; wheels contain it."""

# No inline scripts. Inline styles are allowed: texts of users have colours, and diagrams place their shapes by style.
POLICY: Final = (
    b"content-security-policy",
    b"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    b"connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
)
_EMBED: Final = re.compile(rb"(?:^|&)embed(?:[=&]|$)")
"""The parameter of the embed view: an element to read, without what leads elsewhere and without anything to change."""
_NO_FRAMES: Final = b"x-frame-options"
_ORIGIN: Final = re.compile(r"https?://(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]{1,5})?")
_MISSING: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Facetstore</title><link rel="icon" href="data:,"></head>
<body><h1>Facetstore</h1><p>This installation has no built page. A checkout builds it with <code>script/server</code>; a
wheel contains it. The API is at <a href="{base}/_docs">{base}/_docs</a>.</p></body></html>
"""


@dataclass(frozen=True)
class WebPage:
    """The files of a build folder, as they are now: a build may replace them while the service runs."""

    folder: Path = BUILT
    frames: tuple[str, ...] = ()
    """The origins whose pages may frame the embed view; checked by `frame_origins`."""

    _last: dict[int, str] = field(default_factory=dict, repr=False, compare=False)
    """The document that was read last, by the time at which it was written."""

    @property
    def _document(self) -> str:
        path = self.folder / "index.html"
        try:
            written = path.stat().st_mtime_ns
            if written not in self._last:
                text = path.read_text("utf-8")
                self._last.clear()
                self._last[written] = text
        except OSError:  # a build has just removed it, or there is none
            return next(iter(self._last.values()), _MISSING)
        return self._last[written]

    def document(self, base: str, query: bytes = b"") -> Answer:
        """The page itself, for a service reached at this base address. The build writes relative addresses (`./`).

        Only the embed view may be framed by others: where anything can be changed, a frame could make users click on it unseen.
        """
        prefix = escape(urlsplit(base).path.rstrip("/"))
        text = self._document.replace('"./', f'"{prefix}/_ui/').replace("{base}", prefix)
        if self.frames and _EMBED.search(query):
            return _answer(text.encode(), KINDS[".html"], (_policy_for(self.frames), ALWAYS_ASK), _FRAMED_HEADERS)
        return _answer(text.encode(), KINDS[".html"], (POLICY, ALWAYS_ASK))

    def asset(self, name: str, accepted: bytes) -> Answer | None:
        """A file of the page; None for an unknown name, and for the page."""
        return None if name == "index.html" else built_file(self.folder, name, accepted)


def frame_origins(texts: Iterable[str]) -> tuple[str, ...]:
    """Origins as a policy takes them. Raises InvalidValues for anything else: it could say more than the operator meant."""
    wrong = next((each for each in texts if _ORIGIN.fullmatch(each) is None), None)
    if wrong is not None:
        raise InvalidValues(
            f"--embed-origins takes origins such as https://intranet.example or https://*.example, separated by commas: {wrong!r}."
        )
    return tuple(texts)


# The header knows no list of origins, and browsers that read the policy do without it.
_FRAMED_HEADERS: Final = tuple(each for each in SECURITY_HEADERS if each[0] != _NO_FRAMES)


def _policy_for(origins: tuple[str, ...]) -> Header:
    name, policy = POLICY
    return name, policy.replace(b"frame-ancestors 'none'", f"frame-ancestors 'self' {' '.join(origins)}".encode())


def _answer(
    body: bytes, kind: bytes, headers: tuple[Header, ...], common: tuple[Header, ...] = SECURITY_HEADERS
) -> Answer:
    length = (b"content-length", b"%d" % len(body))
    return Answer(200, [(b"content-type", kind), length, *common, *headers], body)
