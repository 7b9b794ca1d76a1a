"""`rest/manual-template?format=docx`: a Word file of a tenant gives manuals its looks, and brings nothing in that reaches out or runs."""

import io
import zipfile
from base64 import b64decode, b64encode
from typing import Any, Final

import pytest
from docx import Document

from facetstore.printing.own_word_template import check_word_template
from facetstore.printing.word_archive import MOST_BYTES
from tests.rest.interchange import word_files as files
from tests.support import company
from tests.support.changing import DETAIL, Changing

TEMPLATE: Final = "rest/manual-template?format=docx"
PRINTED: Final = f"{DETAIL}/{company.RECEIPT_2_1}/document?format=docx"
KINDS: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def body(file: bytes) -> dict[str, str]:
    return {"file": b64encode(file).decode()}


def printed(changing: Changing, culture: int = 1033) -> Any:
    response = changing.get(f"{PRINTED}&culture={culture}")
    assert response.status_code == 200, response.text
    return Document(io.BytesIO(response.content))


def header(document: Any) -> str:
    return "".join(each.text for each in document.sections[0].header.paragraphs)


def test_a_word_file_gives_manuals_its_title_page_header_and_styles(changing: Changing) -> None:
    stored = changing.write(TEMPLATE, body(files.own_file()))

    document = printed(changing)

    assert stored == {"format": "docx", "isDefault": False, "own": [{"format": "docx"}]}
    assert header(document) == f"{changing.address} of ours"
    assert document.paragraphs[0].text == document.core_properties.title != ""
    assert document.sections[-1].page_width > document.sections[-1].page_height
    assert [each.style.style_id for each in document.paragraphs if each.style.name == "Heading 1"][:1] == [
        "berschrift1"
    ]
    assert {"Heading 2", "Table Grid"} <= {each.name for each in document.styles}
    assert {each.style.name for each in document.tables} == {"Table Grid"}
    assert (document.core_properties.author, document.core_properties.last_modified_by) == ("", "")


def test_a_template_is_of_a_language_or_of_all(changing: Changing) -> None:
    changing.write(TEMPLATE, body(files.own_file(header="all")))
    changing.write(f"{TEMPLATE}&culture=1031", body(files.own_file(header="deutsch")))

    assert [header(printed(changing, each)) for each in (1033, 1031)] == ["all", "deutsch"]
    own = [{"format": "docx"}, {"format": "docx", "culture": 1031}]
    assert changing.read(f"{TEMPLATE}&culture=1031")["own"] == own
    changing.api.send("DELETE", f"{TEMPLATE}&culture=1031", "administrator", tenant=changing.address)
    assert header(printed(changing, 1031)) == "all"
    assert changing.get(f"{TEMPLATE}&culture=1036").status_code == 400
    rows = changing.read("rest/audit?kind=template.changed")["values"]
    assert rows[0]["detail"] == {"template": "removed", "format": "docx", "culture": "1031"}


def test_the_default_is_a_file_to_begin_with(changing: Changing) -> None:
    default = changing.read(TEMPLATE)
    assert default["isDefault"]

    changing.write(TEMPLATE, {"file": default["file"]})

    assert changing.read(TEMPLATE)["isDefault"] is False
    texts = [each.text for each in Document(io.BytesIO(b64decode(changing.read(TEMPLATE)["file"]))).paragraphs]
    assert texts == ["{{title}}", "{{subtitle}}", "{{facts}}"]
    assert printed(changing).paragraphs[1].text == changing.address


def test_what_is_wrong_is_said_and_nothing_is_stored(changing: Changing) -> None:
    linked = files.related(
        files.own_file(),
        f'<Relationship Id="x1" Type="{KINDS}/hyperlink" Target="http://a.example/" TargetMode="External"/>',
    )

    refused = changing.post(TEMPLATE, body(linked))

    assert refused.status_code == 400
    assert "refers to something outside of the file (hyperlink)" in refused.json()["data"][0]["error"]
    for wrong in ({"file": "no base64!"}, {"file": ""}, {"source": "= A"}, {}):
        assert changing.post(TEMPLATE, wrong).status_code == 400
    assert changing.read(TEMPLATE)["isDefault"]


def instruction(text: str) -> str:
    return f"<w:p><w:r><w:fldChar w:fldCharType='begin'/></w:r>{text}<w:r><w:fldChar w:fldCharType='end'/></w:r></w:p>"


def code(text: str) -> str:
    return f"<w:r><w:instrText>{text}</w:instrText></w:r>"


def bomb() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in (files.TYPES, files.DOCUMENT):
            archive.writestr(name, b"<a/>")
        archive.writestr("word/big.xml", b" " * (20 << 20))
    return file.getvalue()


OWN: Final = files.own_file()
TYPES: Final = files.part(OWN, files.TYPES)


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("file", "said"),
    [
        (b"x" * (MOST_BYTES + 1), "bytes; at most"),
        (b"no archive", "cannot be unpacked"),
        (OWN[:-100], "cannot be unpacked"),
        (bomb(), "unpacks to more than 16 MB"),
        (files.changed(OWN, {f"word/{number}.xml": b"<a/>" for number in range(300)}), "more than 200 parts"),
        (files.changed(OWN, {files.DOCUMENT: None}), "no Word file"),
        (files.changed(OWN, {files.DOCUMENT: b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"}), "document type definition"),
        (files.changed(OWN, {files.DOCUMENT: b"<a>" * 200 + b"</a>" * 200}), "nested more than"),
        (files.changed(OWN, {files.DOCUMENT: b"<a/>"}), "No manual can be made"),
        (files.changed(OWN, {"word/vbaProject.bin": b"macro"}), "parts of this kind"),
        (files.changed(OWN, {files.TYPES: TYPES.replace(b"document.main+xml", b"template.main+xml")}), "Save it as .docx"),
        (files.changed(OWN, {files.TYPES: TYPES.replace(b"</Types>", b'<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>')}), "Macros"),
        (files.related(OWN, f'<Relationship Id="x1" Type="{KINDS}/attachedTemplate" Target="file:///C:/a.dotm" TargetMode="External"/>'), "outside of the file"),
        (files.related(OWN, f'<Relationship Id="x1" Type="{KINDS}/oleObject" Target="a.bin"/>'), "oleObject"),
        (files.related(OWN, f'<Relationship Id="x1" Type="{KINDS}/header" Target="../customXml/item1.xml"/>'), "header"),
        (files.changed(OWN, {"other/header9.xml": b"<w:fldSimple xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main' w:instr='LINK a'/>"}), "'LINK a'"),
        (files.changed(OWN, {files.TYPES: TYPES.replace(b'ContentType="image/jpeg"', b'ContentType="application/xml"')}), "A picture is called"),
        (files.in_body(OWN, "<w:altChunk/>"), "<altChunk>"),
        (files.in_body(OWN, "<w:p><w:r><w:pict><v:imagedata src='http://a.example/a.png'/></w:pict></w:r></w:p>"), "address"),
        (files.in_body(OWN, "<w:p><w:r><w:pict><v:imagedata src='\\\\host\\share'/></w:pict></w:r></w:p>"), "address"),
        (files.in_body(OWN, instruction(code("DD") + code("EAUTO cmd"))), "'DDEAUTO cmd'"),
        (files.in_body(OWN, instruction(code("INCLUDEPICTURE \"http://a.example\""))), "INCLUDEPICTURE"),
        (files.in_body(OWN, instruction(instruction(code("PAGE")))), "The field ''"),
        (files.in_body(OWN, "<w:p><w:fldSimple w:instr='MACROBUTTON a b'/></w:p>"), "MACROBUTTON"),
    ],
)  # fmt: skip
def test_what_reaches_out_runs_or_is_too_large_is_refused(file: bytes, said: str) -> None:
    assert said in " ".join(check_word_template(file))


@pytest.mark.one_engine
@pytest.mark.parametrize(
    "file",
    [
        OWN,
        files.in_body(OWN, instruction(code(" PAGE \\* MERGEFORMAT "))),
        files.changed(OWN, {files.DOCUMENT: files.part(OWN, files.DOCUMENT).replace(b"<w:sectPr", b"<w:none").replace(b"</w:sectPr", b"</w:none")}),
    ],
)  # fmt: skip
def test_a_file_of_its_own_is_taken(file: bytes) -> None:
    assert check_word_template(file) == []
