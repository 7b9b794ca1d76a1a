"""The small file beside an SQLite database: shared by workers, and made again when it cannot be read."""

from pathlib import Path
from typing import Final

from facetstore.storage.engines.passing_file import PassingFile

PUT: Final = "INSERT INTO presence VALUES (:tenant, :holder, 'p', 'e', '', 0, 1)"
ALL: Final = "SELECT holder FROM presence ORDER BY holder"


def test_workers_share_the_rows(tmp_path: Path) -> None:
    one, other = (PassingFile(tmp_path / "facetstore.db.passing") for _ in range(2))
    one.fetch(PUT, {"tenant": 1, "holder": "a"})
    other.fetch(PUT, {"tenant": 1, "holder": "b"})
    assert one.fetch(ALL, {}) == [("a",), ("b",)]
    one.close()
    other.close()
    other.close()


def test_a_file_that_cannot_be_read_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "facetstore.db.passing"
    path.write_bytes(b"no database" * 1000)
    file = PassingFile(path)
    assert file.fetch(ALL, {}) == []
    file.close()

    changing = PassingFile(path)
    for number in range(300):
        changing.fetch(PUT, {"tenant": 1, "holder": f"window {number}"})
    changing.close()
    content = bytearray(path.read_bytes())
    content[4096:8192] = bytes(4096)
    path.write_bytes(content)
    healed = PassingFile(path)
    assert healed.fetch(ALL, {}) == []
    assert path.stat().st_mode & 0o077 == 0
    healed.close()
