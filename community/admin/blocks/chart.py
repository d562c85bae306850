"""Charts of numbers over time, with a switch for the period and a table with the same numbers.

Only pages that import this module load the chart library. A chart is an image for screen readers,
so a page that shows charts also shows `chart_table`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import reflex as rx

from community.components.periods import PERIOD_LABELS
from community.i18n import gettext as _
from community.rendering import Node, el, full_number
from community.styles import chart as styles
from community.styles.ui import display, table as table_styles

Color: TypeAlias = Literal["accent", "success"]

# In the language of the site.
_FORMAT_NUMBER: Final = "(value) => value.toLocaleString(document.documentElement.lang)"


@dataclass(frozen=True, slots=True)
class Series:
    """A line of a chart."""

    key: str  # the name of its value in each data point; None values leave a gap
    label: str  # the translated name in the legend and in the table
    color: Color = "accent"


def area_chart(
    data: rx.Var[Any], *series: Series, label: str, height: int | None = 160, has_dots: Any = False
) -> Node:
    """Return a chart of numbers from 0. Each data point also has a `label`, the text of its day.

    Args:
        height: The height in pixels. None fills the card, at least 400 px.
        has_dots: Whether each value has a dot. Without it, a value between gaps is invisible.
    """
    charts = rx.recharts
    chart = charts.area_chart(
        charts.cartesian_grid(vertical=False, stroke="var(--color-line)", stroke_dasharray="3 3"),
        charts.x_axis(data_key="label", min_tick_gap=28, tick_margin=8, **styles.AXIS, height=28),
        _y_axis(),
        charts.graphing_tooltip(
            separator=": ",
            custom_attrs={"formatter": rx.Var(_FORMAT_NUMBER)},
            **styles.CHART_TOOLTIP,
        ),
        *(_area(line, has_dots) for line in series),
        data=data.to(list[dict[str, Any]]),
        # On the right, half of the last date is beside the chart.
        margin={"top": 8, "right": 24, "bottom": 0, "left": 0},
        width="100%",
        height="100%" if height is None else height,
    )
    if height is None:
        chart = el.div(el.div(chart, class_name=styles.FILLING), class_name=styles.FILLED)
    return el.figure(
        chart,
        _legend(series) if len(series) > 1 else None,
        role="img",
        aria_label=label,
        class_name=styles.FIGURE if height else styles.TALL_FIGURE,
    )


def _y_axis() -> rx.Component:
    return rx.recharts.y_axis(
        allow_decimals=False,
        domain=[0, "auto"],
        # Clips the lines, which are wide, at 0.
        allow_data_overflow=True,
        width="auto",
        tick_count=4,
        tick_formatter=_FORMAT_NUMBER,
        **styles.AXIS,
    )


def chart_table(data: rx.Var[Any], *series: Series, caption: str) -> Node:
    heading = el.tr(
        el.th(_("Date"), class_name=table_styles.HEAD_CELL, scope="col"),
        *(el.th(line.label, class_name=table_styles.HEAD_NUMBER, scope="col") for line in series),
    )
    return el.details(
        el.summary(_("Show as a table"), class_name=styles.SUMMARY),
        el.div(
            el.table(
                el.caption(caption, class_name=table_styles.CAPTION),
                el.thead(heading, class_name=table_styles.HEAD),
                el.tbody(rx.foreach(data, lambda point: _table_row(point, series))),
                class_name=table_styles.TABLE,
            ),
            class_name=styles.TABLE_FRAME,
            tab_index=0,
            role="region",
            aria_label=caption,
        ),
    )


def period_switch(selected: rx.Var[str], on_select: Any) -> Node:
    """Return buttons for the periods. `on_select` gets the number of days as text."""
    return el.div(
        *(
            el.button(
                _(label),
                type="button",
                aria_pressed=rx.cond(selected == period, "true", "false"),
                on_click=on_select(period),
                class_name=display.SEGMENT,
            )
            for period, label in PERIOD_LABELS.items()
        ),
        role="group",
        aria_label=_("Period"),
        class_name=display.SEGMENTS,
    )


def _area(series: Series, has_dots: Any) -> rx.Component:
    color = styles.COLORS[series.color]
    return rx.recharts.area(
        data_key=series.key,
        name=series.label,
        stroke=color,
        stroke_width=2,
        fill=f"color-mix(in srgb, {color} 12%, transparent)",
        # A curve that stays between the values of two days.
        type_="monotone",
        dot=rx.cond(has_dots, {"clipDot": False}, False),
        active_dot={"stroke": "var(--color-surface)", "fill": color},
        is_animation_active=False,
    )


def _legend(series: Sequence[Series]) -> Node:
    return el.figcaption(
        *(
            el.span(
                el.span(class_name=f"{styles.SWATCH} {styles.SWATCHES[line.color]}"),
                line.label,
                class_name=styles.LEGEND_ITEM,
            )
            for line in series
        ),
        class_name=styles.LEGEND,
        aria_hidden="true",
    )


def _table_row(point: Any, series: Sequence[Series]) -> Node:
    return el.tr(
        el.th(point.label, class_name=styles.ROW_HEADING, scope="row"),
        *(
            el.td(
                rx.cond(
                    getattr(point, line.key).is_none(), "–", full_number(getattr(point, line.key))
                ),
                class_name=table_styles.NUMBER,
            )
            for line in series
        ),
        class_name=table_styles.ROW,
    )
