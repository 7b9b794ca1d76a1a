"""The endpoint table of writes: changing elements, moving them through their lifecycle, and deleting them."""

from __future__ import annotations

from typing import Final

from facetstore.domain.callers import Role
from facetstore.rest.operations import (
    administration,
    diagrams,
    files,
    history,
    live_page,
    locking,
    openid,
    persons,
    preferences,
    release,
    removal,
    restore_undo,
    session,
    tasks,
    tokens,
    translations,
    updates,
    user_pictures,
)
from facetstore.rest.routing.access_routes import ACCESS
from facetstore.rest.routing.acknowledgement_routes import ACKNOWLEDGEMENTS
from facetstore.rest.routing.group_routes import GROUPS
from facetstore.rest.routing.import_routes import TABLES
from facetstore.rest.routing.interchange_routes import INTERCHANGE
from facetstore.rest.routing.mail_routes import MAIL
from facetstore.rest.routing.notice_routes import COMMENTS, NOTICES
from facetstore.rest.routing.proposal_routes import OF_AGENTS
from facetstore.rest.routing.review_routes import REVIEWS
from facetstore.rest.routing.routes import ELEMENT, ELEMENTS, MOVED, PUBLIC, READ, WITH_BODY, Route
from facetstore.rest.routing.webhook_routes import OUTGOING
from facetstore.rest.routing.wide_routes import WIDE
from facetstore.usecases.lifecycle.steps import LEAST_ROLE

_DRY_RUN: Final = frozenset({"dryRun"})
_BY_SCRIPT: Final = frozenset({"dryRun", "format", "culture", "create", "draw", "detailed"})
_PAGES: Final = frozenset({"$page", "$pageSize"})
_POOLS: Final = ("rest/maintain", "rest/maintain/{poolId}")
_POST: Final = ("POST",)
_PREFERENCE: Final = "rest/preferences/{kind}/{key}"
_TOKENS: Final = "rest/tokens"
_FILES: Final = f"{ELEMENT}/files"
_FILE: Final = f"{_FILES}/{{fileId}}"

TOKENS: Final[tuple[Route, ...]] = (
    Route(
        "+", "tokens-list", (_TOKENS,), tokens.get_tokens, "4.0", Role.VIEWER, "Tokens", "List the tokens",
        _PAGES, READ,
    ),
    Route(
        "+", "token-create", (_TOKENS,), tokens.create_token, "4.0", Role.ADMINISTRATOR, "Tokens", "Create a token",
        methods=(WITH_BODY,), parameters=_DRY_RUN, writes=True, body="TokenBody",
    ),
    Route(
        "+", "token-rotate", (f"{_TOKENS}/{{tokenId}}/rotate",), tokens.rotate_token, "4.0", Role.ADMINISTRATOR, "Tokens",
        "Replace the secret of a token", methods=_POST, parameters=_DRY_RUN, writes=True, body="RotateBody",
        optional_body=True,
    ),
    Route(
        "+", "token-revoke", (f"{_TOKENS}/{{tokenId}}/revoke",), tokens.revoke_token, "4.0", Role.ADMINISTRATOR, "Tokens",
        "Revoke a token", methods=_POST, parameters=_DRY_RUN, writes=True,
    ),
)  # fmt: skip

FILES: Final[tuple[Route, ...]] = (
    Route(
        "+", "files-list", (_FILES,), files.list_files, "4.0", Role.VIEWER, "Files", "List the files of an element",
        methods=("GET", "HEAD"),
    ),
    Route(
        "+", "file-upload", (_FILES,), files.upload_file, "4.0", Role.EDITOR, "Files", "Add a file to an element",
        methods=_POST, parameters=_DRY_RUN | {"name"}, streams=True, writes=True, body="FileContent",
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

PREFERENCES: Final[tuple[Route, ...]] = (
    Route(
        "+", "preferences-list", ("rest/preferences",), preferences.list_preferences, "4.0", Role.VIEWER, "Preferences",
        "List what is remembered for you", methods=READ, parameters=frozenset({"kind"}),
    ),
    Route(
        "+", "preference-set", (_PREFERENCE,), preferences.set_preference, "4.0", Role.VIEWER, "Preferences",
        "Remember something", methods=_POST, parameters=_DRY_RUN | {"shared"}, writes=True, body="PreferenceBody",
    ),
    Route(
        "+", "preference-delete", (_PREFERENCE,), preferences.delete_preference, "4.0", Role.VIEWER, "Preferences",
        "Forget something", methods=("DELETE",), parameters=_DRY_RUN | {"shared"}, writes=True,
    ),
)  # fmt: skip

_OWN_PICTURE: Final = "rest/me/picture"
_PICTURE: Final = "rest/users/{userId}/picture"

PICTURES: Final[tuple[Route, ...]] = (
    Route(
        "+", "pictures-list", ("rest/users/pictures",), user_pictures.list_pictures, "4.0", Role.VIEWER, "Pictures",
        "List which users have a picture", methods=READ,
    ),
    Route(
        "+", "picture-get", (_PICTURE,), user_pictures.get_picture, "4.0", Role.VIEWER, "FileContent",
        "Show the picture of a user", methods=("GET", "HEAD"), download=True,
    ),
    Route(
        "+", "picture-set", (_OWN_PICTURE,), user_pictures.set_picture, "4.0", Role.VIEWER, "Pictures", "Set your picture",
        methods=_POST, parameters=_DRY_RUN, streams=True, writes=True, body="PictureContent",
    ),
    Route(
        "+", "own-picture-delete", (_OWN_PICTURE,), user_pictures.delete_own_picture, "4.0", Role.VIEWER, "Pictures",
        "Delete your picture", methods=("DELETE",), parameters=_DRY_RUN, writes=True,
    ),
    Route(
        "+", "picture-delete", (_PICTURE,), user_pictures.delete_picture, "4.0", Role.ADMINISTRATOR, "Pictures",
        "Delete the picture of a user", methods=("DELETE",), parameters=_DRY_RUN, writes=True,
    ),
)  # fmt: skip

PERSONS: Final[tuple[Route, ...]] = (
    Route(
        "+", "own-data-get", ("rest/me/data",), persons.export_own, "4.0", Role.VIEWER, "PersonalData",
        "Export what is stored about you", methods=("GET", "HEAD"),
    ),
    Route(
        "+", "person-data-get", ("rest/users/{userId}/data",), persons.export_person, "4.0", Role.ADMINISTRATOR,
        "PersonalData", "Export what is stored about a user", methods=("GET", "HEAD"),
    ),
    Route(
        "+", "person-erase", ("rest/users/{userId}/erase",), persons.erase, "4.0", Role.ADMINISTRATOR, "ErasedPersons",
        "Erase the personal data of a user", methods=_POST, parameters=_DRY_RUN, writes=True, body="EraseBody",
    ),
)  # fmt: skip

WRITES: Final[tuple[Route, ...]] = (
    Route(
        "5", "elements-update", (ELEMENTS,), updates.update_elements, "4.0", Role.EDITOR, "Elements",
        "Change and create elements", methods=(WITH_BODY,), parameters=_DRY_RUN, writes=True, body="ElementsBody",
    ),
    Route(
        "11", "content-create", (f"{ELEMENT}/content",), diagrams.create_content, "3.0", Role.EDITOR, "ContentIds",
        "Change the diagram of an element", methods=(WITH_BODY,), parameters=_BY_SCRIPT, writes=True, body="ContentBody",
    ),
    Route(
        "18", "transition-apply",
        (
            "release/{elementId}/transitions/{transitionId}", "rest/release/{elementId}/transitions/{transitionId}",
            "release/{elementId}/transitions/{transitionId}/{ignoreWarnings}",
            "rest/release/{elementId}/transitions/{transitionId}/{ignoreWarnings}",
        ),
        release.apply_transition, "4.0", Role.VIEWER, "Elements", "Take a step of the release lifecycle",
        methods=_POST, parameters=_DRY_RUN | {"ignoreWarnings"}, writes=True, body="GivenAlong", optional_body=True,
    ),
    Route(
        "19", "version-create", ("release/{elementId}/createversion", "rest/release/{elementId}/createversion"),
        release.create_version, "4.0", Role.EDITOR, "Elements", "Create a new version of an element",
        methods=_POST, parameters=_DRY_RUN, writes=True,
    ),
    Route(
        "+", "element-delete", (f"{ELEMENT}/delete",), removal.delete_element, "2.0", Role.EDITOR, "OperationResult",
        "Delete an element or a draft", methods=_POST, parameters=_DRY_RUN | {"force"}, writes=True,
    ),
    Route(
        "+", "element-remove", (ELEMENT,), removal.delete_element, "4.0", Role.EDITOR, "OperationResult",
        "Delete an element or a draft", methods=("DELETE",), parameters=_DRY_RUN | {"force"}, writes=True,
    ),
    Route(
        "+", "element-move", (f"{ELEMENT}/move",), removal.move_element, "4.0", Role.EDITOR, "Elements",
        "Move an element below another one", methods=_POST, parameters=_DRY_RUN, writes=True, body="MoveBody",
    ),
    Route(
        "+", "element-copy", (f"{ELEMENT}/copy",), removal.copy_element, "4.0", Role.EDITOR, "Elements",
        "Copy an element", methods=_POST, parameters=_DRY_RUN, writes=True, body="CopyBody", optional_body=True,
    ),
    Route(
        "+", "element-lock", (f"{ELEMENT}/lock",), locking.lock_element, "4.0", Role.EDITOR, "EditLocks",
        "Lock an element for editing", methods=_POST, parameters=_DRY_RUN | {"takeOver"}, writes=True,
    ),
    Route(
        "+", "element-unlock", (f"{ELEMENT}/unlock",), locking.unlock_element, "4.0", Role.EDITOR, "EditLocks",
        "Unlock an element", methods=_POST, parameters=_DRY_RUN, writes=True,
    ),
    Route(
        "+", "translations-confirm", (f"{ELEMENT}/translations/confirm",), translations.confirm_translations, "4.0",
        Role.EDITOR, "Elements", "Confirm translations that are still right", methods=_POST, parameters=_DRY_RUN,
        writes=True, body="ConfirmBody",
    ),
    Route(
        "+", "history-list", (f"{ELEMENT}/history",), history.list_history, "4.0", Role.EDITOR, "History",
        "List who changed what, when and why", _PAGES, READ,
    ),
    Route(
        "+", "version-difference", (f"{ELEMENT}/diff",), history.get_difference, "4.0", Role.VIEWER, "Differences",
        "Compare two versions of an element", methods=READ, parameters=frozenset({"from", "to"}),
    ),
    *WIDE,
    Route(
        "+", "element-restore", (f"{ELEMENT}/restore",), restore_undo.restore_element, "4.0", Role.EDITOR, "Restored",
        "Bring back what an element was, as a draft", methods=_POST, parameters=_DRY_RUN, writes=True, body="RestoreBody",
    ),
    Route(
        "+", "element-undo", (f"{ELEMENT}/undo",), restore_undo.undo_change, "4.0", Role.EDITOR, "Restored",
        "Undo your last change of an element", methods=_POST, parameters=_DRY_RUN, writes=True, body="UndoBody",
        optional_body=True,
    ),
    Route(
        "+", "trash-list", ("rest/trash",), removal.list_trash, "4.0", Role.ADMINISTRATOR, "Trash",
        "List what was deleted", _PAGES, READ,
    ),
    Route(
        "+", "trash-restore", ("rest/trash/{deletionId}/restore",), removal.restore_element, "4.0", Role.ADMINISTRATOR,
        "Restored", "Restore what was deleted", methods=_POST, parameters=_DRY_RUN, writes=True,
    ),
    Route(
        "+", "permission-set-get", ("rest/permissions/permissionsets/{permissionSetId}",),
        administration.get_permission_set, "1.0", Role.ADMINISTRATOR, "PermissionSet",
        "List who holds a permission set", methods=READ,
    ),
    Route(
        "+", "pools-list", _POOLS, administration.list_pools, "4.0", Role.ADMINISTRATOR, "Maintained",
        "Show whether the database can be read", methods=("GET", "HEAD"),
    ),
    Route(
        "+", "maintain", _POOLS, administration.maintain, "4.0", Role.ADMINISTRATOR, "Maintained",
        "Maintain the database", methods=_POST, writes=True,
    ),
    Route(
        "+", "tasks-list", ("rest/tasks",), tasks.list_tasks, "4.0", Role.VIEWER, "Tasks", "List your tasks",
        _PAGES, READ, frozenset({"state", "kind", "element", "order"}),
    ),
    Route(
        "+", "task-get", ("rest/tasks/{taskId}",), tasks.get_task, "4.0", Role.VIEWER, "Tasks", "Read a task",
        methods=READ,
    ),
    Route(
        "+", "task-accept", ("rest/tasks/{taskId}/accept",), tasks.accept_task, "4.0", LEAST_ROLE, "Tasks",
        "Accept a task", methods=_POST, parameters=_DRY_RUN | {"ignoreWarnings"}, writes=True,
    ),
    Route(
        "+", "task-decline", ("rest/tasks/{taskId}/decline",), tasks.decline_task, "4.0", LEAST_ROLE, "Tasks",
        "Decline a task, with a reason", methods=_POST, parameters=_DRY_RUN, writes=True, body="GivenAlong",
    ),
    Route(
        "+", "task-delegate", ("rest/tasks/{taskId}/delegate",), tasks.delegate_task, "4.0", LEAST_ROLE, "Tasks",
        "Delegate a task to another user", methods=_POST, parameters=_DRY_RUN, writes=True, body="DelegateBody",
    ),
    Route(
        "+", "session-get", ("rest/session",), session.get_session, "4.0", PUBLIC, "Session",
        "Show whether you are signed in", methods=("GET", "HEAD"),
    ),
    Route(
        "+", "session-open", ("rest/session",), session.open_session, "4.0", PUBLIC, "Session", "Sign in",
        methods=_POST, writes=True, body="SignInBody",
    ),
    Route(
        "+", "session-end", ("rest/session",), session.end_session, "4.0", PUBLIC, "Session", "Sign out",
        methods=("DELETE",), writes=True,
    ),
    Route(
        "+", "password-change", ("rest/session/password",), session.change_password, "4.0", Role.VIEWER, "Session",
        "Change your password", methods=_POST, writes=True, body="PasswordBody",
    ),
    Route(
        "+", "password-recover", ("rest/session/recovery",), session.recover_password, "4.0", PUBLIC, "AskedForLink",
        "Ask for a link to choose a new password, by mail", methods=_POST, writes=True, body="RecoveryBody",
    ),
    Route(
        "+", "user-link", ("rest/users/{userId}/link",), session.make_link, "4.0", Role.ADMINISTRATOR, "SignInLinks",
        "Create a link that signs in a user once", methods=_POST, parameters=_DRY_RUN, writes=True, body="LinkBody",
        optional_body=True,
    ),
    Route(
        "+", "openid-begin", (openid.ADDRESS,), openid.go, "4.0", PUBLIC, MOVED,
        "Go to the provider to sign in", methods=("GET",), parameters=frozenset({"return"}),
    ),
    Route(
        "+", "openid-finish", (openid.CALLBACK,), openid.come_back, "4.0", PUBLIC, MOVED,
        "Return from the provider", methods=("GET",),
    ),
    *ACCESS,
    *TOKENS,
    *FILES,
    *PREFERENCES,
    *PICTURES,
    *PERSONS,
    *TABLES,
    *COMMENTS,
    *NOTICES,
    *ACKNOWLEDGEMENTS,
    *REVIEWS,
    Route(
        "+", "presence-set", ("rest/presence",), live_page.be_at, "4.0", Role.EDITOR, "PresentUsers",
        "Say which element is open", methods=_POST, writes=True, body="PresenceBody",
    ),
    *MAIL,
    *INTERCHANGE,
    *GROUPS,
    *OUTGOING,
    *OF_AGENTS,
)  # fmt: skip
