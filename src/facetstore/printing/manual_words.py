"""The words of manuals by language, from `manual.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

import yaml

_OTHERWISE: Final = "en"


@dataclass(frozen=True, slots=True)
class ManualWords:
    """The whole file."""

    words: Mapping[str, Mapping[str, str]]

    def of(self, language: str) -> Mapping[str, str]:
        """The words for a culture such as `de-DE`; English for all others."""
        return self.words.get(language.partition("-")[0], self.words[_OTHERWISE])


@cache
def manual_words() -> ManualWords:
    """The words of the package."""
    given: dict[str, Any] = yaml.safe_load(resources.files(__package__).joinpath("manual.yaml").read_text("utf-8"))
    return ManualWords(given["words"])
