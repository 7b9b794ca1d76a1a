"""A Python whose standard library has known faults is reported at the start and by doctor, and serves all the same."""

import pytest

from facetstore.bootstrap.python_floor import FLOORS, outdated, python_version
from facetstore.bootstrap.serve import announce


@pytest.mark.parametrize(("major", "minor"), FLOORS)
def test_each_patch_release_below_the_floor_is_outdated(major: int, minor: int) -> None:
    floor = FLOORS[major, minor]

    assert outdated((major, minor, floor)) is None
    assert outdated((major, minor, floor - 1)) == (
        f"{major}.{minor}.{floor} or later has repaired parsers in its standard library"
    )


def test_later_pythons_have_no_floor() -> None:
    assert outdated((3, 14, 0)) is None
    assert python_version((3, 14, 0)) == "3.14.0"


def test_a_start_reports_an_old_python(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("facetstore.bootstrap.serve.outdated", lambda: "3.11.14 or later is better")
    announce("http://x", None)
    assert "Python should be newer: 3.11.14 or later is better." in capsys.readouterr().err

    monkeypatch.setattr("facetstore.bootstrap.serve.outdated", lambda: None)
    announce("http://x", None)
    assert "Python" not in capsys.readouterr().err
