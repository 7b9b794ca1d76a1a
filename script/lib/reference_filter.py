"""The page of filters and order, made from the tables that the tests hold the parser to."""

import json
from typing import Final
from urllib.parse import quote

from facetstore.domain.budget import FILTER_WEIGHT
from facetstore.domain.errors import InvalidParameter, UnknownName
from facetstore.metamodel.loader import load_standard
from facetstore.query import filter_text, ordering
from facetstore.query.filter_names import IDENTITY_FIELDS, made_per_answer
from facetstore.query.filter_tokens import LONGEST_TEXT
from facetstore.query.filter_values import ORDER_LENGTH
from script.lib.markdown import code, codes, page, table
from tests.query.right_filters import RIGHT_FILTERS
from tests.query.wrong_filters import WRONG_FILTERS, WrongFilter

_LEAD: Final = """\
`$filter` leaves out what does not match; `$orderby` says in which order the rest comes. They narrow and order lists and reports;
on a single element `$filter` narrows its children and content, on attributes, related contexts and versions what is returned of
them. Which operation takes which: [endpoints](endpoints.md). Every filter of this page is held to the code by a test."""

_SENT: Final = "isReleased -eq true AND Contains(name, 'order')"
_LIST: Final = "http://127.0.0.1:8080/demo/showcase/_api/rest/facets/processes/views/list/elements"

_SENDING: Final = f"""\
In an address, characters that mean something else there must be encoded. `curl` does it:

```sh
curl -G -H "symbio-auth-token: $TOKEN" {_LIST} \\
  --data-urlencode "\\$filter={_SENT}" \\
  --data-urlencode '$orderby=name desc, changedOn'
```

The same, written out:

```text
{_LIST}?$filter={quote(_SENT)}&$orderby=name%20desc%2C%20changedOn
```

By hand, encode at least these. A `+` that is not encoded arrives as a blank, a `&` ends the filter, and so does a `#`."""

_ENCODED: Final = (
    ("blank", " ", "between words"),
    ("`%`", "%", "in patterns of `-like`"),
    ("`+`", "+", "in the offset of a date-time"),
    ("`&`", "&", "in values"),
    ("`#`", "#", "in values"),
    ("`ä`", "ä", "letters beyond ASCII, as UTF-8"),
)

_GRAMMAR: Final = """\
```text
filter    = and { OR and }
and       = not { AND not }
not       = NOT not | "(" filter ")" | condition
condition = left operator value
          | left IN "(" value { "," value } ")"
          | function "(" left "," value ")"
          | ISNULL "(" left ")"
left      = name [ "/" name ] [ "/" culture ]
value     = "'" text "'" | number | true | false | null
```

Letter case matters nowhere. Operators and the words AND, OR, NOT may start with a dash or not: `-eq` is `eq`. NOT binds closest,
then AND, then OR. Between the parts there may be blanks and line breaks."""

_OPERATORS: Final = (
    ("-eq", "Equal", "all", "Is this. `-eq null` is `IsNull`."),
    ("-ne", "NotEqual", "all", "Is not this: everything that `-eq` leaves out, what is missing included."),
    ("-gt", "GreaterThan", "all", "Comes behind."),
    ("-ge", "GreaterThanOrEqual", "all", "Comes behind, or is this."),
    ("-lt", "LessThan", "all", "Comes before."),
    ("-le", "LessThanOrEqual", "all", "Comes before, or is this."),
    ("-in", "", "all", "Is one of these."),
    (
        "-like",
        "",
        "texts",
        "Fits a pattern: `%` any run of characters, `_` any one, `\\` before them takes their meaning.",
    ),
    ("-contains", "Contains( , )", "texts", "Holds this somewhere."),
    ("-startsWith", "StartsWith( , )", "texts", "Starts with this."),
    ("-endsWith", "EndsWith( , )", "texts", "Ends with this."),
    ("", "IsNull( )", "all", "Is missing, empty or white space, in all cultures or in the one that is named."),
)

_LEFT: Final = (
    ("`name`", "An attribute of the element. [Which there are](facets-and-types.md#properties)."),
    ("`name/1031`", "An attribute in one culture."),
    ("`attributes`, `attributes/1031`", "Any attribute that holds text."),
    (codes(IDENTITY_FIELDS), "What stands beside the attributes of an element."),
    (
        "`owner/lastName`, `owner/id`",
        "An attribute, or one of the fields above, of the elements that a context refers to.",
    ),
    ("`owner/title/1031`", "The same in one culture."),
    ("`owner`", "A context itself, in `IsNull(owner)`: it refers to nothing."),
)

_LEFT_NOTES: Final = f"""\
- A name that is not known is a 400 with the nearest known one. Known is what any type of the facet has.
- A context may refer to several elements. A condition holds if it holds for one of them; `-ne` and `IsNull` hold if the opposite
  holds for none, so also where nothing is referred to.
- {codes(sorted(made_per_answer(load_standard())))} are computed for each answer and cannot be compared.
- Some types have an attribute `id` or `stereotype`. `id` is the id of the element; the attribute is `id/127`.
- Where types of a facet give one name different data types, it is compared as text if one of them is text; values of the other
  types then match nothing but are not null either."""

_VALUES: Final = (
    (
        "text, selection, links",
        "`'Purchasing'`",
        "In single quotes, a quote inside doubled. Equal without regard to letter case; by order also without regard to accents, "
        f"by the first {ORDER_LENGTH} characters. Selections are compared by their key, several ones line by line, html without its markup.",
    ),
    ("number", "`12`, `-0.5`, `'1e3'`", "With or without quotes, with a decimal point. Integers take whole numbers."),
    ("boolean", "`true`, `false`, `1`, `0`", "With or without quotes."),
    (
        "date-time",
        "`'2024-05-31'`, `'2024-05-31T13:45:00'`, `'2024-05-31T11:45:00Z'`, `'2024-05-31T13:45:00+02:00'`",
        "In single quotes. Without Z or offset by the clock of the tenant. A date alone is its first moment: a whole day is asked for "
        "with `-ge` and `-lt`.",
    ),
)

_VALUE_NOTES: Final = "A value that cannot be of the type is a 400 that says what would do."

_CULTURES: Final = """\
- Without a culture, a condition holds if it holds for the value of any culture; `IsNull` if all are missing or blank.
- `name/1031` looks at that culture only. An attribute that is the same in all cultures takes any culture.
- With `$culture=1031`, what names no culture is compared by the value that the answer shows: that of the culture, or else of
  the first of its fallbacks that is not blank."""

_BLANKS: Final = """\
Empty texts and white space alone are one: blank. A blank value is null for `IsNull` and is passed over by fallbacks; it equals
`''`. A missing value equals nothing, not even `''`."""

_ORDER: Final = f"""\
`$orderby=name desc, changedOn, name/1031 asc, state`: up to {ordering.MOST_KEYS} attributes or identity fields, `asc` unless
`desc` stands behind. Texts come without regard to letter case and accents, in the culture named, else in that of `$culture`, else in
the default culture of the tenant, with its fallbacks. Missing and blank values come last in both directions. What is equal in all
keys comes by id, so pages never overlap."""

_LIMITS: Final = (
    ("Length of `$filter` and of `$orderby`", f"{LONGEST_TEXT} bytes of UTF-8"),
    ("Conditions", str(filter_text.MOST_TERMS)),
    (
        "Weight of all conditions: 1 each; 4 for each text that is looked for inside values (contains, endsWith, like); 4 times as much on "
        "related elements or on all attributes ([too-costly](errors.md))",
        str(FILTER_WEIGHT),
    ),
    ("Levels of parentheses and NOTs", str(filter_text.DEEPEST)),
    ("Keys of `$orderby`", str(ordering.MOST_KEYS)),
)

_ERRORS: Final = """\
A wrong filter is a 400 ([errors](errors.md)). The sentence names the position, counted in characters from 1, what was found, and
what was expected. Wrong names and values are all reported at once, each as a finding in `data`; an operator that is not supported has
the words of the reference product there, and more in `message`."""

_SHOWN: Final = next(each for each in WRONG_FILTERS["Names"] if len(each.findings) > 1)


def render() -> str:
    encoded = table(("Character", "Encoded", "Where"), [(name, code(quote(sign)), at) for name, sign, at in _ENCODED])
    return page(
        "Filters and order",
        _LEAD,
        "## Sending a filter",
        _SENDING,
        encoded,
        "## Grammar",
        _GRAMMAR,
        "## Operators",
        table(("Operator", "Also", "For", "Holds if the left side"), [_operator(*row) for row in _OPERATORS]),
        "## Left sides",
        table(("Left side", "What it is"), _LEFT),
        _LEFT_NOTES,
        "## Values",
        table(("For", "Written", "Notes"), _VALUES),
        _VALUE_NOTES,
        "## Cultures",
        _CULTURES,
        "## Missing and blank",
        _BLANKS,
        "## Examples",
        *_examples(),
        "## Order",
        _ORDER,
        "## Limits",
        table(("What", "At most"), _LIMITS),
        "## When a filter is refused",
        _ERRORS,
        _answer(_SHOWN),
        *_refusals(),
    )


def _operator(word: str, also: str, kinds: str, meaning: str) -> tuple[str, ...]:
    return code(word) if word else "", code(also) if also else "", kinds, meaning


def _examples() -> list[str]:
    return [
        f"### {topic}\n\n" + table(("Filter", "What it asks for"), [(code(each.text), each.asks_for) for each in group])
        for topic, group in RIGHT_FILTERS.items()
    ]


def _refusals() -> list[str]:
    return [
        f"### {topic}\n\n"
        + table(("Filter", "Refusal"), [(_visible(each.text), _cell(each.message)) for each in group])
        for topic, group in WRONG_FILTERS.items()
    ]


def _visible(text: str) -> str:
    """A filter as code; invisible characters, and those that no file can hold, by their number."""
    shown = "".join(each if each.isprintable() else f"\\u{ord(each):04x}" for each in text)
    return code(shown) if shown.strip() else "*nothing*" if not shown else "*blanks*"


def _cell(message: str) -> str:
    """A sentence in which no sign is taken for Markdown."""
    return "".join(f"\\{each}" if each in "\\`*_[]<>" else each for each in message)


def _answer(wrong: WrongFilter) -> str:
    body = {
        "message": wrong.message,
        "output": "volatile",
        "type": "error",
        "data": [{"error": each, "code": _code_of(each), "path": filter_text.PARAMETER} for each in wrong.findings],
        "requestId": "1163f527-2a",
    }
    return f"The answer to `{wrong.text}`:\n\n```json\n{json.dumps(body, indent=2)}\n```"


def _code_of(error: str) -> str:
    return (UnknownName if " knows no " in error else InvalidParameter).code
