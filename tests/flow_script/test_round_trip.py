"""Any flow can be written as a script, and the script says the same flow."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from time import process_time

import pytest

from facetstore.flow_script.script_reader import read_script
from facetstore.flow_script.script_steps import FlowStep
from facetstore.flow_script.script_writer import order_of, write_part, write_script
from tests.flow_script.flows import GRAMMAR, any_flow
from tests.support.proof import LONG

FLOWS = 2000 if LONG else 200


def test_a_script_says_the_flow_that_it_was_written_from() -> None:
    for seed in range(FLOWS):
        flow = any_flow(seed)
        text = write_script(flow, GRAMMAR)
        script = read_script(text, GRAMMAR)
        assert (seed, text, script.problems) == (seed, text, [])
        assert (seed, text, in_words(script.steps)) == (seed, text, in_words(in_order(flow)))


def test_a_script_that_was_read_is_written_the_same() -> None:
    for seed in range(FLOWS):
        text = write_script(any_flow(seed), GRAMMAR)
        assert (seed, write_script(read_script(text, GRAMMAR).steps, GRAMMAR)) == (seed, text)


def test_a_part_of_a_flow_says_its_own_flow_beside_the_whole() -> None:
    for seed in range(FLOWS):
        flow = any_flow(seed)
        keys = {each.key for each in flow if Random(f"{seed} {each.key}").random() < 0.6}
        part = [
            replace(each, predecessors=tuple(key for key in each.predecessors if key in keys))
            for each in flow
            if each.key in keys
        ]
        text = write_part(flow, keys, GRAMMAR)
        script = read_script(text, GRAMMAR)
        assert (seed, text, script.problems) == (seed, text, [])
        assert (seed, text, in_words(script.steps)) == (seed, text, in_words(in_order(part)))
        arrows = [each.strip() for each in text.splitlines() if each.strip().startswith("-> ")]
        assert all(each.startswith("-> ^") for each in arrows)


def in_order(flow: Sequence[FlowStep]) -> list[FlowStep]:
    """The steps in the order of their lines."""
    by_key = {each.key: each for each in flow}
    return [by_key[key] for key in order_of(flow, GRAMMAR)]


def in_words(flow: Sequence[FlowStep]) -> list[object]:
    """A flow without its keys."""
    place = {each.key: number for number, each in enumerate(flow)}
    return [
        (each.type, each.name, {place[key] for key in each.predecessors}, dict(each.references), each.called_id)
        for each in flow
    ]


def test_a_control_finds_a_lost_flow() -> None:
    flow = [FlowStep("1", "task", "A"), FlowStep("2", "task", "B", ("1",))]
    assert in_words(flow) != in_words([flow[0], FlowStep("2", "task", "B")])


@pytest.mark.long
def test_large_flows_are_written_in_a_second() -> None:
    """A chain of decisions, each of which may end the flow; and a flow in which everything leads to everything."""
    chain: list[FlowStep] = []
    for number in range(700):
        before = (f"yes{number - 1}",) if number else ()
        chain += [
            FlowStep(f"is{number}", "ruleXor", f"Is it {number}?", before),
            FlowStep(f"no{number}", "condition", "no", (f"is{number}",)),
            FlowStep(f"end{number}", "evEnd", "Over", (f"no{number}",)),
            FlowStep(f"yes{number}", "condition", "yes", (f"is{number}",)),
        ]
    tangle = [
        FlowStep(str(key), "task", f"Step {key}", tuple(str((key * 7 + other * 13) % 1000) for other in range(10)))
        for key in range(1000)
    ]
    tangle = [
        FlowStep(each.key, each.type, each.name, tuple(key for key in each.predecessors if key != each.key))
        for each in tangle
    ]
    for flow in (chain, tangle):
        began = process_time()
        text = write_script(flow, GRAMMAR)
        assert process_time() - began <= 1
        assert len(read_script(text, GRAMMAR).steps) == min(len(flow), len(text.splitlines()))
