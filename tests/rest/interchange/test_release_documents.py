"""`…/document?released=true`: what an auditor files, with versions, approvals and hashes, and nothing that is not released."""

import io
import re
import zipfile

import pytest

from tests.support import company
from tests.support.changing import DETAIL, Changing

TREE = "rest/facets/processes/views/tree"
QUERY = "?released=true&format=docx&culture=1033"
RECEIPT = f"{DETAIL}/{company.RECEIPT}"
DRAFT = "Only in the draft"


def text_of(changing: Changing, path: str, role: str = "administrator") -> str:
    """The lines of a Word file."""
    response = changing.get(path, role)
    assert response.status_code == 200, response.text
    with zipfile.ZipFile(io.BytesIO(response.content)) as file:
        xml = file.read("word/document.xml").decode()
    return re.sub("<[^>]+>", "", xml.replace("</w:p>", "\n"))


@pytest.fixture
def released(changing: Changing) -> Changing:
    """A tenant with a version that was approved, and a draft behind it."""
    changing.release(company.RECEIPT_2_1)
    draft = changing.new_version(company.RECEIPT)
    changing.update({"id": draft, "attributes": {"description": {"1033": f"<p>{DRAFT}</p>"}}})
    return changing


def approved(changing: Changing) -> str:
    """The hash of what was approved."""
    versions = changing.read(f"{RECEIPT}/versions?approvals=true")["elements"]
    (found,) = [each["hash"] for version in versions for each in version["approvals"]]
    return str(found)


def test_it_has_what_is_released_with_the_hash_that_was_approved(released: Changing) -> None:
    hash_ = approved(released)

    text = text_of(released, f"{TREE}/elements/{company.HOUSE}/document{QUERY}")

    assert DRAFT not in text
    assert DRAFT in text_of(released, f"{TREE}/elements/{company.HOUSE}/document?format=docx&culture=1033")
    assert "Versions in this document" in text
    assert text.count(hash_) == 2  # in the register, and with the approvals of its chapter
    assert text_of(released, f"{RECEIPT}/document{QUERY}").count(hash_) == 2


def test_everything_of_a_view_is_printed(released: Changing) -> None:
    text = text_of(released, f"{TREE}/document{QUERY}")

    assert approved(released) in text
    assert DRAFT not in text
    assert {"Processes", "Logistics", "Goods receipt"} <= set(text.split("\n"))
    assert released.get(f"{TREE}/document?released=true").content.startswith(b"%PDF-")
    assert text_of(released, "rest/facets/roles/views/list/document?format=docx&culture=1033")


def test_the_number_of_statements_does_not_grow_with_the_elements(released: Changing) -> None:
    def statements(path: str) -> int:
        assert released.get(path).status_code == 200
        return released.api.statements

    one = statements(f"{RECEIPT}/document{QUERY}")
    for number in range(20):
        child = {"type": "subProcess", "parent": company.RECEIPT, "attributes": {"name": {"1033": f"Part {number}"}}}
        (made,) = released.update(child)
        released.release(made["id"])

    assert statements(f"{RECEIPT}/document{QUERY}") <= one + 3, "one more level of the tree"


def test_a_day_has_its_own_release_and_its_own_approvals(changing: Changing) -> None:
    before = changing.revision
    changing.release(company.RECEIPT_2_1)
    hash_, then = approved(changing), changing.revision
    changing.update({"id": changing.new_version(company.RECEIPT), "attributes": {"name": {"1033": "Goods in"}}})
    changing.release(company.RECEIPT)

    assert hash_ not in text_of(changing, f"{RECEIPT}/document{QUERY}&asOf={before}")
    text = text_of(changing, f"{RECEIPT}/document{QUERY}&asOf={then}")

    assert text.count(hash_) == 2
    assert "Goods in\n" not in text


def test_a_viewer_gets_no_approvals_and_no_drafts(released: Changing) -> None:
    hash_ = approved(released)

    for query in (QUERY, "?format=docx&culture=1033"):
        text = text_of(released, f"{TREE}/document{query}", "viewer")
        assert hash_ not in text
        assert DRAFT not in text


def test_a_draft_is_no_release(changing: Changing) -> None:
    made = changing.update({"type": "subProcess", "attributes": {"name": {"1033": "New"}}})[0]["id"]

    assert changing.get(f"{DETAIL}/{made}/document").status_code == 200
    assert changing.get(f"{DETAIL}/{made}/document?released=true").status_code == 404
    assert changing.get(f"{DETAIL}/{made}/document?released=perhaps").status_code == 400
