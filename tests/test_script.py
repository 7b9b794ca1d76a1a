"""The Python behind the commands in script/: the page of proofs, pip's settings handed to uv, what is run again, and faults."""

import json
from pathlib import Path

import pytest

from script.lib.faults import HARNESSES
from script.lib.faults_page import Fault, write_page
from script.lib.pip_settings import parse_settings, uv_environment
from script.lib.proof import Proof, render_page
from script.lib.second_run import FAILED, FEW, to_try_again

ROOT = Path(__file__).parents[1]


def test_proofs_are_a_table_in_the_order_of_their_names() -> None:
    late: Proof = {"name": "two | engines", "count": 12_000, "outcome": "passed", "figures": {}}
    early: Proof = {"name": "export", "count": 1, "outcome": "passed", "figures": {"peak_mb": 41.256, "lines": 1_000}}

    page = render_page([late, early])

    assert page.splitlines()[-2:] == [
        "| export | 1 | passed | peak mb 41.26, lines 1,000 |",
        "| two \\| engines | 12,000 | passed |  |",
    ]


@pytest.mark.parametrize(
    ("lines", "environment"),
    [
        ([], {}),
        (["global.index-url='https://mirror.example/simple'"], {"UV_DEFAULT_INDEX": "https://mirror.example/simple"}),
        (["global.cert='/weak.pem'", ":env:.cert='/strong.pem'"], {"SSL_CERT_FILE": "/strong.pem"}),
        (["global.find-links='/wheels\\n/more'"], {"UV_FIND_LINKS": "/wheels,/more"}),
        (
            ["global.extra-index-url='file:///a file:///b'"],
            {"UV_INDEX": "file:///a file:///b", "UV_INDEX_STRATEGY": "unsafe-best-match"},
        ),
    ],
)
def test_pips_settings_become_uvs(lines: list[str], environment: dict[str, str]) -> None:
    assert uv_environment(dict(parse_settings(lines))) == environment


@pytest.mark.parametrize(
    ("stories", "others", "again"),
    [(1, 0, 1), (FEW + 1, 0, FEW + 1), (1, FEW, FEW + 1), (0, 1, 1), (0, FEW + 1, 0), (1, FEW + 1, 0), (0, 0, 0)],
)
def test_stories_and_few_others_are_run_again(tmp_path: Path, stories: int, others: int, again: int) -> None:
    failed = {f"tests/web/test_tree.py::test_{number}": True for number in range(stories)}
    failed |= {f"tests/storage/engines/test_growth.py::test_{number}": True for number in range(others)}
    (tmp_path / FAILED).parent.mkdir(parents=True)
    (tmp_path / FAILED).write_text(json.dumps(failed))

    assert len(to_try_again(tmp_path)) == again


def test_nothing_is_run_again_where_nothing_was_run(tmp_path: Path) -> None:
    assert to_try_again(tmp_path) == []


def test_every_harness_of_faults_is_there_and_described() -> None:
    page = (ROOT / "docs" / "explanation" / "faults.md").read_text("utf-8")
    for harness in HARNESSES:
        for test in harness.tests:
            path, _, name = test.partition("::")
            file = ROOT / path
            assert file.exists(), test
            assert not name or f"def {name}(" in file.read_text("utf-8"), test
        assert f"\n| `{harness.name}` |" in page


def test_results_of_a_harness_take_the_place_of_its_earlier_ones(tmp_path: Path) -> None:
    (tmp_path / "faults.md").write_text("# Faults\n\n<!-- results -->\nold\n<!-- end of results -->\nmore\n")

    write_page({"kills": [fault("kills", 1_000, "none lost")], "cuts": [fault("control: cuts", 3, "found")]}, tmp_path)
    write_page({"kills": [fault("kills", 2_000, "none lost")]}, tmp_path)

    page = (tmp_path / "faults.md").read_text()
    assert "| `kills` | kills | 2,000 | none lost | place SQLite | 2026-11-18 |" in page
    assert "| `cuts` | control: cuts | 3 | found |" in page
    assert "old" not in page
    assert "1,000" not in page
    assert page.endswith("<!-- end of results -->\nmore\n")
    assert ">2,000</text>" in (tmp_path / "faults.svg").read_text()


def fault(name: str, count: int, outcome: str) -> Fault:
    figures: dict[str, float | str] = {"place": "SQLite"}
    return {
        "name": name,
        "count": count,
        "outcome": outcome,
        "figures": figures,
        "day": "2026-11-18",
        "machine": "2 cores",
    }
