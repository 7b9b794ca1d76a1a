"""Html is made harmless and stays well-formed XML."""

from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facetstore.usecases.changes.rich_text import clean_html

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
}


@pytest.mark.parametrize("text", TAKEN_AWAY)
def test_what_could_do_harm_is_taken_away_and_told(text: str) -> None:
    cleaned = clean_html(text)

    assert cleaned == (TAKEN_AWAY[text], True)


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
