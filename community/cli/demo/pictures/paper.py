"""Paper: book spines, a set page, fanned leaves."""

from math import pi, sin

from .canvas import Canvas, Point, around
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
                c.shape(
                    [
                        (x, floor),
                        (x + wide, floor),
                        (x + wide + slide, floor - high),
                        (x + slide, floor - high),
                    ],
                    body,
                )
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
    c.shape(
        [
            (x - 60 * c.unit, y),
            (x + 60 * c.unit, y),
            (x + 56 * c.unit, y + 3 * c.unit),
            (x - 56 * c.unit, y + 3 * c.unit),
        ],
        tones[4],
    )
    c.disc(x, y + c.unit, 2.4 * c.unit, ink)


def _bend(start: Point, middle: Point, end: Point) -> list[Point]:
    points: list[Point] = []
    for i in range(31):
        t = i / 30
        a, b, d = (1 - t) ** 2, 2 * t * (1 - t), t**2
        points.append(
            (a * start[0] + b * middle[0] + d * end[0], a * start[1] + b * middle[1] + d * end[1])
        )
    return points
