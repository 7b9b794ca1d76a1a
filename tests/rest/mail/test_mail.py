"""Notices by mail: asked for, confirmed, in the language of the person, only what may be seen at the moment of sending, and ended by one click."""

import time

import pytest

from facetstore.domain.errors import InvalidValues
from facetstore.outgoing.smtp_postman import SmtpPostman, render_mail, sender_of
from facetstore.usecases.ports.postman import MailDelayed, OutgoingMail
from tests.rest.editing.archive import HIRING, IDS, OFFERS, PROCESSES, Archive, open_archive
from tests.rest.mail.letters import SENDER, Letters, mail_server
from tests.support.api import Api, Database

HOUR = 3600


def mention(archive: Archive, element: str, *who: str) -> None:
    body = {"text": "Look", "mentions": [IDS[each] for each in who]}
    archive.post(f"{PROCESSES}/{element}/comments", "hanna", body)


def test_mail_is_asked_for_confirmed_sent_and_ended_by_one_click(database: Database) -> None:
    api = Api(database)
    archive = open_archive(api, database)
    with mail_server() as server:
        letters = Letters(archive, database, server)
        assert archive.get("rest/mail", "stan") == {"isOffered": False, "pace": "never", "isConfirmed": False}
        assert archive.status("rest/mail", "stan", "POST", {"pace": "atOnce"}) == 409, "there is no address"
        assert archive.status("rest/mail", "stan", "POST", {"pace": "hourly"}) == 400
        letters.address("stan", "stan@example.com")
        letters.reads_german("stan")
        mention(archive, OFFERS, "stan")
        letters.derive()
        archive.post("rest/mail", "stan", {"pace": "atOnce"})
        (question,) = letters.send()
        assert question["To"] == "stan@example.com"
        assert letters.send() == [], "the address is not confirmed, and what was noticed before is no news"

        link = letters.link(question)
        assert 'method="post"' in letters.open(link)
        assert archive.get("rest/mail", "stan")["isConfirmed"] is False, "a link that is only opened changes nothing"
        done = letters.open(link, "POST")
        assert letters.open("rest/mail/confirm?code=unknown", "POST") == done, "an unknown link looks alike"
        assert archive.get("rest/mail", "stan") == {"isOffered": True, "pace": "atOnce", "isConfirmed": True}

        mention(archive, OFFERS, "stan", "hanna")
        letters.derive()
        (mail,) = letters.send()
        assert mail["Subject"] == "Hanna Example fragt Sie bei „Offers“", "German is what the user reads first"
        assert mail["Auto-Submitted"] == "auto-generated"
        assert mail["Message-ID"].endswith("@example.com>")
        assert f"/{archive.tenant}/elements/processes/{OFFERS}" in mail.get_content()
        assert "Look" not in mail.get_content(), "mail names what there is, and says nothing of it"
        assert letters.send() == []

        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        leave = mail["List-Unsubscribe"].strip("<>").partition("/_api/")[2]
        letters.open(leave)
        assert archive.get("rest/mail", "stan")["pace"] == "atOnce"
        letters.open(leave, "POST")
        assert archive.get("rest/mail", "stan")["pace"] == "never"
        mention(archive, OFFERS, "stan")
        letters.derive()
        assert letters.send() == []
    api.close()


def test_who_may_get_it_is_decided_at_the_moment_of_sending(database: Database) -> None:
    api = Api(database)
    archive = open_archive(api, database)
    with mail_server() as server:
        letters = Letters(archive, database, server)
        for who in ("stan", "piet", "boss"):
            letters.wants(who)
        mention(archive, HIRING, "stan", "piet", "boss")
        letters.derive()
        server.answer = "451 later"
        assert letters.send() == []
        server.answer = "250 OK"
        archive.permit(IDS["personnel"], {"staff": "full", "boss": "full", "piet": "full"})
        letters.address("piet", "another@example.com")
        assert letters.send() == [], "what was refused for now waits"
        waiting = "UPDATE mail SET next_at = 0 WHERE tenant = :tenant"
        database.run(database.storage.engine.fetch(waiting, {"tenant": database.tenant(archive.tenant).key}))
        assert [each["To"] for each in letters.send()] == ["boss@example.com"]

        mention(archive, OFFERS, "boss")
        letters.derive()
        archive.change("users", "adam", {"id": IDS["boss"], "attributes": {"roleInactive": {"127": True}}})
        assert letters.send() == [], "the user is inactive"
        mention(archive, OFFERS, "stan")
        letters.derive()
        server.answer = "550 no such user"
        assert letters.send() == []
        server.answer = "250 OK"
        database.run(database.storage.engine.fetch(waiting, {"tenant": database.tenant(archive.tenant).key}))
        assert letters.send() == [], "what is refused for ever is given up"
    api.close()


def test_the_mail_of_a_day_is_one_from_seven_on(database: Database) -> None:
    api = Api(database)
    archive = open_archive(api, database)
    now = time.time()
    six, seven = (now - now % 86400 + hour * HOUR for hour in (6.9, 7.1))
    with mail_server() as server:
        letters = Letters(archive, database, server)
        letters.wants("stan", "daily")
        mention(archive, OFFERS, "stan")
        mention(archive, HIRING, "stan")
        letters.derive()
        offset = _offset(archive)
        assert letters.send(clock=lambda: int((six - offset) * 1e9)) == []
        (mail,) = letters.send(clock=lambda: int((seven - offset) * 1e9))
        assert mail["Subject"] == "2 notices"
        mention(archive, OFFERS, "stan")
        letters.derive()
        assert letters.send(clock=lambda: int((seven - offset + HOUR) * 1e9)) == []
        assert len(letters.send(clock=lambda: int((seven - offset + 24 * HOUR) * 1e9))) == 1
    api.close()


def _offset(archive: Archive) -> int:
    """Seconds by which the clock of the tenant is ahead of UTC."""
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from tests.support import company

    ahead = datetime.now(ZoneInfo(company.SETTINGS.time_zone)).utcoffset()
    return 0 if ahead is None else int(ahead.total_seconds())


def test_no_text_begins_another_header() -> None:
    evil = OutgoingMail(
        "1", "a@example.com", "Hi\r\nBcc: all@example.com\x00\u2028x", "Text\r\n.\r\n", "https://x.example/leave"
    )
    sent = render_mail(evil, sender_of(SENDER)).as_bytes()
    head = sent.partition(b"\r\n\r\n")[0]
    assert b"\nBcc" not in head
    assert head.count(b"Subject:") == 1


@pytest.mark.parametrize(
    "address", ["a@b\r\nBcc: c@d", "a b@example.com", "a@example.com, b@example.com", "@x", "a@", "ä@example.com"]
)
def test_mail_goes_to_nothing_but_one_plain_address(database: Database, address: str) -> None:
    api = Api(database)
    archive = open_archive(api, database)
    body = {"elements": [{"id": IDS["stan"], "attributes": {"email": {"127": address}}}]}
    archive.send("POST", "rest/facets/users/views/detail/elements", "adam", body)
    assert archive.status("rest/mail", "stan", "POST", {"pace": "daily"}) == 409
    api.close()


@pytest.mark.parametrize("address", ["http://mail", "smtp://", "smtp://host:x", "smtp://a:secret@host/path", "host:25"])
def test_a_wrong_mail_server_is_refused_without_its_password(address: str) -> None:
    with pytest.raises(InvalidValues) as refused:
        SmtpPostman(address, SENDER)
    assert "secret" not in str(refused.value)


def test_a_server_that_is_not_there_lets_mail_wait(database: Database) -> None:
    with mail_server() as server:
        gone = server.address
    with pytest.raises(MailDelayed):
        database.run(SmtpPostman(gone, SENDER).send(OutgoingMail("1", "a@example.com", "x", "x")))
