"""The Python behind the commands in script/: the page of proofs, pip's settings handed to uv, and what is run again."""

import json
from pathlib import Path

import pytest

from script.lib.pip_settings import parse_settings, uv_environment
from script.lib.proof import Proof, render_page
from script.lib.second_run import FAILED, FEW, to_try_again


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
