"""Files belong to a version: new versions keep them, released ones cannot lose them, and deletion and restoring take them along."""

from tests.rest.files.cabinet import PNG, Cabinet, cabinet
from tests.support import company
from tests.support.api import Json, element

__all__ = ["cabinet"]

DETAIL = "rest/facets/processes/views/detail/elements"
DRAFT = company.RETURNS


def names(files: list[Json]) -> list[str]:
    return [each["name"] for each in files]


def test_a_new_version_keeps_the_files_and_a_released_one_cannot_lose_them(cabinet: Cabinet) -> None:
    kept, replaced = cabinet.add(DRAFT, "kept.png"), cabinet.add(DRAFT, "replaced.txt", b"old")
    cabinet.release(DRAFT)

    assert cabinet.remove(DRAFT, kept["id"], status=409)["data"][0]["code"] == "not-editable"
    assert cabinet.upload(DRAFT, "more.png", PNG).json()["data"][0]["code"] == "not-editable"

    draft = cabinet.new_version(DRAFT)
    cabinet.remove(draft, replaced["id"])
    cabinet.add(draft, "new.txt", b"new")
    assert names(cabinet.files(draft)) == names(cabinet.files(DRAFT)) == ["kept.png", "new.txt"]
    assert names(cabinet.files(company.RETURNS_0_1)) == ["kept.png", "replaced.txt"]
    # Viewers have only the released version.
    assert names(cabinet.files(DRAFT, "viewer")) == ["kept.png", "replaced.txt"]
    assert cabinet.download(DRAFT, replaced["id"], "viewer").content == b"old"
    assert cabinet.download(draft, kept["id"], "viewer").status_code == 404
    diff = cabinet.read(f"{element(DRAFT)}/diff?from={company.RETURNS_0_1}&to={draft}")["values"][0]
    assert diff["difference"]["files"] == {"added": ["new.txt"], "removed": ["replaced.txt"], "reordered": False}


def test_deletion_and_restoring_take_files_along(cabinet: Cabinet) -> None:
    file = cabinet.add(DRAFT, "kept.png")
    cabinet.release(DRAFT)
    draft = cabinet.new_version(DRAFT)
    other = cabinet.add(draft, "draft.txt", b"of the draft")

    cabinet.delete(draft)
    assert cabinet.collect() == 0
    cabinet.delete(DRAFT, "?force=true")
    assert cabinet.collect() == 0
    assert cabinet.download(DRAFT, file["id"]).status_code == 404

    cabinet.restore(DRAFT)
    assert cabinet.files(DRAFT, "viewer") == [file]
    draft_again = next(each for each in cabinet.trash() if each.get("versionId") == draft)
    cabinet.answer("POST", f"rest/trash/{draft_again['id']}/restore")
    assert cabinet.collect() == 0
    assert cabinet.download(draft, other["id"]).content == b"of the draft"
    assert cabinet.download(draft, file["id"]).content == PNG


def test_only_what_nothing_uses_is_collected(cabinet: Cabinet) -> None:
    first, second = cabinet.add(DRAFT, "a.txt", b"shared"), cabinet.add(company.RECEIPT_2_1, "b.txt", b"shared")
    alone = cabinet.add(DRAFT, "c.txt", b"alone")
    cabinet.remove(DRAFT, first["id"])
    cabinet.remove(DRAFT, alone["id"])

    assert cabinet.database.run(cabinet.database.storage.collect_files()) == 0  # within the days of grace
    assert cabinet.collect() == 1

    assert cabinet.download(company.RECEIPT_2_1, second["id"]).content == b"shared"
    cabinet.remove(company.RECEIPT_2_1, second["id"])
    assert cabinet.collect() == 1
    assert [cabinet.rows(table) for table in ("file_content", "file_chunk", "file_use", "trash_file")] == [0, 0, 0, 0]
    # A content that was collected can be uploaded again.
    again = cabinet.add(DRAFT, "a.txt", b"shared")
    assert cabinet.collect() == 0
    assert cabinet.download(DRAFT, again["id"]).content == b"shared"


def test_attributes_refer_to_files(cabinet: Cabinet) -> None:
    file = cabinet.add(DRAFT, "board.png")
    link = file["link"]
    elsewhere = {"fullAddress": "https://files.example/a.jpg", "title": "Elsewhere"}

    def images(id_: str) -> list[Json]:
        found: list[Json] = cabinet.read(element(id_))["elements"][0]["attributes"]["workshopImages"]["127"]
        return found

    given = [{"address": file["id"], "title": "The board"}, elsewhere]
    (answer,) = cabinet.update({"id": DRAFT, "attributes": {"workshopImages": {"127": given}}})
    wanted = [{**link, "title": "The board"}, elsewhere]
    assert answer["attributes"]["workshopImages"]["127"] == images(DRAFT) == wanted
    (attribute,) = cabinet.read(f"{element(DRAFT)}/attributes/workshopImages")["values"].values()
    assert attribute["127"] == wanted
    # What was read can be sent back, and changes nothing.
    before = cabinet.revision
    cabinet.update({"id": DRAFT, "attributes": {"workshopImages": {"127": images(DRAFT)}}})
    assert cabinet.revision == before

    refused = cabinet.remove(DRAFT, file["id"], status=409)
    assert [(each["code"], each["path"]) for each in refused["data"]] == [("still-used", "attributes.workshopImages")]

    cabinet.release(DRAFT)
    draft = cabinet.new_version(DRAFT)
    assert [each["fullAddress"].count(draft) for each in images(draft)] == [1, 0]
    assert images(company.RETURNS_0_1) == wanted
    assert cabinet.send("GET", images(draft)[0]["fullAddress"].partition("/_api/")[2]).content == PNG
    report = cabinet.get(f"rest/facets/processes/reporting/{draft}")
    assert report.status_code == 200
    assert "\x01" not in report.text
    assert "u0001" not in report.text
    cabinet.update({"id": draft, "attributes": {"workshopImages": None}})
    cabinet.remove(draft, file["id"])


def test_a_key_is_good_for_one_upload(cabinet: Cabinet) -> None:
    first = cabinet.upload(DRAFT, "a.txt", b"one", idempotency_key="k1")
    again = cabinet.upload(DRAFT, "a.txt", b"one", idempotency_key="k1")
    other = cabinet.upload(DRAFT, "a.txt", b"two", idempotency_key="k1")
    assert (first.json(), again.headers["idempotency-replayed"]) == (again.json(), "true")
    assert other.status_code == 422
    assert len(cabinet.files(DRAFT)) == 1
    assert (cabinet.rows("file_content"), cabinet.rows("file_chunk")) == (1, 1)


def test_a_dry_run_and_an_old_etag_store_nothing(cabinet: Cabinet) -> None:
    etag = cabinet.etag(DRAFT)
    path = f"{element(DRAFT)}/files?name=a.txt"
    assert cabinet.send("POST", f"{path}&dryRun=true", "editor", b"x").json()["count"] == 1
    assert cabinet.send("POST", f"{path}&dryRun=maybe", "editor", b"x").status_code == 400
    assert (cabinet.files(DRAFT), cabinet.rows("file_content")) == ([], 0)
    cabinet.add(DRAFT, "a.txt", b"1", if_match=etag)
    assert cabinet.upload(DRAFT, "b.txt", b"2", if_match=etag).status_code == 412
    assert cabinet.rows("file_content") == 1


def test_the_number_of_statements_does_not_grow_with_elements_or_files(cabinet: Cabinet) -> None:
    def statements(path: str) -> int:
        assert cabinet.get(path).status_code == 200
        return cabinet.api.statements

    small = cabinet.add(DRAFT, "a.txt", b"x")["id"]
    large = cabinet.add(DRAFT, "b.bin", b"x" * (5 * 256 * 1024))["id"]
    listing, download = f"{element(DRAFT)}/files", f"{element(DRAFT)}/files/{{}}"
    statements(listing)
    one = statements(download.format(small))
    assert statements(download.format(large)) == one + 4
    for number in range(20):
        cabinet.create(f"Process {number}")
        cabinet.add(DRAFT, f"{number}.txt", b"%d" % number)
    statements(listing)
    assert statements(download.format(small)) == one
    cabinet.add(DRAFT, "last.txt", b"x")
    assert statements(listing) <= 4
    counts = set[int]()
    for number in range(3):
        cabinet.add(DRAFT, "more.txt", b"more %d" % number)
        counts.add(cabinet.api.statements)
    assert len(counts) == 1


def test_a_purged_tenant_takes_its_files_along(cabinet: Cabinet) -> None:
    cabinet.add(DRAFT, "a.bin", b"x" * (60 * 256 * 1024 // 8))
    cabinet.add(DRAFT, "b.txt", b"in the trash as well")
    cabinet.delete(DRAFT, "?force=true")
    tenant, storage = cabinet.database.tenant(cabinet.address), cabinet.database.storage

    async def purge() -> list[int]:
        async with storage.administer() as tenants:
            await tenants.delete(tenant)
        await storage.purge_now(tenant)
        tables = ("file_content", "file_chunk", "file_use", "trash_file")
        texts = [f"SELECT count(*) FROM {table} WHERE tenant = :tenant" for table in tables]
        return [int(str((await storage.engine.fetch(text, {"tenant": tenant.key}))[0][0])) for text in texts]

    assert cabinet.database.run(purge()) == [0, 0, 0, 0]


def shown(element_id: str, file: str) -> str:
    """An html text that shows a file of an element."""
    return f'<p>See <img src="/any/storage/_api/{element(element_id)}/files/{file}" alt="board" /></p>'


def test_a_file_that_a_text_shows_is_not_deleted(cabinet: Cabinet) -> None:
    file = cabinet.add(DRAFT)["id"]
    change = {"id": DRAFT, "attributes": {"description": {"1033": shown(DRAFT, file)}}}
    cabinet.answer("POST", DETAIL, {"elements": [change]})

    refused = cabinet.remove(DRAFT, file, status=409)
    assert (refused["data"][0]["code"], refused["data"][0]["path"]) == ("still-used", "attributes.description")

    cabinet.answer("POST", DETAIL, {"elements": [{"id": DRAFT, "attributes": {"description": {"1033": None}}}]})
    cabinet.remove(DRAFT, file)


def test_a_copy_shows_its_own_files(cabinet: Cabinet) -> None:
    file = cabinet.add(DRAFT)["id"]
    change = {"id": DRAFT, "attributes": {"description": {"1033": shown(DRAFT, file)}}}
    cabinet.answer("POST", DETAIL, {"elements": [change]})

    (copy,) = cabinet.answer("POST", f"{element(DRAFT)}/copy")["elements"]

    assert f"/elements/{copy['id']}/files/{file}" in copy["attributes"]["description"]["1033"]
    assert DRAFT not in copy["attributes"]["description"]["1033"]
    assert cabinet.download(copy["id"], file).content == PNG
