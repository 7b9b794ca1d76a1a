"""Html as text with codes: nothing is lost or changed by going there and back, whatever the html looks like."""

import json
from collections.abc import AsyncIterator
from random import Random

import pytest
from lxml import etree

from facetstore.exchange.xliff.html_codes import Code, Text, codes_of, escaped
from facetstore.exchange.xliff.xliff_reading import read_xliff
from facetstore.exchange.xliff.xliff_writing import XliffTables
from facetstore.usecases.ports.import_formats import ReadImport
from facetstore.usecases.ports.table_formats import ElementTable, TableColumn, TableKind, TableLine
from tests.exchange.xliff.xliff_rules import SPACE, broken_rules
from tests.support.proof import scaled

pytestmark = pytest.mark.anyio

ELEMENT = "11111111-2222-4333-8444-555555555555"
PIECES = ("<p>", "</p>", "<b>", "</b>", '<a href="x?a>b" title="&quot;">', "</a>", "<br />", "&amp;", "&lt;", "&gt;", "&#160;", "&", "<", ">",
          '"', "a", "Ä ö", "\n", "\t", "\r\n", "\x01", "<!-- c -->", "🙂", "]]>", "<B CLASS='x'>", "</B >", "&unknown;", " ")  # fmt: skip


def written(pieces: tuple[Text | Code, ...]) -> str:
    found = ""
    for each in pieces:
        found += (
            escaped(each.text)
            if isinstance(each, Text)
            else each.start + written(tuple(each.inside)) + (each.end or "")
        )
    return found


@pytest.mark.parametrize("seed", range(scaled(300)))
def test_any_html_comes_back(seed: int) -> None:
    random = Random(seed)
    html = "".join(random.choices(PIECES, k=random.randint(0, 40)))

    assert written(tuple(codes_of(html))) == html


def test_tags_that_belong_together_are_one_code() -> None:
    (code,) = codes_of("<p>Ask <b>first</b>,<br />then &amp; act</p>")

    assert isinstance(code, Code)
    assert [type(each).__name__ for each in code.inside] == ["Text", "Code", "Text", "Code", "Text"]
    assert code.inside[-1] == Text("then & act")


def test_deeply_nested_and_unbalanced_tags_are_read_in_little_time() -> None:
    assert written(tuple(codes_of("<b>" * 5000 + "</i>" * 5000))) == "<b>" * 5000 + "</i>" * 5000


def columns() -> list[TableColumn]:
    found = [TableColumn("elementId", "elementId", locked=True)]
    for key, is_html in (("name", False), ("description", True)):
        found += [TableColumn(f"{key}.{lcid}", key, key=key, culture=lcid, is_html=is_html) for lcid in (1033, 1031)]
    return found


async def file_of(lines: list[TableLine]) -> bytes:
    async def slices() -> AsyncIterator[list[TableLine]]:
        yield lines

    table = ElementTable(
        "processes",
        TableKind.TRANSLATIONS,
        columns(),
        len(lines),
        slices(),
        1033,
        cultures={1033: "en-US", 1031: "de-DE"},
    )
    return b"".join([piece async for piece in XliffTables().write(table)])


def read(content: bytes) -> ReadImport:
    found = read_xliff((content, frozenset({"description"})))
    assert isinstance(found, ReadImport), found
    return found


def cells(found: ReadImport) -> list[list[str]]:
    return [row[1] for piece in found.slices for row in json.loads(piece)]


@pytest.mark.parametrize("seed", range(scaled(300)))
async def test_a_file_follows_the_rules_and_comes_back(seed: int) -> None:
    random = Random(seed)
    texts = [
        "".join(
            random.choices([each for each in PIECES if each not in ("\x01", "\r\n")] + ["x"], k=random.randint(1, 12))
        )
        for _ in range(4)
    ]
    texts = [each if each.strip() else "text" for each in texts]

    content = await file_of([TableLine([ELEMENT, *texts])])

    assert broken_rules(content) == []
    assert cells(read(content)) == [[ELEMENT, *texts]]


async def test_characters_that_xml_does_not_have_survive() -> None:
    content = await file_of([TableLine([ELEMENT, "a\x01b\ufffe", "\x02c\r\nd", "<p>\x03</p>", "<p>\x04</p>"])])

    assert broken_rules(content) == []
    assert cells(read(content)) == [[ELEMENT, "a\x01b\ufffe", "\x02c\r\nd", "<p>\x03</p>", "<p>\x04</p>"]]


async def test_a_code_of_the_translation_has_the_id_of_its_source() -> None:
    content = await file_of(
        [TableLine([ELEMENT, "", "", "<p>a<b>b</b><br /></p>", "<p><b>x</b><br /><i>y</i><b>z</b></p>"])]
    )

    root = etree.fromstring(content)
    ids = [
        {
            (each.get("dataRefStart") or each.get("dataRef")): each.get("id")
            for each in reversed(list(text.iter(f"{SPACE}pc", f"{SPACE}ph")))
        }
        for text in root.iter(f"{SPACE}source", f"{SPACE}target")
    ]
    assert ids[0].items() <= ids[1].items()
    assert len(list(root.iter(f"{SPACE}target"))) == 1


async def test_a_file_without_texts_is_valid() -> None:
    content = await file_of([TableLine([ELEMENT, "", "x", "", ""])])

    assert broken_rules(content) == []
    assert cells(read(content)) == []


CODE = "<ph id='1' dataRef='a'/>"
UNIT = f"""<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de"><file id="f">
<unit id="{ELEMENT}.description"><originalData><data id="a">&lt;b></data><data id="z">&lt;/b></data></originalData>%s</unit></file></xliff>"""


def translated(segments: str) -> list[list[str]]:
    return cells(read((UNIT % segments).encode()))


def test_what_other_tools_make_of_a_unit_is_read() -> None:
    assert translated(
        "<segment><source>One. </source><target order='3'>Eins.</target></segment><ignorable><source> </source></ignorable>"
        "<segment><source>Two</source><target order='1'>Zwei &amp; mehr</target></segment>"
    ) == [[ELEMENT, "One.  Two", "Zwei &amp; mehr Eins."]]
    assert translated(
        "<segment><source>x</source><target><sc id='1' dataRef='a'/>fett<ec startRef='1' dataRef='z'/><mrk id='m'> neu</mrk><sm id='2'/>"
        "</target></segment>"
    ) == [[ELEMENT, "x", "<b>fett</b> neu"]]


def test_what_is_not_translated_says_nothing() -> None:
    assert translated("<segment><source>x</source></segment>") == []
    assert translated("<segment><source>x</source><target/></segment>") == []
    assert (
        translated("<segment><source>x</source><target>y</target></segment><segment><source>z</source></segment>") == []
    )


@pytest.mark.parametrize(
    ("unit", "code"),
    [
        ("<segment><source>x</source><target><ph id='1' dataRef='gone'/></target></segment>", "wrong-unit"),
        ("<segment><source>x</source><target><ph id='1'/></target></segment>", "wrong-unit"),
        ("<segment><source>x</source><target><cp hex='110000'/></target></segment>", "wrong-unit"),
        ("<segment><target>y</target></segment>", "wrong-unit"),
    ],
)
def test_a_unit_that_cannot_be_read_is_left_out_with_the_reason(unit: str, code: str) -> None:
    assert [each.code for each in read((UNIT % unit).encode()).findings] == [code]


REFUSED = {
    b"<xliff": "not well-formed",
    b"<!DOCTYPE a><xliff/>": "document type",
    b'<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"/>': "not XLIFF 2.1",
    b'<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en"/>': "languages",
    b"<a>" * 120 + b"</a>" * 120: "deep",
}


@pytest.mark.parametrize("content", REFUSED, ids=lambda each: str(each[:20]))
def test_what_is_no_xliff_is_refused_with_the_reason(content: bytes) -> None:
    found = read_xliff((content, frozenset()))

    assert isinstance(found, str)
    assert REFUSED[content] in found


def test_codes_that_stand_for_much_more_than_they_are_do_not_fill_the_memory() -> None:
    data = f'<originalData><data id="a">{"x" * 10_000}</data></originalData>'
    segment = f"<segment><source>q</source><target>{CODE * 10_000}</target></segment>"

    found = read(
        (UNIT.replace("<originalData>", "<!--", 1).replace("</originalData>", "-->", 1) % (data + segment)).encode()
    )

    assert [each.error for each in found.findings] == [
        f"The unit '{ELEMENT}.description' is left out: it has more than 1,000,000 characters."
    ]
