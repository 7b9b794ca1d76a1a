"""Random $filter expressions about rows that were read, and what they mean for these rows, said once more in plain Python."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from facetstore.domain.values import equality_key, order_key

Row = Mapping[str, Any]
Test = Callable[[Row], bool]
_SIZES: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "gt": lambda cell, value: bool(cell > value),
    "ge": lambda cell, value: bool(cell >= value),
    "lt": lambda cell, value: bool(cell < value),
    "le": lambda cell, value: bool(cell <= value),
}


class Expression(NamedTuple):
    """An expression as text and as a test of a row."""

    text: str
    holds: Test


def expression(random: Random, columns: Mapping[str, str], rows: Sequence[Row], depth: int = 3) -> Expression:
    """A random expression on these columns; most values are those of some row."""
    choice = random.random()
    if depth and choice < 0.25:
        parts = [expression(random, columns, rows, depth - 1) for _ in range(random.randint(2, 3))]
        return Expression(
            " and ".join(f"({each.text})" for each in parts), lambda row: all(p.holds(row) for p in parts)
        )
    if depth and choice < 0.5:
        parts = [expression(random, columns, rows, depth - 1) for _ in range(random.randint(2, 3))]
        return Expression(" or ".join(f"({each.text})" for each in parts), lambda row: any(p.holds(row) for p in parts))
    if depth and choice < 0.65:
        part = expression(random, columns, rows, depth - 1)
        return Expression(f"not({part.text})", lambda row: not part.holds(row))
    column = random.choice(sorted(columns))
    return _condition(random, column, columns[column], [row[column] for row in rows])


def _condition(random: Random, column: str, type_: str, cells: Sequence[Any]) -> Expression:
    cell = random.choice(cells)
    if cell is None or random.random() < 0.1:
        text, wanted = random.choice([(f"{column} eq null", True), (f"null ne {column}", False)])
        return Expression(text, lambda row: (row[column] is None) is wanted)
    if type_ == "Edm.Boolean":
        word = "true" if cell else "false"
        return Expression(f"{column} eq {word}", lambda row: row[column] is cell)
    literal = "'" + cell.replace("'", "''") + "'" if type_ == "Edm.String" else str(cell)
    operator = random.choice(["eq", "ne", "gt", "ge", "lt", "le", "in", "contains", "startswith", "endswith"])
    if operator in ("eq", "ne"):
        is_same = operator == "eq"
        return Expression(
            f"{column} {operator} {literal}", lambda row: (_equal(row[column]) == _equal(cell)) is is_same
        )
    if operator in _SIZES:
        size = _SIZES[operator]
        return Expression(
            f"{column} {operator} {literal}",
            lambda row: row[column] is not None and size(_order(row[column]), _order(cell)),
        )
    if operator == "in" or type_ != "Edm.String":
        return Expression(f"{column} in ({literal})", lambda row: _equal(row[column]) == _equal(cell))
    return _search(random, operator, column, cell)


def _search(random: Random, operator: str, column: str, cell: str) -> Expression:
    start = random.randrange(len(cell))
    part = cell[start : start + random.randint(1, 4)]
    if operator == "startswith":
        part = cell[: random.randint(1, 4)]
    if operator == "endswith":
        part = cell[-random.randint(1, 4) :]
    part = random.choice([part, part.upper(), part.lower()])
    folded = equality_key(part)
    ways: Mapping[str, Callable[[str], bool]] = {
        "contains": lambda text: folded in text,
        "startswith": lambda text: text.startswith(folded),
        "endswith": lambda text: text.endswith(folded),
    }
    quoted = part.replace("'", "''")
    return Expression(
        f"{operator}(tolower({column}),'{quoted}')",
        lambda row: row[column] is not None and ways[operator](equality_key(row[column])),
    )


def _equal(cell: Any) -> Any:
    return equality_key(cell) if isinstance(cell, str) else cell


def _order(cell: Any) -> Any:
    return order_key(equality_key(cell))[:200] if isinstance(cell, str) else cell
