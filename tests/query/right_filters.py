"""Filters that are understood, each with what it asks for and the tree it is; docs/reference/filter.md is made of them."""

from typing import Final, NamedTuple

from facetstore.query.filter_tree import (
    And,
    AnyAttribute,
    AttributeField,
    Condition,
    Cultures,
    IdentityField,
    Kind,
    Not,
    Operator,
    Or,
    RelatedContext,
    RelatedField,
    Tree,
)


class RightFilter(NamedTuple):
    """A text, what it asks for, and the tree it is for processes of a tenant in Berlin's time zone."""

    text: str
    asks_for: str
    tree: Tree


def text(name: str, cultures: Cultures = None) -> AttributeField:
    return AttributeField(name, Kind.TEXT, cultures)


def number(name: str) -> AttributeField:
    return AttributeField(name, Kind.NUMBER)


def instant(name: str) -> AttributeField:
    return AttributeField(name, Kind.INSTANT)


EQ, IS_NULL = Operator.EQ, Operator.IS_NULL
LAST_NAME: Final = RelatedField("owner", text("lastName"))
MAY_31: Final = 1_717_106_400_000_000
"""2024-05-31T00:00:00 in Berlin."""
HOUR: Final = 3_600_000_000

RIGHT_FILTERS: Final[dict[str, tuple[RightFilter, ...]]] = {
    "Equal or not": (
        RightFilter(
            "name -eq 'Process a dealer order'",
            "The name is this in any culture, in upper or lower case.",
            Condition(text("name"), EQ, ("process a dealer order",)),
        ),
        RightFilter(
            "name Equal 'Process a dealer order'",
            "The same in the older spelling.",
            Condition(text("name"), EQ, ("process a dealer order",)),
        ),
        RightFilter(
            "NAME EQ 'HÄNDLERAUFTRAG ABWICKELN'",
            "The same element: letter case matters neither in names nor in operators nor in values.",
            Condition(text("name"), EQ, ("händlerauftrag abwickeln",)),
        ),
        RightFilter(
            "state1 -ne 'inEffect'",
            "The state is another one, or there is none.",
            Not(Condition(text("state1"), EQ, ("ineffect",))),
        ),
        RightFilter(
            "state1 NotEqual 'inEffect'",
            "The same in the older spelling.",
            Not(Condition(text("state1"), EQ, ("ineffect",))),
        ),
        RightFilter(
            "type -in ('mainProcess', 'subProcess')",
            "The type is one of these.",
            Condition(IdentityField("type"), EQ, ("mainprocess", "subprocess")),
        ),
        RightFilter(
            "name -eq 'Today''s orders'",
            "A quote inside a value is doubled.",
            Condition(text("name"), EQ, ("today's orders",)),
        ),
        RightFilter(
            "name -eq ''",
            "The name is blank in some culture: given, but empty or white space.",
            Condition(text("name"), EQ, ("",)),
        ),
    ),
    "Parts of texts": (
        RightFilter(
            "Contains(name, 'order')",
            "The name contains this.",
            Condition(text("name"), Operator.CONTAINS, ("order",)),
        ),
        RightFilter(
            "name -contains 'order'",
            "The same, with the operator between name and value.",
            Condition(text("name"), Operator.CONTAINS, ("order",)),
        ),
        RightFilter(
            "StartsWith(name, 'Process')",
            "The name starts with this.",
            Condition(text("name"), Operator.STARTS_WITH, ("process",)),
        ),
        RightFilter(
            "endswith(name,'order')",
            "The name ends with this.",
            Condition(text("name"), Operator.ENDS_WITH, ("order",)),
        ),
        RightFilter(
            "name -like 'Process%order'",
            "% stands for any run of characters.",
            Condition(text("name"), Operator.LIKE, ("process%order",)),
        ),
        RightFilter(
            "version -like '_.0'",
            "_ stands for any one character.",
            Condition(text("version"), Operator.LIKE, ("_.0",)),
        ),
        RightFilter(
            r"description -like '%100 \%%'",
            "A backslash makes % or _ an ordinary character.",
            Condition(text("description"), Operator.LIKE, (r"%100 \%%",)),
        ),
        RightFilter(
            "Contains(attributes, 'dealer')",
            "Any attribute that holds text contains this.",
            Condition(AnyAttribute(), Operator.CONTAINS, ("dealer",)),
        ),
    ),
    "Filled or not": (
        RightFilter(
            "IsNull(purp)",
            "No culture has a purpose: it is missing, empty or white space.",
            Condition(text("purp"), IS_NULL),
        ),
        RightFilter("purp -eq null", "The same as an operator.", Condition(text("purp"), IS_NULL)),
        RightFilter("purp -ne null", "There is a purpose.", Not(Condition(text("purp"), IS_NULL))),
        RightFilter(
            "IsNull(purp/1033)",
            "There is no English purpose.",
            Condition(text("purp", (1033,)), IS_NULL),
        ),
        RightFilter("IsNull(owner)", "No owner is named.", Condition(RelatedContext("owner"), IS_NULL)),
        RightFilter(
            "NOT IsNull(validFrom)",
            "There is a start of validity.",
            Not(Condition(instant("validFrom"), IS_NULL)),
        ),
    ),
    "Numbers, yes and no": (
        RightFilter("isReleased -eq true", "It is released.", Condition(number("isReleased"), EQ, (1.0,))),
        RightFilter(
            "isReleased -eq '0'", "It is not; quotes and 1 or 0 do, too.", Condition(number("isReleased"), EQ, (0.0,))
        ),
        RightFilter(
            "majorVersion -ge 2", "Version 2.0 or later.", Condition(number("majorVersion"), Operator.GE, (2.0,))
        ),
        RightFilter(
            "costs -gt 12.5 AND costs -le '1e3'",
            "The costs are above 12.5 and at most 1000.",
            And((Condition(number("costs"), Operator.GT, (12.5,)), Condition(number("costs"), Operator.LE, (1000.0,)))),
        ),
        RightFilter(
            "sequence -in (1, 2, 3)",
            "One of these numbers.",
            Condition(number("sequence"), EQ, (1.0, 2.0, 3.0)),
        ),
    ),
    "Date-times and order": (
        RightFilter(
            "changedOn -ge '2024-05-31'",
            "Changed since that day began, by the clock of the tenant.",
            Condition(instant("changedOn"), Operator.GE, (MAY_31,)),
        ),
        RightFilter(
            "changedOn -ge '2024-05-31' AND changedOn -lt '2024-06-01'",
            "Changed on that day.",
            And(
                (
                    Condition(instant("changedOn"), Operator.GE, (MAY_31,)),
                    Condition(instant("changedOn"), Operator.LT, (MAY_31 + 24 * HOUR,)),
                )
            ),
        ),
        RightFilter(
            "changedOn GreaterThan '2024-05-31T13:00'",
            "Changed after one o'clock, by the clock of the tenant.",
            Condition(instant("changedOn"), Operator.GT, (MAY_31 + 13 * HOUR,)),
        ),
        RightFilter(
            "changedOn -lt '2024-05-31T13:00:00.5Z'",
            "With Z or an offset the time is the same for all callers.",
            Condition(instant("changedOn"), Operator.LT, (MAY_31 + 15 * HOUR + 500_000,)),
        ),
        RightFilter(
            "changedOn LessThanOrEqual '2024-05-31T13:00:00+02:00'",
            "The + must be sent as %2B.",
            Condition(instant("changedOn"), Operator.LE, (MAY_31 + 13 * HOUR,)),
        ),
        RightFilter(
            "name -ge 'M' AND name -lt 'Ö'",
            "From M up to N: texts are ordered without accents, so Ö stands with O.",
            And((Condition(text("name"), Operator.GE, ("m",)), Condition(text("name"), Operator.LT, ("o",)))),
        ),
    ),
    "Cultures": (
        RightFilter(
            "name/1031 -eq 'Händlerauftrag abwickeln'",
            "The German name is this.",
            Condition(text("name", (1031,)), EQ, ("händlerauftrag abwickeln",)),
        ),
        RightFilter(
            "state1/1031 -eq 'inEffect'",
            "An attribute that is the same in all cultures takes any of them.",
            Condition(text("state1", (127,)), EQ, ("ineffect",)),
        ),
        RightFilter(
            "attributes/1033 -contains 'dealer'",
            "Any English text, or one that is the same in all cultures, contains this.",
            Condition(AnyAttribute((1033, 127)), Operator.CONTAINS, ("dealer",)),
        ),
    ),
    "What it refers to": (
        RightFilter(
            "owner/lastName -eq 'Engelhardt'",
            "An owner has this last name.",
            Condition(LAST_NAME, EQ, ("engelhardt",)),
        ),
        RightFilter(
            "owner/lastName -ne 'Engelhardt'",
            "No owner has this last name; also those without an owner.",
            Not(Condition(LAST_NAME, EQ, ("engelhardt",))),
        ),
        RightFilter(
            "systems/name/1033 -contains 'portal'",
            "A system has an English name that contains this.",
            Condition(RelatedField("systems", text("name", (1033,))), Operator.CONTAINS, ("portal",)),
        ),
        RightFilter(
            "guidelines/state -eq 'inEffect'",
            "A guideline is in effect.",
            Condition(RelatedField("guidelines", IdentityField("state")), EQ, ("ineffect",)),
        ),
        RightFilter(
            "owner/id -eq '0F8FAD5B-D9CB-469F-A165-70867728950E'",
            "This very person is the owner.",
            Condition(RelatedField("owner", IdentityField("id")), EQ, ("0f8fad5b-d9cb-469f-a165-70867728950e",)),
        ),
    ),
    "Several conditions": (
        RightFilter(
            "isReleased -eq true AND name -like '%order%' OR IsNull(owner)",
            "AND binds closer than OR.",
            Or(
                (
                    And(
                        (
                            Condition(number("isReleased"), EQ, (1.0,)),
                            Condition(text("name"), Operator.LIKE, ("%order%",)),
                        )
                    ),
                    Condition(RelatedContext("owner"), IS_NULL),
                )
            ),
        ),
        RightFilter(
            "isReleased -eq true -and (name -like '%order%' -or IsNull(owner))",
            "Parentheses bind closest. AND, OR and NOT may have a dash, too.",
            And(
                (
                    Condition(number("isReleased"), EQ, (1.0,)),
                    Or(
                        (
                            Condition(text("name"), Operator.LIKE, ("%order%",)),
                            Condition(RelatedContext("owner"), IS_NULL),
                        )
                    ),
                )
            ),
        ),
        RightFilter(
            "NOT (state1 -eq 'inEffect' or state1 -eq 'released') and not IsNull(name)",
            "NOT holds for what stands right behind it.",
            And(
                (
                    Not(
                        Or((Condition(text("state1"), EQ, ("ineffect",)), Condition(text("state1"), EQ, ("released",))))
                    ),
                    Not(Condition(text("name"), IS_NULL)),
                )
            ),
        ),
    ),
}
