"""Html attributes are read back as XML documents, and an answer names what cleaning removed."""

from typing import Any, Final
from xml.etree.ElementTree import fromstring

import pytest

from facetstore.storage.writes.renewal import renew_tenants
from tests.support import company
from tests.support.api import Database
from tests.support.changing import DETAIL, DIAGRAM, Changing

XML: Final = '<?xml version="1.0" encoding="utf-8"?>'
DRAFT: Final = company.RECEIPT_2_1

READ_BACK: Final = {
    "Take in goods": "<p>Take in goods</p>",
    "one & two": "<p>one &amp; two</p>",
    "<b>Now</b>": "<p><strong>Now</strong></p>",
    "<h2>A</h2><p>b</p>": "<div><h2>A</h2><p>b</p></div>",
    '<?xml version="1.0"?><p>c<br></p>': "<p>c<br /></p>",
    f"{XML}<p>d<br /></p>": "<p>d<br /></p>",
}


def described(text: object, **more: object) -> dict[str, Any]:
    return {"elements": [{"versionId": DRAFT, "attributes": {"description": {"1033": text}}, **more}]}


@pytest.mark.parametrize("text", READ_BACK)
def test_html_is_read_back_as_a_document(changing: Changing, text: str) -> None:
    answer = changing.write(DETAIL, described(text))

    stored = answer["elements"][0]["attributes"]["description"]["1033"]
    assert stored == XML + READ_BACK[text]
    assert fromstring(stored).tag
    assert "findings" not in answer


@pytest.mark.parametrize("text", [*READ_BACK, "<p onclick='x()'>a<script>y()</script></p>"])
def test_posting_back_what_was_read_changes_nothing_and_warns_of_nothing(changing: Changing, text: str) -> None:
    changing.write(DETAIL, described(text))
    read, revision = changing.read(f"{DETAIL}/{DRAFT}"), changing.revision

    answer = changing.write(DETAIL, read)

    assert answer == read
    assert changing.revision == revision


def test_the_answer_names_what_was_removed(changing: Changing) -> None:
    answer = changing.write(DETAIL, described("<p onclick='x()' id='a'>Hi<script>steal()</script></p><marquee>!"))

    path = "elements[0].attributes.description.1033"
    assert answer["elements"][0]["attributes"]["description"]["1033"] == f"{XML}<div><p>Hi</p>!</div>"
    assert answer["findings"] == [
        {
            "error": "The html in description (1033) was cleaned. Removed: onclick of p, id of p, script, marquee.",
            "code": "html-cleaned",
            "path": path,
            "severity": "warning",
            "removed": [
                {"element": "p", "attribute": "onclick", "count": 1},
                {"element": "p", "attribute": "id", "count": 1},
                {"element": "script", "count": 1},
                {"element": "marquee", "count": 1},
            ],
        }
    ]


def test_a_warning_repeats_no_hostile_content(changing: Changing) -> None:
    hostile = "".join(f"<{'evil' * 200}{number} {'on' * 300}='{'x' * 900}'>" for number in range(60))

    answer = changing.write(DETAIL, described(hostile))

    (warning,) = answer["findings"]
    assert len(str(warning)) < 2000
    assert "xxx" not in str(warning)


def test_a_dry_run_and_the_old_form_warn_as_well(changing: Changing) -> None:
    body, revision = described("<font>a</font>"), changing.revision

    tried = changing.write(f"{DETAIL}?dryRun=true", body)
    old = changing.write(f"{DETAIL}?api-version=1.0", body)

    assert tried["findings"] == old["findings"]
    assert set(old) == {"count", "values", "findings"}
    assert changing.revision == revision + 1


def test_content_create_warns_as_well(changing: Changing) -> None:
    item = {
        "shapeInfo": {"index": 0},
        "element": {"type": "task", "attributes": {"description": {"1033": "<p style='x'>a</p>"}}},
    }

    answer = changing.write(f"{DIAGRAM}/{company.RETURNS}/content", {"values": [item]})

    assert [(each["code"], each["path"], each["severity"]) for each in answer["findings"]] == [
        ("html-cleaned", "values[0].element.attributes.description.1033", "warning")
    ]


def test_stored_html_of_earlier_releases_is_read_as_documents(empty_database: Database) -> None:
    """A migration renders stored versions again, of all tenants; posting back what is read then changes nothing."""
    changing = Changing(empty_database)
    changing.write(DETAIL, described("Stored before"))
    before = changing.read(f"{DETAIL}/{DRAFT}")

    def forget(text: str) -> str:
        return text.replace(XML.replace('"', '\\"') + "<p>Stored before</p>", "Stored before")

    engine = changing.database.storage.engine_of(changing.database.tenant(changing.address).key)

    async def work() -> int:
        async with engine.transaction() as session:
            rows = await session.fetch("SELECT tenant, key, attributes FROM version", {})
            old = [(row[0], row[1], forget(str(row[2]))) for row in rows if forget(str(row[2])) != row[2]]
            for tenant, key, attributes in old:
                change = "UPDATE version SET attributes = :attributes WHERE tenant = :tenant AND key = :key"
                await session.fetch(change, {"attributes": attributes, "tenant": tenant, "key": key})
            await renew_tenants(session, engine.dialect)
        return len(old)

    assert changing.database.run(work()) == 1
    revision = changing.revision
    assert changing.read(f"{DETAIL}/{DRAFT}") == before
    assert changing.write(DETAIL, before) == before
    assert changing.revision == revision
    changing.close()
