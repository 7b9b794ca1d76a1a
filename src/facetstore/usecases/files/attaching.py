"""Adding files to a version and deleting them from it: a change of the version like any other, with its checks and history."""

from __future__ import annotations

from typing import Final

from facetstore.domain.element import Version
from facetstore.domain.element_files import MOST_FILES, ElementFile
from facetstore.domain.errors import Conflict, Finding, NotFound
from facetstore.domain.values import parse_guid
from facetstore.usecases.changes.linked_files import attributes_with
from facetstore.usecases.editing.edit_locking import access_in
from facetstore.usecases.ports.file_store import StagedContent
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.writing import Writing, name_of, new_id

ADDED: Final = "file.added"
REMOVED: Final = "file.removed"
NO_FILE: Final = "There is no such file."


async def access_attachable(writing: Writing, facet: str, element_id: str) -> StoredVersion:
    """The version that gets a file. Raises NotFound, Forbidden, Conflict, PreconditionFailed."""
    stored = await access_in(writing, facet, element_id)
    await writing.check_editable([("", stored)])
    if len(stored.version.files) >= MOST_FILES:
        error = f"{name_of(stored.version)} has {MOST_FILES} files, as many as a version may have."
        raise Conflict(error, [Finding(error, "too-many-files", "files")])
    return stored


async def add_file(
    writing: Writing, facet: str, element_id: str, name: str, staged: StagedContent
) -> tuple[str, ElementFile]:
    """Add a file to a version, and return the id of the version and the file. Raises as `access_attachable`, and Unavailable."""
    stored = await access_attachable(writing, facet, element_id)
    await writing.writer.files.keep(staged)
    file = ElementFile(new_id(), name, staged.media_type, staged.size, staged.hash, writing.now)
    version = stored.version
    details = {"file": file.id, "name": name, "sha256": file.hash}
    await writing.store(stored, version._replace(files=(*version.files, file)), ADDED, details=details)
    return version.id, file


async def delete_file(writing: Writing, facet: str, element_id: str, file_id: str) -> None:
    """Delete a file from a version; other versions keep theirs. Raises NotFound, Forbidden, Conflict, PreconditionFailed."""
    stored = await access_in(writing, facet, element_id)
    await writing.check_editable([("", stored)])
    version = stored.version
    file = find_file(version.files, file_id)
    _check_unused(version, file)
    rest = tuple(each for each in version.files if each.id != file.id)
    details = {"file": file.id, "name": file.name, "sha256": file.hash}
    await writing.store(stored, version._replace(files=rest), REMOVED, details=details)


def find_file(files: tuple[ElementFile, ...], file_id: str) -> ElementFile:
    """The file with an id. Raises NotFound."""
    guid = parse_guid(file_id)
    found = next((each for each in files if each.id == guid), None)
    if found is None:
        raise NotFound(NO_FILE)
    return found


def _check_unused(version: Version, file: ElementFile) -> None:
    """Raise Conflict for a file that attributes of the version refer to: their links would lead nowhere."""
    if used := attributes_with(version, file):
        findings = [
            Finding(f"{name} refers to the file {file.name!r}.", "still-used", f"attributes.{name}") for name in used
        ]
        raise Conflict(f"The file cannot be deleted: {findings[0].error} Remove the link first.", findings)
