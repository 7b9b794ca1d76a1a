"""Files that a build has put into a folder of the package: found by name, in the first of our codings that the caller accepts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import xxhash

from facetstore.rest.wire.answer import SECURITY_HEADERS, Answer, Header
from facetstore.rest.wire.media import weights_in

KINDS: Final = {
    ".css": b"text/css; charset=utf-8",
    ".html": b"text/html; charset=utf-8",
    ".js": b"text/javascript; charset=utf-8",
    ".json": b"application/json; charset=utf-8",
    ".md": b"text/markdown; charset=utf-8",
    ".png": b"image/png",
    ".svg": b"image/svg+xml",
    ".txt": b"text/plain; charset=utf-8",
    ".woff2": b"font/woff2",
}
ALWAYS_ASK: Final = (b"cache-control", b"no-cache")
# The name of an asset changes with its content.
_FOR_EVER: Final = (b"cache-control", b"public, max-age=31536000, immutable")
_NAME: Final = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*")
"""The names of files that may be served: no part begins with a dot, so none leads out of the folder."""
_CODINGS: Final = (("br", ".br"), ("gzip", ".gz"))
"""The build compresses every text at the highest level; nothing is compressed during a request."""


def built_file(folder: Path, name: str, accepted: bytes, *more: Header) -> Answer | None:
    """A file of a folder, with more headers; None for an unknown name. What has no hash in its name gets an ETag."""
    path = folder / name
    if _NAME.fullmatch(name) is None or path.suffix not in KINDS:
        return None
    coding, body = _coded(path, accepted)
    if body is None:
        return None
    is_asset = name.startswith("assets/")
    headers: list[Header] = [
        (b"content-type", KINDS[path.suffix]),
        (b"content-length", b"%d" % len(body)),
        *SECURITY_HEADERS,
        _FOR_EVER if is_asset else ALWAYS_ASK,
        (b"vary", b"Accept-Encoding"),
        (b"cross-origin-resource-policy", b"same-origin"),
        *([(b"content-encoding", coding.encode())] if coding else []),
        *more,
    ]
    if is_asset:
        return Answer(200, headers, body)
    tag = xxhash.xxh3_128_hexdigest(body).encode()
    etag = b'"%b"' % tag
    return Answer(200, [*headers, (b"etag", etag)], body, tag, etag)


def _coded(path: Path, accepted: bytes) -> tuple[str, bytes | None]:
    """The content of a file, and its coding. None if there is none, or no longer."""
    weights = weights_in(accepted)
    for coding, ending in _CODINGS:
        body = _read(path.with_name(path.name + ending)) if weights.get(coding, 0.0) > 0 else None
        if body is not None:
            return coding, body
    return "", _read(path)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None
