"""Which folders of tests take how long: printed after each run of many tests, so that the suite stays short."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Final

import pytest

FEW: Final = 1000
"""A run of fewer tests prints no table."""
SHOWN: Final = 25


def seconds_by_folder(reports: Iterable[pytest.TestReport]) -> list[tuple[str, float, int]]:
    """Folder, seconds of the workers and number of tests, the longest first; files of `web` each for itself."""
    seconds, tests = defaultdict[str, float](float), Counter[str]()
    for report in reports:
        parts = report.nodeid.partition("::")[0].split("/")
        place = "/".join(parts[:3] if parts[1] in ("rest", "storage", "web") else parts[:2])
        seconds[place] += report.duration
        tests[place] += report.when == "call"
    return sorted(((place, taken, tests[place]) for place, taken in seconds.items()), key=lambda each: -each[1])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [each for kind in ("passed", "failed", "error", "") for each in terminalreporter.stats.get(kind, [])]
    found = seconds_by_folder([each for each in reports if isinstance(each, pytest.TestReport)])
    if sum(number for _, _, number in found) < FEW:
        return
    terminalreporter.section("seconds of the workers, by folder")
    for place, taken, number in found[:SHOWN]:
        terminalreporter.line(f"{taken:8.1f}  {number:5}  {place}")
    terminalreporter.line(f"{sum(taken for _, taken, _ in found):8.1f}  {sum(number for _, _, number in found):5}  all")
