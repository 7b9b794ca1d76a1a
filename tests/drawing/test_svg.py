"""The SVG of a drawing: well-formed whatever names hold, without anything that runs or is fetched, one title for each shape."""

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facetstore.drawing.chart import Chart, LaneName
from facetstore.drawing.layout import lay_out
from facetstore.drawing.style import SHEET, TONES, ink_on
from facetstore.drawing.svg import render_svg
from facetstore.drawing.symbols import ICONS as DRAWN_ICONS
from facetstore.metamodel.loader import load_standard
from facetstore.metamodel.vocabulary import FIGURES, ICONS
from tests.drawing.charts import charts, shape

NS = "{http://www.w3.org/2000/svg}"
TAGS = {"svg", "title", "style", "rect", "text", "g", "path", "line", "circle", "a"}
HOSTILE = (
    "<script>alert(1)</script>",
    '" onload="alert(1)',
    "' onclick='alert(1)",
    "</text></g></svg><script>alert(1)</script>",
    "]]><script>alert(1)</script>",
    "&lt;b&gt; &amp; &#60;script&#62;",
    "<!--",
    "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>&y;",
    "\x01\x02\x08\x0b\ufffe\uffff control",
    "\u202egnp.exe \u200b\u2066",
    "javascript:alert(1)",
    "}</style><script>alert(1)</script>",
)


def drawn(name: str, **more: str) -> str:
    shapes = tuple(
        shape(
            number, *([number - 1] if number else []), name=name, figure=figure, type_name=name, details=(name,), **more
        )
        for number, figure in enumerate(FIGURES)
    )
    return render_svg(lay_out(Chart(name, name, shapes, (LaneName(name, "r"),), name)), "en-US")


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def check_harmless(svg: str) -> None:
    for each in parsed(svg).iter():
        assert each.tag.removeprefix(NS) in TAGS
        assert not [name for name in each.attrib if name.lower().startswith("on") or name == "style"]
        if each.tag == f"{NS}style":
            assert each.text == SHEET


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_text_and_nothing_else(name: str) -> None:
    svg = drawn(name, link=f"http://test/{name}")

    check_harmless(svg)
    assert {each.get("href", "").startswith("http://test/") for each in parsed(svg).iter(f"{NS}a")} == {True}


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_any_text_can_be_a_name(name: str) -> None:
    check_harmless(drawn(name.replace("\ud800", "")))


@settings(max_examples=60, deadline=None)
@given(charts())
def test_every_shape_and_connection_is_there_once(chart: Chart) -> None:
    drawing = lay_out(chart)
    root = parsed(render_svg(drawing))

    shapes = [each for each in root.iter(f"{NS}g") if "data-shape" in each.attrib]
    assert [each.get("data-shape") for each in shapes] == [each.id for each in chart.shapes]
    assert all(each[0].tag == f"{NS}title" for each in shapes)
    lines = [
        (each.get("data-source"), each.get("data-target"))
        for each in root.iter(f"{NS}path")
        if "data-source" in each.attrib
    ]
    assert lines == [(each.source, each.target) for each in drawing.edges]


def test_a_shape_shows_what_it_is_and_leads_to_its_own_diagram() -> None:
    linked = shape(1, name="Ship", type_name="Sub process", entity_type="MTX_SUB_PROCESS", link="http://test/there")

    (group,) = [
        each for each in parsed(render_svg(lay_out(Chart("Flow", "", (linked,))))).iter() if "data-shape" in each.attrib
    ]

    assert group.findtext(f"{NS}title") == "Ship (Sub process)"
    (link,) = group.iter(f"{NS}a")
    assert link.attrib == {"href": "http://test/there", "target": "_top"}
    hit = next(each for each in group.iter(f"{NS}rect") if "data-pz-guid" in each.attrib)
    assert [hit.get(f"data-pz-{name}") for name in ("guid", "type", "shape-id")] == ["e1", "MTX_SUB_PROCESS", "s1"]


def test_all_figures_and_signs_of_the_metamodel_can_be_drawn() -> None:
    assert set(DRAWN_ICONS) == set(ICONS)
    assert "circle" in drawn("Figures")
    for each in load_standard(administration=True).types.values():
        assert each.drawn_as in FIGURES
        assert each.icon in ICONS


def test_texts_can_be_read_in_light_and_in_dark() -> None:
    for paper, inks in (
        ("paper", ("text", "quiet")),
        ("box", ("text", "quiet")),
        ("head", ("text",)),
        ("other", ("text",)),
    ):
        for ink in inks:
            for one, other in zip(TONES[paper], TONES[ink], strict=True):
                assert contrast(one, other) >= 4.5, (paper, ink)


def test_signs_can_be_seen_on_every_colour_of_a_type() -> None:
    for each in load_standard(administration=True).types.values():
        assert contrast(each.color, ink_on(each.color)) >= 3, each.key


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(color: str) -> float:
    values = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in values)
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)
