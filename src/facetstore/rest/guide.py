"""The documentation at `/_docs/guide`, as built into the package (decision 0128)."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from facetstore.rest.wire.answer import SECURITY_HEADERS, Answer
from facetstore.rest.wire.built_files import KINDS, built_file

BUILT: Final = Path(str(files("facetstore"))) / "guide"
"""The folder of the built documentation. Git ignores it; wheels contain it."""

# A page loads everything from this service, and has nothing inline. It stands in no frame.
POLICY: Final = (
    b"content-security-policy",
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
)
# Pictures bring their own style sheets.
_PICTURE: Final = (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
_MISSING: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Facetstore</title><link rel="icon" href="data:,"></head>
<body><h1>Documentation</h1><p>This installation has no built documentation. A checkout builds it with <code>script/server</code>, and has its
texts in <code>docs</code>; a wheel contains it.</p></body></html>
"""


@dataclass(frozen=True)
class Guide:
    """The files of a build folder, as they are now: a build may replace them while the service runs."""

    folder: Path = BUILT

    def page(self, name: str, accepted: bytes) -> Answer | None:
        """A file of the documentation; None for an unknown name."""
        wanted = name or "index.html"
        found = built_file(self.folder, wanted, accepted, _PICTURE if wanted.endswith(".svg") else POLICY)
        if found is None and wanted == "index.html":
            return _missing()
        return found


def _missing() -> Answer:
    body = _MISSING.encode()
    headers = [(b"content-type", KINDS[".html"]), (b"content-length", b"%d" % len(body)), *SECURITY_HEADERS, POLICY]
    return Answer(200, headers, body)
