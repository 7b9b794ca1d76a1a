"""What happens to files in any order, and a model that knows which contents must still be there."""

from dataclasses import dataclass, field
from random import Random
from typing import Final

from tests.rest.files.cabinet import Cabinet
from tests.support.api import element

CHUNK: Final = 256 << 10
CONTENTS: Final = (
    b"a",
    b"the same in many files",
    b"x" * CHUNK,
    b"y" * (CHUNK + 1),
    *(b"content %d" % number for number in range(12)),
)
TABLES: Final = ("file_content", "file_chunk")


@dataclass
class Kept:
    """A version and the contents of its files by their ids."""

    id: str
    files: dict[str, bytes] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    released: bool = False


@dataclass
class Sequences:
    """Random changes of a tenant, each followed by the model."""

    cabinet: Cabinet
    random: Random
    elements: dict[str, list[Kept]] = field(default_factory=dict)
    trash: dict[str, tuple[str, list[Kept], bool]] = field(default_factory=dict)
    """By the id of the deletion: the element, its versions, and whether it was deleted as a whole."""

    def run(self, steps: int) -> None:
        self.create()
        actions = (self.upload, self.upload, self.upload, self.use, self.version, self.remove, self.drop, self.restore)
        for _ in range(steps):
            self.random.choice((*actions, self.collect))()
        self.collect()
        self.check()

    def create(self) -> None:
        made = self.cabinet.create(f"Process {len(self.elements)}")
        self.elements[made["id"]] = [Kept(made["versionId"])]

    def draft(self) -> tuple[str, Kept] | None:
        """A draft of any element, if there is one."""
        found = [(id_, versions[-1]) for id_, versions in self.elements.items() if not versions[-1].released]
        return self.random.choice(found) if found else None

    def upload(self) -> None:
        if (found := self.draft()) is None:
            return self.create()
        content = self.random.choice(CONTENTS)
        file = self.cabinet.add(found[1].id, "any.bin", content)
        found[1].files[file["id"]] = content
        return None

    def use(self) -> None:
        """Let an attribute refer to some of the files, and to no others."""
        if (found := self.draft()) is None:
            return
        _, draft = found
        draft.used = {each for each in draft.files if self.random.random() < 0.4}
        links = [{"address": each} for each in sorted(draft.used)]
        self.cabinet.update({"id": draft.id, "attributes": {"workshopImages": {"127": links} if links else None}})

    def version(self) -> None:
        """Release a draft and begin the next version."""
        if (found := self.draft()) is None:
            return
        id_, draft = found
        self.cabinet.release(draft.id)
        draft.released = True
        self.elements[id_].append(Kept(self.cabinet.new_version(id_), dict(draft.files), set(draft.used)))

    def remove(self) -> None:
        """Delete a file: released versions and attributes keep theirs."""
        versions = [each for found in self.elements.values() for each in found if each.files]
        if not versions:
            return
        version = self.random.choice(versions)
        file = self.random.choice(sorted(version.files))
        refused = version.released or file in version.used
        self.cabinet.remove(version.id, file, status=409 if refused else 200)
        if not refused:
            del version.files[file]

    def drop(self) -> None:
        """Delete a draft or a whole element."""
        if not self.elements:
            return
        id_ = self.random.choice(sorted(self.elements))
        versions = self.elements[id_]
        known = set(self.trash)
        is_draft = len(versions) > 1 and not versions[-1].released and self.random.random() < 0.5
        self.cabinet.delete(versions[-1].id if is_draft else id_, "?force=true")
        (deletion,) = {each["id"] for each in self.cabinet.trash()} - known
        gone = [versions.pop()] if is_draft else self.elements.pop(id_)
        self.trash[deletion] = (id_, gone, not is_draft)

    def restore(self) -> None:
        if not self.trash:
            return
        deletion = self.random.choice(sorted(self.trash))
        id_, versions, is_whole = self.trash[deletion]
        there = self.elements.get(id_)
        possible = there is None if is_whole else there is not None and there[-1].released
        self.cabinet.answer("POST", f"rest/trash/{deletion}/restore", status=200 if possible else 409)
        if possible:
            del self.trash[deletion]
            self.elements[id_] = [*(there or []), *versions]

    def collect(self) -> None:
        self.cabinet.collect()

    def check(self) -> None:
        """Every file is there, whole; no content is there that no file needs."""
        for versions in self.elements.values():
            for version in versions:
                listed = {each["id"]: each["sha256"] for each in self.cabinet.files(version.id)}
                assert listed.keys() == version.files.keys()
                for file, content in version.files.items():
                    assert self.cabinet.download(version.id, file).content == content
        trashed = [version for _, versions, _ in self.trash.values() for version in versions]
        live = [version for versions in self.elements.values() for version in versions]
        needed = {content for version in (*live, *trashed) for content in version.files.values()}
        chunks = sum(-(-len(each) // CHUNK) for each in needed)
        assert [self.cabinet.rows(table) for table in TABLES] == [len(needed), chunks]

    def links(self, version: Kept) -> list[str]:
        found = self.cabinet.read(element(version.id))["elements"][0]["attributes"].get("workshopImages", {})
        return [each["address"] for each in found.get("127", [])]
