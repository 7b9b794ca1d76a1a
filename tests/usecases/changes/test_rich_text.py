"""Html is made harmless and stays well-formed XML."""

import time
from contextlib import suppress
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facetstore.usecases.changes.html_as_xml import declared
from facetstore.usecases.changes.html_removed import listed
from facetstore.usecases.changes.rich_text import DEEPEST, LONGEST, CleanText, CostlyHtml, clean_html

ID = "3fa85f64-5717-4562-b3fc-2c963f66afa6"
XML = '<?xml version="1.0" encoding="utf-8"?>'

UNCHANGED = [
    "",
    f"{XML}<p>Grüße &amp; mehr</p>",
    f"{XML}<p>Documented<br /></p>",
    f"{XML}<div><p>One</p><ul>\n<li>two</li>\n</ul></div>",
    f'{XML}<div><a href="https://x.y/?a=1&amp;b=2" target="_blank">link</a></div>',
    f'{XML}<p class="align-center"><span class="color-red">red</span></p>',
    f'{XML}<p><img src="/a/b/_api/rest/elements/{ID}/files/{ID}" alt="A &lt;picture&gt;" /></p>',
    f"{XML}<table><tbody><tr><th>1</th><td>2</td></tr></tbody></table>",
]


@pytest.mark.parametrize("text", UNCHANGED)
def test_what_is_clean_stays_as_it_is(text: str) -> None:
    assert clean_html(text) == CleanText(text)


WRITTEN_ANEW = {
    "plain text": "<p>plain text</p>",
    "two\nlines": "<p>two<br />lines</p>",
    " \n ": "",
    "a & b < c": "<p>a &amp; b &lt; c</p>",
    f"{XML}<div>a<br>b</div>": "<div>a<br />b</div>",
    f"{XML}<div>a&nbsp;b&auml;</div>": "<div>a&#160;bä</div>",
    f"{XML}<p>a</p><p>b</p>": "<div><p>a</p><p>b</p></div>",
    "<p>no declaration</p><p>two roots</p>": "<div><p>no declaration</p><p>two roots</p></div>",
    '<?xml version="1.0"?><p>another declaration</p>': "<p>another declaration</p>",
    f"{XML}text": "<p>text</p>",
    f"{XML}<table><tr><td>1</td></tr></table>": "<table><tbody><tr><td>1</td></tr></tbody></table>",
    f"{XML}<div><!-- note -->a</div>": "<div>a</div>",
    "<ul><li>one<li>two</ul>": "<ul><li>one</li><li>two</li></ul>",
    '<p xmlns="http://www.w3.org/1999/xhtml">a</p>': "<p>a</p>",
    '<a rel="nofollow" href="https://x.y/">a</a>': '<p><a href="https://x.y/">a</a></p>',
    f'<p><img src="elements/{ID}/files/1" title="it\'s <here>">a</p>': (
        f'<p><img src="elements/{ID}/files/1" title="it&#x27;s &lt;here&gt;" />a</p>'
    ),
    f'<img src="https://x.y/a/b/elements/{ID}/files/1">': f'<p><img src="/a/b/elements/{ID}/files/1" /></p>',
    "<b>a</b> <i>b</i> <strike>c</strike>": "<p><strong>a</strong> <em>b</em> <s>c</s></p>",
    "<dl><dt>a<dd>b</dl>": "<div><div>a</div><div>b</div></div>",
    "<section><h2>a</h2>b</section>": "<div><h2>a</h2>b</div>",
}


@pytest.mark.parametrize("text", WRITTEN_ANEW)
def test_what_only_looks_different_is_no_change(text: str) -> None:
    assert clean_html(text) == CleanText(f"{XML}{WRITTEN_ANEW[text]}" if WRITTEN_ANEW[text] else "")


TAKEN_AWAY = {
    f"{XML}<div><script>x()</script>a</div>": ("<div>a</div>", "script"),
    '<img src="x.png" onerror="x()">': ("<p></p>", "img, src of img, onerror of img"),
    '<a href="javascript:x()">a</a>': ("<p><a>a</a></p>", "href of a"),
    '<p style="position:fixed">a</p>': ("<p>a</p>", "style of p"),
    "<iframe src='//evil'></iframe>": ("<p></p>", "iframe"),
    "<svg><script>x()</script></svg>": ("<p></p>", "svg, script"),
    "<p>a&#1;b</p>": ("<p>ab</p>", "what no XML document can hold"),
    '<form action="/x"><input name="a"></form>': ("<p></p>", "form, input"),
    '<a href="java\tscript:x()">a</a>': ("<p><a>a</a></p>", "href of a"),
    '<a href="java&#9;script:x()">a</a>': ("<p><a>a</a></p>", "href of a"),
    '<a href="&#1;javascript:x()">a</a>': ("<p><a>a</a></p>", "href of a"),
    '<a href=" javascript&colon;x()">a</a>': ("<p><a>a</a></p>", "href of a"),
    '<a href="data:text/html,x">a</a>': ("<p><a>a</a></p>", "href of a"),
    '<a href="x" target="_top">a</a>': ('<p><a href="x">a</a></p>', "target of a"),
    "<strange>a</strange>": ("<p>a</p>", "strange"),
    "<p class='note align-right'>a</p><p class='note'>b</p>": (
        '<div><p class="align-right">a</p><p>b</p></div>',
        "class of p (2)",
    ),
    "<font color='red'>a</font><font>b</font>": ("<p>ab</p>", "font (2)"),
    '<img src="https://evil/pixel.png">': ("<p></p>", "img, src of img"),
    '<img src="data:image/png;base64,AAAA">': ("<p></p>", "img, src of img"),
    f'<img src="//evil/elements/{ID}/files/1">': ("<p></p>", "img, src of img"),
    f'<img src="/../elements/{ID}/files/1">': ("<p></p>", "img, src of img"),
    f'<img src="/a/elements/{ID}/files/1?x=1">': ("<p></p>", "img, src of img"),
    "<x1><x2><x3><x4><x5><x6><x7><x8><x9><xa><xb>a": ("<p>a</p>", "x1, x2, x3, x4, x5, x6, x7, x8, x9, xa and more"),
    f"<{'very' * 20}>a": ("<p>a</p>", "veryveryveryveryveryveryveryve"),
}


@pytest.mark.parametrize("text", TAKEN_AWAY)
def test_what_could_do_harm_is_taken_away_and_reported_by_name(text: str) -> None:
    cleaned = clean_html(text)

    assert (cleaned.text, listed(cleaned.removed)) == (XML + TAKEN_AWAY[text][0], TAKEN_AWAY[text][1])


STORED_BEFORE = {
    "": "",
    "plain": "<p>plain</p>",
    "a &amp; b": "<p>a &amp; b</p>",
    "<p>a</p>": "<p>a</p>",
    "<p>a</p><p>b</p>": "<div><p>a</p><p>b</p></div>",
    "<b>a</b><br/>c": "<p><b>a</b><br/>c</p>",
    '<p title="x">a<img src="x.png"/></p>': '<p title="x">a<img src="x.png"/></p>',
    "<hr/>": "<hr/>",
    '<?xml version="1.0"?><p>a</p>': "<p>a</p>",
    f"{XML}<p>a</p>": "<p>a</p>",
}


@pytest.mark.parametrize("text", STORED_BEFORE)
def test_what_earlier_releases_stored_gets_a_declaration_and_one_block(text: str) -> None:
    assert declared(text) == (XML + STORED_BEFORE[text] if text else "")
    assert declared(declared(text)) == declared(text)


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


@pytest.mark.parametrize("tags", ["<strong>", "<div>"])
def test_tags_within_each_other_have_a_limit(tags: str) -> None:
    assert clean_html(XML + tags * 100).text.count(tags) == 100

    with pytest.raises(CostlyHtml, match="not closed in their order"):
        clean_html(XML + tags * (DEEPEST + 1))
    with pytest.raises(CostlyHtml, match="not closed in their order"):
        clean_html(XML + tags * (DEEPEST + 1) + tags.replace("<", "</") * (DEEPEST + 1))


def test_html_has_a_limit_but_plain_text_has_none() -> None:
    assert not clean_html("a" * (LONGEST + 1)).removed

    with pytest.raises(CostlyHtml, match="at most 1,048,576 are read"):
        clean_html("&" + "a" * LONGEST)


PIECES = st.sampled_from(
    [
        *("<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<br>", "<br/>", "<table>", "<tr>", "<td>", "</table>", "a"),
        *("&amp;", "&nbsp;", "&#1;", "&#xfffe;", ">", '"', "<a href='x'>", "</a>", "<script>", "</script>", " ", "&"),
        *("<svg>", "<math>", "</svg>", "<![CDATA[", "<p title='<'>", "<li>", "ä", "\x02", "<?php ?>", "<style>", "<"),
        *("<del>", "</del>", "<img src='x'>", "<dt>", "<center>", "<thead>", "<p class='x'>", "<pre>", "\n", "<font>"),
        *("</style>", "<ul>", "<!--", "-->", "]]>"),
    ]
)


@given(st.lists(PIECES, max_size=12).map("".join))
def test_whatever_comes_in_well_formed_xml_comes_out(text: str) -> None:
    cleaned = clean_html(XML + text)

    assert cleaned.text.startswith(XML)
    fromstring(cleaned.text.removeprefix(XML))
    assert clean_html(cleaned.text) == CleanText(cleaned.text)


@given(st.lists(PIECES, max_size=12).map("".join))
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    once = clean_html(text).text

    assert clean_html(once) == CleanText(once)
