"""What stands on the pages of a site, in one culture, without anything that its readers must not see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from facetstore.website.html_text import Html


class SiteLink(NamedTuple):
    """A text, and the address that it leads to; empty: it leads nowhere."""

    text: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class SiteFrame:
    """What all pages of a culture share."""

    title: str
    """The name of the storage."""
    lcid: int
    language: str
    """The name of the culture, such as `de-DE`."""
    words: Mapping[str, str]
    cultures: tuple[tuple[int, str], ...]
    """The cultures of the site with what each is called, in its order."""
    facets: tuple[SiteLink, ...]
    moment: str
    """As of when the site is."""


class SiteFact(NamedTuple):
    """A fact with its label."""

    label: str
    values: tuple[SiteLink, ...]


class SiteText(NamedTuple):
    """A text with its heading."""

    label: str
    content: Html


class SiteStep(NamedTuple):
    """A step of a diagram that has no page of its own."""

    anchor: str
    title: str
    type_name: str
    facts: tuple[SiteFact, ...]
    texts: tuple[SiteText, ...]


class SiteTable(NamedTuple):
    """A table with its heading."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[tuple[SiteLink, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class SiteElement:
    """The page of one element."""

    name: str
    """The file, without the folder."""
    title: str
    about: tuple[str, ...]
    """Type, version and state."""
    trail: tuple[SiteLink, ...]
    """From the facet down to the parent."""
    facts: tuple[SiteFact, ...] = ()
    texts: tuple[SiteText, ...] = ()
    picture: Html | None = None
    tables: tuple[SiteTable, ...] = ()
    steps: tuple[SiteStep, ...] = ()
    children: tuple[SiteLink, ...] = ()


@dataclass(slots=True)
class SiteNode:
    """A link of a tree, with those below it."""

    link: SiteLink
    below: list[SiteNode]


class SiteFile(NamedTuple):
    """A file of a site: its path below the folder, and what it holds."""

    path: str
    content: bytes
