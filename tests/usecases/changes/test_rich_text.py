"""Html is made harmless and stays well-formed XML."""

import time
from contextlib import suppress
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facetstore.usecases.changes.rich_text import DEEPEST, LONGEST, CostlyHtml, clean_html

XML = '<?xml version="1.0" encoding="utf-8"?>'

UNCHANGED = [
    "plain text",
    "",
    f"{XML}<p>Grüße &amp; mehr</p>",
    f"{XML}<div><p>One</p><ul>\n<li>two</li>\n</ul></div>",
    f'{XML}<div><a href="https://x.y/?a=1&amp;b=2" target="_blank">link</a></div>',
    "<p>no declaration</p><p>two roots</p>",
]


@pytest.mark.parametrize("text", UNCHANGED)
def test_what_is_clean_stays_as_it_is(text: str) -> None:
    assert clean_html(text) == (text, False)


WRITTEN_ANEW = {
    f"{XML}<div>a<br>b</div>": f"{XML}<div>a<br/>b</div>",
    f"{XML}<div>a&nbsp;b&auml;</div>": f"{XML}<div>a&#160;bä</div>",
    f"{XML}<p>a</p><p>b</p>": f"{XML}<div><p>a</p><p>b</p></div>",
    f"{XML}text": f"{XML}<div>text</div>",
    f"{XML}<table><tr><td>1</td></tr></table>": f"{XML}<table><tbody><tr><td>1</td></tr></tbody></table>",
    f"{XML}<div><!-- note -->a</div>": f"{XML}<div>a</div>",
    "a & b < c": "a &amp; b &lt; c",
    "<ul><li>one<li>two</ul>": "<ul><li>one</li><li>two</li></ul>",
    '<p xmlns="http://www.w3.org/1999/xhtml">a</p>': "<p>a</p>",
    '<p title="it\'s <here>">a</p>': '<p title="it&#x27;s &lt;here&gt;">a</p>',
}


@pytest.mark.parametrize("text", WRITTEN_ANEW)
def test_what_only_looks_different_is_no_change(text: str) -> None:
    assert clean_html(text) == (WRITTEN_ANEW[text], False)


TAKEN_AWAY = {
    f"{XML}<div><script>x()</script>a</div>": f"{XML}<div>a</div>",
    '<img src="x.png" onerror="x()">': '<img src="x.png"/>',
    '<a href="javascript:x()">a</a>': "<a>a</a>",
    '<p style="position:fixed">a</p>': "<p>a</p>",
    "<iframe src='//evil'></iframe>": "",
    "<svg><script>x()</script></svg>": "",
    "<p>a&#1;b</p>": "<p>ab</p>",
    '<form action="/x"><input name="a"></form>': "",
    '<a href="java\tscript:x()">a</a>': "<a>a</a>",
    '<a href="java&#9;script:x()">a</a>': "<a>a</a>",
    '<a href="&#1;javascript:x()">a</a>': "<a>a</a>",
    '<a href=" javascript&colon;x()">a</a>': "<a>a</a>",
    '<a href="data:text/html,x">a</a>': "<a>a</a>",
    "<strange>a</strange>": "a",
}


@pytest.mark.parametrize("text", TAKEN_AWAY)
def test_what_could_do_harm_is_taken_away_and_reported(text: str) -> None:
    cleaned = clean_html(text)

    assert cleaned == (TAKEN_AWAY[text], True)


ENDLESS = {
    "<a ": "tags that are never closed",
    "<div>": "elements within each other",
    "<b x{}><p>": "formatting that every paragraph opens again",
    "<div><table></div></table>": "end tags that close nothing",
    "<p title='<'>": "tags within attributes",
    "<p a='": "quotes that are never closed",
    "<i>a</i>&nbsp;": "many elements",
    "</p>": "ends of nothing",
    "<": "what is no tag",
    "<!--": "comments",
    "<![CDATA[": "sections",
    "&#x1;a:": "references and schemes",
    "<x{}></x{}>": "tags of many names",
    ' xmlns="': "attributes that nobody notices",
}


@pytest.mark.parametrize("piece", ENDLESS)
def test_cleaning_takes_time_in_proportion_to_the_text(piece: str) -> None:
    """Of ten times the text at most thirty times the time, which leaves room for chance: a quadratic parser takes a hundred times."""
    short, long = (min(_cpu_seconds(piece, length) for _ in range(2)) for length in (12_000, 120_000))

    assert long < 30 * max(short, 0.002)


def _cpu_seconds(piece: str, length: int) -> float:
    text = "".join(piece.replace("{}", str(number)) for number in range(length // len(piece)))
    begin = time.process_time()
    with suppress(CostlyHtml):
        clean_html(XML + text)
    return time.process_time() - begin


@pytest.mark.parametrize("tags", ["<b>", "<div>"])
def test_tags_within_each_other_have_a_limit(tags: str) -> None:
    assert clean_html(XML + tags * 100).text.count(tags) == 100

    with pytest.raises(CostlyHtml, match="not closed in their order"):
        clean_html(XML + tags * (DEEPEST + 1))
    with pytest.raises(CostlyHtml, match="not closed in their order"):
        clean_html(XML + tags * (DEEPEST + 1) + tags.replace("<", "</") * (DEEPEST + 1))


def test_html_has_a_limit_but_plain_text_has_none() -> None:
    assert clean_html("a" * (LONGEST + 1)).changed is False

    with pytest.raises(CostlyHtml, match="at most 1,048,576 are read"):
        clean_html("&" + "a" * LONGEST)


PIECES = st.sampled_from(
    [
        *("<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<br>", "<br/>", "<table>", "<tr>", "<td>", "</table>", "a"),
        *("&amp;", "&nbsp;", "&#1;", "&#xfffe;", ">", '"', "<a href='x'>", "</a>", "<script>", "</script>", " ", "&"),
        *("<svg>", "<math>", "</svg>", "<![CDATA[", "<p title='<'>", "<li>", "ä", "\x02", "<?php ?>", "<style>", "<"),
        *("</style>", "<ul>", "<!--", "-->", "]]>"),
    ]
)


@given(st.lists(PIECES, max_size=12).map("".join))
def test_whatever_comes_in_well_formed_xml_comes_out(text: str) -> None:
    cleaned = clean_html(XML + text)

    assert cleaned.text.startswith(XML)
    fromstring(cleaned.text.removeprefix(XML))
    assert clean_html(cleaned.text) == (cleaned.text, False)


@given(st.lists(PIECES, max_size=12).map("".join))
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    once = clean_html(text).text

    assert clean_html(once) == (once, False)
