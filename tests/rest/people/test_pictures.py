"""Pictures of users: all set their own, see those of users whom they see, and get nothing along that could run or show more."""

import hashlib

import httpx
import pytest

from facetstore.domain.pictures import LARGEST_PICTURE
from tests.rest.editing.archive import IDS, Archive, open_archive
from tests.support import company
from tests.support.api import ACME, Api, Database, Json
from tests.support.pictures import EXIF, jpeg, jpeg_part, png, png_part, webp

OWN = "rest/me/picture"
HANNA = f"rest/users/{IDS['hanna']}/picture"
USERS = "rest/facets/users/views/detail/elements"


@pytest.fixture
def archive(api: Api, database: Database) -> Archive:
    return open_archive(api, database)


def send(
    archive: Archive, method: str, path: str, who: str, content: bytes | None = None, **headers: str
) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return archive.api.send(method, path, who, tenant=archive.tenant, content=content, headers=named)


def listed(archive: Archive, who: str) -> list[Json]:
    found: list[Json] = send(archive, "GET", "rest/users/pictures", who).json()["values"]
    return found


def test_a_picture_is_set_changed_shown_and_removed(archive: Archive, database: Database) -> None:
    revision = database.tenant(archive.tenant).revision
    for data, kind in ((png(), "image/png"), (jpeg(), "image/jpeg"), (webp(), "image/webp")):
        answer = send(archive, "POST", OWN, "hanna", data, content_type="text/html")
        digest = hashlib.sha256(data).hexdigest()
        assert answer.json() == {"count": 1, "values": [{"id": IDS["hanna"], "sha256": digest}]}
        assert listed(archive, "vera") == answer.json()["values"]
        shown = send(archive, "GET", HANNA, "vera")
        assert (shown.status_code, shown.content, shown.headers["content-type"]) == (200, data, kind)
        assert send(archive, "GET", HANNA, "vera", if_none_match=shown.headers["etag"]).status_code == 304
    assert send(archive, "DELETE", OWN, "hanna").json() == {"count": 0, "values": []}
    assert send(archive, "DELETE", OWN, "hanna").status_code == 200, "removing it again does nothing"
    assert send(archive, "GET", HANNA, "hanna").status_code == 404
    assert listed(archive, "hanna") == []
    assert database.tenant(archive.tenant).revision == revision, "it is no part of the content"


def test_a_browser_runs_and_guesses_nothing_and_shares_it_with_no_other_page(archive: Archive) -> None:
    send(archive, "POST", OWN, "hanna", png())

    headers = send(archive, "GET", HANNA, "vera").headers

    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-security-policy"] == "default-src 'none'; sandbox; frame-ancestors 'self'"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == "private, no-cache"
    assert headers["content-disposition"].startswith('inline; filename="picture.png"')


@pytest.mark.parametrize(
    ("content", "status", "said"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", 400, "PNG, JPEG or WebP"),
        (b"GIF89a\2\0\2\0\0\0\0;", 400, "PNG, JPEG or WebP"),
        (png(2, 2, png_part(b"eXIf", EXIF)), 400, "where and when"),
        (jpeg(2, 2, jpeg_part(0xE1, EXIF)), 400, "where and when"),
        (png() + b"<script>", 400, "behind its end"),
        (png(50_000, 50_000), 400, "1024 × 1024"),
        (bytes(LARGEST_PICTURE + 1), 413, ""),
        (b"", 400, "PNG, JPEG or WebP"),
    ],
)
def test_what_is_refused_leaves_the_picture_that_is_there(
    archive: Archive, content: bytes, status: int, said: str
) -> None:
    send(archive, "POST", OWN, "hanna", png())

    answer = send(archive, "POST", OWN, "hanna", content, content_type="image/png")

    assert (answer.status_code, said in answer.json()["message"]) == (status, True)
    assert "GPS" not in answer.text
    assert send(archive, "GET", HANNA, "hanna").content == png()


def test_users_whom_a_caller_does_not_see_have_no_picture_for_it(archive: Archive) -> None:
    send(archive, "POST", OWN, "hanna", png())
    archive.permit_facet("users", {"staff": "full"})

    unknown = send(archive, "GET", f"rest/users/{company.element_id(999)}/picture", "vera")
    hidden = send(archive, "GET", HANNA, "vera")
    assert hidden.status_code == unknown.status_code == 404
    assert hidden.json()["message"] == unknown.json()["message"]
    assert listed(archive, "vera") == []
    assert [each["id"] for each in listed(archive, "adam")] == [IDS["hanna"]]
    assert send(archive, "HEAD", HANNA, "adam").status_code == 200


def test_only_the_user_sets_a_picture_and_only_administrators_remove_it(archive: Archive, api: Api) -> None:
    send(archive, "POST", OWN, "hanna", png())
    assert send(archive, "POST", HANNA, "adam", webp()).status_code == 405
    assert send(archive, "DELETE", HANNA, "stan").status_code == 403
    assert send(archive, "DELETE", OWN, "stan").status_code == 200
    assert send(archive, "GET", HANNA, "stan").content == png()
    assert send(archive, "DELETE", f"{HANNA}?dryRun=true", "adam").status_code == 200
    assert send(archive, "GET", HANNA, "stan").content == png(), "a dry run removes nothing"
    assert send(archive, "DELETE", HANNA, "adam").status_code == 200
    assert send(archive, "GET", HANNA, "stan").status_code == 404
    assert api.send("POST", OWN, "editor", content=png()).status_code == 403, "tokens have no picture"


def test_another_tenant_has_none_of_it(archive: Archive, api: Api) -> None:
    send(archive, "POST", OWN, "hanna", png())

    assert api.send("GET", HANNA, "administrator", tenant=ACME).status_code == 404
    assert api.send("DELETE", HANNA, "administrator", tenant=ACME).status_code == 404
    assert api.send("GET", "rest/users/pictures", "administrator", tenant=ACME).json()["values"] == []
    assert send(archive, "GET", HANNA, "hanna").content == png()


def test_a_picture_goes_with_its_user_and_does_not_come_back(archive: Archive, database: Database) -> None:
    send(archive, "POST", OWN, "stan", png())
    assert send(archive, "POST", f"{USERS}/{IDS['stan']}/delete?force=true", "adam").status_code == 200
    pictures = database.storage.pictures(database.tenant(archive.tenant))
    assert database.run(pictures.hashes()) == {}

    (deleted,) = send(archive, "GET", "rest/trash", "adam").json()["values"]
    assert send(archive, "POST", f"rest/trash/{deleted['id']}/restore", "adam").status_code == 200
    assert send(archive, "GET", f"{USERS}/{IDS['stan']}", "adam").status_code == 200
    assert listed(archive, "adam") == []


def test_a_picture_stays_when_its_user_is_changed(archive: Archive) -> None:
    send(archive, "POST", OWN, "stan", png())
    archive.change("users", "adam", {"id": IDS["stan"], "attributes": {"lastName": {"127": "Stone"}}})

    assert [each["id"] for each in listed(archive, "vera")] == [IDS["stan"]]


def test_a_repeated_request_is_done_once(archive: Archive) -> None:
    first = send(archive, "POST", OWN, "hanna", png(), idempotency_key="k1")
    again = send(archive, "POST", OWN, "hanna", png(), idempotency_key="k1")
    other = send(archive, "POST", OWN, "hanna", webp(), idempotency_key="k1")

    assert (again.json(), again.headers["idempotency-replayed"]) == (first.json(), "true")
    assert other.status_code == 422
    assert send(archive, "GET", HANNA, "hanna").content == png()


def test_a_list_takes_as_many_statements_however_many_pictures_there_are(archive: Archive, api: Api) -> None:
    def statements() -> int:
        listed(archive, "vera")
        return api.statements

    send(archive, "POST", OWN, "hanna", png())
    statements()
    before = statements()
    for who in ("adam", "boss", "stan", "vera", "piet"):
        send(archive, "POST", OWN, who, png())
    assert len(listed(archive, "vera")) == 6
    assert statements() == before
