"""The answers of a copy survive a crash, and belong to one server and one process."""

from pathlib import Path

import pytest

from facetstore.domain.errors import Conflict
from facetstore.exchange.pull.answer_log import AnswerLog
from facetstore.exchange.pull.remote import RemoteAnswer, RemoteOutcome

GIVEN = RemoteAnswer(RemoteOutcome.GIVEN, {"elements": ["ä", 1]})


def test_an_answer_is_there_after_the_file_was_opened_again(tmp_path: Path) -> None:
    with AnswerLog(tmp_path / "log", "https://there") as log:
        log.put("one", GIVEN)
        log.put("two", RemoteAnswer(RemoteOutcome.NOT_THERE, None))

    with AnswerLog(tmp_path / "log", "https://there") as log:
        assert (log.get("one"), log.get("two"), log.get("three")) == (
            GIVEN,
            RemoteAnswer(RemoteOutcome.NOT_THERE, None),
            None,
        )


@pytest.mark.parametrize("cut", [1, 5, 30])
def test_a_torn_last_line_is_asked_again_and_those_before_it_stay(tmp_path: Path, cut: int) -> None:
    with AnswerLog(tmp_path / "log", "https://there") as log:
        log.put("one", GIVEN)
        log.put("two", GIVEN)
    whole = (tmp_path / "log").read_bytes()
    (tmp_path / "log").write_bytes(whole[:-cut])

    with AnswerLog(tmp_path / "log", "https://there") as log:
        assert (log.get("one"), log.get("two")) == (GIVEN, None)
        log.put("two", GIVEN)

    assert (tmp_path / "log").read_bytes() == whole


def test_the_first_line_may_be_torn_as_well(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b'{"facetstore":"pu')

    with AnswerLog(tmp_path / "log", "https://there") as log:
        assert len(log) == 0


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b"Dear diary")

    with pytest.raises(Conflict, match="not a file of a copy"):
        AnswerLog(tmp_path / "log", "https://there")

    assert (tmp_path / "log").read_bytes() == b"Dear diary"


def test_the_answers_of_another_server_are_not_taken(tmp_path: Path) -> None:
    AnswerLog(tmp_path / "log", "https://there").__exit__(None, None, None)

    with pytest.raises(Conflict, match="has a copy from https://there"):
        AnswerLog(tmp_path / "log", "https://elsewhere")


def test_two_commands_do_not_share_a_folder(tmp_path: Path) -> None:
    with AnswerLog(tmp_path / "log", "https://there"), pytest.raises(Conflict, match="Another command"):
        AnswerLog(tmp_path / "log", "https://there")
