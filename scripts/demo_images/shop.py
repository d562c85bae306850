"""Functions that draw the advertisements of the invented shop in the demo content."""

from PIL import ImageFont

from scripts.demo_images.canvas import Canvas
from scripts.demo_images.craft import draw_tool_pegboard

SHOP_NAME = "Plum & Rasp"
SHOP_LINE = "Hand tools, sharp from the box"


def draw_shop_banner(c: Canvas) -> None:
    """Draw tools on a wall, and the name of the shop at the left of a wide image."""
    draw_tool_pegboard(c)
    height = c.height
    c.draw_rectangle(0, 0, 2.9 * height, height, c.palette.ink)
    _draw_text(c, SHOP_NAME, 0.3 * height, 0.2 * height, 0.33 * height, is_strong=True)
    _draw_text(c, SHOP_LINE, 0.3 * height, 0.6 * height, 0.155 * height)


def draw_shop_poster(c: Canvas) -> None:
    """Draw tools on a wall, and the name of the shop below them."""
    draw_tool_pegboard(c)
    unit = c.width / 100
    top = c.height - 26 * unit
    c.draw_rectangle(0, top, c.width, c.height - top, c.palette.ink)
    _draw_text(c, SHOP_NAME, 6 * unit, top + 4.5 * unit, 9.5 * unit, is_strong=True)
    _draw_text(c, SHOP_LINE, 6 * unit, top + 16 * unit, 5.2 * unit)


def _draw_text(
    c: Canvas, text: str, x: float, y: float, size: float, *, is_strong: bool = False
) -> None:
    c.drawing.text(
        (x, y),
        text,
        fill=c.palette.paper,
        font=ImageFont.load_default(size),
        stroke_width=size / 45 if is_strong else 0,
    )
