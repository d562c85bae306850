"""Functions that draw windows, a conversation and symbols for the demo images."""

from collections.abc import Callable

from scripts.demo_images.canvas import Canvas, Point, get_circle_point, get_leaf_outline
from scripts.demo_images.palettes import Color, mix_colors


def draw_browser_windows(c: Canvas) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.image.paste(mix_colors(tones[1], paper, 0.2), (0, 0, c.width, c.height))
    for i in range(7):
        w, h = c.random_between(44, 66) * c.unit, c.random_between(34, 52) * c.unit
        x = c.width * (0.02 + 0.16 * ((i * 3) % 7)) - 14 * c.unit
        y = c.random_between(-0.08, 0.62) * c.height
        _draw_window(c, x, y, w, h, (tones[0], tones[2], tones[4], ink, tones[3])[i % 5])


def _draw_window(c: Canvas, x: float, y: float, w: float, h: float, bar: Color) -> None:
    paper, ink = c.palette.paper, c.palette.ink
    c.draw_rounded_rectangle(x + 1.2 * c.unit, y + 1.6 * c.unit, w, h, 1.6 * c.unit, (*ink, 70))
    c.draw_rounded_rectangle(x, y, w, h, 1.6 * c.unit, ink)
    c.draw_rounded_rectangle(
        x + 0.5 * c.unit, y + 0.5 * c.unit, w - c.unit, h - c.unit, 1.2 * c.unit, paper
    )
    c.draw_rectangle(x + 0.5 * c.unit, y + 1.6 * c.unit, w - c.unit, 4 * c.unit, bar)
    c.draw_rounded_rectangle(
        x + 0.5 * c.unit, y + 0.5 * c.unit, w - c.unit, 3 * c.unit, 1.2 * c.unit, bar
    )
    for i in range(3):
        c.draw_circle(x + (3 + i * 2.6) * c.unit, y + 3.1 * c.unit, 0.8 * c.unit, paper)
    art = (x + 4 * c.unit, y + 9 * c.unit, w * 0.34, h - 14 * c.unit)
    c.draw_rectangle(*art, mix_colors(bar, paper, 0.65))
    c.draw_circle(
        art[0] + art[2] / 2, art[1] + art[3] / 2, min(art[2:]) * 0.3, c.pick_random_tone()
    )
    for row in range(7):
        c.draw_rectangle(
            x + w * 0.5,
            y + (9 + row * 3.6) * c.unit,
            w * c.random_between(0.2, 0.42),
            (1.9 if row == 0 else 1) * c.unit,
            mix_colors(ink, paper, 0.0 if row == 0 else 0.45),
        )
        if y + (14 + row * 3.6) * c.unit > y + h - 3 * c.unit:
            break


def draw_conversation_tree(c: Canvas) -> None:
    """Draw a conversation as a tree that branches to the right."""
    paper, tones = c.palette.paper, c.palette.tones
    ground = mix_colors(c.palette.ink, tones[0], 0.22)
    c.image.paste(ground, (0, 0, c.width, c.height))
    tree = _generate_random_tree(c, 0)
    total = _count_leaves(tree)
    pace = c.width * 0.105
    knots: list[tuple[float, float, int]] = []

    def draw_branch(node: _Tree, depth: int, first: int) -> Point:
        x = c.width * 0.06 + depth * pace
        y = c.height * (0.06 + 0.88 * (first + _count_leaves(node) / 2) / total)
        for child in node:
            end = draw_branch(child, depth + 1, first)
            width = max(0.35, 1.15 - depth * 0.1) * c.unit
            c.draw_line(
                _get_branch_curve_points((x, y), end),
                mix_colors(tones[depth % len(tones)], ground, 0.25),
                width,
            )
            first += _count_leaves(child)
        knots.append((x, y, depth))
        return x, y

    draw_branch(tree, 0, 0)
    for x, y, depth in knots:
        radius = max(0.85, 3.4 - depth * 0.34) * c.unit
        c.draw_circle(x, y, radius + 0.5 * c.unit, ground)
        c.draw_circle(x, y, radius, mix_colors(tones[(depth + 1) % len(tones)], paper, 0.15))


_Tree = list["_Tree"]


def _generate_random_tree(c: Canvas, depth: int) -> _Tree:
    if depth == 0:
        children = 4
    elif depth < 4:
        children = c.rng.choice((1, 1, 2, 2, 3))
    else:
        children = c.rng.choice((0, 0, 1, 1, 2)) if depth < 8 else 0
    return [_generate_random_tree(c, depth + 1) for _ in range(children)]


def _count_leaves(tree: _Tree) -> int:
    return sum(map(_count_leaves, tree)) or 1


def _get_branch_curve_points(start: Point, end: Point) -> list[Point]:
    points: list[Point] = []
    for i in range(25):
        t = i / 24
        ease = t * t * (3 - 2 * t)
        points.append((start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * ease))
    return points


def draw_symbol_grid(c: Canvas) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.image.paste(mix_colors(paper, tones[3], 0.2), (0, 0, c.width, c.height))
    rows = max(2, round(c.height / c.unit / 20))
    side = c.height / rows
    columns = int(c.width / side) + 1
    offset = (c.width - columns * side) / 2
    for i in range(columns):
        for k in range(rows):
            x, y, r = offset + (i + 0.5) * side, (k + 0.5) * side, side * 0.31
            if c.rng.random() < 0.3:
                card = (x - side * 0.45, y - side * 0.45, side * 0.9, side * 0.9)
                c.draw_rounded_rectangle(
                    *card, side * 0.1, mix_colors(c.pick_random_tone(), paper, 0.7)
                )
            c.rng.choice(SYMBOL_FUNCTIONS)(c, x, y, r, c.rng.choice((*tones, ink)))


def _draw_sun(c: Canvas, x: float, y: float, r: float, color: Color) -> None:
    c.draw_circle(x, y, r * 0.5, color)
    for i in range(10):
        c.draw_line(
            [get_circle_point(x, y, r * 0.7, i / 10), get_circle_point(x, y, r, i / 10)],
            color,
            r * 0.12,
        )


def _draw_leaf(c: Canvas, x: float, y: float, r: float, color: Color) -> None:
    c.draw_polygon(get_leaf_outline(x - r * 0.7, y + r * 0.7, r * 2, r * 0.9, -0.125), color)
    c.draw_line([(x - r * 0.7, y + r * 0.7), (x + r * 0.4, y - r * 0.4)], c.palette.paper, r * 0.08)


def _draw_eye(c: Canvas, x: float, y: float, r: float, color: Color) -> None:
    c.draw_polygon(get_leaf_outline(x - r, y, r * 2, r * 1.2, 0), color)
    c.draw_circle(x, y, r * 0.36, c.palette.paper)
    c.draw_circle(x, y, r * 0.18, c.palette.ink)


def _draw_crescent(c: Canvas, x: float, y: float, r: float, color: Color) -> None:
    c.draw_circle(x, y, r * 0.9, color)
    behind = c.image.getpixel((min(c.width - 1, max(0, round(x))), round(y - r * 1.1)))
    if isinstance(behind, tuple):
        c.draw_circle(x + r * 0.4, y - r * 0.2, r * 0.72, [int(level) for level in behind])


def _draw_water_drop(c: Canvas, x: float, y: float, r: float, color: Color) -> None:
    c.draw_circle(x, y + r * 0.3, r * 0.62, color)
    c.draw_polygon([(x, y - r), (x - r * 0.56, y + r * 0.1), (x + r * 0.56, y + r * 0.1)], color)


def _draw_flower(c: Canvas, x: float, y: float, r: float, color: Color) -> None:
    for i in range(6):
        c.draw_polygon(get_leaf_outline(x, y, r, r * 0.55, i / 6), color)
    c.draw_circle(x, y, r * 0.22, c.palette.paper)


def _draw_stairs(c: Canvas, x: float, y: float, r: float, color: Color) -> None:
    for i in range(4):
        c.draw_rectangle(
            x - r + i * r / 2, y + r - (i + 1) * r / 2, r / 2 + 1, (i + 1) * r / 2, color
        )


def _draw_target(c: Canvas, x: float, y: float, r: float, color: Color) -> None:
    for share, ring in ((1.0, color), (0.72, c.palette.paper), (0.44, color)):
        c.draw_circle(x, y, r * share, ring)
    c.draw_circle(x, y, r * 0.18, c.palette.paper)


SYMBOL_FUNCTIONS: tuple[Callable[[Canvas, float, float, float, Color], None], ...] = (
    _draw_sun, _draw_leaf, _draw_eye, _draw_crescent,
    _draw_water_drop, _draw_flower, _draw_stairs, _draw_target,
)  # fmt: skip
