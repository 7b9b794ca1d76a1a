"""The settings file: environment variables, one a line, as systemd reads them. Made by `facetstore init`.

The file may hold the password of a database, so it is made for one user alone, and nothing of it is ever printed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Final

from facetstore.bootstrap.settings import SETTINGS, check_environment
from facetstore.domain.errors import Finding, InvalidValues

_LINE: Final = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*")
_QUOTED: Final = re.compile(r'"((?:[^"\\]|\\.)*)"|\'([^\']*)\'')
_ESCAPED: Final = re.compile(r'\\(["\\`$])')
_TO_ESCAPE: Final = re.compile(r'["\\`$]')


def render_settings(values: Mapping[str, str], lead: str) -> str:
    """The text of a settings file, quoted so that systemd and a shell read the same."""
    lines = [f"# {line}" for line in lead.splitlines()]
    for name, value in values.items():
        if "\n" in value or "\0" in value:
            raise InvalidValues(f"{name} cannot have more than one line.")
        lines.append(f'{name}="{_TO_ESCAPE.sub(lambda found: chr(92) + found[0], value)}"')
    return "\n".join(lines) + "\n"


def parse_settings_file(text: str, where: str) -> dict[str, str]:
    """The variables of a settings file. Raises InvalidValues, which names lines but never what is in them."""
    values, wrong = dict[str, str](), list[Finding]()
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith(("#", ";")):
            continue
        match = _LINE.fullmatch(line)
        value = _unquoted(match[2]) if match else None
        if match is None or value is None:
            wrong.append(Finding("This is not NAME=value.", path=f"line {number}"))
        else:
            values[match[1]] = value
    if wrong:
        raise InvalidValues(f"The settings file {where} cannot be read.", wrong)
    return values


def _unquoted(text: str) -> str | None:
    if text[:1] not in ('"', "'"):
        return text
    match = _QUOTED.fullmatch(text)
    if match is None:
        return None
    return match[2] if match[1] is None else _ESCAPED.sub(r"\1", match[1])


def use_settings_file(path: Path, environment: MutableMapping[str, str] = os.environ) -> None:
    """Add the variables of a settings file to the environment, which wins. Raises InvalidValues, OSError."""
    values = parse_settings_file(path.read_text("utf-8"), str(path))
    values.pop(SETTINGS, None)
    check_environment(values)
    for name, value in values.items():
        environment.setdefault(name, value)
