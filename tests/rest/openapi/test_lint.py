"""A linter has nothing to say about the OpenAPI document."""

import json
import subprocess
from pathlib import Path

import pytest

from facetstore.rest.openapi.document import openapi_document
from tests.support.openid_provider import find_node

pytestmark = pytest.mark.one_engine

ROOT = Path(__file__).parents[3]


def findings(folder: Path, document: bytes) -> list[list[str]]:
    file = folder / "openapi.json"
    file.write_bytes(document)
    script = ROOT / "tests" / "support" / "lint_openapi.mjs"
    command = [find_node().node, str(script), str(ROOT / "web"), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: list[list[str]] = json.loads(done.stdout)
    return found


def test_the_linter_finds_nothing(tmp_path: Path) -> None:
    assert findings(tmp_path, openapi_document("https://models.example")) == []


def test_the_linter_would_find_something(tmp_path: Path) -> None:
    document = json.loads(openapi_document("https://models.example"))
    del document["paths"]["/_health/live"]["get"]["summary"]

    assert [each[0] for each in findings(tmp_path, json.dumps(document).encode())] == ["operation-summary"]
