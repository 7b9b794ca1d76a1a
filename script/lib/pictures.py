"""Draws the pictures of the docs: `python -m script.lib.pictures`."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.request import urlopen

from script.lib.diagram_pictures import PICTURES, draw_pictures, file_of
from script.lib.parts_picture import render_parts
from script.lib.star_picture import render_star
from script.lib.walls_picture import render_walls

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "docs" / "pictures"
PARTS: Final = FOLDER / "parts.svg"
WALLS: Final = FOLDER / "walls.svg"
STAR: Final = FOLDER / "star.svg"
PAGE: Final = FOLDER / "docs-page.png"

BROWSERS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_START_SECONDS: Final = 60


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    PARTS.write_text(render_parts(), "utf-8")
    WALLS.write_text(render_walls(), "utf-8")
    STAR.write_text(render_star(), "utf-8")
    draw_pictures()
    for path in (PARTS, WALLS, STAR, *map(file_of, PICTURES)):
        print(f"Wrote {path.relative_to(ROOT)}.", file=sys.stderr)
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print("No Chromium on PATH: the picture of /_docs is left as it is.", file=sys.stderr)
        return
    with service() as (base, _):
        photograph(browser, f"{base}/_docs?collection=demo&storage=showcase", PAGE)
    print(f"Wrote {PAGE.relative_to(ROOT)}.", file=sys.stderr)


def photograph(browser: str, address: str, target: Path) -> None:
    flags = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars")
    command = [
        browser,
        *flags,
        "--window-size=1280,900",
        "--virtual-time-budget=4000",
        f"--screenshot={target}",
        address,
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=120)


@contextlib.contextmanager
def service() -> Iterator[tuple[str, Path]]:
    """The service with the demo tenant on a free port, out of a folder that is gone afterwards: its address and the folder."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "facetstore.cli.main", "serve", "--demo", "--data", data, "--port", str(port)]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("FACETSTORE_")}
        process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        try:
            _wait_for(port, process)
            yield f"http://127.0.0.1:{port}", Path(data)
        finally:
            process.terminate()
            process.wait(30)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + _START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        # It listens before the demo tenant is filled.
        with contextlib.suppress(OSError), urlopen(f"http://127.0.0.1:{port}/_health/ready", timeout=1):
            return
        time.sleep(0.1)
    sys.exit("The service did not come up.")


if __name__ == "__main__":
    main()
