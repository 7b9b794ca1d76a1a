"""The endpoint table of comments, notices and subscriptions."""

from __future__ import annotations

from typing import Final

from facetstore.domain.callers import Role
from facetstore.rest.operations import comments, noticing
from facetstore.rest.routing.routes import ELEMENT, Route

_DRY_RUN: Final = frozenset({"dryRun"})
_GET: Final = ("GET", "HEAD")
_POST: Final = ("POST",)
_OWN: Final = "rest/subscriptions"
_ONE: Final = f"{_OWN}/{{elementId}}"
_GROUP: Final = "v1/subscriptions"
_ONE_OF_GROUP: Final = f"{_GROUP}/{{elementId}}"

NOTICES: Final[tuple[Route, ...]] = (
    Route(
        "+", "notices-list", ("rest/notices",), noticing.list_notices, "4.0", Role.VIEWER, "Notices",
        "List your notices", methods=_GET, parameters=frozenset({"before"}),
    ),
    Route(
        "+", "notices-read", ("rest/notices/read",), noticing.mark_read, "4.0", Role.VIEWER, "NoticesRead",
        "Mark your notices as read", methods=_POST, parameters=_DRY_RUN, writes=True, body="NoticesReadBody",
        optional_body=True,
    ),
    Route(
        "+", "subscriptions-list", (_OWN, _GROUP), noticing.list_followed, "4.0", Role.VIEWER, "Subscriptions",
        "List what you follow", methods=_GET,
    ),
    Route(
        "+", "subscription-add", (_ONE, _ONE_OF_GROUP), noticing.follow, "4.0", Role.VIEWER, "ChangedSubscriptions",
        "Follow an element", methods=_POST, parameters=_DRY_RUN, writes=True, body="SubscriptionBody", optional_body=True,
    ),
    Route(
        "+", "subscription-drop", (_ONE, _ONE_OF_GROUP), noticing.unfollow, "4.0", Role.VIEWER, "ChangedSubscriptions",
        "Follow an element no more", methods=("DELETE",), parameters=_DRY_RUN, writes=True,
    ),
    Route(
        "+", "subscribers-list", (_ONE_OF_GROUP,), noticing.list_followers, "4.0", Role.EDITOR,
        "Subscribers", "List who follows an element", methods=_GET,
    ),
)  # fmt: skip

_THREADS: Final = "Threads"
_CHANGED: Final = "ChangedComments"
_COMMENTS: Final = f"{ELEMENT}/comments"
_COMMENT: Final = f"{_COMMENTS}/{{commentId}}"

COMMENTS: Final[tuple[Route, ...]] = (
    Route(
        "+", "comments-list", (_COMMENTS,), comments.list_comments, "4.0", Role.VIEWER, _THREADS,
        "List the comments on an element", methods=("GET", "HEAD"),
    ),
    Route(
        "+", "comment-add", (_COMMENTS,), comments.add_comment, "4.0", Role.VIEWER, _CHANGED, "Comment on an element",
        methods=_POST, parameters=_DRY_RUN, writes=True, body="CommentBody",
    ),
    Route(
        "+", "comment-delete", (_COMMENT,), comments.delete_comment, "4.0", Role.VIEWER, _CHANGED, "Delete a comment",
        methods=("DELETE",), parameters=_DRY_RUN, writes=True,
    ),
    Route(
        "+", "thread-resolve", (f"{_COMMENT}/resolve",), comments.resolve_thread, "4.0", Role.VIEWER, _CHANGED,
        "Resolve a thread of comments", methods=_POST, parameters=_DRY_RUN, writes=True,
    ),
    Route(
        "+", "thread-reopen", (f"{_COMMENT}/reopen",), comments.reopen_thread, "4.0", Role.VIEWER, _CHANGED,
        "Open a thread of comments again", methods=_POST, parameters=_DRY_RUN, writes=True,
    ),
)  # fmt: skip
