"""Settings files: read back as they were written, by us and by a shell; mistakes are named by line, and never quoted."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facetstore.bootstrap.settings_file import parse_settings_file, render_settings, use_settings_file
from facetstore.domain.errors import InvalidValues

HARD = "a b'c\"d$e`f\\g#h%i;j"


@given(st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"))))
def test_what_is_written_is_read_back(value: str) -> None:
    assert parse_settings_file(render_settings({"NAME": value}, "A comment.\nOf two lines."), "") == {"NAME": value}


def test_a_shell_reads_the_same(tmp_path: Path) -> None:
    (tmp_path / "env").write_text(render_settings({"NAME": HARD}, ""))

    ended = subprocess.run(
        ["sh", "-c", '. "$1/env"; printf %s "$NAME"', "sh", str(tmp_path)], capture_output=True, text=True, check=True
    )

    assert ended.stdout == HARD


def test_lines_as_others_write_them_are_read() -> None:
    text = "# comment\n; comment\n\nA=plain text\nB='single \\ $x'\n  C = \"x\"\nD=\n"

    assert parse_settings_file(text, "") == {"A": "plain text", "B": "single \\ $x", "C": "x", "D": ""}


def test_a_value_of_two_lines_is_refused() -> None:
    with pytest.raises(InvalidValues, match="more than one line"):
        render_settings({"NAME": "one\ntwo"}, "")


def test_wrong_lines_are_named_but_not_quoted() -> None:
    with pytest.raises(InvalidValues) as found:
        parse_settings_file('A=1\nthe secret\nB="open\n', "x.env")

    assert found.value.message == "The settings file x.env cannot be read."
    assert [each.path for each in found.value.findings] == ["line 2", "line 3"]
    assert "secret" not in repr(found.value.findings)


def test_the_environment_wins_and_a_mistyped_name_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "env"
    file.write_text('FACETSTORE_PORT="1"\nFACETSTORE_HOST="here"\n')
    environment = {"FACETSTORE_PORT": "2"}

    use_settings_file(file, environment)

    assert environment == {"FACETSTORE_PORT": "2", "FACETSTORE_HOST": "here"}
    file.write_text("FACETSTORE_PROT=1\n")
    with pytest.raises(InvalidValues, match="Did you mean FACETSTORE_PORT"):
        use_settings_file(file, environment)
