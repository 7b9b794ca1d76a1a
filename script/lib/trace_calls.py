"""Follows the calls of the package while a request runs: which modules it enters, and which calls go from one layer to another."""

import sys
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from opcode import opmap
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple

import facetstore

PACKAGE: Final = Path(facetstore.__file__).parent
_BELOW: Final = f"{PACKAGE}/"
_RESUME: Final = opmap["RESUME"]
_WHERE: Final = 3
"""The bits of the argument of RESUME that say where a function goes on; 0 is its beginning."""


class Call(NamedTuple):
    """A call of a function of the package, by modules such as `rest/app`."""

    caller: str | None
    """The nearest module of the package on the stack; None if the event loop or a thread began the function."""
    module: str

    @property
    def crosses(self) -> bool:
        return self.caller is not None and layer_of(self.caller) != layer_of(self.module)


@dataclass(frozen=True)
class Trace:
    """The calls of one request, in their order."""

    calls: Sequence[Call]

    @cached_property
    def modules(self) -> Sequence[str]:
        """The modules entered, in the order of their first call."""
        return tuple(dict.fromkeys(call.module for call in self.calls))

    @cached_property
    def crossings(self) -> Counter[tuple[str, str]]:
        """How many calls went from a module to a module of another layer, by the two modules."""
        return Counter((call.caller, call.module) for call in self.calls if call.caller is not None and call.crosses)

    def longer_than(self, lines: int) -> Sequence[str]:
        return tuple(module for module in self.modules if lines_of(module) > lines)


class Follower:
    """Records calls, in all threads that start while it is installed."""

    def __init__(self) -> None:
        self._calls: list[Call] | None = None

    @contextmanager
    def installed(self) -> Iterator[None]:
        threading.setprofile(self._follow)
        sys.setprofile(self._follow)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    @contextmanager
    def recording(self) -> Iterator[list[Call]]:
        """The calls of the block, as far as they were made."""
        calls = self._calls = []
        try:
            yield calls
        finally:
            self._calls = None

    def _follow(self, frame: FrameType, event: str, _: Any) -> None:
        calls = self._calls
        if calls is None or event != "call" or not _is_ours(frame.f_code) or not _begins(frame):
            return
        caller = frame.f_back
        while caller is not None and not _is_ours(caller.f_code):
            caller = caller.f_back
        calls.append(Call(caller and _module(caller.f_code), _module(frame.f_code)))


def layer_of(module: str) -> str:
    return module.partition("/")[0]


def lines_of(module: str) -> int:
    return len((PACKAGE / f"{module}.py").read_text("utf-8").splitlines())


def _is_ours(code: CodeType) -> bool:
    # Constructors that dataclasses and named tuples write have no file: making a value is no call into a module.
    return code.co_filename.startswith(_BELOW)


def _begins(frame: FrameType) -> bool:
    """Whether a function begins. Coroutines and generators that go on report the same event, with another argument of RESUME;
    generators that end without having begun report it without RESUME."""
    if frame.f_lasti < 0:
        return False
    code = frame.f_code.co_code
    return code[frame.f_lasti] == _RESUME and code[frame.f_lasti + 1] & _WHERE == 0


def _module(code: CodeType) -> str:
    return code.co_filename.removeprefix(_BELOW).removesuffix(".py")
