"""What the looks speak of exists, and is small."""

import gzip
import re
from pathlib import Path
from typing import get_args

from community.looks import sheets
from community.looks.icons import PATHS, IconName

ASSETS = Path("assets")


def test_every_stylesheet_script_font_and_icon_that_is_named_exists() -> None:
    scripts = [sheets.BEHAVIOUR_SCRIPT, sheets.SENDING_SCRIPT]
    named = [*sheets.STYLESHEETS, *scripts, sheets.FAVICON, sheets.TOUCH_ICON]
    faces = re.findall(r'url\("([^"]+)"\)', (ASSETS / "styles/fonts.css").read_text())
    missing = [
        name
        for name in [*named, *faces, *sheets.PRELOADED_FONTS]
        if not (ASSETS / name.lstrip("/")).is_file()
    ]
    assert missing == []


def test_the_preloaded_fonts_are_faces_of_the_stylesheet() -> None:
    stylesheet = (ASSETS / "styles/fonts.css").read_text()
    assert all(f'url("{font}")' in stylesheet for font in sheets.PRELOADED_FONTS)


def test_every_icon_that_has_a_name_has_a_drawing() -> None:
    assert set(get_args(IconName)) == set(PATHS)


def test_what_every_page_reads_beside_the_app_is_tiny() -> None:
    assert len(gzip.compress((ASSETS / "behaviour.js").read_bytes())) < 2_500
