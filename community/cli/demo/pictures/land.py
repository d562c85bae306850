"""Land: hills in haze, a contour map with a walk, a plan of streets, a bench under a tree."""

from math import sin, tau

from .canvas import Canvas, Point, around, height_of, leaf, swell
from .palettes import mix
from .sky import ridge


def hills(c: Canvas) -> None:
    """Seven ridges, each darker than the one behind, and a low sun."""
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    far = mix(tones[3], paper, 0.35)
    c.wash(mix(paper, tones[4], 0.3), paper, far)
    x, y = c.width * c.vary(0.25, 0.75), c.height * 0.4
    c.glow(x, y, 46 * c.unit, c.palette.warm, 0.5)
    c.disc(x, y, 10 * c.unit, mix(c.palette.warm, paper, 0.3))
    layers = 7
    for i in range(layers):
        share = (i + 1) / layers
        body = mix(far, tones[0], min(1.0, share * 1.5))
        color = mix(body, ink, max(0.0, share - 0.45) * 1.5)
        ridge(c, 0.44 + i * 0.085, 6.5 - i * 0.35, color)


def contours(c: Canvas) -> None:
    """Height lines of three hills and a dotted path between them."""
    tones = c.palette.tones
    c.image.paste(mix(c.palette.paper, tones[2], 0.25), (0, 0, c.width, c.height))
    for at_x, at_y, reach in ((0.24, 0.62, 46), (0.74, 0.36, 52), (0.55, 1.02, 34)):
        terms = [(a, round(f), p) for a, f, p in swell(c.chance, tau / 1.0, waves=4)]
        steps = 11
        for i in range(steps):
            radius = reach * c.unit * (1 - i / steps)
            outline: list[Point] = []
            for k in range(121):
                turn = k / 120
                bend = 1 + 0.11 * height_of(terms, turn * tau + i * 0.12)
                px, py = around(0, 0, radius * bend, turn)
                outline.append((c.width * at_x + px * 1.5, c.height * at_y + py))
            c.shape(outline, mix(mix(c.palette.paper, tones[2], 0.3), tones[1], i / steps * 0.75))
            c.line(outline, (*tones[0], 170), 0.2 * c.unit)
    _footsteps(c)


def _footsteps(c: Canvas) -> None:
    accent = c.palette.tones[4]
    places = []
    for i in range(46):
        x = c.width * (0.06 + 0.88 * i / 45)
        y = c.height * (0.6 + 0.2 * sin(i / 45 * tau * 1.1 + 0.7) - 0.12 * i / 45)
        places.append((x, y))
        c.disc(x, y, 0.75 * c.unit, accent)
    for place in (places[0], places[-1]):
        c.disc(*place, 2.6 * c.unit, accent)
        c.disc(*place, 1.2 * c.unit, c.palette.paper)


def streets(c: Canvas) -> None:
    """A town plan: blocks, a river, a green, and one bold route."""
    paper, tones = c.palette.paper, c.palette.tones
    c.image.paste(paper, (0, 0, c.width, c.height))
    columns, rows = 13, max(4, round(13 * c.height / c.width))
    wide, tall = c.width / columns, c.height / rows
    jitter = {
        (i, k): (c.vary(-0.2, 0.2) * wide, c.vary(-0.2, 0.2) * tall)
        for i in range(columns + 1)
        for k in range(rows + 1)
    }

    def corner(i: int, k: int, inset_x: float = 0, inset_y: float = 0) -> Point:
        dx, dy = jitter[i, k]
        return i * wide + dx + inset_x * c.unit, k * tall + dy + inset_y * c.unit

    gap = 0.9
    for i in range(columns):
        for k in range(rows):
            block = [
                corner(i, k, gap, gap),
                corner(i + 1, k, -gap, gap),
                corner(i + 1, k + 1, -gap, -gap),
                corner(i, k + 1, gap, -gap),
            ]
            green = c.chance.random() < 0.09
            body = tones[1] if green else mix(paper, tones[2], c.vary(0.35, 0.8))
            c.shape(block, body)
    terms = swell(c.chance, c.width * 0.9, waves=3)
    river = [
        (x * c.unit * 2, c.height * 0.7 + height_of(terms, x * c.unit * 2) * 7 * c.unit)
        for x in range(round(c.width / c.unit / 2) + 2)
    ]
    c.line(river, paper, 12 * c.unit)
    c.line(river, mix(c.palette.cool, c.palette.ink, 0.25), 9.5 * c.unit)
    _route(c, [corner(i, k) for i, k in _errand(c, columns, rows)])


def _errand(c: Canvas, columns: int, rows: int) -> list[tuple[int, int]]:
    i, k = 1, 1
    stops = [(i, k)]
    while i < columns - 1:
        if c.chance.random() < 0.6 or k in (0, rows):
            i += 1
            k = min(rows - 1, max(1, k))
        else:
            k = min(rows - 1, max(1, k + c.chance.choice((1, 1, -1))))
        if stops[-1] != (i, k):
            stops.append((i, k))
    return stops


def _route(c: Canvas, points: list[Point]) -> None:
    accent = c.palette.warm
    c.line(points, c.palette.paper, 2.6 * c.unit)
    c.line(points, accent, 1.5 * c.unit)
    for place in (points[0], points[-1]):
        c.disc(*place, 3 * c.unit, accent)
        c.disc(*place, 1.3 * c.unit, c.palette.paper)


def bench(c: Canvas) -> None:
    """A bench, a round tree, its shadow, and much sky."""
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.wash(mix(tones[3], paper, 0.55), mix(tones[3], paper, 0.8), paper)
    ground = c.height * 0.8
    c.box(0, ground, c.width, c.height, mix(tones[2], paper, 0.15))
    x, y, crown = c.width * 0.66, c.height * 0.36, 28 * c.unit
    c.pen.ellipse(
        (x - 34 * c.unit, ground + 2 * c.unit, x + 30 * c.unit, ground + 10 * c.unit),
        fill=(*tones[0], 90),
    )
    c.box(x - 1.6 * c.unit, y, 3.2 * c.unit, ground - y + 4 * c.unit, mix(ink, tones[4], 0.3))
    c.disc(x, y, crown, tones[1])
    c.pen.pieslice((x - crown, y - crown, x + crown, y + crown), -60, 120, fill=tones[0])
    for _ in range(34):
        spot = around(x, y, crown * c.chance.random() ** 0.5 * 0.9, c.vary(0, 1))
        c.shape(leaf(*spot, 4 * c.unit, 1.7 * c.unit, c.vary(0, 1)), (*tones[2], 150))
    left, seat, wide = c.width * 0.3, ground - 7 * c.unit, 36 * c.unit
    for i in range(3):
        c.pill(left, seat - (4 + i * 4) * c.unit, wide, 2.6 * c.unit, c.unit, tones[4])
    c.pill(left - c.unit, seat, wide + 2 * c.unit, 2.8 * c.unit, c.unit, mix(tones[4], ink, 0.25))
    for leg in (0.08, 0.86):
        c.box(left + wide * leg, seat - 13 * c.unit, 1.8 * c.unit, 27 * c.unit, ink)
