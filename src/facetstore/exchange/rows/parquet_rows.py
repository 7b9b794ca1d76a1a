"""Rows as Parquet: lines of JSON beside the file, which DuckDB turns into columns in a job process."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from facetstore.domain.errors import Unavailable
from facetstore.exchange.rows.text_rows import JsonLines
from facetstore.query.row_tree import ColumnType
from facetstore.usecases.ports.job_runner import Jobs
from facetstore.usecases.ports.row_formats import RowTable

_TYPES: Final = {
    ColumnType.TEXT: "VARCHAR",
    ColumnType.WHOLE: "BIGINT",
    ColumnType.NUMBER: "DOUBLE",
    ColumnType.FLAG: "BOOLEAN",
    ColumnType.DAY: "DATE",
    ColumnType.INSTANT: "TIMESTAMP",
}
_LARGEST_LINE: Final = 64 << 20
_LIMITS: Final = {"threads": "1", "memory_limit": "256MB", "autoinstall_known_extensions": "false"}


class ParquetRows:
    """Columns with their types, compressed. Times are those of UTC."""

    key: Final = "parquet"
    media: Final = "application/vnd.apache.parquet"
    is_packed: Final = True

    def check(self) -> None:
        if find_spec("duckdb") is None:
            raise Unavailable("There is no Parquet here: Facetstore was installed without the extra `parquet`.")

    async def write(self, table: RowTable, target: Path, jobs: Jobs, tenant: int) -> int:
        lines = target.with_suffix(".ndjson")
        number = await JsonLines().write(table, lines, jobs, tenant)
        columns = {name: _TYPES[type_] for name, type_ in table.columns.items()}
        try:
            await jobs.run(tenant, write_parquet, str(lines), str(target), columns)
        finally:
            lines.unlink(missing_ok=True)
        return number


def write_parquet(lines: str, target: str, columns: Mapping[str, str]) -> None:
    """A job: turn a file of JSON lines into a Parquet file."""
    import duckdb

    with duckdb.connect(config=dict(_LIMITS)) as connection:
        rows = connection.read_json(
            lines, columns=dict(columns), format="newline_delimited", maximum_object_size=_LARGEST_LINE
        )
        rows.write_parquet(target, compression="zstd")
