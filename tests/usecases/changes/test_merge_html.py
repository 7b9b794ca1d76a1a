"""Html of an update is cleaned, and that is reported."""

from facetstore.usecases.changes.cleaned import HtmlCleaned
from facetstore.usecases.changes.html_removed import Removed
from tests.usecases.changes.merging import merged
from tests.usecases.changes.samples import RECEIPT, XML


def test_html_is_cleaned_and_that_is_reported() -> None:
    found = merged({"attributes": {"description": {"1033": f"{XML}<p onclick='x()'>Hi<script>y()</script></p>"}}})

    assert found.version.attributes["description"] == {1033: f"{XML}<p>Hi</p>"}
    assert found.warnings == (
        HtmlCleaned(
            "The html in description (1033) was cleaned. Removed: onclick of p, script.",
            "html-cleaned",
            "elements[3].attributes.description.1033",
            (Removed("p", "onclick", 1), Removed("script", "", 1)),
        ),
    )


def test_html_that_is_the_stored_one_once_cleaned_changes_nothing() -> None:
    found = merged({"attributes": {"description": {"1033": f"{XML}<p onclick='x()'>Take in goods</p>"}}})

    assert found.version is RECEIPT
    assert [each.code for each in found.warnings] == ["html-cleaned"]
