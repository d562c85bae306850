"""Class names and properties of charts in the Admin Panel."""

from typing import Any, Final

from community.styles.ui import table

FIGURE: Final = "min-w-0 overflow-x-clip"
# A chart that fills the rest of its card. Its height must not depend on that of the chart.
TALL_FIGURE: Final = f"{FIGURE} flex flex-1 flex-col"
FILLED: Final = "relative min-h-100 flex-1"
FILLING: Final = "absolute inset-0"
LEGEND: Final = "mt-2 flex flex-wrap gap-x-5 gap-y-1 ps-9 text-xs text-ink-soft"
LEGEND_ITEM: Final = "inline-flex items-center gap-2"
SWATCH: Final = "h-0.5 w-4 rounded-full"
SWATCHES: Final = {"accent": "bg-accent-line", "success": "bg-success-solid"}
SUMMARY: Final = (
    "mt-2 inline-block cursor-pointer rounded-sm text-sm text-ink-soft hover:text-ink "
    "underline-offset-3 hover:underline"
)
TABLE_FRAME: Final = f"{table.FRAME} mt-3 max-h-96 overflow-y-auto"
ROW_HEADING: Final = "h-9 px-3 text-start font-normal whitespace-nowrap first:ps-4"

# The chart library takes colours as values. The tokens change with the theme.
COLORS: Final = {"accent": "var(--color-accent-line)", "success": "var(--color-success-solid)"}
AXIS: Final[dict[str, Any]] = {
    "axis_line": False,
    "tick_line": False,
    "tick": {"fill": "var(--color-ink-faint)", "fontSize": 12},
    "stroke": "var(--color-line)",
}
CHART_TOOLTIP: Final[dict[str, Any]] = {
    "cursor": {"stroke": "var(--color-line-strong)", "strokeWidth": 1},
    "content_style": {
        "background": "var(--color-surface)",
        "borderColor": "var(--color-line)",
        "borderRadius": "8px",
        "fontSize": "13px",
        "padding": "6px 10px",
    },
    "label_style": {"color": "var(--color-ink-soft)", "marginBottom": "2px"},
    "item_style": {"color": "var(--color-ink)", "padding": 0},
    "is_animation_active": False,
}
