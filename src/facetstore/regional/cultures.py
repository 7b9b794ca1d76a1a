"""Cultures by their Windows culture id (LCID)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from facetstore.regional.data_files import data_file

if TYPE_CHECKING:
    from babel import Locale

    # The locale names ("de-DE") of all known culture ids; its file is read on first use.
    KNOWN: Mapping[int, str]

INVARIANT_ID: Final = 127  # Texts that belong to no culture.


@dataclass(frozen=True, slots=True)
class Culture:
    """A culture and its names; `language` is the ISO 639 code, empty for the invariant culture."""

    id: int
    name: str
    english_name: str
    native_name: str
    language: str


@lru_cache(maxsize=256)
def culture(lcid: int) -> Culture | None:
    """The culture with this id, or None if it is not known."""
    if lcid == INVARIANT_ID:
        invariant_name = "Invariant Language (Invariant Country)"
        return Culture(lcid, "", invariant_name, invariant_name, "")
    name = _known().get(lcid)
    if name is None:
        return None
    locale = locale_of(name)
    native_name = locale.get_display_name() or name
    return Culture(lcid, name, locale.get_display_name("en") or name, native_name, locale.language)


@lru_cache(maxsize=1024)
def name_in(lcid: int, reader: int) -> str:
    """The name of a culture in the language of another one; the id if it is not known."""
    known, other = culture(lcid), culture(reader)
    if known is None or other is None or not other.name:
        return str(lcid)
    return locale_of(known.name).get_display_name(locale_of(other.name)) or known.english_name


def culture_id(name: str) -> int | None:
    """The id of the culture with this name ("de-DE"), ignoring letter case, or None if it is not known."""
    return _ids().get(name.casefold())


def locale_of(name: str) -> "Locale":
    """The babel data of the culture with this name."""
    from babel import Locale  # Here and not above: importing the package must stay cheap.

    return Locale.parse(name, sep="-")


def __getattr__(name: str) -> Mapping[int, str]:
    # KNOWN looks like a constant, but its file is read on first use.
    if name == "KNOWN":
        return _known()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@lru_cache(maxsize=1)
def _known() -> Mapping[int, str]:
    return data_file("cultures.yaml")


@lru_cache(maxsize=1)
def _ids() -> Mapping[str, int]:
    return {name.casefold(): lcid for lcid, name in _known().items()}
