"""Paper and screens: book spines, a set page, fanned leaves, panes, a branching talk, small signs."""

from math import pi, sin

from .canvas import Canvas, Point, around, leaf
from .palettes import Color, mix


def spines(c: Canvas) -> None:
    """Shelves of books: bands, labels, one leaning, one missing."""
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.image.paste(mix(ink, tones[0], 0.12), (0, 0, c.width, c.height))
    rows = max(1, round(c.height / c.unit / 50))
    tall = c.height / rows
    for k in range(rows):
        floor = (k + 1) * tall - 3 * c.unit
        x = -c.vary(0, 4) * c.unit
        while x < c.width:
            wide, high = c.vary(3.2, 8.5) * c.unit, tall * c.vary(0.6, 0.84)
            dice = c.chance.random()
            if dice < 0.05:
                x += 5 * c.unit
            elif dice < 0.12:
                body = c.tone()
                slide = high * 0.24
                c.shape([(x, floor), (x + wide, floor), (x + wide + slide, floor - high),
                         (x + slide, floor - high)], body)
                x += wide + slide
            else:
                body = c.chance.choice((*tones, mix(paper, tones[3], 0.25)))
                _spine(c, (x, floor - high, wide - 0.35 * c.unit, high), body)
                x += wide
        c.box(0, floor, c.width, 3 * c.unit, mix(tones[3], ink, 0.35))
        c.box(0, floor, c.width, 0.5 * c.unit, mix(tones[3], paper, 0.3))


def _spine(c: Canvas, book: tuple[float, float, float, float], body: Color) -> None:
    x, y, w, h = book
    c.box(x, y, w, h, body)
    c.box(x, y, w * 0.16, h, mix(body, c.palette.paper, 0.14))
    c.box(x + w * 0.86, y, w * 0.14, h, mix(body, c.palette.ink, 0.2))
    mark = mix(c.palette.paper, body, 0.12) if sum(body) < 480 else c.palette.ink
    style = c.chance.choice(("bands", "label", "title", "title", "dot", "plain"))
    if style == "bands":
        for share in (0.1, 0.14, 0.8, 0.84):
            c.box(x, y + h * share, w, 0.6 * c.unit, mark)
    elif style == "label":
        c.box(x + w * 0.12, y + h * 0.16, w * 0.76, h * 0.2, mark)
    elif style == "title":
        c.box(x + w * 0.42, y + h * 0.16, w * 0.2, h * c.vary(0.3, 0.5), mark)
    elif style == "dot":
        c.disc(x + w / 2, y + h * 0.82, w * 0.24, mark)
        c.box(x + w * 0.42, y + h * 0.15, w * 0.16, h * 0.35, mark)


def galley(c: Canvas) -> None:
    """Two set pages: a large initial, ruled text, a figure, wide margins."""
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.image.paste(mix(tones[3], paper, 0.1), (0, 0, c.width, c.height))
    high = c.height * 0.84
    wide = min(high * 0.76, c.width * 0.42)
    for i in (-1, 0):
        x, y = c.width / 2 + i * wide, c.height * 0.08
        c.box(x + c.unit, y + 1.5 * c.unit, wide, high, (*ink, 40))
        c.box(x, y, wide, high, mix(paper, (255, 255, 255), 0.5))
        _column(c, x + wide * 0.16, y + high * 0.13, wide * 0.68, high * 0.74, first=i < 0)
    c.box(c.width / 2 - 0.15 * c.unit, c.height * 0.08, 0.3 * c.unit, high, (*ink, 60))


def _column(c: Canvas, x: float, y: float, w: float, h: float, *, first: bool) -> None:
    ink, tones = c.palette.ink, c.palette.tones
    rows = 22
    step = h / rows
    figure = range(12, 19) if not first else range(0)
    for row in range(rows):
        if row in figure:
            continue
        inset = w * 0.24 if first and row < 4 else 0.0
        end = w * (c.vary(0.3, 0.7) if row in (7, 11, 21) else 1)
        left = x + inset
        while left < x + end - 0.02 * w:
            word = min(c.vary(0.04, 0.16) * w, x + end - left)
            c.box(left, y + row * step, word, step * 0.36, mix(ink, tones[2], 0.25))
            left += word + 0.022 * w
    if first:
        c.box(x, y, w * 0.19, step * 3.4, tones[0])
        c.disc(x + w * 0.095, y + step * 1.7, w * 0.06, c.palette.paper)
    else:
        top = y + 12 * step
        c.box(x, top, w, step * 6.2, tones[4])
        c.disc(x + w * 0.35, top + step * 3.1, step * 2, tones[0])
        c.disc(x + w * 0.55, top + step * 3.1, step * 2, (*ink, 190))


def leaves(c: Canvas) -> None:
    """An open book seen from its foot: pages fanned like wings."""
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.wash(tones[0], mix(tones[0], ink, 0.4))
    x, y = c.width / 2, c.height * 0.84
    pages = 17
    for side in (-1, 1):
        for i in range(pages):
            rise = i / (pages - 1)
            turn = 0.75 + side * (0.235 - 0.2 * rise)
            reach = (52 + 14 * sin(rise * pi)) * c.unit
            end = around(x, y, reach, turn)
            bow = around(x, y, reach * 0.55, turn + side * 0.04 - side * 0.1 * (1 - rise))
            curve = _bend((x, y), bow, end)
            color = mix(paper, tones[i % len(tones)], 0.0 if i % 3 else 0.75)
            c.line(curve, color, 1.1 * c.unit)
    c.shape([(x - 60 * c.unit, y), (x + 60 * c.unit, y), (x + 56 * c.unit, y + 3 * c.unit),
             (x - 56 * c.unit, y + 3 * c.unit)], tones[4])
    c.disc(x, y + c.unit, 2.4 * c.unit, ink)


def _bend(start: Point, middle: Point, end: Point) -> list[Point]:
    points: list[Point] = []
    for i in range(31):
        t = i / 30
        a, b, d = (1 - t) ** 2, 2 * t * (1 - t), t**2
        points.append((a * start[0] + b * middle[0] + d * end[0],
                       a * start[1] + b * middle[1] + d * end[1]))
    return points


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
        c.box(x + w * 0.5, y + (9 + row * 3.6) * c.unit, w * c.vary(0.2, 0.42),
              (1.9 if row == 0 else 1) * c.unit, mix(ink, paper, 0.0 if row == 0 else 0.45))
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
                c.pill(x - side * 0.45, y - side * 0.45, side * 0.9, side * 0.9, side * 0.1,
                       mix(c.tone(), paper, 0.7))
            _charm(c, x, y, r, c.chance.choice((*tones, ink)))


def _charm(c: Canvas, x: float, y: float, r: float, color: Color) -> None:
    kind = c.chance.choice(("sun", "leaf", "eye", "moon", "drop", "flower", "steps", "target"))
    if kind == "sun":
        c.disc(x, y, r * 0.5, color)
        for i in range(10):
            c.line([around(x, y, r * 0.7, i / 10), around(x, y, r, i / 10)], color, r * 0.12)
    elif kind == "leaf":
        c.shape(leaf(x - r * 0.7, y + r * 0.7, r * 2, r * 0.9, -0.125), color)
        c.line([(x - r * 0.7, y + r * 0.7), (x + r * 0.4, y - r * 0.4)], c.palette.paper, r * 0.08)
    elif kind == "eye":
        c.shape(leaf(x - r, y, r * 2, r * 1.2, 0), color)
        c.disc(x, y, r * 0.36, c.palette.paper)
        c.disc(x, y, r * 0.18, c.palette.ink)
    elif kind == "moon":
        c.disc(x, y, r * 0.9, color)
        c.disc(x + r * 0.4, y - r * 0.2, r * 0.72, mix(c.palette.paper, c.palette.tones[3], 0.2))
    elif kind == "drop":
        c.disc(x, y + r * 0.3, r * 0.62, color)
        c.shape([(x, y - r), (x - r * 0.56, y + r * 0.1), (x + r * 0.56, y + r * 0.1)], color)
    elif kind == "flower":
        for i in range(6):
            c.shape(leaf(x, y, r, r * 0.55, i / 6), color)
        c.disc(x, y, r * 0.22, c.palette.paper)
    elif kind == "steps":
        for i in range(4):
            c.box(x - r + i * r / 2, y + r - (i + 1) * r / 2, r / 2 + 1, (i + 1) * r / 2, color)
    else:
        for share in (1.0, 0.72, 0.44, 0.18):
            c.disc(x, y, r * share, color if share in (1.0, 0.44) else c.palette.paper)
