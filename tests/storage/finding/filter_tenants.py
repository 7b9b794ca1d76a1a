"""Tenants at random for filters to be tried on: elements with values of all kinds, and how the language of filters sees them.

Texts are made of few pieces, so that values meet: letters that folding changes or that have marks, wildcards, quotes, blanks,
and characters at the ends of what Unicode has. Everything follows from a seed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from facetstore.domain.element import Version
from facetstore.domain.values import INVARIANT, ElementId
from facetstore.metamodel.model import DataType
from facetstore.query.filter_evaluate import AttributeValue, Record
from facetstore.regional.time_zones import time_zone
from facetstore.storage.rows.attribute_rows import attribute_rows, compared_values
from facetstore.usecases.ports.writes import StoredVersion
from tests.storage.builders import METAMODEL, SETTINGS
from tests.storage.random_tenants import RandomTenant
from tests.support.bundles import guid

ZONE: Final = time_zone(SETTINGS.time_zone)
PIECES: Final = (
    "a", "A", "b", "abc", "Abc", "Straße", "STRASSE", "ss", "ß", "ẞ", "ä", "a\u0308", "Ä", "é", "e\u0301", "\u0301",
    "İ", "ı", "ﬁ", "fi", "ſ", "Σ", "ς", "K", "Å", "\u0345", "ᾳ", "αι", "z\u0300\u0301\u0302\u0303", "한국",
    "\u1112\u1161\u11ab", "مرحبا", "𝔸", "½", "🏭", "👩\u200d🔬", "\U0010ffff", "\ud7ff", "\ue000", "\ufdfa", "%", "_",
    "\\", "'", '"', "*", "^", "(", "-", "\x1f", " ", "\t", "\u00a0", "\u3000", "0", "1", "and", "null",
)  # fmt: skip
BLANKS: Final = ("", " ", "\t\n ", "\u00a0", "\u3000\u2003", "\x1f", "\x85")
NUMBERS: Final = (
    -1, 0, 1, 2, 10, 1.5, 0.1, 0.1 + 0.2, 1 / 3, 2 / 3, 1e300, -1e-300, 5e-324, -0.0, 2**53 + 1, 2**63 - 1, -(2**63),
    123456789.123456789,
)  # fmt: skip
TIMES: Final = (
    "2024-05-31T13:45:00", "2024-05-31T13:45:00.1234567", "2024-05-31T13:45:00.1", "2020-02-29T00:00:00",
    "2024-03-31T02:30:00", "2024-10-27T02:30:00", "0001-01-01T00:00:00", "9999-12-31T00:00:00", "1969-12-31T23:59:59",
)  # fmt: skip
CULTURES: Final = (1031, 1033, 1036)
CHAINS: Final[Sequence[tuple[int, ...]]] = (
    (1031,), (1033,), (1036,), (127,), (1055,), (1031, 1033), (1033, 1036, 1031), (1036, 127), (1055, 1031),
    (127, 1031, 1033, 1036),
)  # fmt: skip
NAMES: Final = (
    "description", "links", "costs", "sequence", "personalData", "roleEditor", "validFrom", "changedOn",
    "reasonForRevision", "criticality", "vendor", "shortName", "processMaturity", "lastName", "isActive",
)  # fmt: skip
"""The attributes that elements are given, few enough to meet each other."""
DERIVED: Final = ("state1", "version", "isReleased", "stereotype", "createdOn", "relOn", "firstName")


@dataclass
class FilterTenant(RandomTenant):
    """A tenant whose elements have values of all kinds, also such as do not fit the attribute they stand in."""

    texts: list[str] = field(default_factory=lambda: list(BLANKS))
    _of: str = ""
    texts_of: dict[str, list[str]] = field(default_factory=dict)
    """Texts by the attribute they were made for."""

    def text(self) -> str:
        random = self.random
        if random.random() < 0.12:
            return random.choice(BLANKS)
        made = "".join(random.choices(PIECES, k=random.choice((1, 1, 2, 2, 3, 4, 5))))
        if random.random() < 0.03:
            made *= 150
        self.texts.append(made)
        self.texts_of.setdefault(self._of, []).append(made)
        return made

    def words(self) -> dict[int, object]:
        self._of = "name"
        cultures = self.random.sample(CULTURES, self.random.randint(1, 3))
        return {culture: self.text() for culture in sorted(cultures)}

    def related(self) -> dict[str, tuple[ElementId, ...]]:
        nobody = {"owner": (ElementId(guid("nobody")),)} if self.random.random() < 0.1 else {}
        return {**super().related(), **nobody}

    def stereotype(self, type_: str) -> str | None:
        if "stereotype" not in METAMODEL.types[type_].properties:
            return None
        self._of = "stereotype"
        return self.random.choice((None, "robot", self.text())) or None

    def fill(self, size: int) -> None:
        super().fill(size)
        for each in list(self.versions.values()):
            self.versions[each.id] = each._replace(attributes={**each.attributes, **self.attributes(each.type)})

    def attributes(self, type_: str) -> dict[str, Mapping[int, object]]:
        random, declared = self.random, METAMODEL.types[type_].attributes
        chosen = [name for name in NAMES if name in declared and random.random() < 0.7]
        found: dict[str, Mapping[int, object]] = {name: self.values(type_, name) for name in chosen}
        self._of = "own"
        if random.random() < 0.2:
            found["own"] = {random.choice((127, 1031)): random.choice((self.text(), random.choice(NUMBERS)))}
        return found

    def values(self, type_: str, name: str) -> dict[int, object]:
        declared = METAMODEL.types[type_].attributes[name].attribute
        assert declared is not None
        self._of = name
        cultures = [INVARIANT] if declared.invariant else self.random.sample(CULTURES, self.random.randint(1, 3))
        if self.random.random() < 0.05:
            cultures.append(self.random.choice((127, 1031)))
        return {culture: self.value(declared.data_type) for culture in sorted(set(cultures))}

    def value(self, data_type: DataType) -> object:
        random = self.random
        if random.random() < 0.1:
            return random.choice((self.text(), random.choice(NUMBERS), True))
        match data_type:
            case DataType.DECIMAL | DataType.INTEGER:
                return random.choice(NUMBERS)
            case DataType.BOOLEAN:
                return random.random() < 0.5
            case DataType.DATE_TIME:
                return random.choice(TIMES)
            case DataType.HTML:
                return f"<p>{self.text()}</p>"
            case DataType.LINKS:
                return [{"title": self.text()} for _ in range(random.randint(0, 2))]
            case _:
                return self.text()


class Records:
    """The versions of a tenant as the language sees them, for one audience."""

    def __init__(self, tenant: RandomTenant, *, drafts: bool) -> None:
        stored = tenant.stored().values()
        self._current = {str(each.version.element): each.version for each in stored if _is_current(each, drafts)}
        self._published = {str(each.version.element): each.version for each in stored if each.published}
        self._plain: dict[str, Record] = {}
        self._whole: dict[str, Record] = {}

    def of(self, element: str, *, published: bool = False) -> Record:
        """The version that is listed of an element."""
        return self._with_related((self._published if published else self._current)[element])

    @property
    def elements(self) -> Sequence[str]:
        return list(self._current)

    def _with_related(self, version: Version) -> Record:
        if version.id not in self._whole:
            related = {
                context: [self._alone(self._current[target]) for target in targets if target in self._current]
                for context, targets in version.related.items()
            }
            self._whole[version.id] = replace(self._alone(version), related=related)
        return self._whole[version.id]

    def _alone(self, version: Version) -> Record:
        if version.id not in self._plain:
            self._plain[version.id] = record_of(version)
        return self._plain[version.id]


def _is_current(stored: StoredVersion, drafts: bool) -> bool:
    return stored.newest if drafts else stored.published


def record_of(version: Version) -> Record:
    values: dict[str, dict[int, AttributeValue]] = {}
    element_type = METAMODEL.types[version.type]
    for _, _, name, culture, equality, ordering, number, instant in attribute_rows(
        0, 0, compared_values(version, METAMODEL), element_type, ZONE
    ):
        values.setdefault(name, {})[culture] = AttributeValue(equality, ordering, number, instant)
    # Cultures in ascending order, as the engines keep them: where no culture is named, the first one decides an order.
    ordered = {name: dict(sorted(each.items())) for name, each in values.items()}
    identity = {
        "id": version.element,
        "versionId": version.id,
        "type": version.type,
        "state": version.state,
        "stereotype": version.stereotype,
        "facetName": version.facet,
    }
    return Record(identity, ordered)
