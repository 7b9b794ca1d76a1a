"""Files with the habits of forty tools, sent to a diagram: each is taken or refused with a reason, all it has is in the answer, and it is drawn."""

import pytest

from tests.bpmn.counted_parts import FLOWS, LANE, parts
from tests.bpmn.tool_files import tool_file
from tests.rest.interchange.test_bpmn_exchange import DRAFT, exported, send
from tests.support.changing import Changing
from tests.support.proof import LONG

SEEDS = range(0, 800, 2) if LONG else (0, 4, 131, 378)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_answer_names_everything_in_the_file(changing: Changing, seed: int) -> None:
    data = tool_file(seed)

    response = send(changing, data)

    found = parts(data)
    if response.status_code == 400:
        assert (
            not [each for each in found if each.tag not in (LANE, *FLOWS)] or "no shapes" in response.json()["message"]
        )
        return
    assert response.status_code == 200, response.text
    answer = response.json()
    keys = {each["key"] for each in answer["values"]}
    listed = [each["place"] for each in answer["unmapped"]]
    joined = exported(changing).decode()
    for each in found:
        if each.key and each.tag not in (LANE, *FLOWS):
            assert each.key in keys or any(f"{each.key} (line" in place for place in listed), each
        assert not each.key or each.key.replace("&", "&amp;") in joined, each
    drawing = changing.get(f"rest/diagram/{DRAFT}/render/1033/asDrawn?format=svg")
    assert drawing.status_code == 200, drawing.text
