"""Filters that are refused, each with exactly what is said about it; docs/reference/filter.md is made of them."""

from typing import Final, NamedTuple


class WrongFilter(NamedTuple):
    """A text, the sentence of the refusal, and its findings where they are other than that sentence."""

    text: str
    message: str
    findings: tuple[str, ...] = ()


CONDITION: Final = "a condition that starts with a name, a function, NOT or ("
EXAMPLE: Final = "For example: name -eq 'Purchasing'."
OPERATORS: Final = "Operators are -eq, -ne, -gt, -ge, -lt, -le, -in, -like, -contains, -startsWith, -endsWith."
FUNCTIONS: Final = "Functions are Contains, StartsWith, EndsWith, IsNull."
VALUES: Final = "Values are texts in single quotes, numbers, true and false."
DATE_TIMES: Final = "a date-time, such as '2024-05-31', '2024-05-31T13:45:00' or '2024-05-31T11:45:00Z'"
MADE_BY_EACH: Final = "it is computed for each answer, so there is nothing to compare."

WRONG_FILTERS: Final[dict[str, tuple[WrongFilter, ...]]] = {
    "Something is missing": (
        WrongFilter("", f"$filter is empty. Give a condition at position 1, or leave it out. {EXAMPLE}"),
        WrongFilter("   ", f"$filter is empty. Give a condition at position 1, or leave it out. {EXAMPLE}"),
        WrongFilter("name", f"Found the end at position 5 of $filter, expected an operator after name. {OPERATORS}"),
        WrongFilter("name -eq", f"Found the end at position 9 of $filter, expected a value after -eq. {VALUES}"),
        WrongFilter("name -eq 'a' AND", f"Found the end at position 17 of $filter, expected {CONDITION}. {EXAMPLE}"),
        WrongFilter("name -eq 'a' OR", f"Found the end at position 16 of $filter, expected {CONDITION}. {EXAMPLE}"),
        WrongFilter("NOT", f"Found the end at position 4 of $filter, expected {CONDITION}. {EXAMPLE}"),
        WrongFilter("AND name -eq 'a'", f"Found AND at position 1 of $filter, expected {CONDITION}. {EXAMPLE}"),
        WrongFilter(
            "name -eq 'a' name -eq 'b'",
            "Found name at position 14 of $filter, expected AND, OR or the end. For example: name -eq 'Purchasing' AND isReleased -eq true.",
        ),
        WrongFilter("name 'a'", f"Found 'a' at position 6 of $filter, expected an operator after name. {OPERATORS}"),
        WrongFilter("-eq 'a'", f"Found -eq at position 1 of $filter, expected {CONDITION}. {EXAMPLE}"),
        WrongFilter("'a' -eq name", f"Found 'a' at position 1 of $filter, expected {CONDITION}. {EXAMPLE}"),
        WrongFilter("5 -eq 5", f"Found 5 at position 1 of $filter, expected {CONDITION}. {EXAMPLE}"),
        WrongFilter(
            "isReleased AND name -eq 'a'",
            f"Found AND at position 12 of $filter, expected an operator after isReleased. {OPERATORS}",
        ),
        WrongFilter(
            "name -eq 'a', 'b'",
            "Found , at position 13 of $filter, expected AND, OR or the end. Several values go with -in: name -in ('Purchasing', 'Sales').",
        ),
    ),
    "Parentheses": (
        WrongFilter(
            "(name -eq 'a'",
            "Found the end at position 14 of $filter, expected AND, OR, or the ) for the ( at position 1.",
        ),
        WrongFilter(
            "name -eq 'a')", "Found ) at position 13 of $filter, expected AND, OR or the end. This ) closes nothing."
        ),
        WrongFilter("()", f"Found ) at position 2 of $filter, expected {CONDITION}. {EXAMPLE}"),
        WrongFilter(
            "(name) -eq 'a'", f"Found ) at position 6 of $filter, expected an operator after name. {OPERATORS}"
        ),
        WrongFilter("NOT()", f"Found ) at position 5 of $filter, expected {CONDITION}. {EXAMPLE}"),
    ),
    "Operators": (
        WrongFilter(
            "name Custom 'a'",
            f"The operator Custom at position 6 of $filter is not supported. {OPERATORS}",
            ("The operator Custom is currently not supported",),
        ),
        WrongFilter(
            "name -custom 'a'",
            f"The operator -custom at position 6 of $filter is not supported. {OPERATORS}",
            ("The operator -custom is currently not supported",),
        ),
        WrongFilter(
            "name = 'a'",
            "The operator = at position 6 of $filter is not supported. Write -eq.",
            ("The operator = is currently not supported",),
        ),
        WrongFilter(
            "name != 'a'",
            "The operator != at position 6 of $filter is not supported. Write -ne.",
            ("The operator != is currently not supported",),
        ),
        WrongFilter(
            "name <> 'a'",
            "The operator <> at position 6 of $filter is not supported. Write -ne.",
            ("The operator <> is currently not supported",),
        ),
        WrongFilter(
            "costs >= 5",
            "The operator >= at position 7 of $filter is not supported. Write -ge.",
            ("The operator >= is currently not supported",),
        ),
        WrongFilter(
            "name -eqq 'a'",
            f"The operator -eqq at position 6 of $filter is not supported. Did you mean -eq? {OPERATORS}",
            ("The operator -eqq is currently not supported",),
        ),
        WrongFilter(
            "name Equals 'a'",
            f"The operator Equals at position 6 of $filter is not supported. Did you mean Equal? {OPERATORS}",
            ("The operator Equals is currently not supported",),
        ),
        WrongFilter(
            "name IS NULL",
            "The operator IS at position 6 of $filter is not supported. Write IsNull(name), or name -eq null.",
            ("The operator IS is currently not supported",),
        ),
        WrongFilter(
            "name not in ('a')",
            "The operator not at position 6 of $filter is not supported. Write NOT before the whole condition: NOT name -eq 'Purchasing'.",
            ("The operator not is currently not supported",),
        ),
        WrongFilter(
            "name -notlike '%a%'",
            "The operator -notlike at position 6 of $filter is not supported. Write NOT name -like '%buy%'.",
            ("The operator -notlike is currently not supported",),
        ),
        WrongFilter(
            "name IsNull",
            "The operator IsNull at position 6 of $filter is not supported. Write IsNull(name), or name -eq null.",
            ("The operator IsNull is currently not supported",),
        ),
        WrongFilter(
            "costs -between 1",
            "The operator -between at position 7 of $filter is not supported. Write name -ge 'a' AND name -le 'm'.",
            ("The operator -between is currently not supported",),
        ),
        WrongFilter(
            "name -eq 'a' && name -eq 'b'",
            "Found && at position 14 of $filter, expected AND, OR or the end. Write AND between conditions.",
        ),
        WrongFilter(
            "name -eq 'a' || name -eq 'b'",
            "Found || at position 14 of $filter, expected AND, OR or the end. Write OR between conditions.",
        ),
        WrongFilter(
            "! name -eq 'a'", f"Found ! at position 1 of $filter, expected {CONDITION}. Write NOT instead of !."
        ),
        WrongFilter(
            "name = 'a' AND state1 == 'b'",
            "The operator = at position 6 of $filter is not supported. Write -eq.",
            (
                "The operator = is currently not supported",
                "The operator == is currently not supported",
            ),
        ),
    ),
    "Functions": (
        WrongFilter(
            "Substring(name, 'a')",
            f"The operator Substring at position 1 of $filter is not supported. {FUNCTIONS}",
            ("The operator Substring is currently not supported",),
        ),
        WrongFilter(
            "StartWith(name, 'a')",
            f"The operator StartWith at position 1 of $filter is not supported. Did you mean StartsWith? {FUNCTIONS}",
            ("The operator StartWith is currently not supported",),
        ),
        WrongFilter(
            "Like(name, 'a%')",
            "The operator Like at position 1 of $filter is not supported. It stands between name and value: name Like 'Purchasing'.",
            ("The operator Like is currently not supported",),
        ),
        WrongFilter(
            "In(name, 'a')",
            "The operator In at position 1 of $filter is not supported. It stands between name and value: name In ('Purchasing').",
            ("The operator In is currently not supported",),
        ),
        WrongFilter(
            "Contains(name)",
            "Found ) at position 14 of $filter, expected a comma and a value. For example: Contains(name, 'Purchasing').",
        ),
        WrongFilter(
            "Contains('a', name)",
            "Found 'a' at position 10 of $filter, expected a name. For example: Contains(name, 'Purchasing').",
        ),
        WrongFilter(
            "Contains(name, 'a'",
            "Found the end at position 19 of $filter, expected the ) of Contains. For example: Contains(name, 'Purchasing').",
        ),
        WrongFilter(
            "Contains(name, 'a', 'b')",
            "Found , at position 19 of $filter, expected the ) of Contains. For example: Contains(name, 'Purchasing').",
        ),
        WrongFilter("IsNull()", "Found ) at position 8 of $filter, expected a name. For example: IsNull(name)."),
        WrongFilter(
            "IsNull(name, 'a')",
            "Found , at position 12 of $filter, expected the ) of IsNull. For example: IsNull(name).",
        ),
        WrongFilter(
            "Contains(name, null)",
            "Found null at position 16 of $filter, expected a value after Contains. null goes with -eq and -ne only: name -eq null.",
        ),
        WrongFilter(
            "Contains(Contains(name, 'a'), 'b')",
            "Found ( at position 18 of $filter, expected a comma and a value. For example: Contains(name, 'Purchasing').",
        ),
    ),
    "How values are written": (
        WrongFilter(
            "name -eq Purchasing",
            "Found Purchasing at position 10 of $filter, expected a value after -eq. Texts stand in single quotes: 'Purchasing'. Two attributes cannot be compared.",
        ),
        WrongFilter(
            "changedOn -gt createdOn",
            "Found createdOn at position 15 of $filter, expected a value after -gt. Texts stand in single quotes: 'createdOn'. Two attributes cannot be compared.",
        ),
        WrongFilter(
            "changedOn -gt 2024-05-31",
            "Found 2024-05-31 at position 15 of $filter, expected a number. Texts, dates and ids stand in single quotes: '2024-05-31'.",
        ),
        WrongFilter(
            "id -eq 0f8fad5b-d9cb-469f-a165-70867728950e",
            "Found 0f8fad5b-d9cb-469f-a165-70867728950e at position 8 of $filter, expected a number. Texts, dates and ids stand in single quotes: '0f8fad5b-d9cb-469f-a165-70867728950e'.",
        ),
        WrongFilter('name -eq "a"', "Found \" at position 10 of $filter. Values stand in single quotes: 'Purchasing'."),
        WrongFilter("name -eq ‘a’", "Found ‘ at position 10 of $filter. Values stand in single quotes: 'Purchasing'."),
        WrongFilter(
            "name -eq 'it's'",
            "The value that starts at position 15 of $filter has no closing quote. A quote inside a value is doubled: 'it''s'.",
        ),
        WrongFilter(
            "name -eq 'a",
            "The value that starts at position 10 of $filter has no closing quote. A quote inside a value is doubled: 'it''s'.",
        ),
        WrongFilter(
            "name -eq ('a', 'b')",
            "Found ( at position 10 of $filter, expected a value after -eq. A list goes with -in only: name -in ('Purchasing', 'Sales').",
        ),
        WrongFilter(
            "name -in 'a'",
            "Found 'a' at position 10 of $filter, expected the ( of a list after -in. For example: name -in ('Purchasing', 'Sales').",
        ),
        WrongFilter("name -in ()", f"Found ) at position 11 of $filter, expected a value after -in. {VALUES}"),
        WrongFilter(
            "name -in ('a' 'b')",
            "Found 'b' at position 15 of $filter, expected a comma or the ) of the list. For example: name -in ('Purchasing', 'Sales').",
        ),
        WrongFilter("name -in ('a',)", f"Found ) at position 15 of $filter, expected a value after -in. {VALUES}"),
        WrongFilter(
            "name -in ('a', null)",
            "Found null at position 16 of $filter, expected a value after -in. null goes with -eq and -ne only: name -eq null.",
        ),
        WrongFilter(
            "name -gt null",
            "Found null at position 10 of $filter, expected a value after -gt. null goes with -eq and -ne only: name -eq null.",
        ),
        WrongFilter(
            "name -like null",
            "Found null at position 12 of $filter, expected a value after -like. null goes with -eq and -ne only: name -eq null.",
        ),
        WrongFilter("name -eq -true", f"Found -true at position 10 of $filter, expected a value after -eq. {VALUES}"),
    ),
    "Values that are not of the type": (
        WrongFilter("isReleased -eq 'maybe'", "isReleased takes true or false, not 'maybe' at position 16 of $filter."),
        WrongFilter("isReleased -eq 2", "isReleased takes true or false, not '2' at position 16 of $filter."),
        WrongFilter(
            "sequence -eq 1.5", "sequence takes a whole number, such as 12, not '1.5' at position 14 of $filter."
        ),
        WrongFilter(
            "sequence -eq 'three'", "sequence takes a whole number, such as 12, not 'three' at position 14 of $filter."
        ),
        WrongFilter("costs -gt '1,5'", "costs takes a number, such as 12 or 0.5, not '1,5' at position 11 of $filter."),
        WrongFilter(
            "costs -gt '1e999'", "costs takes a number, such as 12 or 0.5, not '1e999' at position 11 of $filter."
        ),
        WrongFilter(
            "changedOn -ge '31.05.2024'", f"changedOn takes {DATE_TIMES}, not '31.05.2024' at position 15 of $filter."
        ),
        WrongFilter(
            "changedOn -ge '2024-02-30'", f"changedOn takes {DATE_TIMES}, not '2024-02-30' at position 15 of $filter."
        ),
        WrongFilter(
            "changedOn -ge '2024-05-31T25:00'",
            f"changedOn takes {DATE_TIMES}, not '2024-05-31T25:00' at position 15 of $filter.",
        ),
        WrongFilter(
            "changedOn -ge '2024-05-31T10:00:00 02:00'",
            f"changedOn takes {DATE_TIMES}, not '2024-05-31T10:00:00 02:00' at position 15 of $filter. A + in an address is written %2B.",
        ),
        WrongFilter("changedOn -ge 2024", f"changedOn takes {DATE_TIMES}, not '2024' at position 15 of $filter."),
        WrongFilter(
            "costs -in (1, 'two', 3, 'four')",
            "costs takes a number, such as 12 or 0.5, not 'two' at position 15 of $filter.",
            (
                "costs takes a number, such as 12 or 0.5, not 'two' at position 15 of $filter.",
                "costs takes a number, such as 12 or 0.5, not 'four' at position 25 of $filter.",
            ),
        ),
        WrongFilter(
            "name -like 'a\\'",
            "name takes a pattern in which each backslash stands before the character it escapes, not 'a\\' at position 12 of $filter.",
        ),
    ),
    "Operators that do not fit the type": (
        WrongFilter(
            "Contains(changedOn, '2024')",
            "Contains at position 1 of $filter compares texts, but changedOn is a date-time. Use -ge and -lt: changedOn -ge '2024-05-31' AND changedOn -lt '2024-06-01'.",
        ),
        WrongFilter(
            "costs -like '1%'",
            "-like at position 7 of $filter compares texts, but costs is a number. Use -eq, -ne, -gt, -ge, -lt, -le or -in.",
        ),
        WrongFilter(
            "StartsWith(isReleased, 't')",
            "StartsWith at position 1 of $filter compares texts, but isReleased is true or false. Write isReleased -eq true.",
        ),
    ),
    "Names": (
        WrongFilter("nmae -eq 'a'", "$filter knows no nmae at position 1. Did you mean name?"),
        WrongFilter("qwertz -eq 'a'", "$filter knows no qwertz at position 1."),
        WrongFilter(
            "nmae -eq 'a' OR owner/lstName -eq 'b' OR isReleased -eq 'c'",
            "$filter knows no nmae at position 1. Did you mean name?",
            (
                "$filter knows no nmae at position 1. Did you mean name?",
                "$filter knows no lstName of owner at position 23. Did you mean lastName?",
                "isReleased takes true or false, not 'c' at position 57 of $filter.",
            ),
        ),
        WrongFilter(
            "userLoginCount -gt 3",
            f"userLoginCount at position 1 cannot stand in $filter: {MADE_BY_EACH}",
        ),
        WrongFilter("gotoUrl -eq 'a'", f"gotoUrl at position 1 cannot stand in $filter: {MADE_BY_EACH}"),
        WrongFilter("IsNull(authorNote)", f"authorNote at position 8 cannot stand in $filter: {MADE_BY_EACH}"),
        WrongFilter(
            "releaseHistory/name -eq 'a'", f"releaseHistory at position 1 cannot stand in $filter: {MADE_BY_EACH}"
        ),
        WrongFilter("owner/gotoUrl -eq 'a'", f"gotoUrl at position 7 cannot stand in $filter: {MADE_BY_EACH}"),
        WrongFilter("ownr/lastName -eq 'a'", "$filter knows no ownr at position 1. Did you mean owner?"),
    ),
    "Paths": (
        WrongFilter(
            "owner -eq 'a'",
            "owner refers to elements, which -eq at position 7 of $filter cannot compare. Name an attribute of them, such as owner/firstName, or ask IsNull(owner).",
        ),
        WrongFilter(
            "owner/ -eq 'a'",
            "Found -eq at position 8 of $filter, expected a name or a culture id after the /. For example: name/1031 or owner/lastName.",
        ),
        WrongFilter("/name -eq 'a'", f"Found / at position 1 of $filter, expected {CONDITION}. {EXAMPLE}"),
        WrongFilter(
            "owner/1031 -eq 'a'",
            "owner refers to elements and has no cultures, but 1031 stands at position 7 of $filter. Name an attribute of them: owner/firstName/1031.",
        ),
        WrongFilter(
            "owner/author -eq 'a'",
            "Behind owner/ at position 7 of $filter goes one attribute of what it refers to, not author. For example: owner/firstName.",
        ),
        WrongFilter(
            "owner/attributes -eq 'a'",
            "Behind owner/ at position 7 of $filter goes one attribute of what it refers to, not attributes. For example: owner/firstName.",
        ),
        WrongFilter(
            "owner/title/1031/2 -eq 'a'",
            "Found 2 at position 18 of $filter, expected no further name. The longest left side is context/attribute/culture: owner/title/1031.",
        ),
        WrongFilter("name/de -eq 'a'", "de at position 6 of $filter is not a culture id. Write its number: name/1031."),
        WrongFilter("name/0 -eq 'a'", "0 at position 6 of $filter is not a culture id. Write its number: name/1031."),
        WrongFilter(
            "name/1031/1033 -eq 'a'", "Nothing can follow the culture at position 6 of $filter. Write name/1031."
        ),
        WrongFilter(
            "owner/title/de -eq 'a'",
            "de at position 13 of $filter is not a culture id. Write its number: owner/title/1031.",
        ),
        WrongFilter(
            "attributes/name -eq 'a'",
            "name at position 12 of $filter is not a culture id. Write its number: attributes/1031.",
        ),
        WrongFilter(
            "id/1031 -eq 'a'",
            "id at position 1 of $filter has no cultures and refers to nothing. Remove what follows it.",
        ),
        WrongFilter(
            "owner.lastName -eq 'a'",
            "Found . at position 6 of $filter. A / stands between a context and an attribute: owner/lastName.",
        ),
    ),
    "Characters": (
        WrongFilter("name -eq 'a\x00'", "The character U+0000 at position 12 is not allowed in $filter. Remove it."),
        WrongFilter("name\x07 -eq 'a'", "The character U+0007 at position 5 is not allowed in $filter. Remove it."),
        WrongFilter("name -eq '\ud800'", "The character U+D800 at position 11 is not allowed in $filter. Remove it."),
        WrongFilter(
            "name; -eq 'a'",
            "Found ; at position 5 of $filter, which means nothing there. Texts stand in single quotes.",
        ),
        WrongFilter(
            "name\u200b -eq 'a'",
            "Found U+200B at position 5 of $filter, which means nothing there. Texts stand in single quotes.",
        ),
        WrongFilter(
            "$name -eq 'a'",
            "Found $ at position 1 of $filter, which means nothing there. Texts stand in single quotes.",
        ),
        WrongFilter(
            "[name] -eq 'a'",
            "Found [ at position 1 of $filter, which means nothing there. Texts stand in single quotes.",
        ),
    ),
}
