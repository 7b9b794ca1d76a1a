"""Drawings with given places: nothing moves against anything else, and what has no place is drawn all the same."""

from dataclasses import replace

from facetstore.drawing.as_drawn import parsed_place
from facetstore.drawing.chart import Area, Chart, ChartShape, PlacedLane, Point
from facetstore.drawing.layout import lay_out
from facetstore.drawing.svg import render_svg
from tests.drawing.charts import shape

START = {"key": "Start", "at": [100, 200, 36, 36], "label": [90, 240, 56, 14]}
TASK = {"key": "Task", "at": [200, 178, 100, 80], "from": {"Start": [[136, 218], [168, 218], [200, 218]]}}
FLOW = {"key": "Flow", "line": [[300, 218], [400, 218]], "label": [330, 200, 40, 14]}
END = {"key": "End", "at": [400, 200, 36, 36]}
POOL = {"key": "Pool", "at": [50, 100, 500, 250]}


def charted(*shapes: ChartShape, lanes: tuple[PlacedLane, ...] = ()) -> Chart:
    return Chart("Flow", "", shapes, to_the_right=True, placed_lanes=lanes)


def flow() -> tuple[ChartShape, ...]:
    return (
        shape(0, figure="start", placed=parsed_place(START)),
        shape(1, 0, placed=parsed_place(TASK)),
        shape(2, 1, figure="condition", name="yes", placed=parsed_place(FLOW)),
        shape(3, 2, figure="end", placed=parsed_place(END)),
        shape(4, figure="pool", name="Us", placed=parsed_place(POOL)),
    )


def test_shapes_stand_where_the_file_has_put_them() -> None:
    drawing = lay_out(charted(*flow()))

    areas = {each.shape.id: each.area for each in drawing.nodes}
    by_x, by_y = 24 - 50, 24 - 100
    assert areas["s4"] == Area(24, 24, 500, 250)
    assert areas["s0"] == Area(100 + by_x, 200 + by_y, 36, 36)
    assert areas["s1"] == Area(200 + by_x, 178 + by_y, 100, 80)
    assert (drawing.width, drawing.height) == (548, 298)


def test_what_others_stand_in_is_behind_them_and_has_its_name_in_a_head() -> None:
    drawing = lay_out(charted(*flow(), lanes=(PlacedLane("Office", None, Area(80, 100, 470, 250)),)))

    assert drawing.nodes[0].shape.id == "s4"
    assert [(each.name, each.head.width) for each in drawing.lanes] == [("Us", 30), ("Office", 30)]


def test_a_connection_with_a_name_is_one_line_with_its_name_beside_it() -> None:
    drawing = lay_out(charted(*flow()))

    lines = {(each.source, each.target): each.points for each in drawing.edges}
    assert lines["s0", "s1"] == (Point(110, 142), Point(142, 142), Point(174, 142))
    assert lines["s2", "s3"] == (Point(274, 142), Point(374, 142))
    assert ("s1", "s2") not in lines
    (name,) = [each for each in drawing.nodes if each.shape.id == "s2"]
    assert (name.shape.figure, name.lines) == ("label", ("yes",))


def test_shapes_without_a_place_stand_below_and_are_connected() -> None:
    drawing = lay_out(charted(*flow(), shape(5, 1, name="Added"), shape(6, 5, name="Later")))

    areas = {each.shape.id: each.area for each in drawing.nodes}
    assert areas["s5"].y > areas["s4"].bottom
    assert areas["s5"].right < areas["s6"].x
    assert {("s1", "s5"), ("s5", "s6")} < {(each.source, each.target) for each in drawing.edges}


def test_wrong_places_are_none() -> None:
    for at in (None, [1, 2, 3], [1, 2, 0, 4], [1, 2, 3, "4"], [1e9, 0, 1, 1], "1 2 3 4", [float("nan"), 0, 1, 1]):
        assert parsed_place({"key": "x", "at": at}).area is None
    assert parsed_place({"line": [[1, 2]], "from": {"x": [[1, 1], [1, 1]]}}).into == {"x": ()}


def test_the_picture_is_complete() -> None:
    svg = render_svg(lay_out(charted(*flow(), lanes=(PlacedLane("Office", None, Area(80, 100, 470, 250)),))), "en")

    assert all(f'data-shape="s{number}"' in svg for number in range(5))
    assert ">yes<" in svg
    assert ">Office<" in svg


def test_lines_to_what_was_moved_by_hand_leave_those_of_the_file_and_have_corners() -> None:
    start, task, yes, end, pool = flow()
    drawing = lay_out(charted(start, replace(task, moved_to=Point(200, 300)), yes, end, pool))

    lines = {(each.source, each.target): each.points for each in drawing.edges}
    assert lines["s0", "s1"] == (Point(110, 142), Point(142, 142), Point(142, 264), Point(174, 264))
    assert lines["s2", "s3"][0] == Point(224, 224), "past its name, which stands above"
    assert drawing.origin == Point(24 - 50, 24 - 100)


def test_a_line_between_what_was_moved_goes_down_or_straight_where_there_is_no_room_across() -> None:
    one, other = shape(0, moved_to=Point(0, 0)), shape(1, 0, moved_to=Point(50, 200))
    close = shape(1, 0, moved_to=Point(140, 45))

    down, near = lay_out(charted(one, other)), lay_out(charted(one, close))

    (x, y), (to_x, to_y) = (each.area.center for each in sorted(down.nodes, key=lambda each: each.shape.id))
    points = down.edges[0].points
    assert [each.x for each in points] == [x, x, to_x, to_x]
    assert y < points[0].y < points[1].y == points[2].y < points[3].y < to_y
    assert len(near.edges[0].points) == 2


def test_a_shape_without_a_file_stands_where_it_was_put_as_large_as_its_figure() -> None:
    put, other = lay_out(charted(shape(0, moved_to=Point(-40, 10)), shape(1, moved_to=Point(300, 10)))).nodes

    assert (other.area.x - put.area.x, other.area.y - put.area.y) == (340, 0)
    assert put.area.width == other.area.width > 0
