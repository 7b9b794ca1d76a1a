"""Pages that show files of the repository: a fence with `file=PATH` behind its language holds that file."""

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]

_SHOWN: Final = re.compile(r"^(```\S+ file=(\S+)\n).*?^```$", re.MULTILINE | re.DOTALL)


def pages() -> list[Path]:
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def fill(text: str) -> str:
    """A page with the files it shows as they are now."""
    return _SHOWN.sub(lambda match: f"{match[1]}{(ROOT / match[2]).read_text('utf-8')}```", text)
