"""`facetstore init`: what it writes can be served, is closed to others, and is never written twice."""

import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from facetstore.bootstrap.settings_file import parse_settings_file
from tests.cli.command_line import ENVIRONMENT, Ran, run, run_here

USER: Final = ["--user", "daemon"] if os.geteuid() == 0 else []
LINK: Final = "/acme/plant/#sign-in="


def init(folder: Path, *options: str, tenant: str = "acme/plant") -> Ran:
    return run_here("init", str(folder / "etc"), "--tenant", tenant, *USER, *options)


def with_data(folder: Path, *options: str) -> Ran:
    return init(folder, "--data", str(folder / "data"), *options)


def test_it_writes_settings_a_unit_and_a_link_that_is_printed_once(tmp_path: Path) -> None:
    ran = with_data(tmp_path, "--port", "8123", "--base-url", "https://models.example.com/facets/")

    settings, unit = tmp_path / "etc" / "facetstore.env", tmp_path / "etc" / "facetstore.service"
    assert (ran.code, ran.out.count("\n")) == (0, 1), ran.err
    assert ran.out.startswith(f"https://models.example.com/facets{LINK}")
    assert ran.out.strip() not in settings.read_text() + unit.read_text() + ran.err
    assert [each.stat().st_mode & 0o777 for each in (settings, unit)] == [0o600, 0o644]
    assert parse_settings_file(settings.read_text(), "") == {
        "FACETSTORE_DATA": str(tmp_path / "data"),
        "FACETSTORE_HOST": "127.0.0.1",
        "FACETSTORE_PORT": "8123",
        "FACETSTORE_WORKERS": "1",
        "FACETSTORE_BASE_URL": "https://models.example.com/facets",
    }
    assert f"EnvironmentFile={settings}\nExecStart={sys.executable} -m facetstore serve\n" in unit.read_text()
    listed = run("--settings", str(settings), "user", "list", "acme/plant")
    assert listed.out.startswith("admin\tAdministrator\tadministrator\tno password\t")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root sets up a service for another user")
def test_the_data_belong_to_the_user_of_the_service(tmp_path: Path) -> None:
    import pwd

    with_data(tmp_path)

    owner = pwd.getpwnam("daemon").pw_uid
    assert {each.stat().st_uid for each in (tmp_path / "data", *(tmp_path / "data").iterdir())} == {owner}
    assert (tmp_path / "etc" / "facetstore.env").stat().st_uid == 0


def test_it_overwrites_nothing(tmp_path: Path) -> None:
    with_data(tmp_path)
    before = {each: each.read_bytes() for each in (tmp_path / "etc").iterdir()}

    again = with_data(tmp_path, "--port", "9999")

    assert (again.code, again.out) == (1, "")
    assert "facetstore.env exists already, and is not overwritten" in again.err
    assert {each: each.read_bytes() for each in (tmp_path / "etc").iterdir()} == before


def test_what_fails_leaves_no_file_behind(tmp_path: Path) -> None:
    with_data(tmp_path)
    elsewhere = tmp_path / "elsewhere"

    taken = init(elsewhere, "--data", str(tmp_path / "data"))
    wrong = [
        init(elsewhere, "--database", "postgresql://someone:much-secret@127.0.0.1:9/none"),
        init(elsewhere, "--data", str(tmp_path / "new"), "--base-url", "models.example.com"),
        init(elsewhere, "--data", str(tmp_path / "new"), "--administrator", "no\nlogin"),
        init(elsewhere, "--data", str(tmp_path / "new"), tenant="nonsense"),
    ]

    assert [each.code for each in (taken, *wrong)] == [1] * 5
    assert "acme/plant" in taken.err
    assert "Did you mean https://models.example.com?" in wrong[1].err
    assert all("much-secret" not in each.err + each.out for each in wrong)
    assert not elsewhere.exists() or not list((elsewhere / "etc").iterdir())
    assert not (tmp_path / "new").exists()


def test_a_user_that_is_missing_is_reported_with_the_command_that_creates_it(tmp_path: Path) -> None:
    ran = run("init", str(tmp_path), "--tenant", "acme/plant", "--user", "no-such-user", "--data", str(tmp_path / "d"))

    assert ran.code == 1
    assert "useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin no-such-user" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_without_a_terminal_it_asks_for_nothing(tmp_path: Path) -> None:
    ran = run("init", str(tmp_path), "--data", str(tmp_path / "d"), *USER, stdin="")

    assert (ran.code, ran.err) == (2, "Error: --tenant is missing.\n")


def test_in_a_terminal_it_asks_for_what_is_missing(tmp_path: Path) -> None:
    ours, terminal = pty.openpty()
    os.write(ours, b"acme/plant\nboss\n")
    command = [sys.executable, "-m", "facetstore", "init", str(tmp_path), "--data", str(tmp_path / "d"), *USER]

    ended = subprocess.run(command, stdin=terminal, capture_output=True, text=True, env=ENVIRONMENT, timeout=120)

    os.close(ours)
    os.close(terminal)
    assert LINK in ended.stdout, ended.stderr
    assert "Login of its administrator [admin]:" in ended.stderr
    assert "sign in as boss" in ended.stderr
