"""`…/document`: a process or a subtree as PDF and Word."""

import io
import zipfile

import pytest

from tests.support import company
from tests.support.changing import Changing

PROCESSES = "rest/facets/processes/views/detail/elements"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def printed(changing: Changing, id_: str, query: str = "", role: str = "administrator") -> bytes:
    response = changing.get(f"{PROCESSES}/{id_}/document{query}", role)
    assert response.status_code == 200, response.text
    return response.content


def text_of(word: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(word)) as file:
        return file.read("word/document.xml").decode()


def test_a_pdf_is_tagged_and_has_a_language_and_bookmarks(changing: Changing) -> None:
    data = printed(changing, company.RECEIPT_2_1, "?culture=1031")

    assert data.startswith(b"%PDF-")
    for mark in (b"/StructTreeRoot", b"/MarkInfo", b"/Marked true", b"/Outlines", b"/Lang(de-DE)"):
        assert mark in data, mark


def test_a_word_file_has_the_chapters_of_the_subtree(changing: Changing) -> None:
    response = changing.get(f"{PROCESSES}/{company.HOUSE}/document?format=docx&culture=1033")

    assert response.headers["content-type"] == WORD
    text = text_of(response.content)
    for name in ("Goods receipt", "Logistics", "Contents"):
        assert name in text
    with zipfile.ZipFile(io.BytesIO(response.content)) as file:
        assert [each for each in file.namelist() if each.startswith("word/media/")]


def test_a_reader_gets_what_may_be_seen(changing: Changing) -> None:
    assert changing.get(f"{PROCESSES}/{company.RECEIPT_2_1}/document", "viewer").status_code == 404
    changing.update({"id": company.RECEIPT_2_1, "attributes": {"description": {"1033": "<p>Only in the draft</p>"}}})

    assert "Only in the draft" in text_of(printed(changing, company.HOUSE, "?format=docx&culture=1033"))
    assert "Only in the draft" not in text_of(printed(changing, company.HOUSE, "?format=docx&culture=1033", "viewer"))


def test_rich_text_is_never_markup(changing: Changing) -> None:
    text = "<p>#eval(&quot;1&quot;) $x$ *b* &lt;b&gt; <strong>bold</strong></p><ol><li>one</li><li>two<ul><li>deep</li></ul></li></ol>"
    changing.update(
        {"id": company.RECEIPT_2_1, "attributes": {"description": {"1033": text}, "name": {"1033": "= #x ]"}}}
    )

    found = text_of(printed(changing, company.RECEIPT_2_1, "?format=docx&culture=1033"))

    assert "#eval(&quot;1&quot;) $x$ *b* &lt;b&gt;" in found or '#eval("1") $x$ *b* &lt;b&gt;' in found
    assert printed(changing, company.RECEIPT_2_1).startswith(b"%PDF-")


@pytest.mark.parametrize("query", ["?format=odt", "?culture=1036"])
def test_what_is_not_offered_is_refused(changing: Changing, query: str) -> None:
    assert changing.get(f"{PROCESSES}/{company.RECEIPT_2_1}/document{query}").status_code == 400
