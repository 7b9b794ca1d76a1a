"""bpmn-moddle, which the editors of bpmn.io read files with, finds in an export what was in the file, and warns of nothing new."""

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from facetstore.bpmn.file_parsing import parse_bpmn
from facetstore.bpmn.file_writing import write_bpmn
from tests.bpmn.bpmn_files import ORDER, as_written, random_file, reference_files

WEB = Path(__file__).parents[2] / "web"
JUDGE = Path(__file__).with_name("judge.mjs")

pytestmark = pytest.mark.skipif(
    not (WEB / "node_modules" / "bpmn-moddle").is_dir() or shutil.which("node") is None,
    reason="bpmn-moddle is not installed.",
)


def judged(files: list[Path]) -> list[dict[str, Any]]:
    command = ["node", str(JUDGE), str(WEB), *map(str, files)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")
    found: list[dict[str, Any]] = json.loads(answer.stdout)
    return found


def _first_lines(warnings: list[str]) -> set[str]:
    return {each.partition("\n")[0] for each in warnings}


def test_exports_have_the_nodes_flows_and_lanes_of_the_files(tmp_path: Path) -> None:
    given = [ORDER, *(each.read_bytes() for each in reference_files())]
    before: list[Path] = []
    after: list[Path] = []
    for number, data in enumerate(given):
        for folder, content in (("in", data), ("out", write_bpmn(as_written(parse_bpmn(data))))):
            path = tmp_path / f"{folder}-{number}.bpmn"
            path.write_bytes(content)
            (before if folder == "in" else after).append(path)

    for one, other in zip(judged(before), judged(after), strict=True):
        for kind in ("nodes", "flows", "messages", "lanes", "drawn"):
            assert sorted(map(str, one[kind])) == sorted(map(str, other[kind]))
        assert _first_lines(other["warnings"]) <= _first_lines(one["warnings"])


def test_exports_of_diagrams_that_no_file_knows_have_no_warnings(tmp_path: Path) -> None:
    files = []
    for number in range(10):
        data = ORDER if number == 0 else random_file(Random(number))
        path = tmp_path / f"{number}.bpmn"
        path.write_bytes(write_bpmn(as_written(parse_bpmn(data), with_details=False)))
        files.append(path)

    assert [each["warnings"] for each in judged(files)] == [[]] * 10
