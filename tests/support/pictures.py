"""Small pictures, put together by hand: what a picture may hold, and what it may not."""

import struct
from typing import Final
from zlib import compress, crc32

EXIF: Final = b"Exif\0\0MM\0*GPSLatitude 48.0986"


def png_part(kind: bytes, body: bytes = b"") -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", crc32(kind + body))


def png(width: int = 2, height: int = 2, *parts: bytes, color: bytes = b"\x0b\x66\x6d") -> bytes:
    """A picture of one colour; `parts` stand before what is drawn."""
    rows = (b"\0" + color * min(width, 64)) * min(height, 64)  # a larger one is only claimed
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    drawn = png_part(b"IDAT", compress(rows))
    return b"\x89PNG\r\n\x1a\n" + png_part(b"IHDR", header) + b"".join(parts) + drawn + png_part(b"IEND")


def jpeg_part(marker: int, body: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(body) + 2) + body


JFIF: Final = jpeg_part(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0")


def jpeg(width: int = 2, height: int = 2, *parts: bytes, frame: int = 0xC0) -> bytes:
    """The parts of a picture in their order; what is drawn means nothing."""
    size = jpeg_part(frame, struct.pack(">BHHB", 8, height, width, 1) + b"\1\x11\0")
    scan = jpeg_part(0xDA, b"\1\1\0\0\x3f\0") + b"\x12\xff\0\x34\xff\xd0\x56"
    return b"\xff\xd8" + JFIF + b"".join(parts) + jpeg_part(0xDB, bytes(65)) + size + scan + scan + b"\xff\xd9"


def webp_part(kind: bytes, body: bytes) -> bytes:
    return kind + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


def webp(width: int = 2, height: int = 2, *parts: bytes) -> bytes:
    drawn = webp_part(b"VP8L", b"\x2f" + struct.pack("<I", (width - 1) | (height - 1) << 14) + b"\0")
    body = b"WEBP" + b"".join(parts) + drawn
    return b"RIFF" + struct.pack("<I", len(body)) + body
