"""Rich text on the pages of a site: known elements, addresses that lead somewhere, and nothing that runs."""

from html.parser import HTMLParser
from random import Random

import pytest

from facetstore.website.html_text import html, tag
from facetstore.website.rich_html import local_html

ELEMENTS = frozenset({"a", "p", "b", "strong", "ul", "li", "br", "td", "tr", "table", "span"})
PAGE = {"elements/7": "7.html"}


def local(text: str) -> str:
    return local_html(text, ELEMENTS, PAGE.get)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            '<?xml version="1.0" encoding="utf-8"?><p>One &amp; <strong>two</strong></p>',
            "<p>One &amp; <strong>two</strong></p>",
        ),
        ("<p>open <b>and not closed", "<p>open <b>and not closed</b></p>"),
        ("</p>closed <p>alone</b></p>", "closed <p>alone</p>"),
        ("<script>alert(1)</script><p>x</p>", "<p>x</p>"),
        ("<p onclick='x()' style='color:red' class='align-right evil'>x</p>", '<p class="align-right">x</p>'),
        ('<a href="elements/7">here</a>', '<a href="7.html">here</a>'),
        ('<a href="elements/8">nowhere</a>', "nowhere"),
        ('<a href=" javascript:alert(1)">x</a>', "x"),
        (
            '<a href="https://example.org/?a=1&amp;b=&quot;">x</a>',
            '<a href="https://example.org/?a=1&amp;b=&quot;" rel="noopener noreferrer">x</a>',
        ),
        ('<img src="https://example.org/p.png" alt="A &lt;picture&gt;">', "A &lt;picture&gt;"),
        ("<iframe src=x>inside</iframe>", "inside"),
        ('<td colspan="2" rowspan="x">1</td>', '<td colspan="2">1</td>'),
        ("<svg onload=x><a xlink:href='javascript:x'>y</a></svg>", "y"),
        ("a &lt;script&gt; b", "a &lt;script&gt; b"),
        ("\x00\x1b<p>\ud800</p>", "<p></p>"),
    ],
)
def test_only_what_is_known_comes_through(text: str, shown: str) -> None:
    assert local(text) == shown


class _Seen(HTMLParser):
    """The elements and attributes that a browser would see."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.attributes: set[str] = set()
        self.addresses: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.addresses |= {value or "" for name, value in attrs if name == "href"}


def test_no_mix_of_markup_brings_anything_else_through() -> None:
    random = Random(23)
    parts = [
        "<",
        ">",
        "<script",
        "</script>",
        "<p ",
        "onload=x",
        " href='javascript:x'",
        "<a",
        '"',
        "'",
        "&lt;",
        "&#x3c;",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "</a>",
        "<style>",
        "\x00",
        "/",
        "=",
        "x",
        "<svg/onload=alert(1)>",
        "<td colspan=2>",
    ]
    for _ in range(3000):
        seen = _Seen()
        seen.feed(local("".join(random.choices(parts, k=random.randint(1, 25)))))

        assert seen.elements <= ELEMENTS
        assert seen.attributes <= {"href", "rel", "class", "colspan", "rowspan", "start"}
        assert not any(each.strip().casefold().startswith(("javascript", "data")) for each in seen.addresses)


def test_texts_are_escaped_where_they_become_html_and_html_is_not_escaped_again() -> None:
    made = tag("p", "a < b", tag("br"), html("&"), class_="x", data_y='"<', hidden=True, id=False)

    assert made == '<p class="x" data-y="&quot;&lt;" hidden>a &lt; b<br>&amp;</p>'
