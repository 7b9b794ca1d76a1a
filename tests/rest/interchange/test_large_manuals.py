"""What a manual of 200 processes costs, and that its diagrams are printed as they look on a screen with light colours."""

import io
import struct
import time
import zipfile
import zlib
from typing import Any

import pytest

from facetstore.printing.manual_model import Manual
from facetstore.printing.pdf_printing import dots_of, print_pdf
from facetstore.printing.word_printing import print_word
from facetstore.rest.operations import printed_manuals
from tests.support import company
from tests.support.changing import DETAIL, DIAGRAM, Changing
from tests.support.proof import record, sampled

PROCESSES = sampled(200, 3)
PDF_SECONDS = WORD_SECONDS = 5
SCRIPT = """( Goods arrived {number}
Weigh the truck @Warehouse #Scanner
Which kind?
  Raw material
    Check the certificate @Quality #Planner
    Is it fine?
      no
        Send it back @Purchasing
        ) Sent back
      yes
        Store it @Warehouse #Planner
  Finished goods
    Count @Warehouse
    Label every pallet @Warehouse #Printer
    Store it in the high rack @Warehouse
Book the receipt @Accounting #Planner
) Goods are booked
"""


def many_processes(changing: Changing) -> str:
    """The id of a main process with processes below it that have a diagram each."""
    (main,) = changing.update({"type": "mainProcess", "attributes": {"name": {"1033": "Move goods"}}})
    text = f"<p>{'What people do with goods. ' * 20}</p><ol><li>one</li><li>two</li></ol>"
    for number in range(PROCESSES):
        attributes = {"name": {"1033": f"Process {number}"}, "description": {"1033": text}}
        (made,) = changing.update({"type": "subProcess", "parent": main["id"], "attributes": attributes})
        address = f"{DIAGRAM}/{made['id']}/content?format=script&culture=1033&create=true"
        changing.write(address, {"script": SCRIPT.format(number=number)})
    return str(main["id"])


def manual_of(changing: Changing, id_: str, monkeypatch: pytest.MonkeyPatch) -> Manual:
    """What is given to the printer."""
    given: list[Manual] = []

    def printed(manual: Manual, *_: object) -> bytes:
        given.append(manual)
        return b""

    with monkeypatch.context() as patched:
        patched.setattr(printed_manuals, "_printed", printed)
        assert changing.get(f"{DETAIL}/{id_}/document?culture=1033").status_code == 200
    return given[0]


@pytest.mark.one_engine
def test_a_manual_of_200_processes_is_printed_in_5_seconds(changing: Changing, monkeypatch: pytest.MonkeyPatch) -> None:
    manual = manual_of(changing, many_processes(changing), monkeypatch)
    assert len(manual.chapters) == PROCESSES + 1

    pdf, pdf_seconds = timed(print_pdf, manual)
    word, word_seconds = timed(print_word, manual)

    record(
        "processes in a manual",
        PROCESSES,
        "printed",
        pdf_seconds=round(pdf_seconds, 1),
        pdf_mb=round(len(pdf) / 1e6, 1),
        word_seconds=round(word_seconds, 1),
        word_mb=round(len(word) / 1e6, 1),
    )
    assert pdf_seconds <= PDF_SECONDS
    assert word_seconds <= WORD_SECONDS
    with zipfile.ZipFile(io.BytesIO(word)) as file:
        media = [each for each in file.namelist() if each.startswith("word/media/")]
    assert [sum(each.endswith(ending) for each in media) for ending in (".png", ".svg")] == [PROCESSES, PROCESSES]


def timed(print_: Any, manual: Manual) -> tuple[bytes, float]:
    """What is printed, and the seconds of a processor that it takes."""
    start = time.process_time()
    printed: bytes = print_(manual)
    return printed, time.process_time() - start


@pytest.mark.one_engine
def test_diagrams_are_dark_on_white(changing: Changing) -> None:
    word = changing.get(f"{DETAIL}/{company.RECEIPT_2_1}/document?format=docx&culture=1033").content

    with zipfile.ZipFile(io.BytesIO(word)) as file:
        (picture,) = [file.read(each) for each in file.namelist() if each.endswith(".png")]
    shades = pixels(picture)
    assert sum(each > 250 for each in shades) > len(shades) / 2
    assert min(shades) < 100


@pytest.mark.one_engine
def test_few_diagrams_are_sharp_in_programs_that_show_no_svg(changing: Changing) -> None:
    word = changing.get(f"{DETAIL}/{company.RECEIPT_2_1}/document?format=docx&culture=1033").content

    with zipfile.ZipFile(io.BytesIO(word)) as file:
        (picture,) = [file.read(each) for each in file.namelist() if each.endswith(".png")]
        text = file.read("word/document.xml").decode()
    (width,) = struct.unpack(">I", picture[16:20])
    inches = int(text.partition('<wp:extent cx="')[2].partition('"')[0]) / 914_400
    assert width / inches >= 143
    assert [round(dots_of(count)) for count in (1, 20, 40, 80, 200)] == [144, 144, 102, 72, 72]


def pixels(png: bytes) -> list[int]:
    """The red part of each pixel of a picture with 8 bits for each of four colours."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (depth, kind) == (8, 6)
    place, data = 8, b""
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            data += png[place + 8 : place + 8 + length]
        place += length + 12
    raw, size = zlib.decompress(data), width * 4
    found: list[int] = []
    above = bytearray(size)
    for row in range(height):
        start = row * (size + 1)
        line = unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + size]), above)
        found += line[::4]
        above = line
    return found


def unfiltered(kind: int, line: bytearray, above: bytearray) -> bytearray:
    """A line of a PNG as it was before it was filtered."""
    for place, value in enumerate(line):
        left, corner = (line[place - 4], above[place - 4]) if place >= 4 else (0, 0)
        up = above[place]
        guess = left + up - corner
        nearest = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
        line[place] = (value + (0, left, up, (left + up) // 2, nearest)[kind]) % 256
    return line
