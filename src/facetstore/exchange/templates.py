"""Templates: the initial content of a new tenant. Bundles that are part of the program, or any other bundle file.

Each bundle in the folder `template_bundles` is a template with the name of its file; the demo company is one, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from facetstore.domain.errors import NotFound
from facetstore.domain.tenant import Tenant, TenantSettings
from facetstore.exchange.bundle_import import fill_tenant
from facetstore.exchange.bundle_line import Source
from facetstore.exchange.demo_company import demo_records
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.transactions import Writer

_DEMO: Final = "demo"
_ENDING: Final = ".jsonl"


@dataclass(frozen=True, slots=True)
class BundleTemplate:
    """A bundle as a template."""

    storage: Storage
    name: str
    source: Source
    with_tasks: bool = False
    """Whether tasks are opened for versions in the middle of a release."""

    async def fill(self, writer: Writer, tenant: Tenant, given: Mapping[str, object]) -> TenantSettings:
        return await fill_tenant(self.storage, writer, tenant, self.source, given, with_tasks=self.with_tasks)


class BundledTemplates:
    """The templates that are part of the program."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        folder = files("facetstore.exchange").joinpath("template_bundles")
        self._sources: dict[str, Source] = {
            each.name.removesuffix(_ENDING): _lines_of(each.read_bytes())
            for each in folder.iterdir()
            if each.name.endswith(_ENDING)
        } | {_DEMO: demo_records}

    @property
    def names(self) -> Sequence[str]:
        return sorted(self._sources)

    def find(self, name: str) -> BundleTemplate | None:
        folded = name.casefold()
        source = self._sources.get(folded)
        return BundleTemplate(self._storage, folded, source, with_tasks=True) if source is not None else None


def find_template(storage: Storage, text: str) -> BundleTemplate:
    """The template of this name, or in this file. Raises NotFound."""
    templates = BundledTemplates(storage)
    if (found := templates.find(text)) is not None:
        return found
    path = Path(text)
    if not path.is_file():
        raise NotFound(f"There is no template {text!r}, nor a file. The templates are: {', '.join(templates.names)}.")
    return template_of(storage, path)


def template_of(storage: Storage, path: Path, name: str | None = None) -> BundleTemplate:
    """A bundle file as a template, with the name of the file or another one."""

    def lines() -> Iterator[bytes]:
        with path.open("rb") as file:
            yield from file

    return BundleTemplate(storage, path.stem if name is None else name, lines)


def _lines_of(content: bytes) -> Source:
    return content.splitlines
