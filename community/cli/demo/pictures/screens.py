"""People at their small pages: panes, a branching talk, a cabinet of signs."""

from collections.abc import Callable

from .canvas import Canvas, Point, around, leaf
from .palettes import Color, mix


def panes(c: Canvas) -> None:
    """Overlapping windows of small home-made pages."""
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.image.paste(mix(tones[1], paper, 0.2), (0, 0, c.width, c.height))
    for i in range(7):
        w, h = c.vary(44, 66) * c.unit, c.vary(34, 52) * c.unit
        x = c.width * (0.02 + 0.16 * ((i * 3) % 7)) - 14 * c.unit
        y = c.vary(-0.08, 0.62) * c.height
        _pane(c, x, y, w, h, (tones[0], tones[2], tones[4], ink, tones[3])[i % 5])


def _pane(c: Canvas, x: float, y: float, w: float, h: float, bar: Color) -> None:
    paper, ink = c.palette.paper, c.palette.ink
    c.pill(x + 1.2 * c.unit, y + 1.6 * c.unit, w, h, 1.6 * c.unit, (*ink, 70))
    c.pill(x, y, w, h, 1.6 * c.unit, ink)
    c.pill(x + 0.5 * c.unit, y + 0.5 * c.unit, w - c.unit, h - c.unit, 1.2 * c.unit, paper)
    c.box(x + 0.5 * c.unit, y + 1.6 * c.unit, w - c.unit, 4 * c.unit, bar)
    c.pill(x + 0.5 * c.unit, y + 0.5 * c.unit, w - c.unit, 3 * c.unit, 1.2 * c.unit, bar)
    for i in range(3):
        c.disc(x + (3 + i * 2.6) * c.unit, y + 3.1 * c.unit, 0.8 * c.unit, paper)
    art = (x + 4 * c.unit, y + 9 * c.unit, w * 0.34, h - 14 * c.unit)
    c.box(*art, mix(bar, paper, 0.65))
    c.disc(art[0] + art[2] / 2, art[1] + art[3] / 2, min(art[2:]) * 0.3, c.tone())
    for row in range(7):
        c.box(
            x + w * 0.5,
            y + (9 + row * 3.6) * c.unit,
            w * c.vary(0.2, 0.42),
            (1.9 if row == 0 else 1) * c.unit,
            mix(ink, paper, 0.0 if row == 0 else 0.45),
        )
        if y + (14 + row * 3.6) * c.unit > y + h - 3 * c.unit:
            break


def talk(c: Canvas) -> None:
    """A conversation as a tree that branches to the right."""
    paper, tones = c.palette.paper, c.palette.tones
    ground = mix(c.palette.ink, tones[0], 0.22)
    c.image.paste(ground, (0, 0, c.width, c.height))
    tree = _grow(c, 0)
    total = _leaf_count(tree)
    pace = c.width * 0.105
    knots: list[tuple[float, float, int]] = []

    def lay(node: _Tree, depth: int, first: int) -> Point:
        x = c.width * 0.06 + depth * pace
        y = c.height * (0.06 + 0.88 * (first + _leaf_count(node) / 2) / total)
        for child in node:
            end = lay(child, depth + 1, first)
            width = max(0.35, 1.15 - depth * 0.1) * c.unit
            c.line(_stem((x, y), end), mix(tones[depth % len(tones)], ground, 0.25), width)
            first += _leaf_count(child)
        knots.append((x, y, depth))
        return x, y

    lay(tree, 0, 0)
    for x, y, depth in knots:
        radius = max(0.85, 3.4 - depth * 0.34) * c.unit
        c.disc(x, y, radius + 0.5 * c.unit, ground)
        c.disc(x, y, radius, mix(tones[(depth + 1) % len(tones)], paper, 0.15))


_Tree = list["_Tree"]


def _grow(c: Canvas, depth: int) -> _Tree:
    if depth == 0:
        children = 4
    elif depth < 4:
        children = c.chance.choice((1, 1, 2, 2, 3))
    else:
        children = c.chance.choice((0, 0, 1, 1, 2)) if depth < 8 else 0
    return [_grow(c, depth + 1) for _ in range(children)]


def _leaf_count(tree: _Tree) -> int:
    return sum(map(_leaf_count, tree)) or 1


def _stem(start: Point, end: Point) -> list[Point]:
    points: list[Point] = []
    for i in range(25):
        t = i / 24
        ease = t * t * (3 - 2 * t)
        points.append((start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * ease))
    return points


def charms(c: Canvas) -> None:
    """A cabinet of small things: one simple sign in each cell."""
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.image.paste(mix(paper, tones[3], 0.2), (0, 0, c.width, c.height))
    rows = max(2, round(c.height / c.unit / 20))
    side = c.height / rows
    columns = int(c.width / side) + 1
    offset = (c.width - columns * side) / 2
    for i in range(columns):
        for k in range(rows):
            x, y, r = offset + (i + 0.5) * side, (k + 0.5) * side, side * 0.31
            if c.chance.random() < 0.3:
                card = (x - side * 0.45, y - side * 0.45, side * 0.9, side * 0.9)
                c.pill(*card, side * 0.1, mix(c.tone(), paper, 0.7))
            c.chance.choice(CHARMS)(c, x, y, r, c.chance.choice((*tones, ink)))


def _sun(c: Canvas, x: float, y: float, r: float, color: Color) -> None:
    c.disc(x, y, r * 0.5, color)
    for i in range(10):
        c.line([around(x, y, r * 0.7, i / 10), around(x, y, r, i / 10)], color, r * 0.12)


def _frond(c: Canvas, x: float, y: float, r: float, color: Color) -> None:
    c.shape(leaf(x - r * 0.7, y + r * 0.7, r * 2, r * 0.9, -0.125), color)
    c.line([(x - r * 0.7, y + r * 0.7), (x + r * 0.4, y - r * 0.4)], c.palette.paper, r * 0.08)


def _eye(c: Canvas, x: float, y: float, r: float, color: Color) -> None:
    c.shape(leaf(x - r, y, r * 2, r * 1.2, 0), color)
    c.disc(x, y, r * 0.36, c.palette.paper)
    c.disc(x, y, r * 0.18, c.palette.ink)


def _crescent(c: Canvas, x: float, y: float, r: float, color: Color) -> None:
    c.disc(x, y, r * 0.9, color)
    behind = c.image.getpixel((min(c.width - 1, max(0, round(x))), round(y - r * 1.1)))
    if isinstance(behind, tuple):
        c.disc(x + r * 0.4, y - r * 0.2, r * 0.72, [int(level) for level in behind])


def _drop(c: Canvas, x: float, y: float, r: float, color: Color) -> None:
    c.disc(x, y + r * 0.3, r * 0.62, color)
    c.shape([(x, y - r), (x - r * 0.56, y + r * 0.1), (x + r * 0.56, y + r * 0.1)], color)


def _flower(c: Canvas, x: float, y: float, r: float, color: Color) -> None:
    for i in range(6):
        c.shape(leaf(x, y, r, r * 0.55, i / 6), color)
    c.disc(x, y, r * 0.22, c.palette.paper)


def _steps(c: Canvas, x: float, y: float, r: float, color: Color) -> None:
    for i in range(4):
        c.box(x - r + i * r / 2, y + r - (i + 1) * r / 2, r / 2 + 1, (i + 1) * r / 2, color)


def _target(c: Canvas, x: float, y: float, r: float, color: Color) -> None:
    for share, ring in ((1.0, color), (0.72, c.palette.paper), (0.44, color)):
        c.disc(x, y, r * share, ring)
    c.disc(x, y, r * 0.18, c.palette.paper)


CHARMS: tuple[Callable[[Canvas, float, float, float, Color], None], ...] = (
    _sun, _frond, _eye, _crescent, _drop, _flower, _steps, _target,
)  # fmt: skip
