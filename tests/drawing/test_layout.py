"""What holds for every drawing, whatever is drawn; and some drawings in which one sees where things are."""

from itertools import combinations, pairwise
from time import process_time

from hypothesis import given, settings

from facetstore.drawing.chart import Area, Chart, Drawing, LaneName, Node, Point
from facetstore.drawing.layout import lay_out
from tests.drawing.charts import charts, shape
from tests.support.proof import scaled

DRAWINGS = settings(max_examples=scaled(1500), deadline=None)


def overlap(one: Area, other: Area) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def on_border(point: Point, area: Area) -> bool:
    """Whether a point is in the middle of a side."""
    return point in {
        Point(area.center.x, area.y),
        Point(area.center.x, area.bottom),
        Point(area.x, area.center.y),
        Point(area.right, area.center.y),
    }


def crosses(start: Point, end: Point, area: Area) -> bool:
    """Whether a line runs through the inside of an area."""
    left, right = sorted((start.x, end.x))
    top, bottom = sorted((start.y, end.y))
    return left < area.right - 1 and right > area.x + 1 and top < area.bottom - 1 and bottom > area.y + 1


def nodes_of(drawing: Drawing) -> dict[str, Node]:
    return {each.shape.id: each for each in drawing.nodes}


def rounded(area: Area) -> Area:
    return Area(*(round(each, 1) for each in area))


@DRAWINGS
@given(charts())
def test_every_shape_is_drawn_once_and_none_lies_on_another(chart: Chart) -> None:
    drawing = lay_out(chart)

    assert [each.shape for each in drawing.nodes] == list(chart.shapes)
    assert not any(overlap(one.whole, other.whole) for one, other in combinations(drawing.nodes, 2))


@DRAWINGS
@given(charts())
def test_every_connection_runs_from_shape_to_shape_in_right_angles_and_through_no_other(chart: Chart) -> None:
    drawing = lay_out(chart)
    nodes = nodes_of(drawing)
    taken = [part for each in drawing.nodes for part in (each.area, each.label)[: 1 + bool(each.lines)]]

    wanted = {(before, each.id) for each in chart.shapes for before in each.predecessors}
    assert [(each.source, each.target) for each in drawing.edges] == sorted(
        wanted, key=lambda link: tuple(int(each[1:]) for each in link)
    )
    for edge in drawing.edges:
        assert on_border(edge.points[0], rounded(nodes[edge.source].area))
        assert on_border(edge.points[-1], rounded(nodes[edge.target].area))
        for start, end in pairwise(edge.points):
            assert (start.x == end.x) != (start.y == end.y), edge
            assert [each for each in taken if crosses(start, end, each)] == [], edge


@DRAWINGS
@given(charts())
def test_what_does_not_lead_back_leads_on(chart: Chart) -> None:
    drawing = lay_out(chart)
    for edge in drawing.edges:
        start, end = edge.points[0], edge.points[-1]
        leads_on = end.x > start.x if chart.to_the_right else end.y > start.y
        assert leads_on != edge.is_loop


@DRAWINGS
@given(charts())
def test_everything_is_inside_and_lanes_hold_their_shapes(chart: Chart) -> None:
    drawing = lay_out(chart)

    whole = Area(0, 0, drawing.width, drawing.height)
    points = [each for edge in drawing.edges for each in edge.points]
    assert all(0 <= each.x <= drawing.width and 0 <= each.y <= drawing.height for each in points)
    for node in drawing.nodes:
        holder = whole if node.lane is None else drawing.lanes[node.lane].area
        area = node.whole
        assert holder.x <= area.x, node
        assert area.right <= holder.right, node
        assert holder.y <= area.y, node
        assert area.bottom <= holder.bottom, node
        assert (node.lane is None) == (chart.lanes is None)
    for one, other in combinations(drawing.lanes, 2):
        assert not overlap(one.area, other.area)


@DRAWINGS
@given(charts())
def test_the_same_chart_gives_the_same_drawing(chart: Chart) -> None:
    assert lay_out(chart) == lay_out(chart)


def test_a_flow_goes_straight_down() -> None:
    drawing = lay_out(Chart("Flow", "", (shape(1, figure="start"), shape(2, 1), shape(3, 2, figure="end"))))

    assert [each.area.center.x for each in drawing.nodes] == [drawing.nodes[0].area.center.x] * 3
    assert [len(each.points) for each in drawing.edges] == [2, 2]


def test_a_loop_is_broken_where_it_leads_back_to_what_the_start_leads_to() -> None:
    """Whichever shape comes first, and although every shape is part of a loop."""
    shapes = (shape(4, 3), shape(3, 2), shape(2, 1, 4), shape(1, 3, figure="start"))

    drawing = lay_out(Chart("Loop", "", shapes))

    top_down = sorted(drawing.nodes, key=lambda each: each.area.y)
    assert [each.shape.id for each in top_down] == ["s1", "s2", "s3", "s4"]
    assert {(each.source, each.target) for each in drawing.edges if each.is_loop} == {("s4", "s2"), ("s3", "s1")}


def test_branches_stand_side_by_side_in_the_order_of_the_diagram() -> None:
    shapes = (shape(1), shape(2, 1), shape(3, 1), shape(4, 1), shape(5, 2, 3, 4))

    fork, *branches, join = lay_out(Chart("Fork", "", shapes)).nodes

    assert len({each.area.y for each in branches}) == 1
    assert [each.area.x for each in branches] == sorted(each.area.x for each in branches)
    assert fork.area.center.x == join.area.center.x == branches[1].area.center.x


def test_what_has_no_lane_of_its_own_stands_with_what_leads_to_it() -> None:
    lanes = (LaneName("Clerk", "r0"), LaneName("Buyer", "r1"))
    shapes = (
        shape(1, figure="start"),
        shape(2, 1, lane=1),
        shape(3, 2, figure="gateway"),
        shape(4, 3, lane=0),
        shape(5),
    )

    drawing = lay_out(Chart("Lanes", "", shapes, lanes, "Nobody"))

    assert [each.lane for each in drawing.nodes] == [1, 1, 1, 0, 2]
    assert [each.name for each in drawing.lanes] == ["Clerk", "Buyer", "Nobody"]


def test_shapes_that_nothing_is_connected_with_stand_in_rows() -> None:
    drawing = lay_out(Chart("House", "", tuple(shape(number) for number in range(20))))

    assert len({each.area.y for each in drawing.nodes}) == 5
    assert drawing.width < 1100


def test_a_drawing_to_the_right_is_as_wide_as_one_down_is_long() -> None:
    shapes = tuple(shape(number, *([number - 1] if number else [])) for number in range(10))

    down, right = lay_out(Chart("Flow", "", shapes)), lay_out(Chart("Flow", "", shapes, to_the_right=True))

    assert down.height > 4 * down.width / 2
    assert right.width > 4 * right.height


def test_a_knot_of_connections_is_drawn_in_bounded_time() -> None:
    """Everything leads back to the beginning: far more bends than any drawing can hold."""
    count = 1000
    links = [[number - 1] if number else list(range(1, count)) for number in range(count)]
    chart = Chart("Knot", "", tuple(shape(number, *links[number]) for number in range(count)))

    began = process_time()
    drawing = lay_out(chart)

    assert len(drawing.edges) == 2 * count - 2
    assert process_time() - began < 10


def test_what_is_not_connected_is_read_from_left_to_right() -> None:
    drawing = lay_out(Chart("House", "", tuple(shape(number) for number in range(8)), None, ""))

    as_read = sorted(drawing.nodes, key=lambda each: (each.area.y, each.area.x))
    assert [each.shape.id for each in as_read] == [f"s{number}" for number in range(8)]
