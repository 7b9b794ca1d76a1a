"""Writes the generated pages, and the files that pages show: `python -m script.lib.reference_pages [--check]`."""

import sys
from pathlib import Path
from typing import Final

from script.lib import (
    allowed_html,
    api_types,
    reference_commands,
    reference_endpoints,
    reference_errors,
    reference_filter,
    reference_metamodel,
    reference_schema,
    reference_settings,
    shown_files,
)

ROOT: Final = shown_files.ROOT
FOLDER: Final = ROOT / "docs" / "reference"


def render_pages() -> dict[Path, str]:
    """Every page that is made from code or shows a file, as it should be."""
    made = {
        "commands.md": reference_commands.render(),
        "settings.md": reference_settings.render(),
        "endpoints.md": reference_endpoints.render(),
        "errors.md": reference_errors.render(),
        "filter.md": reference_filter.render(),
        "facets-and-types.md": reference_metamodel.render(),
        "storage-schema.md": reference_schema.render(),
    }
    shown = {page: shown_files.fill(page.read_text("utf-8")) for page in shown_files.pages()}
    for_the_page = {each.TARGET: each.render() for each in (allowed_html, api_types)}
    return shown | {FOLDER / name: text for name, text in made.items()} | for_the_page


def stale_pages() -> dict[str, str]:
    """The pages that are not what they should be, and what they should be."""
    wanted = render_pages()
    return {page.relative_to(ROOT).as_posix(): text for page, text in wanted.items() if _read(page) != text}


def _read(path: Path) -> str | None:
    return path.read_text("utf-8") if path.is_file() else None


def main() -> None:
    stale = stale_pages()
    if "--check" in sys.argv[1:]:
        sys.exit(f"Stale: {', '.join(stale)}. Run script/docs." if stale else 0)
    for name, text in stale.items():
        (ROOT / name).write_text(text, "utf-8")
    print(f"Wrote {', '.join(stale)}." if stale else "Every page is up to date.", file=sys.stderr)


if __name__ == "__main__":
    main()
