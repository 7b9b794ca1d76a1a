"""The endpoint table of imports and of exported tables."""

from __future__ import annotations

from typing import Final

from facetstore.domain.callers import Role
from facetstore.rest.operations import exported_tables, imports
from facetstore.rest.routing.routes import READ, Route

IMPORTS: Final = "Imports"
TABLE: Final = "Table"
_DRY_RUN: Final = frozenset({"dryRun"})
_POST: Final = ("POST",)
_ALL: Final = "rest/imports"
_ONE: Final = f"{_ALL}/{{importId}}"

TABLES: Final[tuple[Route, ...]] = (
    Route(
        "+", "table-get", ("rest/facets/{facetId}/views/{viewId}/table",), exported_tables.export_table, "4.0", Role.VIEWER, TABLE,
        "Export a list as a table", frozenset({"$select", "$filter", "$orderby", "$culture"}), READ,
        parameters=frozenset({"format", "sheet", "bom"}), media=tuple(exported_tables.MEDIA),
    ),
    Route(
        "+", "imports-list", (_ALL,), imports.list_imports, "4.0", Role.EDITOR, IMPORTS, "List your imports",
        methods=("GET", "HEAD"),
    ),
    Route(
        "+", "import-create", (_ALL,), imports.create_import, "4.0", Role.EDITOR, IMPORTS, "Plan the import of a file",
        methods=_POST, parameters=_DRY_RUN | {"facet", "format", "type", "match"}, streams=True, writes=True,
        body="ImportFile",
    ),
    Route(
        "+", "import-get", (_ONE,), imports.get_import, "4.0", Role.EDITOR, IMPORTS, "Show an import", methods=READ,
    ),
    Route(
        "+", "import-delete", (_ONE,), imports.delete_import, "4.0", Role.EDITOR, IMPORTS, "Delete an import",
        methods=("DELETE",), parameters=_DRY_RUN, writes=True,
    ),
    Route(
        "+", "import-correct", (f"{_ONE}/settings",), imports.correct_import, "4.0", Role.EDITOR, IMPORTS,
        "Correct the plan of an import", methods=_POST, parameters=_DRY_RUN, writes=True, body="ImportSettings",
    ),
    Route(
        "+", "import-apply", (f"{_ONE}/apply",), imports.apply, "4.0", Role.EDITOR, IMPORTS, "Apply an import",
        methods=_POST, parameters=_DRY_RUN, writes=True,
    ),
    Route(
        "+", "import-undo", (f"{_ONE}/undo",), imports.undo, "4.0", Role.EDITOR, IMPORTS, "Undo an import",
        methods=_POST, parameters=_DRY_RUN, writes=True, body="ImportUndoBody", optional_body=True,
    ),
)  # fmt: skip
