"""The words of a site by language, from `site_words.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

import yaml

_OTHERWISE: Final = "en"


def words_of(language: str) -> Mapping[str, str]:
    """The words for a culture such as `de-DE`; English for all others."""
    words = _words()
    return words.get(language.partition("-")[0], words[_OTHERWISE])


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    given = yaml.safe_load(resources.files(__package__).joinpath("site_words.yaml").read_text("utf-8"))
    found: Mapping[str, Mapping[str, str]] = given["words"]
    return found
