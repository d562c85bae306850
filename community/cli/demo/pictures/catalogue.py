"""What pictures there are: read once from ``catalogue.toml``."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from typing import Any

from PIL import ImageColor

from . import craft, land, paper, screens, sky, table, town
from .canvas import Canvas
from .faces import Look, face
from .palettes import PALETTES, Color, Palette

Motif = Callable[[Canvas], None]

COVER = (1600, 900)
FACE = (512, 512)

MOTIFS: Mapping[str, Motif] = {
    motif.__name__: motif
    for motif in (
        sky.milky_way, sky.meteors, sky.phases, sky.planet, sky.star_chart, sky.low_moon,
        land.hills, land.contours, land.streets, land.bench,
        town.facade, town.canal_houses, town.tiles, town.quarters, town.signs,
        table.boule, table.bubbles, table.jars, table.grain, table.tray,
        paper.spines, paper.galley, paper.leaves, screens.panes, screens.talk, screens.charms,
        craft.wheel, craft.weave, craft.pegboard, craft.shavings, craft.circuit, craft.signal,
        craft.drawer,
    )
}  # fmt: skip


@dataclass(frozen=True)
class Picture:
    """One picture: what to draw, in which colours, how large (pixels)."""

    name: str
    motif: Motif
    palette: Palette
    size: tuple[int, int]


@cache
def catalogue() -> Mapping[str, Picture]:
    """All pictures by name."""
    text = files(__package__).joinpath("catalogue.toml").read_text(encoding="utf-8")
    tables = tomllib.loads(text)
    scenes = [_scene(name, entry) for name, entry in tables["pictures"].items()]
    faces = [_face(name, entry) for name, entry in tables["faces"].items()]
    return {picture.name: picture for picture in scenes + faces}


def _scene(name: str, entry: list[Any]) -> Picture:
    motif, palette, *size = entry
    width, height = size or COVER
    return Picture(name, MOTIFS[motif], PALETTES[palette], (width, height))


def _face(name: str, entry: dict[str, Any]) -> Picture:
    look = Look(
        skin=_color(entry["skin"]),
        hair=_color(entry["hair"]),
        style=entry["style"],
        ground=entry["ground"],
        shirt=entry["shirt"],
        extras=frozenset(entry["extras"]),
    )
    return Picture(name, partial(face, look=look), PALETTES[entry["palette"]], FACE)


def _color(code: str) -> Color:
    red, green, blue = ImageColor.getrgb(code)[:3]
    return red, green, blue
