"""Pictures of users: which contents may be one. They are read by their headers alone; nothing is decoded.

A picture is refused where it holds more than what is drawn. Cameras write where and when a photo was taken into its metadata, and other
users would get that along; bytes behind the end can be anything.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from facetstore.domain.element_files import media_type_of

LARGEST_PICTURE: Final = 256 << 10
"""Bytes."""
LONGEST_SIDE: Final = 1024
"""Pixels. What a browser has to hold of a picture is bounded by it, however well the file is compressed."""

_DAMAGED: Final = "The picture is damaged, or something stands behind its end."
_PNG_PARTS: Final = frozenset(
    {b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"pHYs", b"bKGD"}
)
_WEBP_PARTS: Final = frozenset({b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ICCP"})
_JPEG_TABLES: Final = frozenset(b"\xc4\xdb\xdd")
_JPEG_FRAMES: Final = frozenset(b"\xc0\xc1\xc2\xc3\xc5\xc6\xc7\xc9\xca\xcb\xcd\xce\xcf")
_JPEG_SCAN: Final = 0xDA
_JPEG_END: Final = 0xD9
_JPEG_APPLICATION: Final = {0xE0: b"JFIF\0", 0xE2: b"ICC_PROFILE\0", 0xEE: b"Adobe"}
"""What applications may add, by its marker: size of the dots, colours."""
_JFIF_BYTES: Final = 14
"""Without the thumbnail, which may show more than the picture does."""
_JPEG_COMMENT: Final = 0xFE
_MARKER: Final = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
"""The next marker in the data of a scan, where 0xff is followed by 0, or by a restart."""


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture of a user."""

    element: str
    """The user."""
    media_type: str
    hash: str
    """SHA-256 of the content, as 64 hexadecimal digits."""
    data: bytes


class WrongPicture(Exception):
    """A content that is no picture of a user. The message is a sentence for the caller."""


def check_picture(data: bytes) -> str:
    """The media type of a picture. Raises WrongPicture."""
    kind = media_type_of(data)
    read = _READERS.get(kind)
    if read is None:
        raise WrongPicture("A picture is a PNG, JPEG or WebP file.")
    try:
        width, height = read(data)
    except (struct.error, IndexError):
        raise WrongPicture(_DAMAGED) from None
    if not (1 <= width <= LONGEST_SIDE and 1 <= height <= LONGEST_SIDE):
        raise WrongPicture(f"A picture has up to {LONGEST_SIDE} × {LONGEST_SIDE} pixels, not {width} × {height}.")
    return kind


def _png(data: bytes) -> tuple[int, int]:
    at, size, drawn = 8, (0, 0), False
    while True:
        length, kind = struct.unpack_from(">I4s", data, at)
        end = at + 12 + length
        if end > len(data) or crc32(data[at + 4 : end - 4]) != struct.unpack_from(">I", data, end - 4)[0]:
            raise WrongPicture(_DAMAGED)
        if at == 8:
            if kind != b"IHDR" or length != 13:
                raise WrongPicture(_DAMAGED)
            size = struct.unpack_from(">II", data, at + 8)
        elif kind not in _PNG_PARTS:
            raise _more_than_a_picture(kind)
        drawn = drawn or kind == b"IDAT"
        at = end
        if kind == b"IEND":
            return _whole(size, drawn=drawn and at == len(data))


def _jpeg(data: bytes) -> tuple[int, int]:
    at, size, drawn = 2, (0, 0), False
    while True:
        if data[at] != 0xFF:
            raise WrongPicture(_DAMAGED)
        marker = data[at + 1]
        if marker == _JPEG_END:
            return _whole(size, drawn=drawn and at + 2 == len(data))
        (length,) = struct.unpack_from(">H", data, at + 2)
        body = data[at + 4 : at + 2 + length]
        if length < 2 or len(body) != length - 2:
            raise WrongPicture(_DAMAGED)
        at += 2 + length
        if marker in _JPEG_FRAMES and size == (0, 0):
            height, width = struct.unpack_from(">HH", body, 1)
            size = (width, height)
        elif marker == _JPEG_SCAN:
            drawn, found = True, _MARKER.search(data, at)
            if found is None:
                raise WrongPicture(_DAMAGED)
            at = found.start()
        elif 0xE0 <= marker <= 0xEF or marker == _JPEG_COMMENT:
            known = _JPEG_APPLICATION.get(marker)
            if known is None or not body.startswith(known) or (marker == 0xE0 and len(body) > _JFIF_BYTES):
                raise _more_than_a_picture(body[:4])
        elif marker not in _JPEG_TABLES:
            raise WrongPicture(_DAMAGED)


def _webp(data: bytes) -> tuple[int, int]:
    at, sizes, drawn = 12, [(0, 0)], False
    if struct.unpack_from("<I", data, 4)[0] + 8 != len(data):
        raise WrongPicture(_DAMAGED)
    while at < len(data):
        kind, length = struct.unpack_from("<4sI", data, at)
        body = data[at + 8 : at + 8 + length]
        at += 8 + length + length % 2
        if kind not in _WEBP_PARTS:
            raise _more_than_a_picture(kind)
        if kind == b"VP8X":
            sizes.append((int.from_bytes(body[4:7], "little") + 1, int.from_bytes(body[7:10], "little") + 1))
        elif kind == b"VP8L":
            drawn = True
            (bits,) = struct.unpack_from("<I", body, 1)
            sizes.append(((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1))
        elif kind == b"VP8 ":
            drawn = True
            width, height = struct.unpack_from("<HH", body, 6)
            sizes.append((width & 0x3FFF, height & 0x3FFF))
    return _whole((max(each[0] for each in sizes), max(each[1] for each in sizes)), drawn=drawn and at == len(data))


def _whole(size: tuple[int, int], *, drawn: bool) -> tuple[int, int]:
    """The size of a picture that was read up to its end."""
    if not drawn:
        raise WrongPicture(_DAMAGED)
    return size


def _more_than_a_picture(part: bytes) -> WrongPicture:
    name = re.sub(r"[^A-Za-z0-9]", "", part.decode("latin-1")) or "a comment"
    return WrongPicture(
        f"The picture holds more than what is drawn ({name}): metadata can say where and when a photo was taken, and other users "
        "would get it along. Save the picture without metadata, and send it again."
    )


_READERS: Final = {"image/png": _png, "image/jpeg": _jpeg, "image/webp": _webp}
