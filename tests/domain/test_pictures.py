"""Which contents may be the picture of a user: by their bytes, never by a name, and with nothing in them but what is drawn."""

import random
from collections.abc import Callable, Mapping
from contextlib import suppress

import pytest

from facetstore.domain.pictures import LONGEST_SIDE, WrongPicture, check_picture
from tests.support.pictures import EXIF, jpeg, jpeg_part, png, png_part, webp, webp_part
from tests.support.proof import sampled

KINDS: Mapping[str, Callable[..., bytes]] = {"image/png": png, "image/jpeg": jpeg, "image/webp": webp}
LOSSY = webp_part(b"VP8 ", b"\0\0\0\x9d\x01\x2a\x02\x00\x02\x00")


@pytest.mark.parametrize("kind", KINDS)
def test_a_plain_picture_is_taken_up_to_its_largest_size(kind: str) -> None:
    make = KINDS[kind]
    assert check_picture(make()) == kind
    assert check_picture(make(LONGEST_SIDE, LONGEST_SIDE)) == kind
    for size in ((LONGEST_SIDE + 1, 2), (2, LONGEST_SIDE + 1)):
        with pytest.raises(WrongPicture, match="pixels"):
            check_picture(make(*size))


@pytest.mark.parametrize(
    "data",
    [
        png(2, 2, png_part(b"sRGB", b"\0"), png_part(b"pHYs", bytes(9))),
        jpeg(2, 2, jpeg_part(0xE2, b"ICC_PROFILE\0\1\1"), jpeg_part(0xEE, b"Adobe\0d\0\0\0\0\0")),
        jpeg(frame=0xC2),
        webp(2, 2, webp_part(b"VP8X", bytes(10)), webp_part(b"ICCP", b"colours")),
        b"RIFF\x16\0\0\0WEBP" + LOSSY,
    ],
)
def test_what_belongs_to_what_is_drawn_may_be_in_it(data: bytes) -> None:
    check_picture(data)


@pytest.mark.parametrize(
    "data",
    [
        png(2, 2, png_part(b"eXIf", EXIF)),
        png(2, 2, png_part(b"tEXt", b"Author\0Anna")),
        png(2, 2, png_part(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0<x/>")),
        png(2, 2, png_part(b"tIME", bytes(7))),
        png(2, 2, png_part(b"acTL", bytes(8))),
        jpeg(2, 2, jpeg_part(0xE1, EXIF)),
        jpeg(2, 2, jpeg_part(0xE1, b"http://ns.adobe.com/xap/1.0/\0<x/>")),
        jpeg(2, 2, jpeg_part(0xED, b"Photoshop 3.0\0")),
        jpeg(2, 2, jpeg_part(0xFE, b"a comment")),
        jpeg(2, 2, jpeg_part(0xE0, b"JFIF\0\1\1\0\0\1\0\1\1\1\0\0\0")),
        webp(2, 2, webp_part(b"EXIF", EXIF)),
        webp(2, 2, webp_part(b"XMP ", b"<x/>")),
        webp(2, 2, webp_part(b"ANMF", bytes(16))),
    ],
)
def test_what_could_say_where_a_photo_was_taken_is_refused(data: bytes) -> None:
    with pytest.raises(WrongPicture, match="more than what is drawn"):
        check_picture(data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>",
        b"GIF89a\2\0\2\0\0\0\0;",
        b"%PDF-1.7",
        png()[:-1],
        png() + b"<script>",
        png()[:40],
        png()[:20] + b"\1" + png()[21:],
        b"\x89PNG\r\n\x1a\n",
        jpeg() + b"PK\3\4",
        jpeg()[:-2],
        b"\xff\xd8\xff",
        webp() + b"more",
        webp()[:-2],
        b"RIFF\4\0\0\0WEBP",
    ],
)
def test_what_is_no_picture_or_more_than_one_is_refused(data: bytes) -> None:
    with pytest.raises(WrongPicture):
        check_picture(data)


@pytest.mark.parametrize("kind", KINDS)
def test_any_change_of_a_picture_is_read_or_refused(kind: str) -> None:
    """Never another error, and never more than one pass."""
    chance, whole = random.Random(19), KINDS[kind](2, 2)
    for _ in range(sampled(20_000, 2_000)):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(4, len(data))] = chance.randrange(256)
        del data[chance.choice([len(data), chance.randrange(len(data))]) :]
        with suppress(WrongPicture):
            check_picture(bytes(data))
