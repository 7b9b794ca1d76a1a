"""How far one request goes through the code: no further than `script/trace` says is held."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from script.lib.trace import FILES, HELD, LONGEST_MODULE, WANTED, measured
from script.lib.trace_calls import Call, Trace
from script.lib.trace_picture import render_trace
from script.lib.trace_requests import follow_requests


@pytest.fixture(scope="module")
def traces(demo_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Trace]:
    folder = tmp_path_factory.mktemp("trace") / "data"
    shutil.copytree(demo_data, folder)
    return follow_requests(folder)


@pytest.mark.parametrize("name", HELD)
def test_a_request_goes_no_further_than_it_did(name: str, traces: Mapping[str, Trace]) -> None:
    found, held = measured(traces[name]), HELD[name]

    assert found.files <= held.files, f"{name}: wanted {WANTED[name]}. New files: `script/trace --files` lists all."
    assert found.crossings <= held.crossings, f"{name}: wanted {WANTED[name]}; {traces[name].crossings}"
    assert found.long_modules <= held.long_modules, traces[name].longer_than(LONGEST_MODULE)


def test_every_request_has_a_limit_and_a_picture(traces: Mapping[str, Trace]) -> None:
    assert set(traces) == set(HELD) == set(WANTED) == set(FILES)


def test_a_trace_begins_at_the_application_and_reaches_storage(traces: Mapping[str, Trace]) -> None:
    for trace in traces.values():
        assert trace.modules[0] == "rest/app"
        assert "storage/engines/sqlite" in trace.modules


def test_only_calls_between_layers_cross() -> None:
    trace = Trace(
        [
            Call(None, "rest/app"),
            Call("rest/app", "rest/front"),
            *[Call("rest/front", "storage/store")] * 2,
            Call("storage/store", "domain/tenant"),
        ]
    )

    assert trace.modules == ("rest/app", "rest/front", "storage/store", "domain/tenant")
    assert trace.crossings == {("rest/front", "storage/store"): 2, ("storage/store", "domain/tenant"): 1}


def test_the_picture_shows_modules_and_how_often_a_layer_is_crossed() -> None:
    trace = Trace([Call(None, "rest/app"), *[Call("rest/app", "domain/tenant")] * 2])

    picture = render_trace("fresh read", trace, LONGEST_MODULE)

    assert "Fresh read: 2 files, 2 calls from one layer to another" in picture
    assert all(f">{text}</text>" in picture for text in ("app", "tenant", "2 ×"))
