"""Prints how many elements of each type refer to others, and to how many: `python query_star.py FOLDER`."""

import sys

import duckdb

QUERY = """
    SELECT t.typeName, count(DISTINCT r.elementId), count(*)
      FROM read_parquet($folder || '/References.parquet') r
      JOIN read_parquet($folder || '/Types.parquet') t ON t.type = r.type
     GROUP BY t.typeName ORDER BY count(*) DESC LIMIT 5
"""


def main() -> None:
    with duckdb.connect() as database:
        for name, elements, references in database.execute(QUERY, {"folder": sys.argv[1]}).fetchall():
            print(f"{name}: {elements} elements refer to others {references} times")


if __name__ == "__main__":
    main()
