"""The list of all demo images. The file `catalogue.toml` contains the list."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from PIL import ImageColor

from scripts.demo_images import buildings, craft, food, land, paper, screens, shop, sky
from scripts.demo_images.canvas import Canvas
from scripts.demo_images.faces import FaceStyle, draw_face
from scripts.demo_images.palettes import PALETTES, Color, Palette

Motif = Callable[[Canvas], None]

COVER_SIZE = (1600, 900)
FACE_SIZE = (512, 512)

MOTIFS: Mapping[str, Motif] = {
    "milky_way": sky.draw_milky_way,
    "meteors": sky.draw_meteors,
    "phases": sky.draw_moon_phases,
    "planet": sky.draw_planet,
    "star_chart": sky.draw_star_chart,
    "low_moon": sky.draw_moon_above_city,
    "hills": land.draw_hills,
    "contours": land.draw_contour_map,
    "streets": land.draw_street_map,
    "bench": land.draw_bench_under_tree,
    "facade": buildings.draw_facade,
    "canal_houses": buildings.draw_canal_houses,
    "tiles": buildings.draw_glazed_tiles,
    "quarters": buildings.draw_quarter_circles,
    "signs": buildings.draw_shop_signs,
    "boule": food.draw_scored_loaf,
    "bubbles": food.draw_fermentation_bubbles,
    "jars": food.draw_jars,
    "grain": food.draw_grain_field,
    "tray": food.draw_tray_of_loaves,
    "spines": paper.draw_bookshelves,
    "galley": paper.draw_typeset_pages,
    "leaves": paper.draw_open_book,
    "panes": screens.draw_browser_windows,
    "talk": screens.draw_conversation_tree,
    "charms": screens.draw_symbol_grid,
    "wheel": craft.draw_bicycle_wheel,
    "weave": craft.draw_woven_fabric,
    "pegboard": craft.draw_tool_pegboard,
    "shavings": craft.draw_wood_shavings,
    "circuit": craft.draw_circuit_board,
    "signal": craft.draw_radio_signal,
    "drawer": craft.draw_parts_drawer,
    "shop_banner": shop.draw_shop_banner,
    "shop_poster": shop.draw_shop_poster,
}


@dataclass(frozen=True)
class ImageSpec:
    """The name of an image, the function that draws it, its palette and its size in pixels."""

    name: str
    motif: Motif
    palette: Palette
    size: tuple[int, int]


@cache
def get_image_catalogue() -> Mapping[str, ImageSpec]:
    text = Path(__file__).with_name("catalogue.toml").read_text(encoding="utf-8")
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
