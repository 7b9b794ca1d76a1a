"""Files are added, listed, downloaded whole and in parts, and deleted."""

import hashlib

from tests.rest.files.cabinet import PNG, Cabinet, cabinet
from tests.support import company
from tests.support.api import element

__all__ = ["cabinet"]

DRAFT = company.RETURNS
LARGE = bytes(range(256)) * 2500
"""640,000 bytes: three chunks."""


def test_a_file_is_added_listed_and_downloaded(cabinet: Cabinet) -> None:
    file = cabinet.add(DRAFT, "Board ä.png")

    address = f"{cabinet.base}/_api/{element(company.RETURNS_0_1)}/files/{file['id']}"
    assert file["link"] == {
        "address": file["id"],
        "fullAddress": address,
        "mimeType": "image/png",
        "protocol": "Storage",
        "title": "Board ä.png",
    }
    assert (file["name"], file["mimeType"], file["size"]) == ("Board ä.png", "image/png", len(PNG))
    assert file["sha256"] == hashlib.sha256(PNG).hexdigest()
    assert cabinet.files(DRAFT) == cabinet.files(company.RETURNS_0_1) == [file]
    response = cabinet.download(DRAFT, file["id"])
    assert response.status_code == 200
    assert response.content == PNG
    assert dict(response.headers) | {"x-request-id": ""} == {
        "access-control-allow-origin": "*",
        "access-control-expose-headers": response.headers["access-control-expose-headers"],
        "x-content-type-options": "nosniff",
        "x-frame-options": "SAMEORIGIN",
        "referrer-policy": "no-referrer",
        "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'self'",
        "cross-origin-resource-policy": "same-origin",
        "accept-ranges": "bytes",
        "cache-control": "private, no-cache",
        "vary": "symbio-auth-token, Authorization, Cookie",
        "api-version": "4.0",
        "etag": f'"sha256-{file["sha256"]}"',
        "content-type": "image/png",
        "content-disposition": "inline; filename=\"Board _.png\"; filename*=UTF-8''Board%20%C3%A4.png",
        "content-length": str(len(PNG)),
        "x-request-id": "",
    }


def test_ranges_and_etags(cabinet: Cabinet) -> None:
    file = cabinet.add(DRAFT, "numbers.bin", LARGE)["id"]
    size = len(LARGE)
    for asked, first, last in (
        ("bytes=0-0", 0, 0),
        ("bytes=262143-262144", 262143, 262144),
        ("bytes=600000-", 600000, size - 1),
        ("bytes=-5", size - 5, size - 1),
        ("bytes=10-999999999", 10, size - 1),
    ):
        part = cabinet.download(DRAFT, file, range=asked)
        assert part.status_code == 206, asked
        assert part.headers["content-range"] == f"bytes {first}-{last}/{size}"
        assert part.content == LARGE[first : last + 1]
    for ignored in ("bytes=0-1,5-6", "bytes=-", "bytes=9-2", "chars=0-1", "bytes=a-b"):
        whole = cabinet.download(DRAFT, file, range=ignored)
        assert (whole.status_code, len(whole.content)) == (200, size), ignored
    for beyond in (f"bytes={size}-", "bytes=-0"):
        refused = cabinet.download(DRAFT, file, range=beyond)
        assert (refused.status_code, refused.headers["content-range"]) == (416, f"bytes */{size}")

    etag = cabinet.download(DRAFT, file).headers["etag"]
    assert cabinet.download(DRAFT, file, if_none_match=etag).status_code == 304
    assert cabinet.download(DRAFT, file, if_none_match=f'"x", W/{etag}').status_code == 304
    assert cabinet.download(DRAFT, file, if_none_match='"other"').status_code == 200
    assert cabinet.download(DRAFT, file, range="bytes=0-3", if_range=etag).status_code == 206
    assert cabinet.download(DRAFT, file, range="bytes=0-3", if_range='"other"').status_code == 200
    head = cabinet.send("HEAD", f"{element(DRAFT)}/files/{file}")
    assert (head.headers["content-length"], head.content) == (str(size), b"")


def test_what_is_not_a_plain_picture_is_saved_and_not_shown(cabinet: Cabinet) -> None:
    for name, content, kind in (
        ("a.png", b"<html><script>alert(1)</script>", "text/plain; charset=utf-8"),
        ("a.png", b'<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', "image/svg+xml"),
        ("a.jpg", b"%PDF-1.7 ...", "application/pdf"),
        ("a.txt", b"PK\x03\x04....", "application/zip"),
        ("a.gif", b"\x00\x01\x02", "application/octet-stream"),
    ):
        file = cabinet.add(DRAFT, name, content)
        response = cabinet.download(DRAFT, file["id"])
        assert (file["mimeType"], response.headers["content-type"]) == (kind, kind)
        assert response.headers["content-disposition"].startswith("attachment; "), name
    for content, kind in (
        (b"GIF89a,", "image/gif"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"RIFF1234WEBPVP8 ", "image/webp"),
    ):
        file = cabinet.add(DRAFT, "a.html", content)
        assert file["mimeType"] == kind
        assert cabinet.download(DRAFT, file["id"]).headers["content-disposition"].startswith("inline; ")


def test_a_file_is_deleted(cabinet: Cabinet) -> None:
    first, second = cabinet.add(DRAFT), cabinet.add(DRAFT, "again.png")

    assert cabinet.remove(DRAFT, first["id"])["message"] == "File has been deleted."

    assert cabinet.files(DRAFT) == [second]
    assert cabinet.download(DRAFT, first["id"]).status_code == 404
    assert cabinet.download(DRAFT, second["id"]).content == PNG
    cabinet.remove(DRAFT, first["id"], status=404)
    kinds = [(each["kind"], each["told"]["name"]) for each in cabinet.history(DRAFT)[:3]]
    assert kinds == [("file.removed", "board.png"), ("file.added", "again.png"), ("file.added", "board.png")]
    assert cabinet.history(DRAFT)[0]["difference"]["files"] == {
        "added": [],
        "removed": ["board.png"],
        "reordered": False,
    }


def test_the_same_content_is_stored_once(cabinet: Cabinet) -> None:
    for name in ("a.bin", "b.bin"):
        cabinet.add(DRAFT, name, LARGE)
    cabinet.add(company.RECEIPT_2_1, "c.bin", LARGE)
    assert (cabinet.rows("file_content"), cabinet.rows("file_chunk"), cabinet.rows("file_use")) == (1, 3, 2)
