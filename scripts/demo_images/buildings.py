"""Functions that draw houses, tiles and shop signs for the demo images."""

from math import ceil

from PIL import Image

from scripts.demo_images.canvas import Canvas, get_circle_point, get_leaf_outline
from scripts.demo_images.palettes import Color, mix_colors


def draw_facade(c: Canvas) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.image.paste(tones[2], (0, 0, c.width, c.height))
    columns = max(3, round(c.width / c.unit / 27))
    rows = max(2, round(c.height / c.unit / 47))
    wide, tall = c.width / columns, c.height / rows
    lamps = c.rng.sample([(i, k) for i in range(columns) for k in range(rows)], 2)
    for k in range(rows):
        c.draw_rectangle(0, k * tall, c.width, 1.6 * c.unit, mix_colors(tones[2], paper, 0.5))
        c.draw_rectangle(
            0, k * tall + 1.6 * c.unit, c.width, 0.5 * c.unit, mix_colors(tones[2], ink, 0.25)
        )
        for i in range(columns):
            x, y = (i + 0.32) * wide, (k + 0.2) * tall
            w, h = wide * 0.36, tall * 0.6
            c.draw_rectangle(
                x - 0.8 * c.unit, y - 0.8 * c.unit, w + 1.6 * c.unit, h + 1.6 * c.unit, paper
            )
            glass = (
                c.palette.warmest_tone
                if (i, k) in lamps
                else mix_colors(c.palette.coolest_tone, ink, c.random_between(0.4, 0.8))
            )
            c.draw_rectangle(x, y, w, h, glass)
            c.draw_rectangle(
                x, y, w, h * c.rng.choice((0, 0, 0.2, 0.45)), mix_colors(paper, tones[1], 0.35)
            )
            c.draw_rectangle(x + w / 2 - 0.25 * c.unit, y, 0.5 * c.unit, h, paper)
            c.draw_rectangle(x, y + h * 0.36, w, 0.5 * c.unit, paper)
            _draw_shutters(c, x, y, w, h)
            if c.rng.random() < 0.45:
                _draw_balcony(c, x - w * 0.45, y + h * 0.62, w * 1.9, h * 0.38)


def _draw_shutters(c: Canvas, x: float, y: float, w: float, h: float) -> None:
    color = mix_colors(c.palette.tones[3], c.palette.ink, c.random_between(0, 0.2))
    leafs = w * c.rng.choice((0.46, 0.46, 0.3))
    for left in (x - leafs - 0.8 * c.unit, x + w + 0.8 * c.unit):
        c.draw_rectangle(left, y, leafs, h, color)
        for i in range(1, 12):
            stripe = y + h * i / 12
            c.draw_rectangle(
                left + leafs * 0.14,
                stripe,
                leafs * 0.72,
                0.35 * c.unit,
                mix_colors(color, c.palette.ink, 0.3),
            )


def _draw_balcony(c: Canvas, x: float, y: float, w: float, h: float) -> None:
    ink = c.palette.ink
    c.draw_rectangle(x, y, w, 0.7 * c.unit, ink)
    bars = 11
    for i in range(bars + 1):
        c.draw_rectangle(x + (w - 0.35 * c.unit) * i / bars, y, 0.35 * c.unit, h, ink)
    c.draw_rectangle(
        x - 0.6 * c.unit,
        y + h,
        w + 1.2 * c.unit,
        1.3 * c.unit,
        mix_colors(ink, c.palette.paper, 0.25),
    )
    if c.rng.random() < 0.6:
        for i in range(7):
            spot = x + w * (0.12 + i * 0.125)
            for turn in (0.68, 0.75, 0.82):
                c.draw_polygon(
                    get_leaf_outline(
                        spot, y + c.unit, c.random_between(3, 6) * c.unit, 1.5 * c.unit, turn
                    ),
                    mix_colors(c.palette.tones[3], c.palette.tones[1], c.random_between(0, 0.35)),
                )


def draw_canal_houses(c: Canvas) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.fill_gradient(mix_colors(tones[2], paper, 0.6), paper)
    quay = c.height * 0.74
    left, last = -3 * c.unit, -1
    while left < c.width:
        wide = c.random_between(13, 19) * c.unit
        pick = c.rng.choice([i for i in range(len(tones)) if i != last])
        body = mix_colors(tones[pick], ink, c.random_between(0.05, 0.3))
        _draw_house(c, left, quay, wide, c.random_between(38, 52) * c.unit, body)
        left, last = left + wide, pick
    c.draw_rectangle(0, quay, c.width, 2.2 * c.unit, mix_colors(ink, paper, 0.25))
    water = round(quay + 2.2 * c.unit)
    mirrored = c.image.crop((0, round(quay) - (c.height - water), c.width, round(quay)))
    c.image.paste(mirrored.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (0, water))
    c.draw_rectangle(0, water, c.width, c.height, (*mix_colors(tones[4], ink, 0.35), 150))
    for _ in range(46):
        x, y = c.random_between(0, c.width), c.random_between(water + c.unit, c.height)
        c.draw_rectangle(x, y, c.random_between(5, 22) * c.unit, 0.3 * c.unit, (*paper, 60))


def _draw_house(c: Canvas, x: float, base: float, w: float, h: float, body: Color) -> None:
    paper, ink = c.palette.paper, c.palette.ink
    top = base - h
    c.draw_rectangle(x, top, w + 1, h, body)
    gable = c.rng.choice(("step", "point", "bell"))
    rise = w * 0.62
    if gable == "step":
        for i in range(4):
            c.draw_rectangle(
                x + w * i / 8, top - rise * (i + 1) / 4, w * (1 - i / 4), rise / 4 + 2, body
            )
    elif gable == "point":
        c.draw_polygon([(x, top), (x + w / 2, top - rise), (x + w, top)], body)
    else:
        c.draw_rounded_rectangle(x + w * 0.25, top - rise, w * 0.5, rise * 1.3, w * 0.24, body)
        c.draw_rounded_rectangle(x, top - rise * 0.3, w, rise * 0.6, w * 0.12, body)
    c.draw_rectangle(x + w / 2 - 0.3 * c.unit, top - rise * 0.75, 0.6 * c.unit, 1.2 * c.unit, ink)
    floors = 4
    for k in range(floors):
        y = top + h * (k + 0.18) / floors
        for i in range(3):
            pane = (x + w * (0.12 + i * 0.28), y, w * 0.2, h / floors * 0.58)
            lit = c.rng.random() < 0.22
            c.draw_rectangle(
                pane[0] - 0.35 * c.unit,
                pane[1] - 0.35 * c.unit,
                pane[2] + 0.7 * c.unit,
                pane[3] + 0.7 * c.unit,
                mix_colors(paper, body, 0.12),
            )
            c.draw_rectangle(*pane, c.palette.tones[3] if lit else mix_colors(ink, body, 0.2))


def draw_glazed_tiles(c: Canvas) -> None:
    paper, tones = c.palette.paper, c.palette.tones
    side = c.height / max(2, round(c.height / c.unit / 33))
    columns = int(c.width / side) + 1
    offset = (c.width - columns * side) / 2
    for i in range(columns + 1):
        for k in range(round(c.height / side)):
            x, y = offset + i * side, k * side
            is_odd = c.rng.random() < 0.07
            c.draw_rectangle(
                x, y, side, side, mix_colors(paper, tones[4], c.random_between(0, 0.35))
            )
            _draw_rosette(c, x + side / 2, y + side / 2, side, is_odd=is_odd)
            grout = mix_colors(paper, tones[2], 0.5)
            c.draw_rectangle(x, y, side, 0.35 * c.unit, grout)
            c.draw_rectangle(x, y, 0.35 * c.unit, side, grout)


def _draw_rosette(c: Canvas, x: float, y: float, side: float, *, is_odd: bool) -> None:
    paper, tones = c.palette.paper, c.palette.tones
    dark, middle = (tones[1], tones[3]) if is_odd else (tones[0], tones[1])
    for quarter in range(4):
        corner = get_circle_point(x, y, side * 0.7071, quarter / 4 + 0.125)
        start = quarter * 90 + 180
        for radius, color in ((0.34, middle), (0.27, paper), (0.2, dark)):
            r = side * radius
            c.drawing.pieslice(
                (corner[0] - r, corner[1] - r, corner[0] + r, corner[1] + r),
                start,
                start + 90,
                fill=color,
            )
    for i in range(8):
        long = 0.44 if i % 2 == 0 else 0.3
        c.draw_polygon(
            get_leaf_outline(x, y, side * long, side * 0.15, i / 8), dark if i % 2 == 0 else middle
        )
    for i in range(4):
        c.draw_polygon(get_leaf_outline(x, y, side * 0.4, side * 0.05, i / 4), paper)
    c.draw_circle(x, y, side * 0.085, paper)
    c.draw_circle(x, y, side * 0.055, tones[3] if not is_odd else tones[0])


def draw_quarter_circles(c: Canvas) -> None:
    paper, ink = c.palette.paper, c.palette.ink
    side = c.height / max(2, round(c.height / c.unit / 25))
    colors = [paper, *c.palette.tones, ink]
    columns = ceil(c.width / side)
    for i in range(columns):
        for k in range(round(c.height / side)):
            x, y = (i - columns / 2) * side + c.width / 2, k * side
            ground, figure = c.rng.sample(colors, 2)
            c.draw_rectangle(x, y, side + 1, side + 1, ground)
            kind, turn = c.rng.choice("qqqhdl"), c.rng.randrange(4)
            if kind == "q":
                cx, cy = x + side * (turn in (1, 2)), y + side * (turn in (2, 3))
                _draw_circle_sector(c, cx, cy, side, turn * 90, 90, figure)
                if c.rng.random() < 0.4:
                    _draw_circle_sector(c, cx, cy, side * 0.5, turn * 90, 90, ground)
            elif kind == "h":
                _draw_circle_sector(c, x + side / 2, y + side / 2, side / 2, turn * 90, 180, figure)
            elif kind == "d":
                c.draw_circle(x + side / 2, y + side / 2, side * 0.3, figure)
            else:
                for n in range(4):
                    c.draw_rectangle(x, y + side * n / 4, side + 1, side / 8, figure)


def _draw_circle_sector(
    c: Canvas, x: float, y: float, r: float, start_degrees: int, sweep_degrees: int, color: Color
) -> None:
    c.drawing.pieslice(
        (x - r, y - r, x + r, y + r), start_degrees, start_degrees + sweep_degrees, fill=color
    )


def draw_shop_signs(c: Canvas) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.image.paste(mix_colors(tones[2], paper, 0.3), (0, 0, c.width, c.height))
    rows = 3
    tall = c.height / rows
    for k in range(rows):
        x = -c.random_between(0, 20) * c.unit
        while x < c.width:
            wide = c.random_between(34, 66) * c.unit
            ground = c.rng.choice((tones[0], tones[1], tones[3], tones[4], ink))
            board = (x + c.unit, k * tall + c.unit, wide - 2 * c.unit, tall - 2 * c.unit)
            c.draw_rectangle(*board, ground)
            rim = 1.4 * c.unit
            c.draw_rectangle(
                board[0] + rim,
                board[1] + rim,
                board[2] - 2 * rim,
                board[3] - 2 * rim,
                mix_colors(ground, paper, 0.85 if c.rng.random() < 0.4 else 0.12),
            )
            _draw_letter_strokes(c, board, ground)
            x += wide


def _draw_letter_strokes(
    c: Canvas, board: tuple[float, float, float, float], ground: Color
) -> None:
    x, y, w, h = board
    light = c.image.getpixel((min(c.width - 1, max(0, round(x + w / 2))), round(y + 3 * c.unit)))
    bright = isinstance(light, tuple) and sum(light[:3]) > 480
    front, shade = (c.palette.ink, ground) if bright else (c.palette.paper, c.palette.ink)
    size = h * 0.27
    left, end = x + h * 0.36, x + w - h * 0.34
    while left < end:
        turn = c.rng.choice((0, 90, 180, 270))
        for shift, color in ((0.7 * c.unit, shade), (0.0, front)):
            box = (
                left - size * 0.5 + shift,
                y + h * 0.5 - size + shift,
                left + size * 0.5 + shift,
                y + h * 0.5 + size + shift,
            )
            c.drawing.arc(box, turn, turn + 255, fill=color, width=round(2 * c.unit))
        if c.rng.random() < 0.3:
            c.draw_ring(left + size * 0.1, y + h * 0.5, size * 0.34, front, 1.8 * c.unit)
        left += size * 1.25
