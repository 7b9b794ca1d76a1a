"""Who may list, download, add and delete files: reading needs open, changing needs edit, and nothing shows more than that."""

import json

import pytest

from tests.rest.editing.archive import HIRING, PAY, PROCESSES, Archive, open_archive
from tests.rest.files.cabinet import PNG, Cabinet, cabinet
from tests.support import company
from tests.support.api import RIVAL, Api, Database, element

__all__ = ["cabinet"]

DRAFT = company.RETURNS


class Files(Archive):
    """People who add and read files."""

    def call(self, method: str, who: str, element_id: str, rest: str = "", content: bytes | None = None) -> int:
        secret = self.api.database.tokens[self.tenant, who]
        path = f"/{self.tenant}/_api/{PROCESSES}/{element_id}/files{rest}"
        response = self.api.at(method, path, headers={"symbio-auth-token": secret}, content=content)
        return response.status_code


@pytest.fixture
def files(api: Api, database: Database) -> Files:
    return Files(api, open_archive(api, database).tenant)


def test_permissions_decide(files: Files) -> None:
    assert files.call("POST", "hanna", HIRING, "?name=a.png", PNG) == 200
    (file,) = files.get(f"{PROCESSES}/{HIRING}/files", "hanna")["values"]
    one = f"/{file['id']}"

    def statuses(who: str) -> tuple[int, ...]:
        return (
            files.call("GET", who, HIRING),
            files.call("GET", who, HIRING, one),
            files.call("POST", who, HIRING, "?name=b.png", PNG),
            files.call("DELETE", who, HIRING, "/" + company.NOWHERE),
        )

    assert statuses("stan") == (200, 200, 200, 404)
    assert statuses("vera") == (404, 404, 403, 403)  # a viewer sees no draft, and changes nothing
    files.permit(HIRING, {"staff": "full", "stan": "read"})
    assert statuses("stan") == (200, 200, 403, 403)
    files.permit(HIRING, {"staff": "full", "stan": "glance"})
    assert statuses("stan") == (403, 403, 403, 403)
    files.permit(HIRING, {"staff": "full", "stan": "change"})
    assert statuses("stan") == (200, 200, 200, 404)
    files.permit(HIRING, {"staff": "full"})
    assert statuses("stan") == (404, 404, 404, 404)
    assert files.call("DELETE", "stan", HIRING, one) == 404
    assert files.call("DELETE", "hanna", HIRING, one) == 200


def test_a_file_is_reached_only_through_its_element(files: Files) -> None:
    assert files.call("POST", "hanna", HIRING, "?name=a.png", PNG) == 200
    (file,) = files.get(f"{PROCESSES}/{HIRING}/files", "hanna")["values"]
    assert files.call("GET", "hanna", PAY, f"/{file['id']}") == 404
    assert files.call("DELETE", "hanna", PAY, f"/{file['id']}") == 404
    assert files.call("GET", "hanna", HIRING, "/not-an-id") == 404
    assert files.call("GET", "hanna", HIRING, f"/{file['id'].upper()}") == 200


def test_other_tenants_and_callers_without_a_token_get_nothing(cabinet: Cabinet) -> None:
    file = cabinet.add(DRAFT)["id"]
    path = f"{element(DRAFT)}/files/{file}"
    assert cabinet.send("GET", path, None).status_code == 401
    assert cabinet.send("POST", f"{element(DRAFT)}/files?name=a", None, b"x").status_code == 401
    assert cabinet.api.send("GET", path, "administrator", tenant=RIVAL).status_code == 404
    # The other tenant may well have a file of the same content: it is another row.
    assert cabinet.rows("file_content") == 1


def test_who_is_not_allowed_is_refused_before_the_body_is_read(cabinet: Cabinet) -> None:
    """Nothing of it is stored, not even for a moment."""
    received = 0

    async def receive() -> dict[str, object]:
        nonlocal received
        received += 1
        return {"type": "http.request", "body": b"x", "more_body": True}

    sent: list[dict[str, object]] = []

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    token = cabinet.database.tokens[cabinet.address, "viewer"].encode()
    headers = [(b"host", b"test"), (b"transfer-encoding", b"chunked"), (b"symbio-auth-token", token)]
    path = f"/{cabinet.address}/_api/{element(DRAFT)}/files"
    scope = {"type": "http", "method": "POST", "scheme": "http", "path": path, "raw_path": path.encode()}
    more = {"query_string": b"name=a", "root_path": "", "headers": headers, "client": ("127.0.0.1", 1)}
    cabinet.database.run(cabinet.api.app({**scope, **more}, receive, send))
    assert (sent[0]["status"], received) == (403, 0)


def test_an_upload_that_breaks_off_leaves_nothing(cabinet: Cabinet) -> None:
    for content_length, pieces in ((b"900000", 3), (None, 3)):
        messages: list[dict[str, object]] = [
            *[{"type": "http.request", "body": bytes(300_000), "more_body": True}] * (pieces - 1),
            {"type": "http.disconnect"},
        ]

        async def receive(messages: list[dict[str, object]] = messages) -> dict[str, object]:
            return messages.pop(0)

        sent: list[dict[str, object]] = []

        async def send(message: dict[str, object], sent: list[dict[str, object]] = sent) -> None:
            sent.append(message)

        token = cabinet.database.tokens[cabinet.address, "editor"].encode()
        length = [(b"content-length", content_length)] if content_length else [(b"transfer-encoding", b"chunked")]
        headers = [(b"host", b"test"), *length, (b"symbio-auth-token", token)]
        path = f"/{cabinet.address}/_api/{element(DRAFT)}/files"
        scope = {"type": "http", "method": "POST", "scheme": "http", "path": path, "raw_path": path.encode()}
        more = {"query_string": b"name=a", "root_path": "", "headers": headers, "client": ("127.0.0.1", 1)}
        cabinet.database.run(cabinet.api.app({**scope, **more}, receive, send))
        assert sent[0]["status"] == 400
        assert (cabinet.rows("file_content"), cabinet.rows("file_chunk"), cabinet.files(DRAFT)) == (0, 0, [])


def test_bodies_that_are_no_file(cabinet: Cabinet) -> None:
    assert cabinet.upload(DRAFT, "a", b"").status_code == 400
    assert cabinet.upload(DRAFT, "a", b"x", content_encoding="gzip").status_code == 415
    assert cabinet.upload(DRAFT, "a", b"x" * ((10 << 20) + 1)).status_code == 413
    assert cabinet.upload(company.NOWHERE, "a", b"x").status_code == 404
    assert cabinet.upload(DRAFT, "a", b"x", facet="it").status_code == 404
    assert cabinet.rows("file_content") == 0
    assert cabinet.upload(DRAFT, "a", b"x" * (10 << 20)).status_code == 200
    for method in ("PUT", "PATCH"):
        assert cabinet.send(method, f"{element(DRAFT)}/files").status_code == 405


def test_an_edit_lock_of_another_user_stops_uploads(cabinet: Cabinet) -> None:
    cabinet.write(f"{element(DRAFT)}/lock")
    refused = cabinet.upload(DRAFT, "a", b"x", role="editor")
    assert (refused.status_code, refused.json()["data"][0]["code"]) == (409, "locked")


def test_a_version_has_a_hundred_files_at_most(cabinet: Cabinet) -> None:
    kind, hash_ = "text/plain; charset=utf-8", cabinet.add(DRAFT, "0.txt", b"x")["sha256"]
    many = [
        {
            "id": company.element_id(5000 + n),
            "name": f"{n}.txt",
            "media_type": kind,
            "size": 1,
            "hash": hash_,
            "added_on": "",
        }
        for n in range(100)
    ]

    async def fill() -> None:
        async with cabinet.database.storage.engine.transaction() as session:
            values = {"files": json.dumps(many), "id": company.RETURNS_0_1, "tenant": key}
            await session.fetch("UPDATE version SET files = :files WHERE tenant = :tenant AND id = :id", values)

    key = cabinet.database.tenant(cabinet.address).key
    cabinet.database.run(fill())
    refused = cabinet.upload(DRAFT, "one more", b"x")
    assert (refused.status_code, refused.json()["data"][0]["code"]) == (409, "too-many-files")
