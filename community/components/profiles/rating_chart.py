"""The chart of the places of a user in the ranking."""

from typing import Any

from community import urls
from community.components import ui
from community.components.periods import PERIOD_LABELS
from community.domain.people.schemas import Profile
from community.domain.ratings import HEIGHT, PERIODS, WIDTH, ChartDay, RatingChart
from community.i18n import gettext as _
from community.rendering import Node, each, el
from community.styles import chart as chart_styles, profile as styles
from community.styles.ui import table as table_styles


def rating_section(profile: Profile, chart: RatingChart, period: Any) -> Node:
    """Return the chart with links to other periods, and a table with the same numbers."""
    return el.section(
        el.div(
            el.h3(_("Place in the ranking"), class_name=styles.SECTION_HEADING),
            ui.link_tabs(
                *(
                    ui.link_tab(
                        _(PERIOD_LABELS[known]),
                        href=urls.about_user(profile.slug, known),
                        current=period == known,
                    )
                    for known in PERIODS
                ),
                label=_("Period"),
            ),
            class_name=styles.CHART_HEAD,
        ),
        _chart(chart),
        _table(chart.days),
    )


def _chart(chart: RatingChart) -> Node:
    # The table below it contains the numbers.
    return el.div(
        el.span("#", chart.best_place, class_name=styles.CHART_BEST),
        el.svg(
            el.path(d=chart.path),
            view_box=f"0 0 {WIDTH} {HEIGHT}",
            class_name=styles.CHART_LINE,
        ),
        el.span("#", chart.worst_place, class_name=styles.CHART_WORST),
        class_name=styles.CHART,
        aria_hidden="true",
    )


def _table(days: list[ChartDay]) -> Node:
    columns = (_("Date"), _("Place"), _("Rating"))
    return el.details(
        el.summary(_("Show as a table"), class_name=chart_styles.SUMMARY),
        el.div(
            el.table(
                el.thead(
                    el.tr(
                        *(
                            el.th(column, scope="col", class_name=table_styles.HEAD_CELL)
                            for column in columns
                        )
                    ),
                    class_name=table_styles.HEAD,
                ),
                el.tbody(each(days, _table_row)),
                class_name=table_styles.TABLE,
            ),
            class_name=chart_styles.TABLE_FRAME,
            tab_index=0,
            role="region",
            aria_label=_("Place in the ranking"),
        ),
    )


def _table_row(day: ChartDay) -> Node:
    return el.tr(
        el.td(day.day, class_name=table_styles.CELL),
        el.td(day.place, class_name=table_styles.CELL),
        el.td(day.rating, class_name=table_styles.CELL),
        class_name=table_styles.ROW,
    )
