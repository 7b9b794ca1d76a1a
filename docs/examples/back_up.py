"""Copies a live SQLite database of Facetstore: `python back_up.py DATA TARGET`, both folders."""

import os
import sys
from pathlib import Path

import apsw
import apsw.sqlite_extra


def main() -> None:
    os.umask(0o077)  # a copy is for the eyes of its user alone, like the data
    data, target = (Path(folder) / "facetstore.db" for folder in sys.argv[1:])
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.exists():
        sys.exit(f"{target} is there already.")
    # Both sides go through the checksum VFS, and the copy has room for checksums before its first page is written.
    apsw.sqlite_extra.load(apsw.Connection(":memory:"), "cksumvfs")
    live = apsw.Connection(str(data), flags=apsw.SQLITE_OPEN_READONLY, vfs="cksmvfs")
    copy = apsw.Connection(str(target), vfs="cksmvfs")
    copy.execute(f"PRAGMA page_size = {live.pragma('page_size')}")
    copy.reserve_bytes("main", 8)
    copy.execute("CREATE TABLE made_room (for_checksums)")
    with copy.backup("main", live, "main") as backup:
        backup.step()  # all pages at once: one state of the data, and no one has to wait
    copy.close()
    live.close()


if __name__ == "__main__":
    main()
