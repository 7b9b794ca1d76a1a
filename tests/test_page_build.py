"""The page as it is shipped: its lock installs anywhere, and a wheel made without Node on PATH carries and serves it."""

import json
import os
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from tests.support.patience import START_SECONDS
from tests.support.postgres import free_port

ROOT: Final = Path(__file__).parents[1]
LOCK: Final[dict[str, Any]] = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))


def test_the_lock_names_no_registry() -> None:
    found = [name for name, each in LOCK["packages"].items() if "resolved" in each]

    assert found == []


def test_the_lock_holds_every_platform() -> None:
    """npm drops those of other platforms when it writes a lock beside installed packages."""
    bindings = [name for name in LOCK["packages"] if "@rolldown/binding-" in name]

    assert len(bindings) == 15


def test_every_package_of_the_lock_has_a_checksum() -> None:
    missing = [name for name, each in LOCK["packages"].items() if name and "integrity" not in each]

    assert missing == []


@pytest.mark.long
def test_a_wheel_made_without_node_on_path_serves_the_page(tmp_path: Path) -> None:
    """Built from the sources alone, in an environment of its own, by what the build itself asks for."""
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    source = tmp_path / "source"
    for name in filter(None, files.split("\0")):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes((ROOT / name).read_bytes())
    environment = {**os.environ, "PAGE_WITHOUT_SYSTEM_NODE": "1", "PATH": "/usr/bin:/bin"}

    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", str(tmp_path), str(source)],
        env=environment,
        check=True,
        capture_output=True,
    )

    (wheel,) = tmp_path.glob("*.whl")
    assert _served(wheel, tmp_path)


def _served(wheel: Path, folder: Path) -> bool:
    """Whether the wheel, unpacked anywhere, shows the page with its parts; nothing of this checkout is on its path."""
    place = folder / "installed"
    with zipfile.ZipFile(wheel) as file:
        file.extractall(place)
    port = free_port()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FACETSTORE_")}
    command = [
        sys.executable,
        "-m",
        "facetstore.cli.main",
        "serve",
        "--port",
        str(port),
        "--data",
        str(folder / "data"),
    ]
    environment = {**kept, "PYTHONPATH": str(place), "PATH": "/nonexistent"}
    process = subprocess.Popen(command, env=environment, cwd=folder, stderr=subprocess.DEVNULL)
    try:
        transport = httpx.HTTPTransport(retries=0)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=5) as client:
            page = _asked(client, process)
            script = page.partition('src="')[2].partition('"')[0]
            return script.startswith("/_ui/assets/") and client.get(script).status_code == 200
    finally:
        process.terminate()
        process.wait(30)


def _asked(client: httpx.Client, process: "subprocess.Popen[bytes]") -> str:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            return client.get("/any/where/").text
        except httpx.TransportError:
            time.sleep(0.05)
    raise RuntimeError("The service did not start.")


def test_a_build_prints_what_npm_says_only_if_it_fails(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    sys.path.insert(0, str(ROOT))
    try:
        import hatch_build
    finally:
        sys.path.remove(str(ROOT))
    monkeypatch.setattr(hatch_build, "npm_command", lambda: [sys.executable, "-c"])

    hatch_build._npm("print('noise')")
    quiet = capfd.readouterr().err
    with pytest.raises(subprocess.CalledProcessError):
        hatch_build._npm("import sys; sys.exit('the reason')")

    assert quiet == ""
    assert "the reason" in capfd.readouterr().err
