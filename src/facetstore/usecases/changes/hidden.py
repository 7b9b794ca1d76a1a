"""What a caller does not see: he cannot name it, so what he writes leaves it as it is (decision 2)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from facetstore.domain.element import Version


@dataclass(frozen=True, slots=True)
class Hidden:
    """What of versions is hidden from a caller."""

    names: Collection[str] = ()
    """Attributes and related contexts."""
    elements: Collection[str] = ()
    """What is not seen where versions refer to it."""

    def is_in(self, version: Version) -> bool:
        named = any(name in version.attributes or name in version.related for name in self.names)
        return named or any(target in self.elements for targets in version.related.values() for target in targets)


def without_hidden(version: Version, hidden: Hidden) -> Version:
    """A version as a caller sees it; the same object where nothing of it is hidden."""
    if not hidden.is_in(version):
        return version
    attributes = {name: values for name, values in version.attributes.items() if name not in hidden.names}
    seen = {
        name: tuple(each for each in targets if each not in hidden.elements)
        for name, targets in version.related.items()
        if name not in hidden.names
    }
    return replace(version, attributes=attributes, related={name: targets for name, targets in seen.items() if targets})


def with_hidden(changed: Version, before: Version, hidden: Hidden) -> Version:
    """What a caller made of what he saw, with what he did not see put back, references behind those he saw."""
    unread = {name: values for name, values in before.attributes.items() if name in hidden.names}
    related = {name: targets for name, targets in before.related.items() if name in hidden.names}
    related.update(changed.related)
    for name, targets in before.related.items():
        if name not in hidden.names and (kept := tuple(each for each in targets if each in hidden.elements)):
            related[name] = (*related.get(name, ()), *kept)
    return replace(changed, attributes={**unread, **changed.attributes}, related=related)
