"""Clients in two more languages, made from the document by openapi-generator: they compile, and call a served demo company thirty times."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

from facetstore.rest.openapi import examples
from facetstore.rest.openapi.version_document import version_document
from script.lib import api_types
from tests.support.demo_service import DemoService, demo_service
from tests.support.openid_provider import find_node

# A generator in Java and a compiler of Go: for the full counts. Python is tried every day (tests/rest/openapi/test_generated_client.py).
pytestmark = [pytest.mark.one_engine, pytest.mark.long]

CALLS: Final = 30
PROGRAMS: Final = Path(__file__).parent / "generated"
TYPESCRIPT: Final = Path(api_types.MAKER).parent / "node_modules" / "typescript" / "bin" / "tsc"
GO_LIBRARIES: Final = Path("/usr/share/gocode")
"""Where Debian puts what a generated client needs beside Go itself."""
PACKAGES: Final = {"java": "default-jre-headless", "go": "golang-go golang-gopkg-validator.v2-dev"}


@pytest.fixture(scope="module")
def service(demo_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoService]:
    with demo_service(demo_data, tmp_path_factory.mktemp("called")) as service:
        yield service


@cache
def program(name: str) -> str:
    """A program on PATH, which is installed here if that can be done. Skips the test if it cannot."""
    if shutil.which(name) is None and os.geteuid() == 0 and shutil.which("apt-get"):
        command = ["apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=120", "install", *PACKAGES[name].split()]
        subprocess.run(command, capture_output=True, check=False)
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"There is no {name}. Debian has it as {PACKAGES[name]}.")
    return found


def generate(language: str, version: str, folder: Path, **options: str) -> Path:
    """A client for one api-version, in a folder of its own."""
    spec = find_spec("openapi_generator_cli")
    assert spec is not None
    assert spec.origin is not None
    jar = Path(spec.origin).with_name("openapi-generator.jar")
    document = folder / f"{version}.json"
    document.write_bytes(version_document("http://service", version))
    given = [f"{name}={value}" for name, value in options.items()]
    made = folder / "client"
    run(program("java"), "-jar", str(jar), "generate", "-g", language, "-i", str(document), "-o", str(made),
        *(["-p", ",".join(given)] if given else []), cwd=folder)  # fmt: skip
    return made


def run(*command: str, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=500
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    return done.stdout


def with_program(name: str, folder: Path, replaced: Mapping[str, str]) -> None:
    text = (PROGRAMS / name).read_text("utf-8")
    for before, after in replaced.items():
        text = text.replace(before, after)
    (folder / name).write_text(text, "utf-8")


def typescript(folder: Path, *options: str) -> None:
    modules = ["--module", "commonjs", "--target", "es2022", "--lib", "es2022,dom", "--types", "node"]
    roots = str(Path(api_types.MAKER).parent / "node_modules" / "@types")
    command = [find_node().node, str(TYPESCRIPT), "--strict", "--ignoreConfig", "--typeRoots", roots, *modules]
    run(*command, *options, cwd=folder)


def test_a_typescript_client_compiles_and_calls(service: DemoService, tmp_path: Path) -> None:
    generate("typescript-fetch", "4.0", tmp_path)
    with_program("calls.ts", tmp_path, {"ELEMENT": examples.ELEMENT})

    typescript(tmp_path, "--outDir", "built", "calls.ts")
    told = run(find_node().node, "built/calls.js", service.base, service.tokens["administrator"], cwd=tmp_path)

    assert int(told) == CALLS


def test_the_shapes_of_old_clients_are_types_of_their_own(tmp_path: Path) -> None:
    """A program for the current shape does not compile against the client of api-version 1.0."""
    generate("typescript-fetch", "1.0", tmp_path)
    read = "new client.ElementsApi().getElement({} as client.GetElementRequest)"
    lines = f'import * as client from "./client/index";\nexport const read = () => {read};\n'
    (tmp_path / "old.ts").write_text(lines + "export const first = async () => (await read()).values[0]?.type;\n")
    (tmp_path / "new.ts").write_text(lines + "export const first = async () => (await read()).elements[0]?.state;\n")

    typescript(tmp_path, "--noEmit", "old.ts")
    with pytest.raises(AssertionError, match="'elements' does not exist on type 'OldElements'"):
        typescript(tmp_path, "--noEmit", "new.ts")


def test_a_go_client_compiles_and_calls(service: DemoService, tmp_path: Path) -> None:
    go = program("go")
    if not (GO_LIBRARIES / "src" / "gopkg.in" / "validator.v2").is_dir():
        pytest.skip("There is no validator.v2 for Go. Debian has it as golang-gopkg-validator.v2-dev.")
    place = tmp_path / "go" / "src" / "facetclient"
    made = generate("go", "4.0", tmp_path, packageName="facetclient")
    shutil.rmtree(made / "test")
    shutil.move(made, place)
    with_program("calls.go", tmp_path, {"ELEMENT": examples.ELEMENT})
    paths = {"GO111MODULE": "off", "GOPATH": f"{tmp_path / 'go'}:{GO_LIBRARIES}", "GOCACHE": str(tmp_path / "cache")}

    run(go, "vet", "facetclient", cwd=tmp_path, **paths)
    told = run(go, "run", "calls.go", service.base, service.tokens["administrator"], cwd=tmp_path, **paths)

    assert int(told) == CALLS
