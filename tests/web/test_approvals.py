"""Approvals in the versions of an element: who approved, whether it holds, and the signed record to keep."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Site

DETAIL: Final = "rest/facets/processes/views/detail/elements"
SCRIPT: Final = Path(__file__).parents[2] / "examples" / "verify_release.py"
TEXTS: Final = {name: {"1031": "Rad lagern", "1033": "Store the bike"} for name in ("name", "description")}


@pytest.fixture(scope="module")
def process(site: Site) -> str:
    """A released version, and a draft without an approval."""
    with site.client() as client:
        made = client.post(DETAIL, json={"elements": [{"type": "subProcess", "attributes": TEXTS}]})
        id_ = str(made.json()["elements"][0]["id"])
        for step in ("transitions/InProcessToReleased?ignoreWarnings=true", "createversion"):
            client.post(f"rest/release/{id_}/{step}").raise_for_status()
    return id_


def test_an_approved_version_says_so_and_hands_out_its_signed_record(site: Site, process: str, tmp_path: Path) -> None:
    with site.visit(Role.EDITOR, f"elements/processes/{process}?tab=versions") as visit:
        page = visit.page
        approvals = page.get_by_role("list", name="Approvals of version 1.0")
        expect(approvals.get_by_role("listitem")).to_have_count(1)
        expect(approvals).to_contain_text("Release: ")
        expect(page.get_by_text("Approved, proven")).to_have_count(1)
        visit.check_accessible()
        with page.expect_download() as download:
            page.get_by_role("button", name="Signed record of version 1.0").click()
        record = tmp_path / "record.json"
        download.value.save_as(record)
        assert download.value.suggested_filename == "record-1.0.json"

    with site.client() as client:
        keys = tmp_path / "keys.json"
        keys.write_bytes(client.get(f"{site.service.base}/_keys").content)
    command = [sys.executable, "-I", str(SCRIPT), str(record), str(keys)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(record.read_bytes())["document"]["id"] == process


@pytest.mark.long
def test_a_viewer_sees_versions_without_approvals(site: Site, process: str) -> None:
    with site.visit(Role.VIEWER, f"elements/processes/{process}?tab=versions", language="de", scheme="dark") as visit:
        expect(visit.page.get_by_role("link", name="Version 1.0 öffnen")).to_be_visible()
        expect(visit.page.get_by_text("Genehmigt")).to_have_count(0)
        visit.check_accessible()
