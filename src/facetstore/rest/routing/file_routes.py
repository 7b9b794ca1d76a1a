"""The endpoint table of files."""

from __future__ import annotations

from typing import Final

from facetstore.domain.callers import Role
from facetstore.rest.operations import files
from facetstore.rest.routing.routes import ELEMENT, Route

_FILES: Final = f"{ELEMENT}/files"
_FILE: Final = f"{_FILES}/{{fileId}}"
_DRY_RUN: Final = frozenset({"dryRun"})

FILES: Final[tuple[Route, ...]] = (
    Route(
        "+", "files-list", (_FILES,), files.list_files, "4.0", Role.VIEWER, "Files", "List the files of an element",
        methods=("GET", "HEAD"),
    ),
    Route(
        "+", "file-upload", (_FILES,), files.upload_file, "4.0", Role.EDITOR, "Files", "Add a file to an element",
        methods=("POST",), parameters=_DRY_RUN | {"name"}, streams=True, writes=True, body="FileContent",
    ),
    Route(
        "+", "file-download", (_FILE,), files.download_file, "4.0", Role.VIEWER, "FileContent", "Download a file",
        methods=("GET", "HEAD"), download=True,
    ),
    Route(
        "+", "file-delete", (_FILE,), files.delete_file, "4.0", Role.EDITOR, "OperationResult",
        "Delete a file from an element", methods=("DELETE",), parameters=_DRY_RUN, writes=True,
    ),
)  # fmt: skip
