"""Tests of the charts in the Admin Panel."""

from typing import Any

import reflex as rx

from community.admin.blocks.chart import Series, area_chart


def iter_components(rendered: Any) -> Any:
    yield rendered
    for child in rendered.get("children", []):
        yield from iter_components(child)


def test_the_lines_of_a_chart_never_leave_the_range_of_the_numbers() -> None:
    chart: Any = area_chart(rx.Var("points"), Series("posts", "Posts"), label="Posts")
    components = {
        part["name"]: part["props"] for part in iter_components(chart.render()) if "name" in part
    }
    assert 'type:"monotone"' in components["RechartsArea"]
    assert {'domain:[0, "auto"]', "allowDataOverflow:true"} <= set(components["RechartsYAxis"])
