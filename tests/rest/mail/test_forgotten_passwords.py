"""Forgotten passwords: a link goes to a confirmed address, works once, and nothing shows who has an account."""

from collections.abc import Iterator
from email.message import EmailMessage

import pytest

from tests.rest.editing.archive import Archive, open_archive
from tests.rest.mail.letters import Dying, Letters, mail_server
from tests.support.api import Api, Database
from tests.support.people import Browser, add_person

NEW = "nine bikes in a row"
ASK = "rest/session/recovery"


class Forgetful:
    """People of an archive who can sign in: Berta has confirmed her address, Carl has not."""

    def __init__(self, archive: Archive, letters: Letters) -> None:
        self.archive, self.letters = archive, letters
        self.ids = {login: add_person(letters.database, archive.tenant, login) for login in ("berta", "carl")}
        self.confirm("berta")

    def browser(self) -> Browser:
        return Browser(self.archive.api, self.archive.tenant)

    def confirm(self, login: str) -> None:
        signed_in = self.browser().signed_in(login)
        assert signed_in.send("POST", "rest/mail", {"pace": "atOnce"}).status_code == 200
        (question,) = self.letters.send()
        self.letters.open(self.letters.link(question), "POST")
        assert signed_in.send("POST", "rest/mail", {"pace": "never"}).status_code == 200

    def ask(self, name: object) -> tuple[int, bytes]:
        answer = self.browser().send("POST", ASK, {"name": name})
        return answer.status_code, answer.content

    def choose(self, mail: EmailMessage, password: str = NEW) -> int:
        (secret,) = {word.partition("#new-password=")[2] for word in mail.get_content().split() if "#" in word}
        return self.browser().send("POST", "rest/session", {"link": secret, "newPassword": password}).status_code

    def audit(self, who: str) -> list[str]:
        return [each["kind"] for each in self.archive.get(f"rest/audit?subject={self.ids[who]}", "adam")["values"]]


@pytest.fixture
def forgetful(database: Database) -> Iterator[Forgetful]:
    api = Api(database)
    archive = open_archive(api, database)
    # Attempts are counted by address, and all tests have the same.
    database.run(database.storage.engine.fetch("DELETE FROM sign_in_attempt", {}))
    with mail_server() as server:
        yield Forgetful(archive, Letters(archive, database, server))
    api.close()


def test_a_link_comes_by_mail_works_once_and_replaces_the_password(forgetful: Forgetful) -> None:
    assert forgetful.browser().read("rest/session") == {"signedIn": False, "passwordByMail": True}

    assert forgetful.ask(" Berta ") == (200, b'{"asked":true}')

    (mail,) = forgetful.letters.send()
    assert (mail["To"], mail["Subject"]) == ("berta@example.org", "Choose a new password")
    assert forgetful.browser().signed_in("berta").cookie, "asking changes nothing"
    assert forgetful.choose(mail, "short") == 400
    assert [forgetful.choose(mail), forgetful.choose(mail)] == [200, 401]
    assert forgetful.browser().signed_in("berta", NEW).cookie
    assert forgetful.audit("berta").count("password.forgotten") == 1
    assert forgetful.audit("berta").count("link.made") == 1


def test_an_answer_does_not_show_who_has_an_account_or_an_address(forgetful: Forgetful) -> None:
    answers = [forgetful.ask(name) for name in ("berta", "carl", "no such user", "")]

    assert set(answers) == {(200, b'{"asked":true}')}
    assert [each["To"] for each in forgetful.letters.send()] == ["berta@example.org"]
    elsewhere = Browser(forgetful.archive.api, "demo/unknown").send("POST", ASK, {"name": "berta"})
    assert (elsewhere.status_code, elsewhere.content) == answers[0]
    rows = forgetful.archive.get("rest/audit?kind=password.forgotten", "adam")["values"]
    assert "no such user" not in str(rows), "it may be a password in the wrong field"


def test_an_address_that_another_user_has_set_gets_no_link(forgetful: Forgetful) -> None:
    """Who may edit a user could else take over the account."""
    forgetful.ask("berta")
    changed = {"id": forgetful.ids["berta"], "attributes": {"email": {"127": "adam@example.com"}}}
    forgetful.archive.change("users", "adam", changed)

    assert forgetful.letters.send() == []


def test_an_inactive_user_gets_no_link_and_a_link_ends_with_the_user(forgetful: Forgetful) -> None:
    forgetful.ask("berta")
    (mail,) = forgetful.letters.send()
    forgetful.ask("berta")
    inactive = {"id": forgetful.ids["berta"], "attributes": {"roleInactive": {"127": True}}}
    forgetful.archive.change("users", "adam", inactive)

    assert forgetful.letters.send() == []
    assert forgetful.choose(mail) == 401


def test_three_mails_a_day_and_an_address_that_asks_often_waits(forgetful: Forgetful) -> None:
    assert [forgetful.ask("berta")[0] for _ in range(5)] == [200] * 5
    assert forgetful.ask("berta")[0] == 429
    mails = forgetful.letters.send()
    assert len(mails) == 3, "more would flood the mailbox; all of these are valid for a day"
    assert forgetful.choose(mails[0]) == 200


def test_a_process_that_dies_after_sending_leaves_no_user_without_a_link(forgetful: Forgetful) -> None:
    forgetful.ask("berta")
    with pytest.raises(Dying):
        forgetful.letters.send(dies=True)
    (first,) = forgetful.letters.server.take()
    letters = forgetful.letters
    held = "UPDATE mail SET held_until = 0 WHERE tenant = :tenant"
    key = letters.database.tenant(forgetful.archive.tenant).key
    letters.database.run(letters.database.storage.engine.fetch(held, {"tenant": key}))

    (again,) = letters.send()

    assert again["Message-ID"] == first["Message-ID"]
    assert forgetful.choose(again) == 200


@pytest.mark.one_engine
@pytest.mark.parametrize("body", [{}, {"name": "berta", "password": "x"}, {"name": 1}, "berta"])
def test_other_bodies_are_refused(forgetful: Forgetful, body: object) -> None:
    assert forgetful.browser().send("POST", ASK, body).status_code == 400
