"""The kind of a content, by its first bytes, in little time whatever they are."""

import time

import pytest

from facetstore.domain.element_files import media_type_of

SVG = "image/svg+xml"
TEXT = "text/plain; charset=utf-8"


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        (b"<svg>", SVG),
        (b" \n<svg width='1'>", SVG),
        (b"<?xml version='1.0'?><!-- a --> <!DOCTYPE svg PUBLIC ''><!-- b --><svg>", SVG),
        (b"<!-- <svg> -->", TEXT),
        (b"<svgx>", TEXT),
        ("ä".encode() * 3000, TEXT),
        (b"a" + "ä".encode() * 3000, TEXT),
        ("ä".encode()[:1], "application/octet-stream"),
        (b"a\0b", "application/octet-stream"),
        (b"RIFF....WAVE", TEXT),
    ],
)
def test_the_first_bytes_decide(start: bytes, kind: str) -> None:
    assert media_type_of(start) == kind


@pytest.mark.parametrize("start", [b"<!---->", b"<?xml>", b"<!DOCTYPE svg>", b" ", b"<!--", b"<!---->\n <?xml>"])
def test_no_start_takes_long(start: bytes) -> None:
    began = time.perf_counter()
    assert media_type_of(start * 5000) == TEXT
    assert time.perf_counter() - began < 0.1
