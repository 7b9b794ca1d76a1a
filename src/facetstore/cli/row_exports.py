"""`facetstore export --format`: the tables of the star schema as files in a folder, all in one state."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from facetstore.cli.console import say

if TYPE_CHECKING:
    from facetstore.bootstrap.settings import Settings
    from facetstore.usecases.analysis.star_model import Star, StarTable


async def export_rows(
    settings: Settings,
    address: str,
    folder: Path,
    format_: str,
    names: Sequence[str],
    culture: int | None,
    *,
    released: bool,
) -> None:
    """Raises NotFound, InvalidParameter, Conflict, Unavailable."""
    from facetstore.bootstrap.database import opened_storage
    from facetstore.bootstrap.formats import row_formats
    from facetstore.domain.errors import InvalidParameter
    from facetstore.usecases.analysis.exporting import TableExport
    from facetstore.usecases.analysis.row_reading import TableReader
    from facetstore.usecases.analysis.stars import star_of
    from facetstore.usecases.ports.job_runner import IN_PLACE
    from facetstore.usecases.tenancy import Reading, serve, service_caller
    from facetstore.usecases.tenants.tenant_changes import access_tenant

    formats = row_formats()
    if format_ not in formats:
        raise InvalidParameter(f"--format is one of {', '.join(formats)}.")
    formats[format_].check()
    async with opened_storage(settings) as storage:
        tenant = await access_tenant(storage, address)
        served, revisions = serve(tenant), await storage.revisions(tenant.key)
        assert revisions is not None, "the tenant was found"
        reading = Reading(served, service_caller(served), storage, revisions)
        tables = _chosen(star_of(reading, culture, released=released), names)
        _make(folder)
        export = TableExport(TableReader(reading, storage), formats[format_], IN_PLACE, tenant.key)
        found = await export.write_all(tables, folder)
    say(f"Exported {sum(found.values())} rows of {len(found)} tables of {tenant.address}.")


def _chosen(star: Star, names: Sequence[str]) -> Sequence[StarTable]:
    from facetstore.domain.errors import InvalidParameter, nearest

    unknown = next((each for each in names if each not in star.tables), None)
    if unknown is not None:
        raise InvalidParameter(f"There is no table {unknown}.{nearest(unknown, star.tables)}")
    return [star.tables[each] for each in dict.fromkeys(names)] or [*star.tables.values()]


def _make(folder: Path) -> None:
    from facetstore.domain.errors import Conflict

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Conflict(f"{folder} is there already. Name a new folder, or an empty one.")
    folder.mkdir(parents=True, exist_ok=True)
