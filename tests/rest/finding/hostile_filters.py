"""What an attacker sends to break a filter: texts, and the places in a filter or an order to which they are put."""

from collections.abc import Iterator
from typing import Final

from tests.support import company

MARK: Final = "zqx"
"""Letters that no statement of ours has: where they are found in one, a value has entered its text."""

QUOTES: Final = (
    "'", "''", "'''", '"', '""', "`", "\\'", "\\", "\\\\", "'\"'", "‘", "’", "“x”", "ʼ", "＇", "´", "′", "«»", "‹'›",
    "it's", "a''b", "O'Brien", "%27", "%2527", "&#39;", "&apos;", "\\u0027", "\\x27", "\\047",
)  # fmt: skip
SQL: Final = (
    "' OR '1'='1", "' OR 1=1 --", "' OR 1=1 #", "' OR ''='", "') OR ('1'='1", "')) OR 1=1 --", "1 OR 1=1",
    "1; SELECT 1", "'; DROP TABLE version; --", "'; DELETE FROM version WHERE 1=1; --",
    "x'; UPDATE tenant SET revision=0; --", "' UNION SELECT NULL, NULL, NULL --",
    "' UNION ALL SELECT hash FROM token --", "' AND 1=0 UNION SELECT 1",
    "' AND (SELECT count(*) FROM version) > 0 --", "' AND substr((SELECT hash FROM token),1,1)='a",
    "'||(SELECT hash FROM token LIMIT 1)||'", "' || 'a' || '", "'+'a'+'", "CONCAT('a','b')", "CHR(39)", "char(39)",
    "/* x */", "*/ OR 1=1 /*", "--", "-- -", "#", ";", ";--", "'/**/OR/**/1=1", "\n--\n", "'\nOR\n1=1", "1=1", "TRUE",
    "NULL", "null", "IS NULL", "SELECT * FROM token", "WHERE 1=1", "ORDER BY 1", "LIMIT 0", "GLOB '*'",
    "EXISTS(SELECT 1)", "CASE WHEN 1=1 THEN 1 ELSE 0 END", "COLLATE NOCASE", "BETWEEN 1 AND 2", "IN (1,2)",
)  # fmt: skip
SQLITE: Final = (
    "load_extension('x')", "randomblob(1000000000)", "zeroblob(99999999)", "PRAGMA writable_schema=1",
    "ATTACH ':memory:' AS x", "sqlite_version()", "SELECT sql FROM sqlite_schema", "json_each('[1]')", "x'4142'",
    "X'00'", "[name]", "?1", "@v", "#1", "' MATCH 'x", "fts5(x)", "hex(randomblob(9))", "'; VACUUM; --",
    "likelihood(1,0.5)", "printf('%s')",
)  # fmt: skip
POSTGRES: Final = (
    "$1", "$$", "$$; SELECT 1; $$", "$tag$x$tag$", "E'\\x41'", "U&'\\0041'", "B'1'", "::text", "1::int",
    "'x'::regclass", "CAST(1 AS int)", "pg_sleep(10)", "'; SELECT pg_sleep(10); --", "pg_read_file('/etc/passwd')",
    "current_user", "COPY version TO '/tmp/x'", "lo_import('/etc/passwd')", "'::int", "array[1,2]", "{1,2,3}",
    "ANY(ARRAY[1])", "~ 'x'", "!~*", "SIMILAR TO '%'", "convert_from('x','UTF8')", "generate_series(1,1000000000)",
    "to_tsquery('x & !y')",
)  # fmt: skip
WILDCARDS: Final = (
    "%", "%%", "_", "__", "\\%", "\\_", "%\\%%", "_%_", "a%b_c", "[a-z]", "*", "?", ".*", "^a$", "100%", "%zqx%",
    "_qx", "%" * 40, "_" * 40, "%a" * 30, "%_" * 30, "\\\\%", "%\\\\",
)  # fmt: skip
WORDS: Final = (
    '"', "a AND b", "a OR b", "NOT a", "NEAR(a b, 2)", "name : x", "{name text} : x", "- {name} : x", "^start", "a*",
    "a + b", '"a" OR "b"', "(a", "a)", "scope : x", "{", "}", "\ue000\ue000\ue001", '"\ue000\ue000\ue001"', "rowid",
    "words", "rank", "a b c d e f g", "x" * 2, "x" * 3, "AND", "OR", "NOT", "a:b", "col:*", '""', '"""',
)  # fmt: skip
PLACEHOLDERS: Final = (
    ":tenant", ":f0", ":k0", ":keys", ":limit", "::", "{v}", "{a}", "{0}", "{among}", "{current}", "%s", "%(x)s",
    "${x}", "{{x}}", "{x.__class__}", "{0.__init__.__globals__}", "{{7*7}}", "${jndi:ldap://x}", "<%= 1 %>", "#{1}",
    "__import__('os')", "../../etc/passwd", "file:///etc/passwd", "\\\\server\\share", "<script>alert(1)</script>",
    "<!--", "]]>", "&amp;", "\\n", '{"a":1}', "[1,2]", '","b":"', "\\u0000", "\\ud800", "null", "undefined", "NaN",
    "Infinity", "-0", "1e309", "0x10", "1_000",
)  # fmt: skip
UNICODE: Final = (
    "ß", "ẞ", "SS", "İ", "ı", "ﬁ", "ſ", "Σ", "ς", "é", "e\u0301", "\u0301", "\u0345", "ᾳ", "한국", "\u1112\u1161\u11ab",
    "🏭", "👩\u200d🔬", "\u202eabc", "\u200b", "\ufeff", "\u2028", "\u2029", "\u00a0", "\u3000", "\u00ad", "\U0010ffff",
    "\ufffe", "\ud7ff", "\ue000", "𝔸", "½", "½" * 60, "z\u0300\u0301\u0302" * 40, "ä" * 300, "\ufdfa" * 30, "مرحبا",
    "שָׁלוֹם",
)  # fmt: skip
BLANK: Final = ("", " ", "   ", "\t", "\n", "\r\n", " \t ", "\u00a0", "\u2003")
IDS: Final = (
    company.RECEIPT, company.RECEIPT.upper(), company.RECEIPT[:8], f"{company.RECEIPT}'", f"{{{company.RECEIPT}}}",
    "00000000-0000-0000-0000-000000000000", "1", "0", "-1", "id", "name", "key", "tenant", "version", "attribute",
)  # fmt: skip
PAYLOADS: Final = tuple(
    dict.fromkeys((*QUOTES, *SQL, *SQLITE, *POSTGRES, *WILDCARDS, *WORDS, *PLACEHOLDERS, *UNICODE, *BLANK, *IDS))
)

VALUE_PLACES: Final = (
    "name -eq {}",
    "NOT name -eq {}",
    "name -ne {} AND name -ne 'x'",
    "Contains(name,{})",
    "StartsWith(name,{})",
    "EndsWith(name,{})",
    "name -like {}",
    "name -gt {}",
    "name/1031 -le {}",
    "name -in ('x',{},'y')",
    "Contains(attributes,{})",
    "attributes/1033 -eq {}",
    "owner/lastName -eq {}",
    "Contains(systems/name,{})",
    "stereotype -eq {}",
    "state -ne {}",
    "id -in ({},'x')",
    "versionId -eq {}",
    "costs -eq {}",
    "changedOn -lt {}",
    "isReleased -eq {}",
    "IsNull(name) OR description -like {}",
)
"""Where a value in quotes can stand."""

BARE_PLACES: Final = (
    "name -eq {}",
    "costs -gt {}",
    "{} -eq 'x'",
    "name/{} -eq 'x'",
    "owner/{} -eq 'x'",
    "{}(name,'x')",
    "name {} 'x'",
    "IsNull({})",
    "name -eq 'x' {}",
    "{}",
)
"""Where a text stands as it is: as a value, a name, a culture, a function, an operator, or behind everything."""

ORDER_PLACES: Final = ("{}", "name {}", "name/{}", "name desc,{}", "{} desc", "'{}'", "name,{},id")


def quoted(text: str) -> str:
    """A text as a value."""
    return "'" + text.replace("'", "''") + "'"


def hostile_values() -> Iterator[tuple[str, str]]:
    """Filters with a payload as a value, alone and beside the mark; with the payload."""
    for number, payload in enumerate(PAYLOADS):
        for step in range(2):
            place = VALUE_PLACES[(number * 2 + step) % len(VALUE_PLACES)]
            yield place.format(quoted(payload)), payload
            yield place.format(quoted(f"{MARK}{payload}")), f"{MARK}{payload}"


def hostile_texts() -> Iterator[str]:
    """Filters with a payload that stands free."""
    for number, payload in enumerate(PAYLOADS):
        for step in range(2):
            yield BARE_PLACES[(number + 5 * step) % len(BARE_PLACES)].format(payload)
            yield BARE_PLACES[(number + 5 * step + 1) % len(BARE_PLACES)].format(f"{MARK}{payload}")


def hostile_shapes() -> Iterator[str]:
    """Filters that are large, deep, or strange as a whole."""
    for depth in (31, 32, 33, 200, 2000):
        yield "(" * depth + "name -eq 'a'" + ")" * depth
        yield "NOT " * depth + "name -eq 'a'"
        yield "NOT(" * depth + "name -eq 'a'" + ")" * depth
    for count in (2, 99, 100, 101, 300):
        yield " OR ".join(f"name -eq '{n}'" for n in range(count))
        yield " AND ".join("IsNull(owner)" for _ in range(count))
        yield " AND ".join(f"NOT Contains(attributes,'{n}zqx')" for n in range(min(count, 200)))
        yield " OR ".join(f"Contains(systems/name,'{n}zqx')" for n in range(min(count, 200)))
    for count in (10, 500, 1500):
        yield f"name -in ({','.join(quoted(str(n)) for n in range(count))})"
        yield f"costs -in ({','.join(map(str, range(count)))})"
        yield f"NOT id -in ({','.join(quoted(str(n)) for n in range(count))})"
        yield f"owner/lastName -in ({','.join(quoted(str(n)) for n in range(count))})"
        yield f"attributes -in ({','.join(quoted(str(n)) for n in range(count))})"
        yield f"name -in ({','.join(quoted('x') for _ in range(count))})"
    for text in ("a" * 7900, "%" * 2000, "%a" * 1500, "_" * 3000, "''" * 2000, " " * 2500, "ä" * 1300, "\\\\" * 1300):
        yield f"name -eq '{text}'"
        yield f"Contains(name,'{text}')"
        yield f"name -like '{text}'"
        yield f"attributes -like '%{text}%x'"
    for size in (100, 5000, 8100):
        yield "x" * size
        yield "'" * size
        yield f"costs -gt {'9' * size}"
        yield f"costs -gt 1{'.' * size}"
        yield f"name/{'1' * size} -eq 'a'"
        yield f"{'/'.join(['name'] * (size // 5))} -eq 'a'"


def hostile_bytes() -> Iterator[bytes]:
    """Query strings that are no text, or hold characters that none may."""
    for sequence in (
        b"%00",
        b"%01",
        b"%08",
        b"%0B",
        b"%1F",
        b"%7F",
        b"%C2%80",
        b"%C2%9F",
        b"%ED%A0%80",
        b"%FF",
        b"%C0%A7",
    ):
        for place in (b"name%%20-eq%%20%%27a%bb%%27", b"na%bme%%20-eq%%20%%27a%%27", b"%bname%%20-eq%%20%%27a%%27"):
            yield b"$filter=" + place % sequence
        yield b"$orderby=name" + sequence
        yield b"$filter=name%20-eq%20%27a%27&$orderby=" + sequence
    yield from (
        b"$filter=%",
        b"$filter=%2",
        b"$filter=%ZZ",
        b"$filter",
        b"$filter=",
        b"$filter=a&$filter=b",
        b"$filter[]=x",
    )
    yield from (b"$filter=name+-eq+'a'", b"$filter=name%2B-eq%2B'a'", b"$filter=\xff", b"$filter=;;", b"%24filter=x")
