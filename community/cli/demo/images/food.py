"""Draws food motifs: a scored loaf, ferment bubbles, jars, ears of grain, a tray of loaves."""

from math import pi, sin

from community.cli.demo.images.canvas import Canvas, Point, leaf_outline, point_around
from community.cli.demo.images.palettes import Color, mix_colors


def boule(c: Canvas) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.fill_gradient(mix_colors(paper, tones[4], 0.28), mix_colors(paper, tones[4], 0.45))
    x, y, radius = c.width * 0.5, c.height * 0.52, 42 * c.unit
    for _ in range(150):
        spot = point_around(x, y, radius * c.random_between(1.02, 1.9), c.random_between(0, 1))
        c.circle(*spot, c.random_between(0.1, 0.4) * c.unit, paper)
    c.draw_halo(x + 3 * c.unit, y + 5 * c.unit, radius * 1.35, ink, 0.7)
    crust = mix_colors(tones[2], ink, 0.2)
    for i in range(26):
        share = i / 26
        c.circle(
            x,
            y - share * 1.5 * c.unit,
            radius * (1 - share * 0.26),
            mix_colors(crust, tones[1], sin(share * pi / 2)),
        )
    for i in range(8):
        reach = radius * (0.9 - i * 0.105)
        for k in range(150):
            spot = point_around(
                x,
                y - c.unit,
                reach * c.random_between(0.975, 1.025),
                k / 150 + c.random_between(0, 0.01),
            )
            c.circle(*spot, c.random_between(0.15, 0.7) * c.unit, (*paper, 150))
    for side in (-1, 1):
        for i in range(6):
            root = (x, y + (18 - i * 8) * c.unit)
            cut = leaf_outline(*root, (19 - i * 1.6) * c.unit, 5 * c.unit, 0.75 + side * 0.11)
            c.polygon(cut, mix_colors(tones[2], ink, 0.15))
            inner = leaf_outline(*root, (17 - i * 1.6) * c.unit, 2.8 * c.unit, 0.75 + side * 0.11)
            c.polygon(inner, tones[3])
    c.line(
        [(x, y + 27 * c.unit), (x, y - 28 * c.unit)], mix_colors(tones[2], ink, 0.15), 1.6 * c.unit
    )


def bubbles(c: Canvas) -> None:
    """Draw touching circles, each with rings like a culture of bacteria in a Petri dish."""
    tones = c.palette.tones
    c.image.paste(mix_colors(c.palette.paper, tones[3], 0.18), (0, 0, c.width, c.height))
    placed: list[tuple[float, float, float]] = []
    for attempt in range(1400):
        x, y = c.random_between(0, c.width), c.random_between(0, c.height)
        distance = min(
            (((x - a) ** 2 + (y - b) ** 2) ** 0.5 - r for a, b, r in placed), default=26 * c.unit
        )
        limit = (24 if attempt < 8 else 13 if attempt < 60 else 5.5) * c.unit
        radius = min(distance - 0.6 * c.unit, limit)
        if radius > 0.9 * c.unit:
            placed.append((x, y, radius))
            _draw_culture(c, x, y, radius)


def _draw_culture(c: Canvas, x: float, y: float, radius: float) -> None:
    ground, figure = c.rng.sample(c.palette.tones, 2)
    c.circle(x, y, radius, ground)
    if radius < 3 * c.unit:
        return
    rings = c.rng.randint(2, 5)
    for i in range(1, rings + 1):
        reach = radius * (1 - i / (rings + 1))
        c.circle(
            x, y, reach, mix_colors(ground, figure, i / rings) if i < rings else c.palette.paper
        )
    count = c.rng.randint(7, 18)
    for i in range(count):
        spot = point_around(x, y, radius * 0.86, i / count)
        c.circle(*spot, radius * 0.045, c.palette.ink)


def jars(c: Canvas) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.fill_gradient(mix_colors(paper, tones[0], 0.2), paper)
    shelf = c.height * 0.86
    c.rectangle(0, shelf, c.width, c.height, mix_colors(tones[4], ink, 0.45))
    c.rectangle(0, shelf, c.width, 1.2 * c.unit, mix_colors(tones[4], paper, 0.2))
    x = 5 * c.unit
    while x < c.width - 16 * c.unit:
        wide, tall = c.random_between(19, 29) * c.unit, c.random_between(42, 68) * c.unit
        _draw_jar(c, x, shelf - tall, wide, tall)
        x += wide + c.random_between(3, 6) * c.unit


def _draw_jar(c: Canvas, x: float, y: float, w: float, h: float) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.rounded_rectangle(x, y, w, h, 3.5 * c.unit, mix_colors(paper, tones[4], 0.1))
    inside = (x + c.unit, w - 2 * c.unit)
    level, bottom = y + h * c.random_between(0.12, 0.22), y + h - 1.4 * c.unit
    while level < bottom:
        deep = min(c.random_between(6, 14) * c.unit, bottom - level)
        body = c.random_tone()
        c.rounded_rectangle(inside[0], level, inside[1], deep, 1.6 * c.unit, body)
        for _ in range(round(deep / c.unit * 3)):
            spot = (
                c.random_between(inside[0] + 1.6 * c.unit, inside[0] + inside[1] - 1.6 * c.unit),
                c.random_between(
                    level + 1.2 * c.unit, level + max(1.3 * c.unit, deep - 1.2 * c.unit)
                ),
            )
            c.circle(
                *spot, c.random_between(0.3, 1) * c.unit, mix_colors(body, c.random_tone(), 0.5)
            )
        level += deep + 0.35 * c.unit
    c.rounded_rectangle(x + w * 0.09, y + 4 * c.unit, 1.3 * c.unit, h * 0.72, c.unit, (*paper, 150))
    lid = mix_colors(c.random_tone(), ink, 0.3)
    c.rounded_rectangle(x + w * 0.06, y - 4.6 * c.unit, w * 0.88, 6 * c.unit, 1.2 * c.unit, lid)
    for i in range(1, 9):
        c.rectangle(
            x + w * (0.06 + 0.097 * i),
            y - 3 * c.unit,
            0.3 * c.unit,
            3.6 * c.unit,
            mix_colors(lid, paper, 0.35),
        )


def grain(c: Canvas) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.fill_gradient(mix_colors(tones[3], paper, 0.5), mix_colors(tones[3], paper, 0.15))
    c.circle(c.width * 0.74, c.height * 0.34, 17 * c.unit, mix_colors(paper, tones[0], 0.25))
    for row in range(3):
        color = mix_colors(mix_colors(tones[0], tones[2], row / 2), ink, 0.1 * row)
        count = round(c.width / c.unit / (8 + row * 3.5))
        for i in range(count + 1):
            x = c.width * (i + c.random_between(-0.25, 0.25)) / count
            top = c.height * (0.3 + row * 0.13) + c.random_between(-7, 7) * c.unit
            _draw_ear_of_grain(c, x, top, (1 + row * 0.32) * c.unit, color)


def _draw_ear_of_grain(c: Canvas, x: float, top: float, size: float, color: Color) -> None:
    bend = 7 * size

    def stem(y: float) -> float:
        share = (c.height - y) / (c.height - top)
        return x + bend * share**2

    points: list[Point] = [(stem(y), y) for y in range(round(c.height), round(top), -24)]
    c.line([*points, (stem(top), top)], color, 0.55 * size)
    for i in range(8):
        y = top + i * 2.6 * size
        for side in (-1, 1):
            turn = 0.78 + side * 0.075
            c.polygon(
                leaf_outline(stem(y), y, 5.6 * size, 2 * size, turn),
                mix_colors(color, c.palette.paper, 0.16),
            )
            tip = point_around(stem(y), y, 5 * size, turn)
            c.line([tip, point_around(*tip, 7 * size, 0.775 + side * 0.045)], color, 0.16 * size)
    c.polygon(
        leaf_outline(stem(top), top, 5.6 * size, 2 * size, 0.79),
        mix_colors(color, c.palette.paper, 0.16),
    )


def tray(c: Canvas) -> None:
    """Draw loaves on a tray. Each loaf looks different."""
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.image.paste(mix_colors(tones[4], paper, 0.3), (0, 0, c.width, c.height))
    rows = max(2, round(c.height / c.unit / 33))
    columns = max(2, round(c.width / c.height * rows))
    wide, tall = c.width / columns, c.height / rows
    for k in range(rows):
        for i in range(columns):
            x, y = (i + 0.5) * wide, (k + 0.5) * tall
            a, b = wide * c.random_between(0.28, 0.43), tall * c.random_between(0.26, 0.4)
            c.drawing.ellipse(
                (x - a + c.unit, y - b + 2 * c.unit, x + a + c.unit, y + b + 2 * c.unit),
                fill=(*ink, 60),
            )
            body = mix_colors(c.rng.choice(tones[:4]), ink, c.random_between(0, 0.22))
            _draw_loaf(c, x, y, a, b, body)
            _draw_slashes(c, x, y, a, mix_colors(paper, body, 0.18))


def _draw_loaf(c: Canvas, x: float, y: float, a: float, b: float, color: Color) -> None:
    dents = [c.random_between(-0.06, 0.06) for _ in range(4)]
    for share in (1.0, 0.9, 0.8, 0.7):
        outline: list[Point] = []
        for i in range(72):
            bend = share * (
                1 + sum(d * sin((n + 2) * i / 72 * 2 * pi) for n, d in enumerate(dents))
            )
            unit = point_around(0, 0, 1, i / 72)
            outline.append((x + unit[0] * a * bend, y + unit[1] * b * bend - (1 - share) * c.unit))
        c.polygon(outline, mix_colors(color, c.palette.tones[3], (1 - share) * 1.3))


def _draw_slashes(c: Canvas, x: float, y: float, a: float, color: Color) -> None:
    kind = c.rng.choice(("one", "three", "cross", "none", "three"))
    if kind == "one":
        c.polygon(leaf_outline(x - a * 0.6, y + a * 0.08, a * 1.2, a * 0.2, -0.02), color)
    elif kind == "three":
        for i in (-1, 0, 1):
            c.polygon(
                leaf_outline(x + i * a * 0.38 - a * 0.16, y + a * 0.28, a * 0.62, a * 0.13, 0.82),
                color,
            )
    elif kind == "cross":
        for turn in (0.125, 0.375):
            start = point_around(x, y, a * 0.42, turn + 0.5)
            c.polygon(leaf_outline(*start, a * 0.84, a * 0.14, turn), color)
