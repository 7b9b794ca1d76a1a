"""Mail through two nodes that die between sending and noting it: none is lost, and a repetition has the same id."""

import asyncio
from contextlib import suppress

from facetstore.usecases.mailing.delivering_mail import send_mail
from tests.rest.editing.archive import IDS, OFFERS, PROCESSES, open_archive
from tests.rest.mail.letters import Dying, Letters, mail_server
from tests.support.api import Api, Database
from tests.support.proof import record, scaled

_EXPIRE = "UPDATE mail SET held_until = 0 WHERE tenant = :tenant AND state = 'waiting'"


def test_mail_is_sent_at_least_once_and_at_most_once_more_for_each_kill(database: Database) -> None:
    kills, api = scaled(200), Api(database)
    archive = open_archive(api, database)
    with mail_server() as server:
        letters = Letters(archive, database, server)
        letters.wants("stan")
        tenant = database.tenant(archive.tenant)
        for number in range(kills):
            body = {"text": f"Number {number}", "mentions": [IDS["stan"]]}
            archive.post(f"{PROCESSES}/{OFFERS}/comments", "hanna", body)
            letters.derive()
            with suppress(Dying):
                database.run(send_mail(letters.office(f"dead {number}", dies=True), tenant))

        async def both() -> None:
            await asyncio.gather(*(send_mail(letters.office(f"alive {number}"), tenant) for number in range(2)))

        database.run(both())
        held = [each["Message-ID"] for each in server.got]
        assert len(held) == len(set(held)) == kills, "the living leave alone what a process holds"
        database.run(database.storage.engine.fetch(_EXPIRE, {"tenant": tenant.key}))
        for _ in range(3):  # a node finds nothing where another has just taken what it had chosen
            database.run(both())

        ids = [each["Message-ID"] for each in server.take()]
        assert set(ids) == set(held)
        assert len(ids) == 2 * kills, "one repetition for each kill"
        texts = archive.get("rest/notices", "stan")["values"]
        assert len(texts) == min(kills, 200)
    record("mail after kills", kills, "0 lost, one repetition each with the same Message-ID", engine=database.engine)
    api.close()
