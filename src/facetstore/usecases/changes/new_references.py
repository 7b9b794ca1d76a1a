"""References of a body that create what they refer to: they have a type and no id (D3.11)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from facetstore.domain.element import Version
from facetstore.domain.errors import Hints
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import ElementId
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.changes.body import NOTHING, Notes, is_new, references_in
from facetstore.usecases.changes.create import create
from facetstore.usecases.changes.stereotypes import names_another


@dataclass(slots=True)
class NewReferences:
    """Creates the elements of one request to which its body refers without an id. `Scope` describes the mappings."""

    metamodel: Metamodel
    settings: TenantSettings
    known: Mapping[str, str]
    new_ids: Iterator[str]
    now: str
    principal: str | None
    most: int
    """How many elements may be created."""
    aliases: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    stereotypes: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    hints: Hints = field(default_factory=Hints)
    created: list[tuple[str, Version]] = field(default_factory=list)
    """The new elements, each with its path in the body."""
    equal_once: bool = False
    """Whether equal descriptions create one element."""
    _number: int = 0
    _by_description: dict[str, ElementId] = field(default_factory=dict)

    def create(self, given: Mapping[str, object], notes: Notes, path: str) -> ElementId | None:
        """The id of a new element without a parent; None if there are findings. Its own references need ids."""
        description = json.dumps(given, sort_keys=True) if self.equal_once else ""
        if self.equal_once and description in self._by_description:
            return self._by_description[description]
        self._number += 1
        if self._number > self.most:
            if self._number == self.most + 1:  # one finding for all that are too many
                error = "From here on there are too many elements: those that references create are counted, too."
                notes.wrong("too-many-elements", error, path)
            return None
        made = create(
            given,
            self.metamodel,
            self.settings,
            self.known,
            self.new_ids,
            now=self.now,
            principal=self.principal,
            path=path,
            aliases=self.aliases,
            stereotypes=self.stereotypes,
            hints=self.hints,
        )
        notes.findings += made.findings
        notes.warnings += made.warnings
        if made.version is None:
            return None
        self.created.append((path, made.version))
        self._by_description[description] = made.version.element
        return made.version.element


def name_a_stereotype(given: Mapping[str, object], stored: str | None = None) -> bool:
    """Whether a body, or a new element in its references, names a stereotype other than the stored one."""
    return names_another(given, stored) or any(
        names_another(each, None) for each in references_in(given) if isinstance(each, dict) and is_new(each)
    )
