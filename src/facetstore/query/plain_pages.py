"""Pages whose parameters have no dollar sign, as clients of the `_api/v1` and `_api/v2` groups name them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.query.options import DEFAULT_PAGE_SIZE, LARGEST_PAGE, LARGEST_PAGE_SIZE, Page
from facetstore.query.parameters import Parameters

_DIGITS: Final = 18


def read_page(parameters: Parameters, number: str, size: str) -> Page:
    """The page that two parameters name; the first one of the usual size without them. Mistakes are left to `check`."""
    at = parameters.read(number, partial(_whole, number, LARGEST_PAGE))
    length = parameters.read(size, partial(_whole, size, LARGEST_PAGE_SIZE))
    return Page(length or DEFAULT_PAGE_SIZE, at or 1)


def _whole(name: str, largest: int, text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= _DIGITS and 1 <= int(text) <= largest:
        return int(text)
    error = f"{name} takes a whole number from 1 to {largest}, not {text!r}."
    raise InvalidParameter(error, [Finding(error, InvalidParameter.code, name)])


def given_page(given: Mapping[str, str], number: str, size: str) -> Page:
    """The page that two parameters name. Raises InvalidParameter."""
    parameters = Parameters(given)
    page = read_page(parameters, number, size)
    parameters.check()
    return page
