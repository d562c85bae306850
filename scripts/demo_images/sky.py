"""Functions that draw the night sky for the demo images, such as the Moon and meteors."""

from math import cos, pi, sin

from scripts.demo_images.canvas import (
    Canvas,
    Point,
    generate_wave,
    get_circle_point,
    get_wave_height,
)
from scripts.demo_images.palettes import mix_colors


def draw_milky_way(c: Canvas) -> None:
    ink, tones = c.palette.ink, c.palette.tones
    c.fill_gradient(
        ink, mix_colors(ink, tones[0], 0.8), tones[1], mix_colors(tones[2], tones[4], 0.45)
    )
    lean = c.random_between(0.5, 0.9) * c.rng.choice((1, -1))

    def get_band_x(y: float) -> float:
        return c.width * 0.5 + lean * (y - c.height * 0.45)

    for _ in range(90):
        y = c.random_between(-0.1, 0.95) * c.height
        x = get_band_x(y) + c.rng.gauss(0, 7 * c.unit)
        color = mix_colors(tones[2], c.palette.paper, c.random_between(0, 0.6))
        c.draw_halo(x, y, c.random_between(6, 20) * c.unit, color, c.random_between(0.05, 0.16))
    for _ in range(26):
        y = c.random_between(0, 0.8) * c.height
        x = get_band_x(y) + c.rng.gauss(1.5 * c.unit, 2.5 * c.unit)
        c.draw_halo(x, y, c.random_between(4, 9) * c.unit, ink, 0.22)
    draw_stars(c, 420)
    for _ in range(700):
        y = c.random_between(0, 0.9) * c.height
        x = get_band_x(y) + c.rng.gauss(0, 9 * c.unit)
        c.draw_circle(x, y, c.random_between(0.06, 0.2) * c.unit, (*c.palette.paper, 170))
    draw_hills_below_line(c, 0.8, 6, mix_colors(ink, tones[0], 0.35))
    draw_hills_below_line(c, 0.9, 4, ink)


def draw_meteors(c: Canvas) -> None:
    ink, tones = c.palette.ink, c.palette.tones
    c.fill_gradient(ink, tones[0], mix_colors(tones[0], tones[1], 0.7), tones[2], tones[3])
    draw_stars(c, 300)
    source_x, source_y = c.width * 0.68, -c.height * 0.12
    for _ in range(13):
        turn = c.random_between(0.12, 0.48)
        start = c.random_between(0.25, 0.85) * c.height
        length = c.random_between(12, 34) * c.unit
        tail = get_circle_point(source_x, source_y, start, turn)
        head = get_circle_point(source_x, source_y, start + length, turn)
        side = get_circle_point(0, 0, 0.28 * c.unit, turn + 0.25)
        wing = (head[0] + side[0], head[1] + side[1]), (head[0] - side[0], head[1] - side[1])
        c.draw_polygon([tail, *wing], (*c.palette.paper, 205))
        c.draw_circle(*head, 0.28 * c.unit, c.palette.paper)
    draw_hills_below_line(c, 0.84, 5, mix_colors(ink, tones[1], 0.35))
    draw_hills_below_line(c, 0.92, 3, ink)


def draw_moon_phases(c: Canvas) -> None:
    ink, tones = c.palette.ink, c.palette.tones
    c.fill_gradient(ink, mix_colors(ink, tones[0], 0.9))
    for i in range(9):
        radius = c.height * (0.35 + i * 0.16)
        c.draw_ring(c.width / 2, c.height * 1.25, radius, (*tones[2], 46), 0.25 * c.unit)
    draw_stars(c, 110)
    step = c.width / 10
    for i in range(9):
        lift = sin((i + 1) / 10 * pi) * c.height * 0.16
        _draw_moon(c, step * (i + 1), c.height * 0.58 - lift, step * 0.36, i / 8)


def _draw_moon(c: Canvas, x: float, y: float, radius: float, phase: float) -> None:
    dark = mix_colors(c.palette.ink, c.palette.tones[1], 0.55)
    c.draw_circle(x, y, radius, dark)
    waxing = phase <= 0.5
    bulge = cos(phase * 2 * pi)  # 1 at new, -1 at full: the terminator's half width
    limb = 1 if waxing else -1
    edge: list[Point] = []
    steps = 60
    for i in range(steps + 1):
        angle = -pi / 2 + pi * i / steps
        edge.append((x + limb * radius * cos(angle), y + radius * sin(angle)))
    for i in range(steps, -1, -1):
        angle = -pi / 2 + pi * i / steps
        edge.append((x + limb * bulge * radius * cos(angle), y + radius * sin(angle)))
    c.draw_polygon(edge, mix_colors(c.palette.paper, c.palette.tones[3], 0.3))


def draw_planet(c: Canvas) -> None:
    ink, tones = c.palette.ink, c.palette.tones
    c.fill_gradient(ink, mix_colors(ink, tones[0], 0.7))
    draw_stars(c, 170)
    x, y, radius = c.width * 0.36, c.height * 0.52, 33 * c.unit
    for i in range(4):
        reach = radius * (1.5 + i * 0.62)
        box = (x - reach, y - reach * 0.32, x + reach, y + reach * 0.32)
        c.drawing.ellipse(box, outline=(*tones[2], 130), width=max(1, round(0.22 * c.unit)))
    terms = generate_wave(c.rng, radius * 1.4)
    top = -radius
    bands = [tones[3], c.palette.paper, tones[4], mix_colors(tones[3], tones[4], 0.5)]
    turn = 0
    c.draw_circle(x, y, radius, bands[0])
    while top < radius:
        deep = c.random_between(2, 7) * c.unit
        edge = _get_band_edge_points(x, y, radius, top, terms) + list(
            reversed(_get_band_edge_points(x, y, radius, min(radius, top + deep), terms))
        )
        c.draw_polygon(
            edge, mix_colors(bands[turn % len(bands)], tones[4], c.random_between(0, 0.25))
        )
        top, turn = top + deep, turn + 1
    c.draw_halo(x + radius * 0.9, y + radius * 0.5, radius * 1.5, ink, 0.75)
    for i, at in enumerate((0.05, 0.43, 0.93, 0.14)):
        reach = radius * (1.5 + i * 0.62)
        c.draw_circle(
            x + reach * cos(at * 2 * pi),
            y + reach * 0.32 * sin(at * 2 * pi),
            (1.1 + 0.25 * i) * c.unit,
            mix_colors(c.palette.paper, tones[3], i / 4),
        )


def _get_band_edge_points(
    x: float, y: float, radius: float, level: float, terms: list[tuple[float, float, float]]
) -> list[Point]:
    half = (max(0.0, radius**2 - level**2)) ** 0.5
    points: list[Point] = []
    for i in range(41):
        along = -half + 2 * half * i / 40
        wobble = get_wave_height(terms, along + level * 3) * radius * 0.012
        limit = (max(0.0, radius**2 - along**2)) ** 0.5
        points.append((x + along, y + max(-limit, min(limit, level + wobble))))
    return points


def draw_star_chart(c: Canvas) -> None:
    ink, tones = c.palette.ink, c.palette.tones
    c.fill_gradient(mix_colors(ink, tones[0], 0.55), ink)
    x, y = c.width * 0.5, c.height * 1.9
    for i in range(12):
        c.draw_ring(x, y, c.height * (0.9 + i * 0.11), (*tones[2], 58), 0.18 * c.unit)
    for i in range(25):
        turn = 0.75 + (i - 12) * 0.011
        ends = [get_circle_point(x, y, c.height * reach, turn) for reach in (0.8, 2.4)]
        c.draw_line(ends, (*tones[2], 58), 0.18 * c.unit)
    draw_stars(c, 240)
    sisters = ((0, 0), (-13, 2), (15, -3), (21, 5), (13, 11), (25, -1), (2, -12), (-21, -8))
    places = [
        (c.width * 0.47 + a * 1.35 * c.unit, c.height * 0.5 + b * 1.9 * c.unit) for a, b in sisters
    ]
    for start, end in ((0, 1), (0, 2), (2, 4), (4, 3), (3, 5), (0, 6), (1, 7)):
        c.draw_line([places[start], places[end]], (*tones[3], 120), 0.25 * c.unit)
    for i, place in enumerate(places):
        size = 2.5 - i * 0.2
        c.draw_halo(*place, size * 6 * c.unit, mix_colors(tones[2], c.palette.paper, 0.4), 0.5)
        c.draw_circle(*place, size * c.unit, c.palette.paper)


def draw_moon_above_city(c: Canvas) -> None:
    ink, tones = c.palette.ink, c.palette.tones
    c.fill_gradient(ink, tones[0], tones[1], tones[2])
    draw_stars(c, 120)
    x, y, radius = c.width * 0.62, c.height * 0.6, 30 * c.unit
    c.draw_halo(x, y, radius * 2.2, tones[3], 0.6)
    c.draw_circle(x, y, radius, mix_colors(tones[4], c.palette.paper, 0.35))
    for _ in range(11):
        reach, turn = c.random_between(0, 0.75) * radius, c.random_between(0, 1)
        c.draw_circle(
            *get_circle_point(x, y, reach, turn),
            c.random_between(2, 6) * c.unit,
            (*tones[3], 70),
        )
    for depth, base in ((0.45, 0.76), (0, 0.88)):
        color = mix_colors(ink, tones[0], depth)
        left = -4 * c.unit
        while left < c.width:
            wide, tall = c.random_between(9, 20) * c.unit, c.random_between(0, 12) * c.unit
            top = c.height * base - tall
            c.draw_rectangle(left, top, wide, c.height, color)
            if c.rng.random() < 0.5:
                peak = (left + wide / 2, top - wide * 0.32)
                c.draw_polygon([(left, top), peak, (left + wide, top)], color)
            c.draw_rectangle(left + wide * 0.2, top - 5 * c.unit, 1.6 * c.unit, 8 * c.unit, color)
            if not depth and c.rng.random() < 0.6:
                c.draw_rectangle(
                    left + wide * 0.5, top + 4 * c.unit, 2 * c.unit, 3 * c.unit, tones[3]
                )
            left += wide


def draw_stars(c: Canvas, count: int) -> None:
    for _ in range(count):
        x, y = c.random_between(0, c.width), c.random_between(0, c.height)
        size = 0.07 + 0.36 * c.rng.random() ** 7
        c.draw_circle(x, y, size * c.unit, (*c.palette.paper, c.rng.randint(90, 235)))


def draw_hills_below_line(
    c: Canvas, base: float, swing: float, color: tuple[int, int, int]
) -> None:
    """Draw hills that fill the canvas below an irregular line.

    Args:
        base: The average height of the line, from 0 (top of the canvas) to 1 (bottom).
        swing: The approximate height of the hills in `Canvas.unit`.
    """
    terms = generate_wave(c.rng, c.width * 0.55)
    step = 1.2 * c.unit
    line: list[Point] = []
    x = 0.0
    while x <= c.width + step:
        line.append((x, c.height * base + get_wave_height(terms, x) * swing * c.unit))
        x += step
    c.draw_polygon([(0, c.height), *line, (c.width, c.height)], color)
