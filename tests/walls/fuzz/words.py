"""What mutations put in: names that the service knows, and texts and numbers that programs stumble over."""

from collections.abc import Mapping
from typing import Final

from facetstore.metamodel.loader import load_standard
from tests.rest.finding.hostile_filters import PAYLOADS
from tests.support import company

_STANDARD: Final = load_standard()

FACETS: Final = (*_STANDARD.facets, "nothing")
TYPES: Final = tuple(_STANDARD.types)
PROPERTIES: Final = tuple(sorted({name for each in _STANDARD.types.values() for name in each.properties}))
VIEWS: Final = ("detail", "list", "tree", "diagram", "reporting", "documentContent", "orphaned", "list2")
STATES: Final = (
    "inProcess",
    "inReview",
    "readyForQa",
    "readyForRelease",
    "released",
    "inEffect",
    "expired",
    "show",
    "hide",
)
CULTURES: Final = ("1031", "1033", "127", "1036", "0", "-1", "99999999999999999999", "01033", "١٠٣٣", "1033.0", "x")
FIELDS: Final = ("id", "versionId", "type", "state", "stereotype", "facetName", "attributes", "creationId")

KINDS: Final = (
    "draft", "released", "authored", "reviewed", "others", "gone", "structure", "house", "task shown", "shape", "set",
    "version of draft", "version of released", "user", "editor", "administrator", "task", "task of user", "deletion",
    "token", "login", "link", "nowhere", "storage", "storage collection", "shown process", "hidden process", "glance",
    "view", "tenant",
)  # fmt: skip
IDS: Final = (
    *(f"@{kind}@" for kind in KINDS), company.RECEIPT, company.RECEIPT_2_0, company.RECEIPT_2_1, company.RETURNS,
    company.ERP, company.ANNA, company.UNLOAD, company.shape_id(6, "2.0", 3), company.RECEIPT.upper(),
    company.RECEIPT.replace("-", ""), "00000000-0000-0000-0000-000000000000", f"{{{company.RECEIPT}}}",
)  # fmt: skip

NUMBERS: Final = (
    "0", "-0", "1", "-1", "2", "10", "100", "1000", "1001", "127", "32767", "65536", "2147483647", "2147483648",
    "4294967296", "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "1e2",
    "1e400", "-1e400", "1E-400", "0.1", "1.0", "1.5", "0x10", "1_000", "+1", "1e", "NaN", "Infinity", "9" * 400, "¹",
    "٣", " 1", "1 ",
)  # fmt: skip
TIMES: Final = (
    "2024-05-06T07:08:09", "2024-05-06T07:08:09.1234567", "2024-05-06T07:08:09.12345678", "2024-05-06", "2024-13-01",
    "2024-02-30T00:00:00", "9999-12-31T00:00:00", "0000-00-00T00:00:00", "0001-01-01T00:00:00", "10000-01-01T00:00:00",
    "2024-05-06T24:00:00", "2024-03-31T02:30:00", "2024-05-06T07:08:09Z", "2024-05-06T07:08:09+99:00", "2024-W01-1",
)  # fmt: skip
HTML: Final = (
    "<p>", "<p>x</p>", f"{company.XML}<p>x</p>", f"{company.XML}", f"{company.XML}<p>&nbsp;&#0;&#x1;&bogus;</p>",
    '<a href="java\tscript:alert(1)">x</a>', "<svg/onload=1>", "<![CDATA[x]]>", "<!DOCTYPE a [<!ENTITY b 'c'>]>&b;",
    "<p>" * 300, "<?xml version='1.1'?><p>\x85</p>", "<p xmlns:a='b' a:c='d'/>", "<table><td><p>x", "\ufeff<p>x</p>",
)  # fmt: skip
TEXTS: Final = (
    *PAYLOADS, *TIMES, *HTML, "\x00", "a\x00b", "\x01", "\x02x\x03", "\x08", "\x1f", "\x7f", "\x85", "\ud800",
    "\udfff", "a" * 300, "a" * 5000, "ä" * 1001, "true", "false", "https://x.example/", "javascript:alert(1)",
    "mailto:a@b", "/a/b", "//a", "a b", "a,b", "a/b", "a;b", "a=b", "a&b", "@draft@", "$select", "name", "*",
)  # fmt: skip

OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "$select": ("name", "author", "name,author,owner", "Name", "nme", ",", "name,,name", *PROPERTIES[:40]),
    "$resources": (
        "attributes", "related", "children,content", "displayNames", "rootPath", "stereotype", "none", "attributes,x",
    ),
    "$expandRelated": ("author", "owner,author", "systems", "processes", "nothing", ",".join(PROPERTIES[:25]), "releaseHistory"),
    "$page": NUMBERS, "$pageSize": NUMBERS, "$pageSelectionKey": IDS,
    "$count": ("true", "false", "TRUE", "1", ""), "$flat": ("true", "false", "x"),
    "$cursor": ("", "x", "AAAA", "W10", "eyJhIjoxfQ", "WyJhIiwxXQ", "bnVsbA", "WzFd", "%FF"),
    "$culture": CULTURES, "$facetCounts": ("type", "state,type", "stereotype", "author", "owner,x", "name"),
    "q": TEXTS, "facets": FACETS, "types": TYPES, "culture": CULTURES, "context": ("content", "systems", "owner", "x"),
    "by": ("facet", "type,state", "owner", "month", "missingCulture", "owner,month", "x", "stereotype"),
    "format": ("json", "svg", "x"), "explain": ("true", "x"), "approvals": ("true", "x"), "dryRun": ("true", "false", "x"),
    "ignoreWarnings": ("true", "false"), "force": ("true", "x"), "takeOver": ("true", "false"),
    "state": ("open", "all", "closed,accepted", "x"), "kind": ("Review", "Approve release", "x", "sign-in"),
    "subject": IDS, "actor": IDS, "element": IDS, "user": IDS, "from": IDS, "to": IDS,
    "return": ("/", "//evil.example", "https://evil.example", "/%0d%0aX:y", "\\\\x", "/ä", "#x"),
    "api-version": ("1.0", "2.0", "3.0", "4.0", "5.0", "", "1"), "asOf": TIMES,
    "symbio-auth-token": ("", "x", "a" * 26, "%00"),
}  # fmt: skip
"""Parameters by name, with what may come as their value."""

HEADERS: Final[Mapping[str, tuple[str, ...]]] = {
    "api-version": ("1.0", "2.0", "3.0", "4.0", "5.0", "", " 1.0", "1.0,2.0", "ä"),
    "accept": (
        "application/json", "application/problem+json", "text/html", "image/svg+xml", "*/*;q=0", "x", "application/json;q=x",
        "application/problem+json;q=0, text/html", "", ";;;,", "a/b;q=1e400", "\xff",
    ),
    "accept-encoding": ("gzip", "br", "zstd", "identity", "*", "gzip;q=0", "br;q=nan", "zstd, br;q=0.5", "x", ""),
    "content-type": (
        "application/json", "application/json; charset=latin-1", "text/plain", "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded", "application/problem+json", "", "x", "application/JSON;charset=\"utf-8\"",
    ),
    "content-encoding": ("gzip", "identity", "br", "x"),
    "if-match": ("*", '"1-x"', "W/\"3-a\"", '"99999999999999999999-x"', "1", "", '"-"', '"1-x", "2-y"', '"0-"', "\xff"),
    "if-none-match": ("*", '"1-x"', "W/\"3-a\"", "", ",,,", '"-"', "\xff" * 30),
    "if-modified-since": ("Thu, 01 Jan 1970 00:00:00 GMT", "x"),
    "idempotency-key": ("k", "k" * 200, "k" * 201, "", "ä", "\t", "a b", "@draft@", "key-1", "key-2"),
    "x-reason": ("It was time", "", "r" * 1000, "r" * 1001, "ä\xff", "%00", "=?utf-8?q?x?="),
    "cookie": (
        "facetstore-session=x", "facetstore-session=", "a=b; ;;=; facetstore-session", "facetstore-session=\"x\"",
        "facetstore-openid=x", "a" * 2000, "facetstore-session=\xff\xfe",
    ),
    "range": ("bytes=0-10", "bytes=-1", "items=0-9"),
    "authorization": ("Bearer", "Bearer ", "bearer x", "Basic YTpi", "Bearer a b", "", "Digest x", "Bearer \xff"),
    "symbio-auth-token": ("", "x", "\xff", "a" * 26, "a" * 5000),
    "sec-fetch-site": ("same-origin", "cross-site", "none", "", "SAME-ORIGIN", "x"),
    "origin": ("http://test", "null", "https://evil.example", "http://TEST", "\xff"),
    "host": ("test", "x", "a:99999", "[::1]:80", "a b", "", "[::", "\xff", "a" * 300),
    "x-forwarded-for": ("1.2.3.4", "x", "::1, 1.2.3.4", ""), "x-forwarded-proto": ("https", "x"),
    "x-forwarded-host": ("evil.example",), "x-forwarded-prefix": ("/p", "\"x"),
    "transfer-encoding": ("chunked",), "expect": ("100-continue",), "x-http-method-override": ("DELETE",),
    "access-control-request-method": ("POST",), "prefer": ("return=minimal",), "accept-language": ("de", "*", "x;q=y"),
}  # fmt: skip
"""Headers by name, with what may come as their value."""

METHODS: Final = ("GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH", "TRACE", "get", "X")
SEGMENTS: Final = (
    "rest", "release", "facets", "views", "elements", "attributes", "related", "children", "content", "info", "versions",
    "config", "reporting", "transitions", "createversion", "delete", "move", "lock", "unlock", "history", "diff", "trash",
    "restore", "permissions", "permissionsets", "maintain", "tasks", "accept", "decline", "delegate", "session", "password",
    "users", "link", "openid", "callback", "access", "audit", "tokens", "preferences", "imports", "v1", "bpmn", "apply", "notices", "read", "subscriptions", "v1", "comments", "resolve", "acknowledgements", "review", "reviews", "manual-template", "presence", "live", "mail", "confirm", "leave", "request", "proof", "reopen", "undo", "settings", "favourite", "picture", "pictures", "rotate", "revoke", "me", "search", "stats", "webhooks", "deliveries", "replay", "test",
    "proposals", "revision", "types", "usages", "diagram", "render", "_api", "_health", "true", "false", "vertical", "detailed",
    "InProcessToReleased", "InProcessToInReview", "ReleasedToRequestToExpire", "ShowToHide", "ReadyForReleaseToReleased",
    "..", ".", "", "%2F", "%2e%2e", "%00", "%FF", "%C3%A4", "%E2%80%AE", "a%2Fb", "*", "~", "x" * 300, "%25", "%", "%zz",
    "$metadata", "@draft@", ";a=b", "a b", "\u212a",
)  # fmt: skip
