"""Functions that draw food for the demo images, such as loaves and jars."""

from math import pi, sin

from scripts.demo_images.canvas import Canvas, Point, get_circle_point, get_leaf_outline
from scripts.demo_images.palettes import Color, mix_colors


def draw_scored_loaf(c: Canvas) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.fill_gradient(mix_colors(paper, tones[4], 0.28), mix_colors(paper, tones[4], 0.45))
    x, y, radius = c.width * 0.5, c.height * 0.52, 42 * c.unit
    for _ in range(150):
        spot = get_circle_point(x, y, radius * c.random_between(1.02, 1.9), c.random_between(0, 1))
        c.draw_circle(*spot, c.random_between(0.1, 0.4) * c.unit, paper)
    c.draw_halo(x + 3 * c.unit, y + 5 * c.unit, radius * 1.35, ink, 0.7)
    crust = mix_colors(tones[2], ink, 0.2)
    for i in range(26):
        share = i / 26
        c.draw_circle(
            x,
            y - share * 1.5 * c.unit,
            radius * (1 - share * 0.26),
            mix_colors(crust, tones[1], sin(share * pi / 2)),
        )
    for i in range(8):
        reach = radius * (0.9 - i * 0.105)
        for k in range(150):
            spot = get_circle_point(
                x,
                y - c.unit,
                reach * c.random_between(0.975, 1.025),
                k / 150 + c.random_between(0, 0.01),
            )
            c.draw_circle(*spot, c.random_between(0.15, 0.7) * c.unit, (*paper, 150))
    for side in (-1, 1):
        for i in range(6):
            root = (x, y + (18 - i * 8) * c.unit)
            cut = get_leaf_outline(*root, (19 - i * 1.6) * c.unit, 5 * c.unit, 0.75 + side * 0.11)
            c.draw_polygon(cut, mix_colors(tones[2], ink, 0.15))
            inner = get_leaf_outline(
                *root, (17 - i * 1.6) * c.unit, 2.8 * c.unit, 0.75 + side * 0.11
            )
            c.draw_polygon(inner, tones[3])
    c.draw_line(
        [(x, y + 27 * c.unit), (x, y - 28 * c.unit)], mix_colors(tones[2], ink, 0.15), 1.6 * c.unit
    )


def draw_fermentation_bubbles(c: Canvas) -> None:
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
            _draw_petri_dish(c, x, y, radius)


def _draw_petri_dish(c: Canvas, x: float, y: float, radius: float) -> None:
    ground, figure = c.rng.sample(c.palette.tones, 2)
    c.draw_circle(x, y, radius, ground)
    if radius < 3 * c.unit:
        return
    rings = c.rng.randint(2, 5)
    for i in range(1, rings + 1):
        reach = radius * (1 - i / (rings + 1))
        c.draw_circle(
            x, y, reach, mix_colors(ground, figure, i / rings) if i < rings else c.palette.paper
        )
    count = c.rng.randint(7, 18)
    for i in range(count):
        spot = get_circle_point(x, y, radius * 0.86, i / count)
        c.draw_circle(*spot, radius * 0.045, c.palette.ink)


def draw_jars(c: Canvas) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.fill_gradient(mix_colors(paper, tones[0], 0.2), paper)
    shelf = c.height * 0.86
    c.draw_rectangle(0, shelf, c.width, c.height, mix_colors(tones[4], ink, 0.45))
    c.draw_rectangle(0, shelf, c.width, 1.2 * c.unit, mix_colors(tones[4], paper, 0.2))
    x = 5 * c.unit
    while x < c.width - 16 * c.unit:
        wide, tall = c.random_between(19, 29) * c.unit, c.random_between(42, 68) * c.unit
        _draw_jar(c, x, shelf - tall, wide, tall)
        x += wide + c.random_between(3, 6) * c.unit


def _draw_jar(c: Canvas, x: float, y: float, w: float, h: float) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.draw_rounded_rectangle(x, y, w, h, 3.5 * c.unit, mix_colors(paper, tones[4], 0.1))
    inside = (x + c.unit, w - 2 * c.unit)
    level, bottom = y + h * c.random_between(0.12, 0.22), y + h - 1.4 * c.unit
    while level < bottom:
        deep = min(c.random_between(6, 14) * c.unit, bottom - level)
        body = c.pick_random_tone()
        c.draw_rounded_rectangle(inside[0], level, inside[1], deep, 1.6 * c.unit, body)
        for _ in range(round(deep / c.unit * 3)):
            spot = (
                c.random_between(inside[0] + 1.6 * c.unit, inside[0] + inside[1] - 1.6 * c.unit),
                c.random_between(
                    level + 1.2 * c.unit, level + max(1.3 * c.unit, deep - 1.2 * c.unit)
                ),
            )
            c.draw_circle(
                *spot,
                c.random_between(0.3, 1) * c.unit,
                mix_colors(body, c.pick_random_tone(), 0.5),
            )
        level += deep + 0.35 * c.unit
    c.draw_rounded_rectangle(
        x + w * 0.09, y + 4 * c.unit, 1.3 * c.unit, h * 0.72, c.unit, (*paper, 150)
    )
    lid = mix_colors(c.pick_random_tone(), ink, 0.3)
    c.draw_rounded_rectangle(
        x + w * 0.06, y - 4.6 * c.unit, w * 0.88, 6 * c.unit, 1.2 * c.unit, lid
    )
    for i in range(1, 9):
        c.draw_rectangle(
            x + w * (0.06 + 0.097 * i),
            y - 3 * c.unit,
            0.3 * c.unit,
            3.6 * c.unit,
            mix_colors(lid, paper, 0.35),
        )


def draw_grain_field(c: Canvas) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.fill_gradient(mix_colors(tones[3], paper, 0.5), mix_colors(tones[3], paper, 0.15))
    c.draw_circle(c.width * 0.74, c.height * 0.34, 17 * c.unit, mix_colors(paper, tones[0], 0.25))
    for row in range(3):
        color = mix_colors(mix_colors(tones[0], tones[2], row / 2), ink, 0.1 * row)
        count = round(c.width / c.unit / (8 + row * 3.5))
        for i in range(count + 1):
            x = c.width * (i + c.random_between(-0.25, 0.25)) / count
            top = c.height * (0.3 + row * 0.13) + c.random_between(-7, 7) * c.unit
            _draw_ear_of_grain(c, x, top, (1 + row * 0.32) * c.unit, color)


def _draw_ear_of_grain(c: Canvas, x: float, top: float, size: float, color: Color) -> None:
    bend = 7 * size

    def get_stem_x(y: float) -> float:
        share = (c.height - y) / (c.height - top)
        return x + bend * share**2

    points: list[Point] = [(get_stem_x(y), y) for y in range(round(c.height), round(top), -24)]
    c.draw_line([*points, (get_stem_x(top), top)], color, 0.55 * size)
    for i in range(8):
        y = top + i * 2.6 * size
        for side in (-1, 1):
            turn = 0.78 + side * 0.075
            c.draw_polygon(
                get_leaf_outline(get_stem_x(y), y, 5.6 * size, 2 * size, turn),
                mix_colors(color, c.palette.paper, 0.16),
            )
            tip = get_circle_point(get_stem_x(y), y, 5 * size, turn)
            c.draw_line(
                [tip, get_circle_point(*tip, 7 * size, 0.775 + side * 0.045)], color, 0.16 * size
            )
    c.draw_polygon(
        get_leaf_outline(get_stem_x(top), top, 5.6 * size, 2 * size, 0.79),
        mix_colors(color, c.palette.paper, 0.16),
    )


def draw_tray_of_loaves(c: Canvas) -> None:
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
            _draw_cuts_in_crust(c, x, y, a, mix_colors(paper, body, 0.18))


def _draw_loaf(
    c: Canvas, x: float, y: float, radius_x: float, radius_y: float, color: Color
) -> None:
    dents = [c.random_between(-0.06, 0.06) for _ in range(4)]
    for share in (1.0, 0.9, 0.8, 0.7):
        outline: list[Point] = []
        for i in range(72):
            bend = share * (
                1 + sum(d * sin((n + 2) * i / 72 * 2 * pi) for n, d in enumerate(dents))
            )
            unit = get_circle_point(0, 0, 1, i / 72)
            outline.append(
                (
                    x + unit[0] * radius_x * bend,
                    y + unit[1] * radius_y * bend - (1 - share) * c.unit,
                )
            )
        c.draw_polygon(outline, mix_colors(color, c.palette.tones[3], (1 - share) * 1.3))


def _draw_cuts_in_crust(c: Canvas, x: float, y: float, radius: float, color: Color) -> None:
    kind = c.rng.choice(("one", "three", "cross", "none", "three"))
    if kind == "one":
        c.draw_polygon(
            get_leaf_outline(
                x - radius * 0.6, y + radius * 0.08, radius * 1.2, radius * 0.2, -0.02
            ),
            color,
        )
    elif kind == "three":
        for i in (-1, 0, 1):
            c.draw_polygon(
                get_leaf_outline(
                    x + i * radius * 0.38 - radius * 0.16,
                    y + radius * 0.28,
                    radius * 0.62,
                    radius * 0.13,
                    0.82,
                ),
                color,
            )
    elif kind == "cross":
        for turn in (0.125, 0.375):
            start = get_circle_point(x, y, radius * 0.42, turn + 0.5)
            c.draw_polygon(get_leaf_outline(*start, radius * 0.84, radius * 0.14, turn), color)
