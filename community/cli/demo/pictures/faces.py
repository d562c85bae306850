"""Portraits made of a few shapes: enough to tell eleven people apart at 32 pixels."""

from dataclasses import dataclass

from .canvas import Canvas, around
from .palettes import Color, mix


@dataclass(frozen=True)
class Look:
    """What tells one face from another; colours are indexes into the palette's tones."""

    skin: Color
    hair: Color
    style: str
    ground: int
    shirt: int
    extras: frozenset[str] = frozenset()


def face(c: Canvas, look: Look) -> None:
    """Head and shoulders on a plain ground with a large disc behind."""
    paper, tones = c.palette.paper, c.palette.tones
    c.image.paste(mix(tones[look.ground], paper, 0.25), (0, 0, c.width, c.height))
    u = c.unit
    c.disc(62 * u, 40 * u, 43 * u, mix(tones[look.ground], paper, 0.5))
    BACK.get(look.style, _nothing)(c, look)
    _bust(c, look)
    _head(c, look)
    FRONT.get(look.style, _nothing)(c, look)
    _features(c, look)


def _nothing(_c: Canvas, _look: Look) -> None:
    """Styles that need nothing on this layer."""


def _oval(c: Canvas, x: float, y: float, a: float, b: float, color: Color) -> None:
    u = c.unit
    c.pen.ellipse(((x - a) * u, (y - b) * u, (x + a) * u, (y + b) * u), fill=color)


def _bust(c: Canvas, look: Look) -> None:
    u = c.unit
    shirt = c.palette.tones[look.shirt]
    _oval(c, 50, 116, 41, 37, shirt)
    c.pen.pieslice((9 * u, 79 * u, 91 * u, 153 * u), 270, 360, fill=mix(shirt, c.palette.ink, 0.2))
    c.pill(41.5 * u, 58 * u, 17 * u, 28 * u, 8 * u, mix(look.skin, c.palette.ink, 0.22))
    _oval(c, 50, 84, 8.5, 5, mix(look.skin, c.palette.ink, 0.22))
    if "collar" in look.extras:
        for side in (-1, 1):
            c.shape(
                [
                    ((50 + side * 2) * u, 90 * u),
                    ((50 + side * 9) * u, 78 * u),
                    ((50 + side * 18) * u, 87 * u),
                    ((50 + side * 9) * u, 96 * u),
                ],
                mix(shirt, c.palette.paper, 0.65),
            )


def _head(c: Canvas, look: Look) -> None:
    u = c.unit
    shade = mix(look.skin, c.palette.ink, 0.13)
    if look.style != "wrap":
        _oval(c, 31, 48, 4, 5.5, look.skin)
        _oval(c, 69, 48, 4, 5.5, shade)
    box = (31 * u, 21 * u, 69 * u, 71 * u)
    c.pen.rounded_rectangle(box, radius=19 * u, fill=look.skin)
    c.pen.pieslice((31 * u, 21 * u, 69 * u, 59 * u), 270, 360, fill=shade)
    c.box(50 * u, 40 * u, 19 * u + 1, 12 * u + 1, shade)
    c.pen.pieslice((31 * u, 33 * u, 69 * u, 71 * u), 0, 90, fill=shade)
    for side in (-1, 1):
        _oval(c, 50 + side * 11, 55, 4, 2.8, mix(look.skin, (226, 92, 84), 0.3))


def _features(c: Canvas, look: Look) -> None:
    u, ink = c.unit, c.palette.ink
    for side in (-1, 1):
        _eye(c, look, (50 + side * 8.5) * u)
    c.line(
        [(51 * u, 46 * u), (53.4 * u, 55 * u), (49.4 * u, 55.4 * u)],
        mix(look.skin, ink, 0.38),
        1.1 * u,
    )
    if "beard" in look.extras:
        _beard(c, look)
    if "moustache" in look.extras:
        for side in (-1, 1):
            c.line([(50 * u, 58.6 * u), ((50 + side * 7) * u, 60.6 * u)], look.hair, 2.6 * u)
    lips = mix((176, 58, 62), ink, 0.1)
    c.pen.chord((44.5 * u, 56.5 * u, 55.5 * u, 64.5 * u), 15, 165, fill=lips)
    _adornments(c, look)


def _eye(c: Canvas, look: Look, x: float) -> None:
    u, ink = c.unit, c.palette.ink
    if "smile" in look.extras:
        box = (x - 3.2 * u, 45 * u, x + 3.2 * u, 51 * u)
        c.pen.arc(box, 190, 350, fill=ink, width=round(1.3 * u))
    else:
        c.disc(x, 47.5 * u, 1.7 * u, ink)
    brow = mix(look.hair, ink, 0.35) if look.style != "bald" else mix(look.skin, ink, 0.5)
    box = (x - 5 * u, 40.4 * u, x + 5 * u, 49 * u)
    c.pen.arc(box, 225, 315, fill=brow, width=round(1.4 * u))


def _adornments(c: Canvas, look: Look) -> None:
    u, ink = c.unit, c.palette.ink
    if "freckles" in look.extras:
        for dx, dy in ((-13, 0), (-10, 1.6), (-7.5, 0), (7.5, 0), (10, 1.6), (13, 0)):
            c.disc((50 + dx) * u, (52.5 + dy) * u, 0.55 * u, mix(look.skin, (140, 70, 40), 0.6))
    if "glasses" in look.extras:
        for side in (-1, 1):
            c.ring((50 + side * 8.7) * u, 48 * u, 6.6 * u, ink, 1.2 * u)
        c.line([(47.8 * u, 47.4 * u), (52.2 * u, 47.4 * u)], ink, 1.1 * u)
    if "earrings" in look.extras:
        for x in (30.5, 69.5):
            c.disc(x * u, 56.5 * u, 2.2 * u, c.palette.tones[(look.shirt + 1) % 5])


def _beard(c: Canvas, look: Look) -> None:
    u = c.unit
    c.pen.chord((31 * u, 33 * u, 69 * u, 76 * u), 12, 168, fill=look.hair)
    _oval(c, 50, 58.5, 9, 3.4, look.hair)


def _cap_of_hair(c: Canvas, look: Look) -> None:
    u = c.unit
    c.pen.chord((29.5 * u, 15 * u, 70.5 * u, 60 * u), 188, 352, fill=look.hair)


def _crop(c: Canvas, look: Look) -> None:
    _cap_of_hair(c, look)
    u = c.unit
    c.shape([(30 * u, 37 * u), (50 * u, 20 * u), (62 * u, 26 * u), (38 * u, 37 * u)], look.hair)


def _parting(c: Canvas, look: Look) -> None:
    u = c.unit
    c.pen.chord((28.5 * u, 14 * u, 71.5 * u, 62 * u), 192, 348, fill=look.hair)
    c.pen.pieslice((29 * u, 10 * u, 75 * u, 48 * u), 180, 300, fill=look.hair)
    _oval(c, 56, 21, 14, 7, look.hair)


def _fringe(c: Canvas, look: Look) -> None:
    u = c.unit
    c.pen.pieslice((29 * u, 15 * u, 71 * u, 63 * u), 180, 360, fill=look.hair)
    c.box(29 * u, 37 * u, 5 * u, 22 * u, look.hair)
    c.box(66 * u, 37 * u, 5 * u, 22 * u, look.hair)


def _bob_back(c: Canvas, look: Look) -> None:
    u = c.unit
    c.pill(25 * u, 14 * u, 50 * u, 56 * u, 22 * u, mix(look.hair, c.palette.ink, 0.25))


def _long_back(c: Canvas, look: Look) -> None:
    u = c.unit
    c.pill(24 * u, 13 * u, 52 * u, 82 * u, 24 * u, mix(look.hair, c.palette.ink, 0.22))


def _bun_back(c: Canvas, look: Look) -> None:
    _oval(c, 50, 13, 10.5, 9.5, mix(look.hair, c.palette.ink, 0.15))


def _afro_back(c: Canvas, look: Look) -> None:
    u = c.unit
    for i in range(20):
        x, y = around(50, 36, 23, i / 20)
        if y < 58:
            c.disc(x * u, y * u, 8.5 * u, look.hair)
    c.disc(50 * u, 34 * u, 25 * u, look.hair)


def _curls(c: Canvas, look: Look) -> None:
    u = c.unit
    for i in range(9):
        x, y = around(50, 42, 21, 0.5 + i / 16)
        c.disc(x * u, y * u, 6 * u, mix(look.hair, c.palette.paper, 0.07 * (i % 2)))
    for x, y in ((40, 28), (50, 25), (60, 28)):
        c.disc(x * u, y * u, 6.5 * u, look.hair)


def _braids_back(c: Canvas, look: Look) -> None:
    u = c.unit
    for side in (-1, 1):
        for i in range(6):
            _oval(
                c,
                50 + side * (24 - i * 0.4),
                48 + i * 7.5,
                5.2 - i * 0.35,
                4.8,
                mix(look.hair, c.palette.paper, 0.06 + 0.1 * (i % 2)),
            )
        c.disc((50 + side * 22) * u, 92 * u, 2.4 * u, c.palette.tones[look.ground])


def _wrap_back(c: Canvas, look: Look) -> None:
    u = c.unit
    c.pill(24 * u, 12 * u, 52 * u, 84 * u, 25 * u, mix(look.hair, c.palette.ink, 0.14))


def _wrap(c: Canvas, look: Look) -> None:
    u = c.unit
    c.pen.arc((25 * u, 13 * u, 75 * u, 79 * u), 0, 360, fill=look.hair, width=round(8 * u))
    c.pen.chord((26 * u, 14 * u, 74 * u, 66 * u), 205, 335, fill=look.hair)
    c.shape(
        [(31 * u, 70 * u), (69 * u, 70 * u), (74 * u, 96 * u), (50 * u, 104 * u), (26 * u, 96 * u)],
        look.hair,
    )
    c.line([(38 * u, 76 * u), (64 * u, 88 * u)], mix(look.hair, c.palette.ink, 0.25), u)


def _headscarf(c: Canvas, look: Look) -> None:
    u = c.unit
    scarf = c.palette.tones[(look.shirt + 2) % 5]
    _oval(c, 64, 14, 9, 7, mix(scarf, c.palette.ink, 0.2))
    c.pen.chord((28 * u, 11 * u, 72 * u, 62 * u), 190, 350, fill=scarf)
    for i in range(5):
        c.disc((35 + i * 7.5) * u, (27 - (2 - abs(i - 2)) * 3) * u, 1.3 * u, c.palette.paper)


def _beanie(c: Canvas, look: Look) -> None:
    u = c.unit
    wool = c.palette.tones[(look.shirt + 1) % 5]
    c.pen.chord((28.5 * u, 8 * u, 71.5 * u, 64 * u), 183, 357, fill=wool)
    c.pill(27.5 * u, 29.5 * u, 45 * u, 7.5 * u, 3 * u, mix(wool, c.palette.ink, 0.25))
    c.disc(50 * u, 8 * u, 4.5 * u, mix(wool, c.palette.paper, 0.3))


def _temples(c: Canvas, look: Look) -> None:
    u = c.unit
    for side in (-1, 1):
        c.pill((50 + side * 19.5 - 2.8) * u, 32 * u, 5.6 * u, 18 * u, 2.8 * u, look.hair)


BACK = {
    "bob": _bob_back,
    "long": _long_back,
    "bun": _bun_back,
    "afro": _afro_back,
    "braids": _braids_back,
    "wrap": _wrap_back,
}
FRONT = {
    "bob": _fringe,
    "long": _parting,
    "bun": _cap_of_hair,
    "afro": _cap_of_hair,
    "curls": _curls,
    "braids": _cap_of_hair,
    "wrap": _wrap,
    "crop": _crop,
    "parting": _parting,
    "scarf": _headscarf,
    "beanie": _beanie,
    "bald": _temples,
}
