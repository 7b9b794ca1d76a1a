"""The typesetter, shut in: while it works, it can open neither a file nor a connection, whatever a template says."""

from __future__ import annotations

import resource
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typst import Fonts


def typeset(source: bytes, inputs: dict[str, str], **options: Any) -> object:
    """What the typesetter makes of a source. It sees an empty folder instead of that of the service."""
    import typst

    fonts = _fonts()  # loaded before it is shut in
    with tempfile.TemporaryDirectory() as empty, _shut_in():
        folders: dict[str, Any] = {"root": empty, "package_path": empty, "package_cache_path": empty}
        return typst.compile(source, font_paths=fonts, sys_inputs=inputs, **folders, **options)


@contextmanager
def _shut_in() -> Iterator[None]:
    """No new files and sockets for this process: the typesetter would download the packages that a template names."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@cache
def _fonts() -> Fonts:
    import typst

    return typst.Fonts()
