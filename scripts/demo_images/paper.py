"""Functions that draw books and pages for the demo images."""

from math import pi, sin

from scripts.demo_images.canvas import Canvas, Point, get_circle_point
from scripts.demo_images.palettes import Color, mix_colors


def draw_bookshelves(c: Canvas) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.image.paste(mix_colors(ink, tones[0], 0.12), (0, 0, c.width, c.height))
    rows = max(1, round(c.height / c.unit / 50))
    tall = c.height / rows
    for k in range(rows):
        shelf = (k + 1) * tall - 3 * c.unit
        x = -c.random_between(0, 4) * c.unit
        while x < c.width:
            wide, high = c.random_between(3.2, 8.5) * c.unit, tall * c.random_between(0.6, 0.84)
            dice = c.rng.random()
            if dice < 0.05:
                x += 5 * c.unit
            elif dice < 0.12:
                body = c.pick_random_tone()
                slide = high * 0.24
                c.draw_polygon(
                    [
                        (x, shelf),
                        (x + wide, shelf),
                        (x + wide + slide, shelf - high),
                        (x + slide, shelf - high),
                    ],
                    body,
                )
                x += wide + slide
            else:
                body = c.rng.choice((*tones, mix_colors(paper, tones[3], 0.25)))
                _draw_spine(c, (x, shelf - high, wide - 0.35 * c.unit, high), body)
                x += wide
        c.draw_rectangle(0, shelf, c.width, 3 * c.unit, mix_colors(tones[3], ink, 0.35))
        c.draw_rectangle(0, shelf, c.width, 0.5 * c.unit, mix_colors(tones[3], paper, 0.3))


def _draw_spine(c: Canvas, book: tuple[float, float, float, float], body: Color) -> None:
    x, y, w, h = book
    c.draw_rectangle(x, y, w, h, body)
    c.draw_rectangle(x, y, w * 0.16, h, mix_colors(body, c.palette.paper, 0.14))
    c.draw_rectangle(x + w * 0.86, y, w * 0.14, h, mix_colors(body, c.palette.ink, 0.2))
    mark = mix_colors(c.palette.paper, body, 0.12) if sum(body) < 480 else c.palette.ink
    style = c.rng.choice(("bands", "label", "title", "title", "dot", "plain"))
    if style == "bands":
        for share in (0.1, 0.14, 0.8, 0.84):
            c.draw_rectangle(x, y + h * share, w, 0.6 * c.unit, mark)
    elif style == "label":
        c.draw_rectangle(x + w * 0.12, y + h * 0.16, w * 0.76, h * 0.2, mark)
    elif style == "title":
        c.draw_rectangle(x + w * 0.42, y + h * 0.16, w * 0.2, h * c.random_between(0.3, 0.5), mark)
    elif style == "dot":
        c.draw_circle(x + w / 2, y + h * 0.82, w * 0.24, mark)
        c.draw_rectangle(x + w * 0.42, y + h * 0.15, w * 0.16, h * 0.35, mark)


def draw_typeset_pages(c: Canvas) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.image.paste(mix_colors(tones[3], paper, 0.1), (0, 0, c.width, c.height))
    high = c.height * 0.84
    wide = min(high * 0.76, c.width * 0.42)
    for i in (-1, 0):
        x, y = c.width / 2 + i * wide, c.height * 0.08
        c.draw_rectangle(x + c.unit, y + 1.5 * c.unit, wide, high, (*ink, 40))
        c.draw_rectangle(x, y, wide, high, mix_colors(paper, (255, 255, 255), 0.5))
        _draw_text_column(
            c, x + wide * 0.16, y + high * 0.13, wide * 0.68, high * 0.74, is_first_page=i < 0
        )
    c.draw_rectangle(c.width / 2 - 0.15 * c.unit, c.height * 0.08, 0.3 * c.unit, high, (*ink, 60))


def _draw_text_column(
    c: Canvas, x: float, y: float, w: float, h: float, *, is_first_page: bool
) -> None:
    ink, tones = c.palette.ink, c.palette.tones
    rows = 22
    step = h / rows
    figure = range(12, 19) if not is_first_page else range(0)
    for row in range(rows):
        if row in figure:
            continue
        inset = w * 0.24 if is_first_page and row < 4 else 0.0
        end = w * (c.random_between(0.3, 0.7) if row in (7, 11, 21) else 1)
        left = x + inset
        while left < x + end - 0.02 * w:
            word = min(c.random_between(0.04, 0.16) * w, x + end - left)
            c.draw_rectangle(
                left, y + row * step, word, step * 0.36, mix_colors(ink, tones[2], 0.25)
            )
            left += word + 0.022 * w
    if is_first_page:
        c.draw_rectangle(x, y, w * 0.19, step * 3.4, tones[0])
        c.draw_circle(x + w * 0.095, y + step * 1.7, w * 0.06, c.palette.paper)
    else:
        top = y + 12 * step
        c.draw_rectangle(x, top, w, step * 6.2, tones[4])
        c.draw_circle(x + w * 0.35, top + step * 3.1, step * 2, tones[0])
        c.draw_circle(x + w * 0.55, top + step * 3.1, step * 2, (*ink, 190))


def draw_open_book(c: Canvas) -> None:
    """Draw an open book, seen from its lower edge, with pages that fan out like wings."""
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.fill_gradient(tones[0], mix_colors(tones[0], ink, 0.4))
    x, y = c.width / 2, c.height * 0.84
    pages = 17
    for side in (-1, 1):
        for i in range(pages):
            rise = i / (pages - 1)
            turn = 0.75 + side * (0.235 - 0.2 * rise)
            reach = (52 + 14 * sin(rise * pi)) * c.unit
            end = get_circle_point(x, y, reach, turn)
            bow = get_circle_point(x, y, reach * 0.55, turn + side * 0.04 - side * 0.1 * (1 - rise))
            curve = _get_curve_points((x, y), bow, end)
            color = mix_colors(paper, tones[i % len(tones)], 0.0 if i % 3 else 0.75)
            c.draw_line(curve, color, 1.1 * c.unit)
    c.draw_polygon(
        [
            (x - 60 * c.unit, y),
            (x + 60 * c.unit, y),
            (x + 56 * c.unit, y + 3 * c.unit),
            (x - 56 * c.unit, y + 3 * c.unit),
        ],
        tones[4],
    )
    c.draw_circle(x, y + c.unit, 2.4 * c.unit, ink)


def _get_curve_points(start: Point, middle: Point, end: Point) -> list[Point]:
    points: list[Point] = []
    for i in range(31):
        t = i / 30
        a, b, d = (1 - t) ** 2, 2 * t * (1 - t), t**2
        points.append(
            (a * start[0] + b * middle[0] + d * end[0], a * start[1] + b * middle[1] + d * end[1])
        )
    return points
