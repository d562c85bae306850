"""Functions that draw landscapes and maps for the demo images."""

from math import sin, tau

from scripts.demo_images.canvas import (
    Canvas,
    Point,
    generate_wave,
    get_circle_point,
    get_leaf_outline,
    get_wave_height,
)
from scripts.demo_images.palettes import mix_colors
from scripts.demo_images.sky import draw_hills_below_line


def draw_hills(c: Canvas) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    far = mix_colors(tones[3], paper, 0.35)
    c.fill_gradient(mix_colors(paper, tones[4], 0.3), paper, far)
    x, y = c.width * c.random_between(0.25, 0.75), c.height * 0.4
    c.draw_halo(x, y, 46 * c.unit, c.palette.warmest_tone, 0.5)
    c.draw_circle(x, y, 10 * c.unit, mix_colors(c.palette.warmest_tone, paper, 0.3))
    layers = 7
    for i in range(layers):
        share = (i + 1) / layers
        body = mix_colors(far, tones[0], min(1.0, share * 1.5))
        color = mix_colors(body, ink, max(0.0, share - 0.45) * 1.5)
        draw_hills_below_line(c, 0.44 + i * 0.085, 6.5 - i * 0.35, color)


def draw_contour_map(c: Canvas) -> None:
    tones = c.palette.tones
    c.image.paste(mix_colors(c.palette.paper, tones[2], 0.25), (0, 0, c.width, c.height))
    for at_x, at_y, reach in ((0.24, 0.62, 46), (0.74, 0.36, 52), (0.55, 1.02, 34)):
        terms = [(a, round(f), p) for a, f, p in generate_wave(c.rng, tau / 1.0, waves=4)]
        steps = 11
        for i in range(steps):
            radius = reach * c.unit * (1 - i / steps)
            outline: list[Point] = []
            for k in range(121):
                turn = k / 120
                bend = 1 + 0.11 * get_wave_height(terms, turn * tau + i * 0.12)
                px, py = get_circle_point(0, 0, radius * bend, turn)
                outline.append((c.width * at_x + px * 1.5, c.height * at_y + py))
            c.draw_polygon(
                outline,
                mix_colors(mix_colors(c.palette.paper, tones[2], 0.3), tones[1], i / steps * 0.75),
            )
            c.draw_line(outline, (*tones[0], 170), 0.2 * c.unit)
    _draw_dotted_path(c)


def _draw_dotted_path(c: Canvas) -> None:
    accent = c.palette.tones[4]
    places = []
    for i in range(46):
        x = c.width * (0.06 + 0.88 * i / 45)
        y = c.height * (0.6 + 0.2 * sin(i / 45 * tau * 1.1 + 0.7) - 0.12 * i / 45)
        places.append((x, y))
        c.draw_circle(x, y, 0.75 * c.unit, accent)
    for place in (places[0], places[-1]):
        c.draw_circle(*place, 2.6 * c.unit, accent)
        c.draw_circle(*place, 1.2 * c.unit, c.palette.paper)


def draw_street_map(c: Canvas) -> None:
    paper, tones = c.palette.paper, c.palette.tones
    c.image.paste(paper, (0, 0, c.width, c.height))
    columns, rows = 13, max(4, round(13 * c.height / c.width))
    wide, tall = c.width / columns, c.height / rows
    jitter = {
        (i, k): (c.random_between(-0.2, 0.2) * wide, c.random_between(-0.2, 0.2) * tall)
        for i in range(columns + 1)
        for k in range(rows + 1)
    }

    def get_corner(i: int, k: int, inset_x: float = 0, inset_y: float = 0) -> Point:
        dx, dy = jitter[i, k]
        return i * wide + dx + inset_x * c.unit, k * tall + dy + inset_y * c.unit

    gap = 0.9
    for i in range(columns):
        for k in range(rows):
            block = [
                get_corner(i, k, gap, gap),
                get_corner(i + 1, k, -gap, gap),
                get_corner(i + 1, k + 1, -gap, -gap),
                get_corner(i, k + 1, gap, -gap),
            ]
            green = c.rng.random() < 0.09
            body = tones[1] if green else mix_colors(paper, tones[2], c.random_between(0.35, 0.8))
            c.draw_polygon(block, body)
    terms = generate_wave(c.rng, c.width * 0.9, waves=3)
    river = [
        (x * c.unit * 2, c.height * 0.7 + get_wave_height(terms, x * c.unit * 2) * 7 * c.unit)
        for x in range(round(c.width / c.unit / 2) + 2)
    ]
    c.draw_line(river, paper, 12 * c.unit)
    c.draw_line(river, mix_colors(c.palette.coolest_tone, c.palette.ink, 0.25), 9.5 * c.unit)
    _draw_route(c, [get_corner(i, k) for i, k in _generate_random_walk(c, columns, rows)])


def _generate_random_walk(c: Canvas, columns: int, rows: int) -> list[tuple[int, int]]:
    i, k = 1, 1
    stops = [(i, k)]
    while i < columns - 1:
        if c.rng.random() < 0.6 or k in (0, rows):
            i += 1
            k = min(rows - 1, max(1, k))
        else:
            k = min(rows - 1, max(1, k + c.rng.choice((1, 1, -1))))
        if stops[-1] != (i, k):
            stops.append((i, k))
    return stops


def _draw_route(c: Canvas, points: list[Point]) -> None:
    accent = c.palette.warmest_tone
    c.draw_line(points, c.palette.paper, 2.6 * c.unit)
    c.draw_line(points, accent, 1.5 * c.unit)
    for place in (points[0], points[-1]):
        c.draw_circle(*place, 3 * c.unit, accent)
        c.draw_circle(*place, 1.3 * c.unit, c.palette.paper)


def draw_bench_under_tree(c: Canvas) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.fill_gradient(mix_colors(tones[3], paper, 0.55), mix_colors(tones[3], paper, 0.8), paper)
    ground = c.height * 0.8
    c.draw_rectangle(0, ground, c.width, c.height, mix_colors(tones[2], paper, 0.15))
    x, y, crown = c.width * 0.66, c.height * 0.36, 28 * c.unit
    c.drawing.ellipse(
        (x - 34 * c.unit, ground + 2 * c.unit, x + 30 * c.unit, ground + 10 * c.unit),
        fill=(*tones[0], 90),
    )
    c.draw_rectangle(
        x - 1.6 * c.unit, y, 3.2 * c.unit, ground - y + 4 * c.unit, mix_colors(ink, tones[4], 0.3)
    )
    c.draw_circle(x, y, crown, tones[1])
    c.drawing.pieslice((x - crown, y - crown, x + crown, y + crown), -60, 120, fill=tones[0])
    for _ in range(34):
        spot = get_circle_point(x, y, crown * c.rng.random() ** 0.5 * 0.9, c.random_between(0, 1))
        c.draw_polygon(
            get_leaf_outline(*spot, 4 * c.unit, 1.7 * c.unit, c.random_between(0, 1)),
            (*tones[2], 150),
        )
    left, seat, wide = c.width * 0.3, ground - 7 * c.unit, 36 * c.unit
    for i in range(3):
        c.draw_rounded_rectangle(
            left, seat - (4 + i * 4) * c.unit, wide, 2.6 * c.unit, c.unit, tones[4]
        )
    c.draw_rounded_rectangle(
        left - c.unit,
        seat,
        wide + 2 * c.unit,
        2.8 * c.unit,
        c.unit,
        mix_colors(tones[4], ink, 0.25),
    )
    for leg in (0.08, 0.86):
        c.draw_rectangle(left + wide * leg, seat - 13 * c.unit, 1.8 * c.unit, 27 * c.unit, ink)
