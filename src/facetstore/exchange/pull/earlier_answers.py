"""The answers of an earlier copy, for elements that have not changed since: their lists show the same as then."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

import msgspec

from facetstore.domain.values import parse_guid
from facetstore.exchange.pull import questions
from facetstore.exchange.pull.answer_log import AnswerLog
from facetstore.exchange.pull.questions import Question
from facetstore.exchange.pull.remote import RemoteAnswer
from facetstore.exchange.pull.remote_reading import Item


class EarlierAnswers:
    """What the last copy read. An element is unchanged if the view that shows everything lists it as it did then."""

    def __init__(self, log: AnswerLog) -> None:
        self._log = log
        self._listed: dict[str, bytes] = {}
        self._unchanged: set[str] = set()
        lists = f"/views/{questions.DETAIL}/elements?"
        for address in log:
            if lists in address:
                self._note(log.at(address))

    def answer(self, question: Question, element: str) -> RemoteAnswer | None:
        """The earlier answer about an element that has not changed."""
        return self._log.get(question.address) if element in self._unchanged else None

    def compare(self, id_: str, item: Item) -> None:
        """Note whether an element is listed as it was."""
        if self._listed.get(id_) == _fingerprint(item):
            self._unchanged.add(id_)

    def follow(self, diagram: str, shown: Iterable[str]) -> None:
        """Flow objects are in no list: they have not changed if the diagram that shows them has not."""
        if diagram in self._unchanged:
            self._unchanged.update(each for each in shown if each not in self._listed)

    def _note(self, answer: RemoteAnswer) -> None:
        body = answer.body if isinstance(answer.body, dict) else {}
        items = body.get("elements", body.get("values"))
        for item in items if isinstance(items, list) else ():
            id_ = parse_guid(str(item.get("id"))) if isinstance(item, dict) else None
            if id_ is not None:
                self._listed.setdefault(id_, _fingerprint(item))


def _fingerprint(item: Item) -> bytes:
    return blake2b(msgspec.json.encode(item), digest_size=16).digest()
