"""Derives notices from the history: of comments, releases and tasks, for those whom they concern.

Writes do nothing for it. A worker of any node reads what came since the last time; how far it came is stored with the notices in one
transaction, and every notice has an id made from what it is about. So no notice is lost, and several nodes make none twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from facetstore.domain.tenant import Tenant
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.acknowledging.asking import ASKED
from facetstore.usecases.commenting.changing_threads import ADDED
from facetstore.usecases.lifecycle.task_decisions import Task
from facetstore.usecases.noticing.asked_readers import notices_of_asked
from facetstore.usecases.ports.comment_store import StoredComment
from facetstore.usecases.ports.feed_reads import ChangedVersion, EventRow, Place
from facetstore.usecases.ports.notice_store import HISTORY, StoredNotice
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import serve

MENTION: Final = "mention"
REPLY: Final = "reply"
COMMENT: Final = "comment"
RELEASE: Final = "release"
TASK: Final = "decision"
_CHUNK: Final = 500
_WHOLE_REVISION: Final = 2**31 - 1
_RELEASE: Final = "release."
_LIFECYCLE: Final = (_RELEASE, "task.")


async def derive_notices(storage: Storage, tenant: Tenant) -> int:
    """Store the notices of what happened in a tenant since the last time; returns how many were derived."""
    work, feed = storage.notices(tenant), storage.feed(tenant)
    done, number = await work.progress(HISTORY), 0
    if not await work.concerns_anyone():
        await work.store(HISTORY, done, tenant.revision, ())
        return 0
    place: Place = (done, _WHOLE_REVISION)
    while done < tenant.revision:
        rows = await feed.rows_after(place, tenant.revision, _CHUNK)
        is_last = len(rows) < _CHUNK
        notices = await _notices_of(storage, tenant, rows)
        # The rest of a revision may come with the next rows.
        after = tenant.revision if is_last else max(done, rows[-1].revision - 1)
        if not await work.store(HISTORY, done, after, notices):
            return number
        number, done = number + len(notices), after
        if not is_last:
            place = rows[-1].place
    return number


async def _notices_of(storage: Storage, tenant: Tenant, rows: Sequence[EventRow]) -> Sequence[StoredNotice]:
    """The notices of some rows. The number of statements does not depend on how many they are."""
    wanted = [each for each in rows if each.kind in (ADDED, ASKED) or each.kind.startswith(_LIFECYCLE)]
    if not wanted:
        return ()
    metamodel = serve(tenant).metamodel
    changed = await storage.feed(tenant).changed(wanted)
    happened = _Happened(metamodel, wanted, changed)
    threads = {change.details["thread"] for row in wanted if (change := changed.get(row.place)) and row.kind == ADDED}
    comments = await storage.notices(tenant).comments.of_threads(threads) if threads else ()
    versions = {each.version for each in wanted if each.version is not None}
    tasks = [each for each in await storage.tasks(tenant).of_versions(versions) if each.is_open] if versions else []
    groups = {str(each.assignee) for each in tasks if each.assignee is not None}
    work = storage.notices(tenant)
    members = await work.members(groups, metamodel.roles.groups) if groups else ()
    followed = {row.element for row in wanted if row.kind == ADDED} | {row.element for row in happened.releases()}
    followers = defaultdict[str, list[str]](list)
    for element, person in await work.followers(followed) if followed else ():
        followers[element].append(person)
    found = [
        *happened.of_comments(comments, followers),
        *happened.of_releases(followers),
        *happened.of_tasks(tasks, members),
    ]
    reading = {each.element for each in wanted if each.kind == ASKED or each.kind.startswith(_RELEASE)}
    if reading:
        found += await notices_of_asked(storage, tenant, wanted[-1].at, reading)
    # One notice of one thing for each person: the first says most.
    first: dict[tuple[str, str], StoredNotice] = {}
    for each in found:
        first.setdefault((each.person, each.id), each)
    return list(first.values())


@dataclass(frozen=True)
class _Happened:
    """Rows of the history, and what they changed."""

    metamodel: Metamodel
    rows: Sequence[EventRow]
    changed: Mapping[Place, ChangedVersion]

    def of_comments(
        self, comments: Sequence[StoredComment], followers: Mapping[str, Collection[str]]
    ) -> Sequence[StoredNotice]:
        """To whom a comment is addressed, who took part in its thread, and who follows the element."""
        by_id, found = {each.id: each for each in comments}, list[StoredNotice]()
        for row in self.rows:
            change = self.changed.get(row.place)
            comment = by_id.get(change.details.get("comment", "")) if change is not None else None
            if row.kind != ADDED or comment is None:
                continue
            first = by_id.get(comment.thread, comment)
            took_part = {each.author for each in comments if each.thread == comment.thread and not comment.begins}
            for kind, persons in (
                (MENTION, comment.mentions),
                (REPLY, sorted(took_part)),
                (COMMENT, followers.get(comment.element, ())),
            ):
                found += [
                    self._notice(row, person, f"comment:{comment.id}", kind, comment.version, public=first.public)
                    for person in persons
                    if person != comment.author
                ]
        return found

    def releases(self) -> Sequence[EventRow]:
        """The rows by which a version was released."""
        return [each for each in self.rows if self._is_release(self.changed.get(each.place))]

    def of_releases(self, followers: Mapping[str, Collection[str]]) -> Sequence[StoredNotice]:
        return [
            self._notice(row, person, f"release:{row.version}:{row.revision}", RELEASE, row.version)
            for row in self.releases()
            for person in followers.get(row.element, ())
            if person != row.actor
        ]

    def of_tasks(self, tasks: Sequence[Task], members: Sequence[tuple[str, str]]) -> Sequence[StoredNotice]:
        """For the assignee of each open task; of a group, for its members."""
        rows = {each.version: each for each in self.rows if each.version is not None}
        in_group = defaultdict[str, list[str]](list)
        for group, user in members:
            in_group[group].append(user)
        return [
            self._notice(rows[task.version], person, f"task:{task.id}", TASK, task.version, task.kind, public=False)
            for task in tasks
            if task.assignee is not None
            for person in in_group.get(task.assignee, [str(task.assignee)])
            if person != rows[task.version].actor
        ]

    def _is_release(self, change: ChangedVersion | None) -> bool:
        if change is None or change.after is None:
            return False
        return self._released(change.after.type, change.after.state) and not (
            change.before is not None and self._released(change.before.type, change.before.state)
        )

    def _released(self, type_: str, state: str | None) -> bool:
        found = self.metamodel.state_of.get((type_, state))
        return found is not None and found.released

    def _notice(
        self,
        row: EventRow,
        person: str,
        id_: str,
        kind: str,
        version: str | None,
        detail: str = "",
        *,
        public: bool = True,
    ) -> StoredNotice:
        return StoredNotice(person, id_, kind, row.element, version, row.actor, detail, public, row.at)
