"""The page of a storage: one document for every address below it, its assets by name, packed, and strict about what runs."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import brotli
import pytest

from facetstore.domain.errors import InvalidValues
from facetstore.rest.web_page import WebPage, frame_origins
from facetstore.rest.wire.call import Origin
from tests.support.api import ACME, Api

pytestmark = pytest.mark.one_engine

SCRIPT: Final = b"export const page = 1;\n" * 100
DOCUMENT: Final = """<!doctype html>
<html><head><meta name="facetstore-base" content="{base}"><link rel="icon" href="./assets/gem-1a.svg">
<script type="module" src="./assets/index-1a.js"></script></head><body></body></html>"""
PREFIX: Final = "https://models.example/repository"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a build leaves."""
    folder = tmp_path_factory.mktemp("built")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text(DOCUMENT, "utf-8")
    (folder / "assets" / "gem-1a.svg").write_text("<svg/>", "utf-8")
    (folder / "assets" / "index-1a.js").write_bytes(SCRIPT)
    (folder / "assets" / "index-1a.js.gz").write_bytes(gzip.compress(SCRIPT))
    (folder / "assets" / "index-1a.js.br").write_bytes(brotli.compress(SCRIPT))
    (folder / "sources.sha256").write_text("0", "utf-8")
    return folder


@pytest.fixture(scope="module")
def served(api: Api, built: Path) -> Iterator[Api]:
    other = Api(api.database, page=WebPage(built))
    yield other
    other.close()


@pytest.mark.parametrize(
    "below",
    ["", "facets/processes/tree", "elements/processes/7e000000-0000-0000-0000-000000060200", "search", "a/b/c/d"],
)
def test_every_address_of_a_storage_is_its_page(served: Api, below: str) -> None:
    response = served.at("GET", f"/{ACME}/{below}")

    assert response.status_code == 200
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["cache-control"] == "no-cache"
    assert 'src="/_ui/assets/index-1a.js"' in response.text
    assert served.statements == 0


@pytest.mark.parametrize(
    "path", [f"/{ACME}/_other", f"/{ACME}/_api", "/_sysadmin/_admin/_x", "/_x/y/", "/acme/_health/live", "/a b/c/d"]
)
def test_what_is_ours_or_no_storage_is_no_page(served: Api, path: str) -> None:
    assert served.at("GET", path).status_code == 404


def test_the_page_does_not_show_whether_a_storage_exists(served: Api) -> None:
    here, nowhere = served.at("GET", f"/{ACME}/"), served.at("GET", "/acme/nowhere/")

    assert here.content == nowhere.content
    assert here.status_code == nowhere.status_code == 200


def test_the_page_is_only_read(served: Api) -> None:
    for path in (f"/{ACME}/", f"/{ACME}/tasks", "/_ui/assets/index-1a.js"):
        assert served.at("HEAD", path).content == b""
        assert served.at("POST", path).status_code == 405


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("", None),
        ("identity", None),
        ("gzip", "gzip"),
        ("gzip, deflate, br", "br"),
        ("br;q=0.9, gzip", "br"),
        ("zstd", None),
    ],
)
def test_an_asset_comes_as_it_was_packed_and_is_cached_for_ever(served: Api, accepted: str, coding: str | None) -> None:
    response = served.at("GET", "/_ui/assets/index-1a.js", headers={"accept-encoding": accepted})

    assert response.content == SCRIPT
    assert response.headers.get("content-encoding") == coding
    assert response.headers["content-type"] == "text/javascript; charset=utf-8"
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert response.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    "name",
    [
        "", "index.html", "sources.sha256", "assets", "assets/", "assets/none.js", "assets/index-1a.js.gz",
        "%2e%2e/rest/app.py", "assets/%2e%2e/%2e%2e/rest/app.py", "assets//index-1a.js%00",
    ],
)  # fmt: skip
def test_nothing_else_is_served_as_an_asset(served: Api, name: str) -> None:
    assert served.at("GET", f"/_ui/{name}").status_code == 404


def test_the_page_runs_no_inline_script(served: Api) -> None:
    headers = served.at("GET", f"/{ACME}/").headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))

    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == policy["form-action"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == "'self'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


FRAMES = ("https://intranet.example", "https://*.wiki.example:8443")


@pytest.fixture(scope="module")
def framed(api: Api, built: Path) -> Iterator[Api]:
    other = Api(api.database, page=WebPage(built, frame_origins(FRAMES)))
    yield other
    other.close()


def _framing(api: Api, below: str) -> tuple[str, str | None]:
    headers = api.at("GET", f"/{ACME}/{below}").headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["script-src"] == "'self'"
    return policy["frame-ancestors"], headers.get("x-frame-options")


@pytest.mark.parametrize("below", ["elements/processes/x?embed", "elements/processes/x?culture=1031&embed="])
def test_the_embed_view_is_framed_by_the_origins_of_the_operator_alone(framed: Api, served: Api, below: str) -> None:
    assert _framing(framed, below) == (f"'self' {' '.join(FRAMES)}", None)
    assert _framing(served, below) == ("'none'", "SAMEORIGIN"), "without the setting nothing may frame it"


@pytest.mark.parametrize("below", ["", "elements/processes/x", "elements/processes/x?embedded", "tasks?q=embed"])
def test_no_other_view_is_framed(framed: Api, below: str) -> None:
    assert _framing(framed, below) == ("'none'", "SAMEORIGIN")


@pytest.mark.parametrize(
    "origin",
    [
        "*", "intranet.example", "https:", "https://*", "https://a.example/", "https://a.example; script-src *", "'self'",
        "https://a.example b", "javascript://a", "https://a.example\r\nx: y", "data:", "",
    ],
)  # fmt: skip
def test_what_is_no_origin_is_refused(origin: str) -> None:
    with pytest.raises(InvalidValues, match="--embed-origins"):
        frame_origins([origin])


def test_below_a_prefix_the_page_finds_its_parts(api: Api, built: Path) -> None:
    served = Api(api.database, origin=Origin(PREFIX), page=WebPage(built))
    page = served.at("GET", f"/repository/{ACME}/tasks").text
    addresses = re.findall(r'(?:src|href)="([^"]+)"', page)
    found = [served.at("GET", address).status_code for address in addresses]
    served.close()

    assert 'content="/repository"' in page
    assert found == [200, 200]


def test_an_installation_without_its_page_says_so(api: Api, tmp_path: Path) -> None:
    served = Api(api.database, page=WebPage(tmp_path))
    response = served.at("GET", f"/{ACME}/")
    served.close()

    assert response.status_code == 200
    assert "has no built page" in response.text
    assert 'href="/_docs"' in response.text


def test_signed_out_a_page_learns_so_without_a_refusal(served: Api) -> None:
    """What the page asks for before a user has signed in."""
    response = served.at("GET", f"/{ACME}/_api/rest/session")

    assert (response.status_code, response.json()["signedIn"]) == (200, False)


@pytest.fixture
def rebuilt(api: Api, tmp_path: Path) -> Iterator[tuple[Api, Path]]:
    """A service whose page is built again while it runs."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(DOCUMENT, "utf-8")
    (tmp_path / "assets" / "index-1a.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "index-1a.js.br").write_bytes(brotli.compress(SCRIPT))
    other = Api(api.database, page=WebPage(tmp_path))
    yield other, tmp_path
    other.close()


def test_a_build_in_place_is_served_at_once_and_what_is_gone_is_not_found(rebuilt: tuple[Api, Path]) -> None:
    """The page heals itself when a chunk is gone (404); a 500 would stop it."""
    served, folder = rebuilt
    old = {"accept-encoding": "br"}
    assert served.at("GET", f"/{ACME}/").status_code == 200
    assert served.at("GET", "/_ui/assets/index-1a.js", headers=old).status_code == 200

    (folder / "index.html").unlink()
    for each in list((folder / "assets").iterdir()):
        each.unlink()
    assert "index-1a.js" in served.at("GET", f"/{ACME}/").text, "while a build runs, the page is the last one"
    assert served.at("GET", "/_ui/assets/index-1a.js", headers=old).status_code == 404
    assert served.at("GET", "/_ui/assets/index-1a.js").status_code == 404

    (folder / "index.html").write_text(DOCUMENT.replace("1a", "2b"), "utf-8")
    (folder / "assets" / "index-2b.js").write_bytes(SCRIPT)
    assert "index-2b.js" in served.at("GET", f"/{ACME}/").text
    assert served.at("GET", "/_ui/assets/index-2b.js").content == SCRIPT


@pytest.mark.parametrize(
    "name",
    [
        "../index.html",
        "assets/../../secret.json",
        "/etc/hosts.json",
        ".hidden.json",
        "assets/.json",
        "a\\..\\b.json",
        "assets//index-1a.js",
        "assets/index-1a.js/x.js",
        "a\0.js",
        "a" * 5000 + ".js",
    ],
)
def test_names_lead_nowhere_else(built: Path, name: str) -> None:
    (built.parent / "secret.json").write_text("{}", "utf-8")

    assert WebPage(built).asset(name, b"br") is None
