"""Night skies: the Milky Way, meteors, phases of the Moon, a planet, a star chart, a low Moon."""

from math import cos, pi, sin

from .canvas import Canvas, Point, around, height_of, swell
from .palettes import mix


def milky_way(c: Canvas) -> None:
    """A band of haze and crowded stars above two dark ridges."""
    ink, tones = c.palette.ink, c.palette.tones
    c.wash(ink, mix(ink, tones[0], 0.8), tones[1], mix(tones[2], tones[4], 0.45))
    lean = c.vary(0.5, 0.9) * c.chance.choice((1, -1))

    def band(y: float) -> float:
        return c.width * 0.5 + lean * (y - c.height * 0.45)

    for _ in range(90):
        y = c.vary(-0.1, 0.95) * c.height
        x = band(y) + c.chance.gauss(0, 7 * c.unit)
        color = mix(tones[2], c.palette.paper, c.vary(0, 0.6))
        c.glow(x, y, c.vary(6, 20) * c.unit, color, c.vary(0.05, 0.16))
    for _ in range(26):
        y = c.vary(0, 0.8) * c.height
        x = band(y) + c.chance.gauss(1.5 * c.unit, 2.5 * c.unit)
        c.glow(x, y, c.vary(4, 9) * c.unit, ink, 0.22)
    stars(c, 420)
    for _ in range(700):
        y = c.vary(0, 0.9) * c.height
        x = band(y) + c.chance.gauss(0, 9 * c.unit)
        c.disc(x, y, c.vary(0.06, 0.2) * c.unit, (*c.palette.paper, 170))
    ridge(c, 0.8, 6, mix(ink, tones[0], 0.35))
    ridge(c, 0.9, 4, ink)


def meteors(c: Canvas) -> None:
    """Streaks that all point back to one place, over a roof or a ridge."""
    ink, tones = c.palette.ink, c.palette.tones
    c.wash(ink, tones[0], mix(tones[0], tones[1], 0.7), tones[2], tones[3])
    stars(c, 300)
    source_x, source_y = c.width * 0.68, -c.height * 0.12
    for _ in range(13):
        turn = c.vary(0.12, 0.48)
        start = c.vary(0.25, 0.85) * c.height
        length = c.vary(12, 34) * c.unit
        tail = around(source_x, source_y, start, turn)
        head = around(source_x, source_y, start + length, turn)
        side = around(0, 0, 0.28 * c.unit, turn + 0.25)
        wing = (head[0] + side[0], head[1] + side[1]), (head[0] - side[0], head[1] - side[1])
        c.shape([tail, *wing], (*c.palette.paper, 205))
        c.disc(*head, 0.28 * c.unit, c.palette.paper)
    ridge(c, 0.84, 5, mix(ink, tones[1], 0.35))
    ridge(c, 0.92, 3, ink)


def phases(c: Canvas) -> None:
    """Nine Moons in a row from new to new, over wide arcs."""
    ink, tones = c.palette.ink, c.palette.tones
    c.wash(ink, mix(ink, tones[0], 0.9))
    for i in range(9):
        radius = c.height * (0.35 + i * 0.16)
        c.ring(c.width / 2, c.height * 1.25, radius, (*tones[2], 46), 0.25 * c.unit)
    stars(c, 110)
    step = c.width / 10
    for i in range(9):
        lift = sin((i + 1) / 10 * pi) * c.height * 0.16
        _moon(c, step * (i + 1), c.height * 0.58 - lift, step * 0.36, i / 8)


def _moon(c: Canvas, x: float, y: float, radius: float, age: float) -> None:
    dark = mix(c.palette.ink, c.palette.tones[1], 0.55)
    c.disc(x, y, radius, dark)
    waxing = age <= 0.5
    bulge = cos(age * 2 * pi)  # 1 at new, -1 at full: the terminator's half width
    limb = 1 if waxing else -1
    edge: list[Point] = []
    steps = 60
    for i in range(steps + 1):
        angle = -pi / 2 + pi * i / steps
        edge.append((x + limb * radius * cos(angle), y + radius * sin(angle)))
    for i in range(steps, -1, -1):
        angle = -pi / 2 + pi * i / steps
        edge.append((x + limb * bulge * radius * cos(angle), y + radius * sin(angle)))
    c.shape(edge, mix(c.palette.paper, c.palette.tones[3], 0.3))


def planet(c: Canvas) -> None:
    """A banded planet with four moons on thin orbits."""
    ink, tones = c.palette.ink, c.palette.tones
    c.wash(ink, mix(ink, tones[0], 0.7))
    stars(c, 170)
    x, y, radius = c.width * 0.36, c.height * 0.52, 33 * c.unit
    for i in range(4):
        reach = radius * (1.5 + i * 0.62)
        box = (x - reach, y - reach * 0.32, x + reach, y + reach * 0.32)
        c.pen.ellipse(box, outline=(*tones[2], 130), width=max(1, round(0.22 * c.unit)))
    terms = swell(c.chance, radius * 1.4)
    top = -radius
    bands = [tones[3], c.palette.paper, tones[4], mix(tones[3], tones[4], 0.5)]
    turn = 0
    c.disc(x, y, radius, bands[0])
    while top < radius:
        deep = c.vary(2, 7) * c.unit
        edge = _band_edge(x, y, radius, top, terms) + list(
            reversed(_band_edge(x, y, radius, min(radius, top + deep), terms))
        )
        c.shape(edge, mix(bands[turn % len(bands)], tones[4], c.vary(0, 0.25)))
        top, turn = top + deep, turn + 1
    c.glow(x + radius * 0.9, y + radius * 0.5, radius * 1.5, ink, 0.75)
    for i, at in enumerate((0.05, 0.43, 0.93, 0.14)):
        reach = radius * (1.5 + i * 0.62)
        c.disc(
            x + reach * cos(at * 2 * pi),
            y + reach * 0.32 * sin(at * 2 * pi),
            (1.1 + 0.25 * i) * c.unit,
            mix(c.palette.paper, tones[3], i / 4),
        )


def _band_edge(
    x: float, y: float, radius: float, level: float, terms: list[tuple[float, float, float]]
) -> list[Point]:
    half = (max(0.0, radius**2 - level**2)) ** 0.5
    points: list[Point] = []
    for i in range(41):
        along = -half + 2 * half * i / 40
        wobble = height_of(terms, along + level * 3) * radius * 0.012
        limit = (max(0.0, radius**2 - along**2)) ** 0.5
        points.append((x + along, y + max(-limit, min(limit, level + wobble))))
    return points


def star_chart(c: Canvas) -> None:
    """A small bright cluster on a ruled chart, joined by thin lines."""
    ink, tones = c.palette.ink, c.palette.tones
    c.wash(mix(ink, tones[0], 0.55), ink)
    x, y = c.width * 0.5, c.height * 1.9
    for i in range(12):
        c.ring(x, y, c.height * (0.9 + i * 0.11), (*tones[2], 58), 0.18 * c.unit)
    for i in range(25):
        turn = 0.75 + (i - 12) * 0.011
        ends = [around(x, y, c.height * reach, turn) for reach in (0.8, 2.4)]
        c.line(ends, (*tones[2], 58), 0.18 * c.unit)
    stars(c, 240)
    sisters = ((0, 0), (-13, 2), (15, -3), (21, 5), (13, 11), (25, -1), (2, -12), (-21, -8))
    places = [
        (c.width * 0.47 + a * 1.35 * c.unit, c.height * 0.5 + b * 1.9 * c.unit) for a, b in sisters
    ]
    for one, other in ((0, 1), (0, 2), (2, 4), (4, 3), (3, 5), (0, 6), (1, 7)):
        c.line([places[one], places[other]], (*tones[3], 120), 0.25 * c.unit)
    for i, place in enumerate(places):
        size = 2.5 - i * 0.2
        c.glow(*place, size * 6 * c.unit, mix(tones[2], c.palette.paper, 0.4), 0.5)
        c.disc(*place, size * c.unit, c.palette.paper)


def low_moon(c: Canvas) -> None:
    """A huge warm Moon behind rooftops."""
    ink, tones = c.palette.ink, c.palette.tones
    c.wash(ink, tones[0], tones[1], tones[2])
    stars(c, 120)
    x, y, radius = c.width * 0.62, c.height * 0.6, 30 * c.unit
    c.glow(x, y, radius * 2.2, tones[3], 0.6)
    c.disc(x, y, radius, mix(tones[4], c.palette.paper, 0.35))
    for _ in range(11):
        reach, turn = c.vary(0, 0.75) * radius, c.vary(0, 1)
        c.disc(*around(x, y, reach, turn), c.vary(2, 6) * c.unit, (*tones[3], 70))
    for depth, base in ((0.45, 0.76), (0, 0.88)):
        color = mix(ink, tones[0], depth)
        left = -4 * c.unit
        while left < c.width:
            wide, tall = c.vary(9, 20) * c.unit, c.vary(0, 12) * c.unit
            top = c.height * base - tall
            c.box(left, top, wide, c.height, color)
            if c.chance.random() < 0.5:
                peak = (left + wide / 2, top - wide * 0.32)
                c.shape([(left, top), peak, (left + wide, top)], color)
            c.box(left + wide * 0.2, top - 5 * c.unit, 1.6 * c.unit, 8 * c.unit, color)
            if not depth and c.chance.random() < 0.6:
                c.box(left + wide * 0.5, top + 4 * c.unit, 2 * c.unit, 3 * c.unit, tones[3])
            left += wide


def stars(c: Canvas, count: int) -> None:
    """Stars over the whole sheet: many faint, few bright."""
    for _ in range(count):
        x, y = c.vary(0, c.width), c.vary(0, c.height)
        size = 0.07 + 0.36 * c.chance.random() ** 7
        c.disc(x, y, size * c.unit, (*c.palette.paper, c.chance.randint(90, 235)))


def ridge(c: Canvas, base: float, swing: float, color: tuple[int, int, int]) -> None:
    """A hill line around ``base`` (share of the height), filled down to the bottom."""
    terms = swell(c.chance, c.width * 0.55)
    step = 1.2 * c.unit
    line: list[Point] = []
    x = 0.0
    while x <= c.width + step:
        line.append((x, c.height * base + height_of(terms, x) * swing * c.unit))
        x += step
    c.shape([(0, c.height), *line, (c.width, c.height)], color)
