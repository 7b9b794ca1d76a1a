"""Flows as people write them, with two to eight lanes: branches, loops back, ends on the way."""

from itertools import combinations, pairwise
from random import Random

import pytest

from facetstore.drawing.chart import NO_LANE, Chart, LaneName
from facetstore.drawing.layout import lay_out
from tests.drawing.charts import shape
from tests.drawing.test_layout import crosses, nodes_of, overlap
from tests.support.proof import record, sampled

FLOWS = sampled(200, 24)


def flow(seed: int) -> Chart:
    """A flow of 12 to 60 shapes: mostly one after the other, with splits that meet again, and loops."""
    random = Random(seed)
    lanes = 2 + seed % 7
    before: list[list[int]] = [[]]
    open_ends = [0]
    lane = 0
    of: list[int | None] = [None]
    for number in range(1, random.randint(12, 60)):
        if random.random() < 0.35:
            lane = random.randrange(lanes)
        of.append(random.choice((lane, lane, lane, lane, None, NO_LANE)))
        if len(open_ends) > 1 and random.random() < 0.3:
            before.append(open_ends)
            open_ends = [number]
        elif random.random() < 0.2:
            before.append([random.choice(open_ends)])
            open_ends.append(number)
        else:
            before.append([open_ends.pop(random.randrange(len(open_ends)))])
            open_ends.append(number)
        if random.random() < 0.06:
            before[random.randrange(1, number + 1)].append(number)
    shapes = tuple(
        shape(
            number,
            *dict.fromkeys(each for each in earlier if each != number),
            name=" ".join(
                random.choice(("Check", "Lieferschein", "the", "order", "again")) for _ in range(random.randint(1, 6))
            ),
            figure="start" if number == 0 else "gateway" if sum(number in each for each in before) > 1 else "box",
            lane=of[number],
        )
        for number, earlier in enumerate(before)
    )
    names = tuple(LaneName(f"Lane {number}", f"r{number}") for number in range(lanes))
    return Chart("Anything", "", shapes, names, "Not assigned", to_the_right=seed % 2 == 0)


@pytest.mark.parametrize("part", range(4))
def test_no_shape_lies_on_another_and_no_line_runs_through_one(part: int) -> None:
    shapes = 0
    for seed in range(part, FLOWS, 4):
        drawing = lay_out(flow(seed))
        nodes = nodes_of(drawing)
        shapes += len(nodes)
        assert not any(overlap(one.whole, other.whole) for one, other in combinations(drawing.nodes, 2)), seed
        for edge in drawing.edges:
            others = [each.area for id_, each in nodes.items() if id_ not in (edge.source, edge.target)]
            for start, end in pairwise(edge.points):
                assert not any(crosses(start, end, area) for area in others), (seed, edge)
    record("Flows in lanes", FLOWS, "no shape on another, no line through one", shapes=shapes)


@pytest.mark.parametrize("part", range(4))
def test_shapes_stand_in_their_lanes_and_lanes_beside_each_other(part: int) -> None:
    for seed in range(part, FLOWS, 4):
        drawing = lay_out(flow(seed))
        assert not any(overlap(one.area, other.area) for one, other in combinations(drawing.lanes, 2)), seed
        for each in drawing.nodes:
            assert each.lane is not None
            area = drawing.lanes[each.lane].area
            assert area.x <= each.whole.x, seed
            assert each.whole.right <= area.right, seed
            assert area.y <= each.whole.y, seed
            assert each.whole.bottom <= area.bottom, seed
