"""What a read costs: CPU of the service's process against that of a raw ASGI application sending the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Final

from bench.changes import changes
from bench.dataset import ADDRESS, FACET, Dataset
from bench.load import Client, Response, check, cpu_seconds, request_bytes
from bench.processes import process, raw_server

ROUNDS: Final = 5
_NOTHING: Final = request_bytes("/_health/live", {}, 0)
_BETWEEN: Final = 160
"""Requests that read nothing, after a change: a processor that has just waited for a disk is slow for a while."""


@dataclass(frozen=True, slots=True)
class Case:
    """A request to repeat: different elements in turn where there are many; `unchanged` asks with the ETag it has."""

    name: str
    paths: Sequence[str]
    requests: int
    unchanged: bool = False


Measure = Callable[[Sequence[bytes], int], float]
"""What some requests cost, in CPU microseconds each."""


class Condition(StrEnum):
    """What happened before each request."""

    CACHE_OFF = "cache off"
    """The service caches no responses: each is rendered from scratch."""
    FACET_CHANGED = "its facet just changed"
    """As below, but an element of the same facet: no cached list of it can be used."""
    CHANGED = "tenant just changed"
    """Another element of the tenant was changed and the change committed; each answer is asked for once between two changes."""
    UNCHANGED = "nothing changed"


@dataclass(frozen=True, slots=True)
class Figure:
    """What one case cost, in microseconds of CPU a request: the middle one of several rounds, both sides in the same round."""

    case: str
    condition: Condition
    ours: float
    raw: float
    size: int

    @property
    def ratio(self) -> float:
        return self.raw / self.ours


_CHANGED_FACETS: Final = {Condition.CHANGED: "tags", Condition.FACET_CHANGED: FACET}


def cases(dataset: Dataset) -> tuple[Case, ...]:
    """Each with several paths, a multiple of the connections."""
    facet = f"/{ADDRESS}/_api/rest/facets/{FACET}/views"
    elements = [f"{facet}/detail/elements/{each}" for each in dataset.elements[:200]]
    pages = [f"$page={number}&$pageSize=100" for number in range(1, 9)]
    listed = [f"{facet}/list/elements?{page}&$resources=attributes" for page in pages]
    referring = [f"{facet}/detail/elements?{page}&$resources=attributes,related" for page in pages]
    children = [f"{facet}/tree/elements/{each}/children" for each in dataset.parents]
    return (
        Case("element by id, 10 references", elements, 4000),
        Case("list of 100, attributes", listed, 1600),
        Case("list of 100, references", referring, 400),
        Case("children of 50", children, 2000),
        Case("304", elements, 4000, unchanged=True),
    )


def measure_reads(place: str, dataset: Dataset, condition: Condition, say: Callable[[str], None]) -> list[Figure]:
    """Measure every case on a database."""
    headers = {"symbio-auth-token": dataset.token, "user-agent": "bench", "accept": "*/*"}
    figures = []
    with process("bench.service", "0" if condition is Condition.CACHE_OFF else "64", place) as (port, pid):
        service = Client(port)
        for case in cases(dataset):
            requests, answers = _prepare(service, port, case, headers)
            with raw_server(answers) as (raw_port, raw_pid):
                raw = Client(raw_port)
                changed = _CHANGED_FACETS.get(condition)
                measure = partial(after_changes, changes=changes(ADDRESS, changed, headers)) if changed else together
                spent = _compare(
                    partial(measure, service, pid), partial(measure, raw, raw_pid), requests, case.requests
                )
                raw.close()
            size = len(next(iter(answers.values())).body)
            figures.append(Figure(case.name, condition, *spent, size))
            say(f"{condition}, {case.name}: {figures[-1].ours:.0f} µs, ratio {figures[-1].ratio:.2f}")
        service.close()
    return figures


def _prepare(
    service: Client, port: int, case: Case, headers: Mapping[str, str]
) -> tuple[list[bytes], dict[str, Response]]:
    requests, answers = [], {}
    for path in case.paths:
        request = request_bytes(path, headers, port)
        answer = service.one(request)
        if case.unchanged:
            tag = next(value for name, value in answer.headers if name == b"etag").decode()
            request = request_bytes(path, {**headers, "if-none-match": tag}, port)
            answer = service.one(request)
        expected = 304 if case.unchanged else 200
        if answer.status != expected:
            raise RuntimeError(f"{path} answered {answer.status}: {answer.body[:200]!r}")
        requests.append(request)
        answers[path if "?" in path else f"{path}?"] = answer
    return requests, answers


def _compare(ours: Measure, raw: Measure, requests: Sequence[bytes], count: int) -> tuple[float, float]:
    """CPU a request of both sides in the round whose ratio is the middle one.

    Both sides take turns, so that whatever else the machine does hits them alike, and are compared within a round: the
    best of one side and the best of the other may come from moments when the machine ran at different speeds.
    """
    rounds = [(ours(requests, count), raw(requests, count)) for _ in range(ROUNDS)]
    return sorted(rounds, key=lambda spent: spent[1] / spent[0])[ROUNDS // 2]


def together(client: Client, pid: int, requests: Sequence[bytes], count: int) -> float:
    """CPU microseconds a request, several at a time."""
    client.many(requests, max(count // 10, len(requests)))
    began = cpu_seconds(pid)
    client.many(requests, count)
    return (cpu_seconds(pid) - began) / count * 1e6


def after_changes(
    client: Client, pid: int, requests: Sequence[bytes], count: int, *, changes: Iterator[bytes]
) -> float:
    """CPU microseconds a request, each answer asked for once after each change; what the change itself costs is left out."""
    turns, spent = max(count // len(requests), 1), 0.0
    for _ in range(turns):
        check(client.one(next(changes)))
        client.many([_NOTHING], _BETWEEN)
        began = cpu_seconds(pid)
        client.many(requests, len(requests))
        spent += cpu_seconds(pid) - began
    return spent / turns / len(requests) * 1e6
