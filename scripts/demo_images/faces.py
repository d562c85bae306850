"""Draw simple portraits that are distinguishable even at a size of 32 pixels."""

from dataclasses import dataclass

from scripts.demo_images.canvas import Canvas, get_circle_point
from scripts.demo_images.palettes import Color, mix_colors


@dataclass(frozen=True)
class FaceStyle:
    """The features of a face. `background_tone` and `shirt_tone` are indexes in `Palette.tones`."""

    skin: Color
    hair: Color
    hair_style: str
    background_tone: int
    shirt_tone: int
    extras: frozenset[str] = frozenset()


def draw_face(c: Canvas, style: FaceStyle) -> None:
    paper, tones = c.palette.paper, c.palette.tones
    c.image.paste(mix_colors(tones[style.background_tone], paper, 0.25), (0, 0, c.width, c.height))
    u = c.unit
    c.draw_circle(62 * u, 40 * u, 43 * u, mix_colors(tones[style.background_tone], paper, 0.5))
    HAIR_BEHIND.get(style.hair_style, _draw_no_hair)(c, style)
    _draw_neck_and_shirt(c, style)
    _draw_head(c, style)
    HAIR_IN_FRONT.get(style.hair_style, _draw_no_hair)(c, style)
    _draw_facial_features(c, style)


def _draw_no_hair(_c: Canvas, _style: FaceStyle) -> None:
    """Draw nothing. Some hair styles have no hair behind the head or none in front of it."""


def _draw_oval(
    c: Canvas, x: float, y: float, radius_x: float, radius_y: float, color: Color
) -> None:
    u = c.unit
    c.drawing.ellipse(
        ((x - radius_x) * u, (y - radius_y) * u, (x + radius_x) * u, (y + radius_y) * u), fill=color
    )


def _draw_neck_and_shirt(c: Canvas, style: FaceStyle) -> None:
    u = c.unit
    shirt = c.palette.tones[style.shirt_tone]
    _draw_oval(c, 50, 116, 41, 37, shirt)
    c.drawing.pieslice(
        (9 * u, 79 * u, 91 * u, 153 * u), 270, 360, fill=mix_colors(shirt, c.palette.ink, 0.2)
    )
    c.draw_rounded_rectangle(
        41.5 * u, 58 * u, 17 * u, 28 * u, 8 * u, mix_colors(style.skin, c.palette.ink, 0.22)
    )
    _draw_oval(c, 50, 84, 8.5, 5, mix_colors(style.skin, c.palette.ink, 0.22))
    if "collar" in style.extras:
        for side in (-1, 1):
            c.draw_polygon(
                [
                    ((50 + side * 2) * u, 90 * u),
                    ((50 + side * 9) * u, 78 * u),
                    ((50 + side * 18) * u, 87 * u),
                    ((50 + side * 9) * u, 96 * u),
                ],
                mix_colors(shirt, c.palette.paper, 0.65),
            )


def _draw_head(c: Canvas, style: FaceStyle) -> None:
    u = c.unit
    shade = mix_colors(style.skin, c.palette.ink, 0.13)
    if style.hair_style != "wrap":
        _draw_oval(c, 31, 48, 4, 5.5, style.skin)
        _draw_oval(c, 69, 48, 4, 5.5, shade)
    box = (31 * u, 21 * u, 69 * u, 71 * u)
    c.drawing.rounded_rectangle(box, radius=19 * u, fill=style.skin)
    c.drawing.pieslice((31 * u, 21 * u, 69 * u, 59 * u), 270, 360, fill=shade)
    c.draw_rectangle(50 * u, 40 * u, 19 * u + 1, 12 * u + 1, shade)
    c.drawing.pieslice((31 * u, 33 * u, 69 * u, 71 * u), 0, 90, fill=shade)
    for side in (-1, 1):
        _draw_oval(c, 50 + side * 11, 55, 4, 2.8, mix_colors(style.skin, (226, 92, 84), 0.3))


def _draw_facial_features(c: Canvas, style: FaceStyle) -> None:
    u, ink = c.unit, c.palette.ink
    for side in (-1, 1):
        _draw_eye(c, style, (50 + side * 8.5) * u)
    c.draw_line(
        [(51 * u, 46 * u), (53.4 * u, 55 * u), (49.4 * u, 55.4 * u)],
        mix_colors(style.skin, ink, 0.38),
        1.1 * u,
    )
    if "beard" in style.extras:
        _draw_beard(c, style)
    if "moustache" in style.extras:
        for side in (-1, 1):
            c.draw_line([(50 * u, 58.6 * u), ((50 + side * 7) * u, 60.6 * u)], style.hair, 2.6 * u)
    lips = mix_colors((176, 58, 62), ink, 0.1)
    c.drawing.chord((44.5 * u, 56.5 * u, 55.5 * u, 64.5 * u), 15, 165, fill=lips)
    _draw_freckles_and_accessories(c, style)


def _draw_eye(c: Canvas, style: FaceStyle, x: float) -> None:
    u, ink = c.unit, c.palette.ink
    if "smile" in style.extras:
        box = (x - 3.2 * u, 45 * u, x + 3.2 * u, 51 * u)
        c.drawing.arc(box, 190, 350, fill=ink, width=round(1.3 * u))
    else:
        c.draw_circle(x, 47.5 * u, 1.7 * u, ink)
    brow = (
        mix_colors(style.hair, ink, 0.35)
        if style.hair_style != "bald"
        else mix_colors(style.skin, ink, 0.5)
    )
    box = (x - 5 * u, 40.4 * u, x + 5 * u, 49 * u)
    c.drawing.arc(box, 225, 315, fill=brow, width=round(1.4 * u))


def _draw_freckles_and_accessories(c: Canvas, style: FaceStyle) -> None:
    u, ink = c.unit, c.palette.ink
    if "freckles" in style.extras:
        for dx, dy in ((-13, 0), (-10, 1.6), (-7.5, 0), (7.5, 0), (10, 1.6), (13, 0)):
            c.draw_circle(
                (50 + dx) * u, (52.5 + dy) * u, 0.55 * u, mix_colors(style.skin, (140, 70, 40), 0.6)
            )
    if "glasses" in style.extras:
        for side in (-1, 1):
            c.draw_ring((50 + side * 8.7) * u, 48 * u, 6.6 * u, ink, 1.2 * u)
        c.draw_line([(47.8 * u, 47.4 * u), (52.2 * u, 47.4 * u)], ink, 1.1 * u)
    if "earrings" in style.extras:
        for x in (30.5, 69.5):
            c.draw_circle(x * u, 56.5 * u, 2.2 * u, c.palette.tones[(style.shirt_tone + 1) % 5])


def _draw_beard(c: Canvas, style: FaceStyle) -> None:
    u = c.unit
    c.drawing.chord((31 * u, 33 * u, 69 * u, 76 * u), 12, 168, fill=style.hair)
    _draw_oval(c, 50, 58.5, 9, 3.4, style.hair)


def _draw_hair_on_top(c: Canvas, style: FaceStyle) -> None:
    u = c.unit
    c.drawing.chord((29.5 * u, 15 * u, 70.5 * u, 60 * u), 188, 352, fill=style.hair)


def _draw_cropped_hair(c: Canvas, style: FaceStyle) -> None:
    _draw_hair_on_top(c, style)
    u = c.unit
    c.draw_polygon(
        [(30 * u, 37 * u), (50 * u, 20 * u), (62 * u, 26 * u), (38 * u, 37 * u)], style.hair
    )


def _draw_parted_hair(c: Canvas, style: FaceStyle) -> None:
    u = c.unit
    c.drawing.chord((28.5 * u, 14 * u, 71.5 * u, 62 * u), 192, 348, fill=style.hair)
    c.drawing.pieslice((29 * u, 10 * u, 75 * u, 48 * u), 180, 300, fill=style.hair)
    _draw_oval(c, 56, 21, 14, 7, style.hair)


def _draw_fringe(c: Canvas, style: FaceStyle) -> None:
    u = c.unit
    c.drawing.pieslice((29 * u, 15 * u, 71 * u, 63 * u), 180, 360, fill=style.hair)
    c.draw_rectangle(29 * u, 37 * u, 5 * u, 22 * u, style.hair)
    c.draw_rectangle(66 * u, 37 * u, 5 * u, 22 * u, style.hair)


def _draw_bob_behind_head(c: Canvas, style: FaceStyle) -> None:
    u = c.unit
    c.draw_rounded_rectangle(
        25 * u, 14 * u, 50 * u, 56 * u, 22 * u, mix_colors(style.hair, c.palette.ink, 0.25)
    )


def _draw_long_hair_behind_head(c: Canvas, style: FaceStyle) -> None:
    u = c.unit
    c.draw_rounded_rectangle(
        24 * u, 13 * u, 52 * u, 82 * u, 24 * u, mix_colors(style.hair, c.palette.ink, 0.22)
    )


def _draw_bun_behind_head(c: Canvas, style: FaceStyle) -> None:
    _draw_oval(c, 50, 13, 10.5, 9.5, mix_colors(style.hair, c.palette.ink, 0.15))


def _draw_afro_behind_head(c: Canvas, style: FaceStyle) -> None:
    u = c.unit
    for i in range(20):
        x, y = get_circle_point(50, 36, 23, i / 20)
        if y < 58:
            c.draw_circle(x * u, y * u, 8.5 * u, style.hair)
    c.draw_circle(50 * u, 34 * u, 25 * u, style.hair)


def _draw_curls(c: Canvas, style: FaceStyle) -> None:
    u = c.unit
    for i in range(9):
        x, y = get_circle_point(50, 42, 21, 0.5 + i / 16)
        c.draw_circle(x * u, y * u, 6 * u, mix_colors(style.hair, c.palette.paper, 0.07 * (i % 2)))
    for x, y in ((40, 28), (50, 25), (60, 28)):
        c.draw_circle(x * u, y * u, 6.5 * u, style.hair)


def _draw_braids_behind_head(c: Canvas, style: FaceStyle) -> None:
    u = c.unit
    for side in (-1, 1):
        for i in range(6):
            _draw_oval(
                c,
                50 + side * (24 - i * 0.4),
                48 + i * 7.5,
                5.2 - i * 0.35,
                4.8,
                mix_colors(style.hair, c.palette.paper, 0.06 + 0.1 * (i % 2)),
            )
        c.draw_circle((50 + side * 22) * u, 92 * u, 2.4 * u, c.palette.tones[style.background_tone])


def _draw_head_wrap_behind_head(c: Canvas, style: FaceStyle) -> None:
    u = c.unit
    c.draw_rounded_rectangle(
        24 * u, 12 * u, 52 * u, 84 * u, 25 * u, mix_colors(style.hair, c.palette.ink, 0.14)
    )


def _draw_head_wrap_around_face(c: Canvas, style: FaceStyle) -> None:
    u = c.unit
    c.drawing.arc((25 * u, 13 * u, 75 * u, 79 * u), 0, 360, fill=style.hair, width=round(8 * u))
    c.drawing.chord((26 * u, 14 * u, 74 * u, 66 * u), 205, 335, fill=style.hair)
    c.draw_polygon(
        [(31 * u, 70 * u), (69 * u, 70 * u), (74 * u, 96 * u), (50 * u, 104 * u), (26 * u, 96 * u)],
        style.hair,
    )
    c.draw_line(
        [(38 * u, 76 * u), (64 * u, 88 * u)], mix_colors(style.hair, c.palette.ink, 0.25), u
    )


def _draw_headscarf(c: Canvas, style: FaceStyle) -> None:
    u = c.unit
    scarf = c.palette.tones[(style.shirt_tone + 2) % 5]
    _draw_oval(c, 64, 14, 9, 7, mix_colors(scarf, c.palette.ink, 0.2))
    c.drawing.chord((28 * u, 11 * u, 72 * u, 62 * u), 190, 350, fill=scarf)
    for i in range(5):
        c.draw_circle((35 + i * 7.5) * u, (27 - (2 - abs(i - 2)) * 3) * u, 1.3 * u, c.palette.paper)


def _draw_beanie(c: Canvas, style: FaceStyle) -> None:
    u = c.unit
    wool = c.palette.tones[(style.shirt_tone + 1) % 5]
    c.drawing.chord((28.5 * u, 8 * u, 71.5 * u, 64 * u), 183, 357, fill=wool)
    c.draw_rounded_rectangle(
        27.5 * u, 29.5 * u, 45 * u, 7.5 * u, 3 * u, mix_colors(wool, c.palette.ink, 0.25)
    )
    c.draw_circle(50 * u, 8 * u, 4.5 * u, mix_colors(wool, c.palette.paper, 0.3))


def _draw_hair_at_temples(c: Canvas, style: FaceStyle) -> None:
    u = c.unit
    for side in (-1, 1):
        c.draw_rounded_rectangle(
            (50 + side * 19.5 - 2.8) * u, 32 * u, 5.6 * u, 18 * u, 2.8 * u, style.hair
        )


HAIR_BEHIND = {
    "bob": _draw_bob_behind_head,
    "long": _draw_long_hair_behind_head,
    "bun": _draw_bun_behind_head,
    "afro": _draw_afro_behind_head,
    "braids": _draw_braids_behind_head,
    "wrap": _draw_head_wrap_behind_head,
}
HAIR_IN_FRONT = {
    "bob": _draw_fringe,
    "long": _draw_parted_hair,
    "bun": _draw_hair_on_top,
    "afro": _draw_hair_on_top,
    "curls": _draw_curls,
    "braids": _draw_hair_on_top,
    "wrap": _draw_head_wrap_around_face,
    "crop": _draw_cropped_hair,
    "parting": _draw_parted_hair,
    "scarf": _draw_headscarf,
    "beanie": _draw_beanie,
    "bald": _draw_hair_at_temples,
}
