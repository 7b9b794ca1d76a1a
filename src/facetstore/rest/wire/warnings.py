"""Warnings in the answer to a change that was stored: `findings` beside the elements, each with the severity `warning`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from facetstore.domain.errors import Finding
from facetstore.rest.wire.error_responses import first_findings, render_finding
from facetstore.usecases.changes.cleaned import HtmlCleaned
from facetstore.usecases.changes.html_removed import Removed


def warnings_member(warnings: Sequence[Finding]) -> bytes:
    """The member of an object that lists warnings, with the comma before it."""
    return b',"findings":%b' % msgspec.json.encode(render_warnings(warnings))


def render_warnings(warnings: Sequence[Finding]) -> list[Mapping[str, object]]:
    return [_render(each) for each in first_findings(warnings)]


def _render(warning: Finding) -> Mapping[str, object]:
    shown: Mapping[str, object] = {**render_finding(warning), "severity": "warning"}
    if isinstance(warning, HtmlCleaned):
        return {**shown, "removed": [_part(each) for each in warning.removed if each.element]}
    return shown


def _part(removed: Removed) -> Mapping[str, object]:
    attribute = {"attribute": removed.attribute} if removed.attribute else {}
    return {"element": removed.element, **attribute, "count": removed.number}
