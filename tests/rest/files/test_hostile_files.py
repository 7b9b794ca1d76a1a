"""Hostile files are refused, or are served so that no browser runs anything in them."""

import pytest

from tests.rest.files.cabinet import Cabinet, cabinet
from tests.rest.files.hostile import HOSTILE, Hostile
from tests.support import company

__all__ = ["cabinet"]

SHOWN = {"image/png", "image/jpeg", "image/gif", "image/webp"}
RUNNING = ("html", "javascript", "ecmascript", "css", "xml;", "xhtml", "multipart", "manifest")


def test_there_are_sixty() -> None:
    assert len(HOSTILE) == 60
    assert len({each.title for each in HOSTILE}) == 60


def test_every_hostile_file_is_refused_or_inert(cabinet: Cabinet) -> None:
    for each in HOSTILE:
        uploaded = cabinet.upload(company.RETURNS, each.name, each.content)
        if each.refused:
            assert uploaded.status_code == 400, each.title
            assert uploaded.json()["data"][0].get("path", "name") == "name"
        else:
            assert uploaded.status_code == 200, (each.title, uploaded.text)
            check_inert(cabinet, each, uploaded.json()["values"][0]["id"])
    assert cabinet.rows("file_use") == len({each.content for each in HOSTILE if not each.refused})


def check_inert(cabinet: Cabinet, hostile: Hostile, file: str) -> None:
    response = cabinet.download(company.RETURNS, file)
    headers, kind = response.headers, response.headers["content-type"]
    assert response.content == hostile.content, hostile.title
    assert not any(each in kind for each in RUNNING), (hostile.title, kind)
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-security-policy"].startswith("default-src 'none'; sandbox;")
    assert len(headers.get_list("content-disposition")) == len(headers.get_list("content-type")) == 1
    disposition = headers["content-disposition"]
    assert disposition.startswith("inline; " if kind in SHOWN else "attachment; "), hostile.title
    assert (disposition.count('"'), "\n" in disposition, disposition.isascii()) == (2, False, True)
    assert "set-cookie" not in headers


@pytest.mark.parametrize("query", ["", "?name=", "?name=%20", "?name=...", "?name=%ff", "?name=a%0a.png", "?NAME="])
def test_a_file_needs_a_name(cabinet: Cabinet, query: str) -> None:
    path = f"rest/facets/processes/views/detail/elements/{company.RETURNS}/files{query}"
    response = cabinet.send("POST", path, "editor", b"x")
    assert response.status_code == 400, response.text
    assert cabinet.rows("file_content") == 0


def test_names_are_kept_in_one_unicode_form(cabinet: Cabinet) -> None:
    assert cabinet.add(company.RETURNS, "Ubersicht u\u0308.png")["name"] == "Ubersicht ü.png"
