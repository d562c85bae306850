"""Functions that draw craft and technology for the demo images, such as tools and circuits."""

from math import cos, exp, pi, sin, tau

from scripts.demo_images.canvas import (
    Canvas,
    Point,
    generate_wave,
    get_circle_point,
    get_wave_height,
)
from scripts.demo_images.palettes import Color, mix_colors


def draw_bicycle_wheel(c: Canvas) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.fill_gradient(mix_colors(tones[1], paper, 0.1), mix_colors(tones[0], paper, 0.1))
    x, y, radius = c.width * 0.6, c.height * 0.56, 62 * c.unit
    c.draw_ring(x, y, radius, ink, 7 * c.unit)
    c.draw_ring(x, y, radius - 6.2 * c.unit, mix_colors(paper, tones[3], 0.3), 3.4 * c.unit)
    c.draw_ring(x, y, radius - 9.4 * c.unit, ink, 0.5 * c.unit)
    spokes = 36
    for i in range(spokes):
        lean = 0.168 if i % 2 else -0.168
        hub = get_circle_point(x, y, 6 * c.unit, i / spokes)
        rim = get_circle_point(
            x, y, radius - 9.4 * c.unit, i / spokes + lean * (0.5 if i % 4 < 2 else 0.44)
        )
        c.draw_line(
            [hub, rim], paper if i % 4 < 2 else mix_colors(ink, tones[0], 0.25), 0.5 * c.unit
        )
        c.draw_circle(*rim, 0.7 * c.unit, tones[1])
    for reach, color in ((8, ink), (6, tones[3]), (3.4, ink), (1.4, paper)):
        c.draw_circle(x, y, reach * c.unit, color)


def draw_woven_fabric(c: Canvas) -> None:
    ink, tones = c.palette.ink, c.palette.tones
    c.image.paste(mix_colors(ink, tones[0], 0.2), (0, 0, c.width, c.height))
    pitch = 7.2 * c.unit
    band = pitch * 0.8
    columns, rows = int(c.width / pitch) + 2, int(c.height / pitch) + 2
    warp = [
        mix_colors(tones[(i // 2) % 3], c.palette.paper, c.random_between(0, 0.2))
        for i in range(columns)
    ]
    weft = [
        mix_colors(tones[3 + (k // 3) % 2], c.palette.paper, c.random_between(0, 0.25))
        for k in range(rows)
    ]
    for i in range(columns):
        for k in range(rows):
            x, y = i * pitch, k * pitch
            upright = (x, y - pitch * 0.1, band, pitch * 1.2)
            flat = (x - pitch * 0.1, y, pitch * 1.2, band)
            over, under = (upright, flat) if (i + k) % 4 < 2 else (flat, upright)
            top, bottom = (warp[i], weft[k]) if over is upright else (weft[k], warp[i])
            c.draw_rectangle(*under, mix_colors(bottom, ink, 0.32))
            c.draw_rectangle(*over, top)
            shine = (
                (x + band * 0.2, y, band * 0.14, band)
                if over is upright
                else (x, y + band * 0.2, band, band * 0.14)
            )
            c.draw_rectangle(*shine, (*c.palette.paper, 70))


def draw_tool_pegboard(c: Canvas) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.image.paste(mix_colors(tones[0], paper, 0.12), (0, 0, c.width, c.height))
    step = 5 * c.unit
    for i in range(int(c.width / step) + 1):
        for k in range(int(c.height / step) + 1):
            c.draw_circle((i + 0.5) * step, (k + 0.5) * step, 0.42 * c.unit, (*ink, 70))
    slot = 15 * c.unit
    count = int(c.width / slot)
    margin = (c.width - count * slot) / 2
    for i in range(count):
        x = margin + (i + 0.5) * slot
        kind = (
            _draw_chisel,
            _draw_hammer,
            _draw_screwdriver,
            _draw_try_square,
            _draw_chisel,
            _draw_wrench,
            _draw_screwdriver,
        )[i % 7]
        for shift, is_shadow in ((c.unit, True), (0.0, False)):
            kind(
                c,
                x + shift,
                c.height * 0.14 + shift,
                shadow=(*ink, 75) if is_shadow else None,
            )


def _get_grip_color(c: Canvas, shadow: tuple[int, ...] | None) -> tuple[int, ...]:
    return shadow or c.palette.tones[4]


def _get_steel_color(c: Canvas, shadow: tuple[int, ...] | None) -> tuple[int, ...]:
    return shadow or mix_colors(c.palette.paper, c.palette.tones[2], 0.18)


def _draw_chisel(c: Canvas, x: float, y: float, *, shadow: tuple[int, ...] | None) -> None:
    u = c.unit
    c.draw_rounded_rectangle(x - 2.4 * u, y, 4.8 * u, 24 * u, 2.2 * u, _get_grip_color(c, shadow))
    c.draw_rectangle(x - 1.2 * u, y + 24 * u, 2.4 * u, 7 * u, _get_steel_color(c, shadow))
    c.draw_polygon(
        [
            (x - 2.6 * u, y + 31 * u),
            (x + 2.6 * u, y + 31 * u),
            (x + 2.6 * u, y + 62 * u),
            (x - 2.6 * u, y + 56 * u),
        ],
        _get_steel_color(c, shadow),
    )


def _draw_hammer(c: Canvas, x: float, y: float, *, shadow: tuple[int, ...] | None) -> None:
    u = c.unit
    c.draw_rounded_rectangle(
        x - 1.7 * u, y + 4 * u, 3.4 * u, 64 * u, 1.6 * u, _get_grip_color(c, shadow)
    )
    c.draw_polygon(
        [
            (x - 6.5 * u, y + 2 * u),
            (x + 5 * u, y + u),
            (x + 6.5 * u, y + 4 * u),
            (x + 6.5 * u, y + 11 * u),
            (x - 6.5 * u, y + 9 * u),
        ],
        shadow or c.palette.ink,
    )


def _draw_screwdriver(c: Canvas, x: float, y: float, *, shadow: tuple[int, ...] | None) -> None:
    u = c.unit
    c.draw_rounded_rectangle(x - 2.9 * u, y, 5.8 * u, 19 * u, 2.6 * u, shadow or c.palette.tones[1])
    c.draw_rectangle(x - 0.8 * u, y + 19 * u, 1.6 * u, 32 * u, _get_steel_color(c, shadow))
    c.draw_rectangle(x - 1.5 * u, y + 48 * u, 3 * u, 5 * u, _get_steel_color(c, shadow))


def _draw_try_square(c: Canvas, x: float, y: float, *, shadow: tuple[int, ...] | None) -> None:
    u = c.unit
    c.draw_rectangle(x - 5.5 * u, y, 4.4 * u, 30 * u, _get_grip_color(c, shadow))
    c.draw_rectangle(x - 1.1 * u, y, 2.6 * u, 2 * u, _get_grip_color(c, shadow))
    c.draw_rectangle(x - 5.5 * u, y + 30 * u, 4.4 * u, 32 * u, _get_steel_color(c, shadow))
    c.draw_rectangle(x - 5.5 * u, y + 26 * u, 12.5 * u, 4 * u, _get_steel_color(c, shadow))


def _draw_wrench(c: Canvas, x: float, y: float, *, shadow: tuple[int, ...] | None) -> None:
    u = c.unit
    steel = shadow or c.palette.tones[3]
    c.draw_rounded_rectangle(x - 1.9 * u, y + 6 * u, 3.8 * u, 54 * u, 1.8 * u, steel)
    c.draw_ring(x, y + 62 * u, 4.6 * u, steel, 2.4 * u)
    c.drawing.arc(
        (x - 5.4 * u, y - 3 * u, x + 5.4 * u, y + 8 * u), -50, 230, fill=steel, width=round(3.4 * u)
    )


def draw_wood_shavings(c: Canvas) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.fill_gradient(mix_colors(tones[4], ink, 0.45), mix_colors(tones[4], ink, 0.65))
    for i in range(64):
        x, y = c.random_between(0, c.width), c.random_between(0.02, 1) * c.height
        reach = c.random_between(4, 13) * c.unit
        lap, start, way = c.random_between(1.6, 3.2), c.random_between(0, 1), c.rng.choice((1, -1))
        curl: list[Point] = []
        for k in range(90):
            share = k / 89
            curl.append(
                get_circle_point(x, y, reach * (0.16 + 0.84 * share), start + way * lap * share)
            )
        body = mix_colors(
            c.rng.choice((tones[0], tones[3], tones[1])), paper, c.random_between(0, 0.55)
        )
        width = c.random_between(1.1, 2) * c.unit
        c.draw_line(
            [(a + 0.8 * c.unit, b + 1.1 * c.unit) for a, b in curl],
            mix_colors(ink, tones[4], 0.3),
            width,
        )
        c.draw_line(curl, body, width)
        c.draw_line(curl, mix_colors(body, paper, 0.5), width * (0.25 + 0.1 * (i % 2)))


def draw_circuit_board(c: Canvas) -> None:
    ink, tones = c.palette.ink, c.palette.tones
    ground = mix_colors(tones[0], ink, 0.35)
    c.image.paste(ground, (0, 0, c.width, c.height))
    pitch = 3.6 * c.unit
    trace = mix_colors(ground, tones[2], 0.55)
    for i in range(int(c.width / pitch / 1.5)):
        x, y = i * pitch * 1.5, c.rng.choice((0.0, c.height))
        way = 1 if y == 0 else -1
        points: list[Point] = [(x, y)]
        for _ in range(c.rng.randint(2, 5)):
            run, jog = c.rng.randint(2, 6) * pitch, c.rng.randint(-3, 3) * pitch
            points.append((points[-1][0], points[-1][1] + way * run))
            points.append((points[-1][0] + jog, points[-1][1] + way * abs(jog)))
        c.draw_line(points, trace, 0.9 * c.unit)
        c.draw_circle(*points[-1], 1.7 * c.unit, tones[3])
        c.draw_circle(*points[-1], 0.7 * c.unit, ground)
    for at_x, at_y, size in ((0.24, 0.4, 17), (0.55, 0.62, 21), (0.83, 0.34, 13)):
        _draw_capacitor(c, c.width * at_x, c.height * at_y, size * c.unit)


def _draw_capacitor(c: Canvas, x: float, y: float, radius: float) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.draw_circle(x + 1.5 * c.unit, y + 2 * c.unit, radius, (*ink, 130))
    c.draw_circle(x, y, radius, tones[4])
    box = (x - radius, y - radius, x + radius, y + radius)
    c.drawing.pieslice(box, 150, 210, fill=paper)
    c.draw_circle(x, y, radius * 0.84, mix_colors(paper, tones[2], 0.35))
    c.draw_circle(
        x - radius * 0.08, y - radius * 0.1, radius * 0.66, mix_colors(paper, tones[2], 0.15)
    )
    for turn in (0, 1 / 3, 2 / 3):
        c.draw_line(
            [(x, y), get_circle_point(x, y, radius * 0.6, turn + 0.08)],
            mix_colors(ink, paper, 0.35),
            0.9 * c.unit,
        )


def draw_radio_signal(c: Canvas) -> None:
    ink, tones = c.palette.ink, c.palette.tones
    c.fill_gradient(ink, mix_colors(ink, tones[0], 0.35))
    rows = 26
    for k in range(rows):
        base = c.height * (0.2 + 0.72 * k / rows)
        terms, bump = generate_wave(c.rng, 26 * c.unit, waves=7), c.random_between(0.36, 0.62)
        line: list[Point] = []
        for i in range(241):
            share = i / 240
            lift = exp(-(((share - bump) / 0.12) ** 2)) + 0.3 * exp(-(((share - 0.5) / 0.22) ** 2))
            swing = abs(get_wave_height(terms, share * c.width)) * lift * 8 * c.unit
            line.append((c.width * (0.06 + 0.88 * share), base - swing))
        c.draw_polygon(
            [*line, (c.width * 0.94, base + 3 * c.unit), (c.width * 0.06, base + 3 * c.unit)],
            mix_colors(ink, tones[0], 0.35 * k / rows),
        )
        c.draw_line(
            line, mix_colors(tones[k * len(tones) // rows], c.palette.paper, 0.35), 0.5 * c.unit
        )


def draw_parts_drawer(c: Canvas) -> None:
    paper, ink, tones = c.palette.paper, c.palette.ink, c.palette.tones
    c.image.paste(mix_colors(tones[3], ink, 0.4), (0, 0, c.width, c.height))
    rows, x = 2, 2.0 * c.unit
    while x < c.width - 4 * c.unit:
        wide = min(c.random_between(22, 40) * c.unit, c.width - x - 2 * c.unit)
        split = c.random_between(0.4, 0.6)
        for k in range(rows):
            top = 2 * c.unit if k == 0 else c.height * split + c.unit
            bottom = c.height * split - c.unit if k == 0 else c.height - 2 * c.unit
            c.draw_rectangle(
                x,
                top,
                wide - 2 * c.unit,
                bottom - top,
                mix_colors(paper, tones[3], c.random_between(0.1, 0.4)),
            )
            kind, color = (
                c.rng.choice(("washer", "screw", "spring", "nail", "disc")),
                c.pick_random_tone(),
            )
            for _ in range(round(wide * (bottom - top) / c.unit**2 / 42)):
                at = (
                    c.random_between(x + 4 * c.unit, max(x + 4.1 * c.unit, x + wide - 6 * c.unit)),
                    c.random_between(top + 4 * c.unit, bottom - 4 * c.unit),
                )
                _draw_drawer_item(c, kind, *at, mix_colors(color, ink, c.random_between(0, 0.35)))
        x += wide


def _draw_drawer_item(c: Canvas, kind: str, x: float, y: float, color: Color) -> None:
    u, turn = c.unit, c.random_between(0, 1)
    if kind == "washer":
        c.draw_ring(x, y, c.random_between(1.6, 2.8) * u, color, u)
    elif kind == "disc":
        c.draw_circle(x, y, c.random_between(1, 2.4) * u, color)
        c.draw_circle(x - 0.4 * u, y - 0.4 * u, 0.5 * u, c.palette.paper)
    elif kind == "spring":
        coil = [
            (
                x + i * 0.16 * u * cos(turn * tau) + sin(i * pi / 2) * 1.2 * u,
                y + i * 0.16 * u * sin(turn * tau) + cos(i * pi / 2) * 1.2 * u,
            )
            for i in range(36)
        ]
        c.draw_line(coil, color, 0.45 * u)
    else:
        tail = get_circle_point(x, y, (3.4 if kind == "screw" else 4.4) * u, turn)
        head = get_circle_point(x, y, (3.4 if kind == "screw" else 4.4) * u, turn + 0.5)
        c.draw_line([head, tail], color, (1.1 if kind == "screw" else 0.6) * u)
        c.draw_circle(*head, (1.4 if kind == "screw" else 0.9) * u, color)
