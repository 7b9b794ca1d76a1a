"""bpmn-moddle, which the editors of bpmn.io read files with, finds in an export what was in the file, and warns of nothing new."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from lxml import etree

from facetstore.bpmn.file_parsing import parse_bpmn
from facetstore.bpmn.file_writing import write_bpmn
from facetstore.bpmn.hardened import parse_xml
from tests.bpmn.bpmn_files import ORDER, as_written, random_file, reference_files
from tests.bpmn.tool_files import tool_file
from tests.bpmn.tools import MODEL, TOOLS, Tool
from tests.support.proof import LONG

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


@pytest.mark.parametrize("start", range(0, 800, 200) if LONG else [600])
def test_exports_of_files_of_tools_have_no_warning_that_the_files_do_not_have(tmp_path: Path, start: int) -> None:
    before: list[Path] = []
    after: list[Path] = []
    for seed in range(start, start + 200, 1 if LONG else 7):
        if seed % 3 == 2 or not has_legal_ids(TOOLS[seed % len(TOOLS)]):
            continue
        data = tool_file(seed)
        before.append(tmp_path / f"in-{seed}.bpmn")
        before[-1].write_bytes(etree.tostring(parse_xml(data), encoding="UTF-8"))  # the judge reads nothing else
        after.append(tmp_path / f"out-{seed}.bpmn")
        after[-1].write_bytes(write_bpmn(as_written(parse_bpmn(data))))

    for one, other in zip(judged(before), judged(after), strict=True):
        assert sorted(one["nodes"]) == sorted(other["nodes"])
        for kind in (
            "flows",
            "messages",
            "lanes",
        ):  # by their ids: it does not find what a reference with a prefix names
            assert sorted(each[0] for each in one[kind]) == sorted(each[0] for each in other[kind])
        assert _first_lines(other["warnings"]) <= _first_lines(one["warnings"])


def has_legal_ids(tool: Tool) -> bool:
    """Whether its ids are those of XML: the judge finds nothing behind others. It knows the current edition only."""
    return re.fullmatch(r"[A-Za-z_][\w.-]*", tool.ids.format(tag="T", n=1)) is not None and tool.model == MODEL
