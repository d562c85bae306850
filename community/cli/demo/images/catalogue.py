"""The list of all demo images, which is read from `catalogue.toml`."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from typing import Any

from PIL import ImageColor

from community.cli.demo.images import craft, food, land, paper, screens, sky, town
from community.cli.demo.images.canvas import Canvas
from community.cli.demo.images.faces import FaceStyle, draw_face
from community.cli.demo.images.palettes import PALETTES, Color, Palette

Motif = Callable[[Canvas], None]

COVER_SIZE = (1600, 900)
FACE_SIZE = (512, 512)

MOTIFS: Mapping[str, Motif] = {
    motif.__name__: motif
    for motif in (
        sky.milky_way, sky.meteors, sky.phases, sky.planet, sky.star_chart, sky.low_moon,
        land.hills, land.contours, land.streets, land.bench,
        town.facade, town.canal_houses, town.tiles, town.quarters, town.signs,
        food.boule, food.bubbles, food.jars, food.grain, food.tray,
        paper.spines, paper.galley, paper.leaves, screens.panes, screens.talk, screens.charms,
        craft.wheel, craft.weave, craft.pegboard, craft.shavings, craft.circuit, craft.signal,
        craft.drawer,
    )
}  # fmt: skip


@dataclass(frozen=True)
class ImageSpec:
    """The name, the motif, the palette and the size in pixels of an image."""

    name: str
    motif: Motif
    palette: Palette
    size: tuple[int, int]


@cache
def get_catalogue() -> Mapping[str, ImageSpec]:
    text = files(__package__).joinpath("catalogue.toml").read_text(encoding="utf-8")
    tables = tomllib.loads(text)
    scenes = [_to_scene_spec(name, row) for name, row in tables["images"].items()]
    faces = [_to_face_spec(name, row) for name, row in tables["faces"].items()]
    return {spec.name: spec for spec in scenes + faces}


def _to_scene_spec(name: str, row: list[Any]) -> ImageSpec:
    motif, palette, *size = row
    width, height = size or COVER_SIZE
    return ImageSpec(name, MOTIFS[motif], PALETTES[palette], (width, height))


def _to_face_spec(name: str, row: dict[str, Any]) -> ImageSpec:
    style = FaceStyle(
        skin=_parse_color(row["skin"]),
        hair=_parse_color(row["hair"]),
        hair_style=row["style"],
        background_tone=row["ground"],
        shirt_tone=row["shirt"],
        extras=frozenset(row["extras"]),
    )
    return ImageSpec(name, partial(draw_face, style=style), PALETTES[row["palette"]], FACE_SIZE)


def _parse_color(code: str) -> Color:
    red, green, blue = ImageColor.getrgb(code)[:3]
    return red, green, blue
