"""What lines mean: marks, branches, arrows, references, lists from elsewhere, and what is wrong in them."""

import pytest

from facetstore.flow_script.script_reader import LONGEST_SCRIPT, MOST_LINES, MOST_REFERENCES, read_script
from facetstore.flow_script.script_writer import write_script
from tests.flow_script.flows import GRAMMAR

ORDER = """\
( Order received
Check the order @Clerk #SAP #Mail <Order
Is it complete?
  yes
  no
    Ask the customer
    -> Check the order
Pack the goods
+
  Print the label
  Write the invoice >Invoice
+ Both are done
[[Ship the goods]]
) Order done
"""
INDENTED = """\
( Order received
Check the order @Clerk #SAP #Mail <Order
Is it complete?
  yes
    Pack the goods
    +
      Print the label
      Write the invoice >Invoice
    + Both are done
  no
    Ask the customer
    -> Check the order
[[Ship the goods]]
) Order done
"""

MANY_ARROWS = "+\n" + "".join(f"  A{n}\n" for n in range(200)) + "".join(f"-> B{n}\n" for n in range(50))
"""Each arrow connects all branches: few lines say many connections."""


def test_a_whole_process_is_read_and_written_as_it_was_typed() -> None:
    script = read_script(ORDER, GRAMMAR)

    assert script.problems == []
    assert write_script(script.steps, GRAMMAR) == ORDER
    names = {each.key: each.name or each.type for each in script.steps}
    flow = {names[each.key]: {names[key] for key in each.predecessors} for each in script.steps}
    assert flow["Check the order"] == {"Order received", "Ask the customer"}
    assert flow["yes"] == flow["no"] == {"Is it complete?"}
    assert flow["Both are done"] == {"Print the label", "Write the invoice"}
    assert flow["Ship the goods"] == {"Both are done"}


def test_a_branch_that_goes_on_alone_is_written_at_the_margin() -> None:
    assert write_script(read_script(INDENTED, GRAMMAR).steps, GRAMMAR) == ORDER


def test_lines_have_the_types_of_their_marks_and_places() -> None:
    types = [(each.type, each.name) for each in read_script(ORDER, GRAMMAR).steps]
    assert types == [
        ("evStart", "Order received"),
        ("task", "Check the order"),
        ("ruleXor", "Is it complete?"),
        ("condition", "yes"),
        ("condition", "no"),
        ("task", "Ask the customer"),
        ("task", "Pack the goods"),
        ("ruleAnd", ""),
        ("task", "Print the label"),
        ("task", "Write the invoice"),
        ("ruleAnd", "Both are done"),
        (None, "Ship the goods"),
        ("evEnd", "Order done"),
    ]


def test_marks_within_a_line_name_what_it_refers_to() -> None:
    (step,) = read_script(
        r"Mail a\@b.de, 5 < 6 \#1 @Sales clerk #SAP|6F9619FF-8B86-D011-B42D-00C04FC964FF", GRAMMAR
    ).steps
    assert step.name == "Mail a@b.de, 5 < 6 #1"
    assert step.references == {
        "@": (("Sales clerk", None),),
        "#": (("SAP", "6f9619ff-8b86-d011-b42d-00c04fc964ff"),),
    }


@pytest.mark.parametrize(
    "pasted",
    [
        "Receive\nCheck\nStore",
        "1. Receive\n2. Check\n3. Store",
        "1) Receive\r\n2) Check\r\n3) Store\r\n",
        "• Receive\n• Check\n• Store",
        "* Receive\n\n* Check\n\n* Store\n",
        "- Receive\n- Check\n- Store",
        "–\u00a0Receive\n–\u00a0Check\n–\u00a0Store",
        "1.1. Receive\n1.2. Check\n1.3. Store",
    ],
)
def test_lists_from_elsewhere_are_steps_one_after_the_other(pasted: str) -> None:
    steps = read_script(pasted, GRAMMAR).steps
    assert [(each.type, each.name) for each in steps] == [("task", "Receive"), ("task", "Check"), ("task", "Store")]
    assert [each.predecessors for each in steps] == [(), (steps[0].key,), (steps[1].key,)]


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("A\n-> B", 2, "unknown-target"),
        ("A\nB\nA\n-> A", 4, "several-targets"),
        ("A\n-> ^1", 2, "unknown-target"),
        ("A ^1\nB ^1\n-> ^1", 2, "label-taken"),
        ("A\n->\nB", 2, "no-target"),
        ("A\n-> A", 2, "precedes-itself"),
        ("A\nB?\n  -> A\n    C", 4, "below-no-step"),
        ("A\n---\n  B", 3, "below-no-step"),
        ("A\n  ---\n    B", 3, "below-no-step"),
        ("A\n" * (MOST_LINES + 1), MOST_LINES + 1, "too-many-lines"),
        ("".join(f"{' ' * level}A{level}\n" for level in range(200)), 102, "too-deep"),
        ("x" * (LONGEST_SCRIPT + 1), 1, "script-too-long"),
        (f"A{' @a' * (MOST_REFERENCES + 1)}", 1, "too-many-references"),
        (MANY_ARROWS, 1, "too-many-connections"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, line: int, code: str) -> None:
    problem = read_script(text, GRAMMAR).problems[0]
    assert (problem.line, problem.code) == (line, code)


def test_unknown_marks_stay_text() -> None:
    (step,) = read_script("$ pay 5 € & go = home", GRAMMAR).steps
    assert (step.type, step.name) == ("task", "$ pay 5 € & go = home")


def test_a_type_without_a_mark_keeps_a_line_of_its_own() -> None:
    (step,) = read_script("%ownType Do it", GRAMMAR).steps
    assert (step.type, step.name) == ("ownType", "Do it")
    assert write_script([step], GRAMMAR) == "%ownType Do it\n"
