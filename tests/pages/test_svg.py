"""Plots: round ticks, places in the picture, colours, and texts that stay texts."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree

import pytest

from quincunx.pages.svg import INK, SECOND_INK, Axis, Plot, axis_around, shade, width_of


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (-3, 103, ["0", "20", "40", "60", "80", "100"]),
        (-0.53, 0.53, ["−0.4", "−0.2", "0.0", "0.2", "0.4"]),
        (0, 6, ["0", "1", "2", "3", "4", "5", "6"]),
        (-310, 290, ["−300", "−200", "−100", "0", "100", "200"]),
        (5, 5, ["4.0", "4.5", "5.0", "5.5", "6.0"]),
    ],
)
def test_ticks_are_round_and_inside(low: float, high: float, ticks: list[str]) -> None:
    axis = Axis(low, high)
    assert [text for _, text in axis.ticks] == ticks
    assert all(axis.low <= value <= axis.high for value, _ in axis.ticks)


def test_an_axis_around_values_holds_them_with_some_room() -> None:
    axis = axis_around([10.0, 20.0])
    assert axis.low < 10 < 20 < axis.high
    assert axis_around([3.0], least=10).high - axis_around([3.0], least=10).low >= 10
    assert axis_around([]).low < 0 < axis_around([]).high


def shapes(plot: Plot, tag: str) -> list[dict[str, str]]:
    return [each.attrib for each in ElementTree.fromstring(plot.svg()).iter(tag)]


def test_y_grows_upwards_and_x_to_the_right() -> None:
    plot = Plot(2, Axis(0, 10), Axis(0, 10))
    plot.dot(1, 1, INK)
    plot.dot(9, 9, INK)
    first, second = shapes(plot, "circle")
    assert float(first["cx"]) < float(second["cx"])
    assert float(first["cy"]) > float(second["cy"])


def test_steps_keep_their_height_until_the_next_point() -> None:
    plot = Plot(2, Axis(0, 2), Axis(0, 1))
    plot.steps([(0, 0), (1, 1), (2, 0)], INK)
    points = [tuple(point.split(",")) for point in shapes(plot, "polyline")[0]["points"].split()]
    assert len(points) == 5
    assert all(a[0] == b[0] or a[1] == b[1] for a, b in itertools.pairwise(points))


def test_a_box_may_lie_on_either_side_of_zero() -> None:
    plot = Plot(2, Axis(-5, 5), Axis(names=["a", "b"]))
    plot.box((0, -3), (0, 0.5), INK)
    plot.box((0, 3), (0, 0.5), SECOND_INK)
    left, right = shapes(plot, "rect")
    assert float(left["width"]) == float(right["width"]) > 0
    assert float(left["x"]) < float(right["x"])


def test_texts_are_escaped_and_take_the_ink_of_the_page() -> None:
    plot = Plot(2, Axis(0, 1, label="x < y"), Axis(names=["<b>", "a & b"]))
    words = {each.text: each.attrib for each in ElementTree.fromstring(plot.svg()).iter("text")}
    assert {"x < y", "<b>", "a & b"} <= set(words)
    assert words["<b>"]["fill"] == "currentColor"


def test_long_names_leave_less_room_for_the_plot() -> None:
    def left(name: str) -> float:
        rule = re.findall(r'<line x1="([\d.]+)"', Plot(2, Axis(ticks=False), Axis(names=[name])).svg())[-1]
        return float(rule)

    assert left("a") < left("a long name of a bot")
    assert width_of("中文") > width_of("ab")


def test_shades_run_from_one_ink_to_the_other() -> None:
    assert (shade(0), shade(1)) == (SECOND_INK, INK)
    assert shade(0.5) == "#f4f1ea"
