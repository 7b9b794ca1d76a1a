"""Files with the habits of forty tools: each is read, nothing of it is lost without a word, and an export gives it back."""

import json
from dataclasses import replace

import pytest

from facetstore.bpmn.bpmn_model import BpmnFile
from facetstore.bpmn.bpmn_names import bpmn_names
from facetstore.bpmn.file_parsing import parse_bpmn
from facetstore.bpmn.file_writing import write_bpmn
from tests.bpmn.bpmn_files import as_written
from tests.bpmn.counted_parts import lost
from tests.bpmn.test_bpmn_files import assert_equal
from tests.bpmn.tool_files import tool_file
from tests.support.proof import LONG

SEEDS = range(800) if LONG else range(7, 800, 20)


@pytest.mark.parametrize("seed", SEEDS)
def test_everything_in_the_file_of_a_tool_is_kept_or_named(seed: int) -> None:
    data = tool_file(seed)
    file = parse_bpmn(data)

    assert lost(data, file) == []
    exported = write_bpmn(as_written(file))
    again = parse_bpmn(exported)
    assert lost(exported, again) == []
    if draws(file):
        assert_equal(file, again)
        assert write_bpmn(as_written(again)) == exported
    else:
        assert_equal(undrawn(file), undrawn(again))


def draws(file: BpmnFile) -> bool:
    """Whether a file draws shapes; if not, an export adds a drawing."""
    return any("di" in json.loads(each.details) for each in file.shapes if bpmn_names().line_for(each.type) is None)


def undrawn(file: BpmnFile) -> BpmnFile:
    """What a file says, without where it is drawn and how it is written."""
    return replace(
        file, place="", details="", shapes=tuple(replace(each, place="", details="") for each in file.shapes)
    )
