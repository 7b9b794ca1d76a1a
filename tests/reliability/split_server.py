"""The service with a fault that a harness must find: `python -m tests.reliability.split_server serve …`.

Every statement of a write commits by itself. In one process writes still come one after the other, so that nothing is
wrong until it is killed between two statements, or another node writes between them.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from facetstore.cli.main import main
from facetstore.storage.engines import postgres_session
from facetstore.storage.engines.engine import Engine, Session
from facetstore.storage.engines.postgres import PostgresEngine
from facetstore.storage.engines.postgres_tenant import TenantEngine
from facetstore.storage.engines.sqlite import SqliteEngine

_turn = asyncio.Lock()


@asynccontextmanager
async def _split(engine: Engine) -> AsyncIterator[Session]:
    async with _turn, engine.session() as session:
        yield session


def _split_whole(engine: TenantEngine) -> AbstractAsyncContextManager[Session]:
    """As the owner: statements one by one take on no role."""
    return _split(engine.whole)


if __name__ == "__main__":
    for name in ("transaction", "change"):
        for each in (SqliteEngine, PostgresEngine):
            setattr(each, name, _split)
        setattr(TenantEngine, name, _split_whole)
    setattr(postgres_session, "FEW", 0)  # noqa: B010  # none waits to be sent along with others
    main()
