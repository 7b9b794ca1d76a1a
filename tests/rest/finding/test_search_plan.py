"""A search on PostgreSQL reads the index of letters also behind the second wall."""

from facetstore.domain.access import EDITORS
from facetstore.query.search_text import parse_search_text
from facetstore.storage.access.sight import sight_of
from facetstore.storage.finding.filtering import Values
from facetstore.storage.finding.searching import search_statement
from facetstore.usecases.ports.finding import Sought
from tests.support.api import ACME, Database


def test_letters_are_looked_up_behind_the_second_wall(database: Database) -> None:
    """Tables of tests are so small that PostgreSQL reads them whole, unless other ways are switched off: then it shows what it may use."""
    engine = database.storage.engine
    if engine.dialect.name == "sqlite":
        return
    tenant, values = database.tenant(ACME).key, Values("s")
    text = search_statement(
        engine.dialect,
        tenant,
        sight_of(EDITORS, engine.dialect),
        Sought(parse_search_text("goods receipt"), ("processes",)),
        values,
    )
    given = {**values.bound, "tenant": tenant, "limit": 10, "offset": 0}

    async def plan() -> str:
        async with engine.for_tenant(tenant).snapshot() as session:
            for way in ("seqscan", "indexscan", "nestloop"):
                await session.fetch(f"SELECT set_config('enable_{way}', 'off', true)", {})
            return "\n".join(str(row[0]) for row in await session.fetch(f"EXPLAIN {text}", given))

    assert database.run(plan()).count("Bitmap Index Scan on words_letters") == 2
