"""`facetstore site`: a folder of pages whose links lead somewhere, written whole or not at all."""

import re
import shutil
from html import unescape
from pathlib import Path
from posixpath import normpath
from urllib.parse import unquote

import pytest

from facetstore.bootstrap.settings import Settings
from tests.cli.command_line import Commands
from tests.support.demo_service import TENANT


@pytest.fixture(scope="module")
def demo(demo_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Commands:
    """The command line on a copy of the demo company."""
    folder = tmp_path_factory.mktemp("sites")
    shutil.copytree(demo_data, folder / "data")
    return Commands(Settings(data=folder / "data"), folder)


@pytest.fixture(scope="module")
def site(demo: Commands) -> Path:
    ran = demo.run("site", TENANT, str(demo.folder / "site"))
    assert ran.code == 0, ran.err
    return demo.folder / "site"


def lost(site: Path) -> list[str]:
    """The links of all pages that lead nowhere."""
    files = {each.relative_to(site).as_posix() for each in site.rglob("*")}
    found = []
    for page in site.rglob("*.html"):
        text, folder = page.read_text("utf-8"), page.parent.relative_to(site).as_posix()
        anchors = set(re.findall(r' id="([^"]+)"', text))
        for address in re.findall(r' (?:href|src)="([^"]*)"', text):
            path, _, anchor = unquote(address).partition("#")
            if re.match(r"(https?|mailto|tel):", address):
                continue
            target = normpath(f"{folder}/{path}") if path else None
            if (target is not None and target not in files) or (target is None and anchor not in anchors):
                found.append(f"{page.name}: {address}")
    return found


def test_every_link_leads_somewhere(site: Path) -> None:
    assert lost(site) == []
    assert {each.name for each in site.iterdir()} == {"1031", "1033", "index.html", "site.css", "site.js"}


def test_a_page_loads_nothing_from_elsewhere_and_runs_nothing_of_its_own(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        assert "default-src 'none'" in unescape(text)
        scripts = re.findall(r"<script([^>]*)>([^<]*)", text)
        assert [
            each for each in scripts if not re.fullmatch(r' src="(\.\./)?site\.js" defer', each[0]) or each[1]
        ] == []
        assert re.findall(r"<(?:iframe|object|embed|img|base|[a-z]+ [^<>]*\bon[a-z]+=)", text) == []


def test_a_diagram_is_drawn_with_links_and_roles_stand_in_a_table(site: Path) -> None:
    page = next(
        each
        for each in (site / "1033").glob("*.html")
        if "<h1>Receive and inspect goods</h1>" in each.read_text("utf-8")
    )
    text = page.read_text("utf-8")

    assert re.search(r'<svg[^>]*class="fs-drawing"', text)
    assert re.findall(r'<a href="#s-[0-9a-f-]{36}" target="_top">', text)
    assert "<h2>Responsibilities</h2>" in text
    german = (site / "1031" / page.name).read_text("utf-8")
    assert '<html lang="de-DE">' in german
    assert "<h2>Zuständigkeiten</h2>" in german


def test_chosen_cultures_and_facets_alone_are_written(demo: Commands) -> None:
    folder = demo.folder / "small"
    demo.works("site", TENANT, str(folder), "--cultures", "de-DE", "--facets", "Risks,it")

    assert sorted(each.name for each in folder.iterdir()) == ["1031", "index.html", "site.css", "site.js"]
    assert sorted(each.name for each in (folder / "1031").glob("facet-*")) == ["facet-it.html", "facet-risks.html"]
    assert lost(folder) == []


def test_a_site_is_replaced_when_asked_and_nothing_else_is(demo: Commands, site: Path) -> None:
    (site / "mine.txt").write_text("old", "utf-8")
    refused = demo.run("site", TENANT, str(site))
    assert (refused.code, "--replace" in refused.err) == (1, True)

    demo.works("site", TENANT, str(site), "--replace", "--facets", "risks")

    assert not (site / "mine.txt").exists()
    other = demo.folder / "other"
    other.mkdir()
    (other / "letter.txt").write_text("Dear", "utf-8")
    assert demo.run("site", TENANT, str(other), "--replace").code == 1
    assert [each.name for each in other.iterdir()] == ["letter.txt"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--cultures", "1036"), "It has: "),
        (("--facets", "procesess"), "Did you mean processes?"),
        (("--role", "king"), "There are: viewer"),
        (("--user", "nobody"), "no active user or token"),
    ],
)
def test_what_is_wrong_is_said_and_no_folder_is_left(demo: Commands, options: tuple[str, str], says: str) -> None:
    folder = demo.folder / "wrong"
    ran = demo.run("site", TENANT, str(folder), *options)

    assert ran.code == 1
    assert says in ran.err
    assert not folder.exists()
    assert not [each for each in demo.folder.iterdir() if each.name.startswith(".")]
