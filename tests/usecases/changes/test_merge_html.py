"""Html of an update is cleaned, and that is reported."""

from facetstore.domain.errors import Finding
from tests.usecases.changes.merging import merged
from tests.usecases.changes.samples import RECEIPT, XML


def test_html_is_cleaned_and_that_is_reported() -> None:
    found = merged({"attributes": {"description": {"1033": f"{XML}<p onclick='x()'>Hi<script>y()</script></p>"}}})

    assert found.version.attributes["description"] == {1033: f"{XML}<p>Hi</p>"}
    assert found.warnings == (
        Finding(
            "The html in description (1033) was cleaned: parts that could run or are not allowed were removed.",
            "html-cleaned",
            "elements[3].attributes.description.1033",
        ),
    )


def test_html_that_is_the_stored_one_once_cleaned_changes_nothing() -> None:
    found = merged({"attributes": {"description": {"1033": f"{XML}<p onclick='x()'>Take in goods</p>"}}})

    assert found.version is RECEIPT
    assert [each.code for each in found.warnings] == ["html-cleaned"]
