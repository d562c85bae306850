"""Tests that referenced stylesheets, scripts, fonts and icons exist, and polyfills are small."""

import gzip
import re
from pathlib import Path
from typing import get_args

import pytest

from community.i18n import LANGUAGES
from community.styles import assets
from community.styles.ui.icons import PATHS, IconName

ASSETS = Path("assets")


def test_every_referenced_stylesheet_script_font_and_icon_exists() -> None:
    scripts = [assets.POLYFILLS_SCRIPT, assets.AJAX_FORMS_SCRIPT]
    files = [*assets.STYLESHEETS, *scripts, assets.FAVICON, assets.TOUCH_ICON]
    fonts = re.findall(r'url\("([^"]+)"\)', (ASSETS / "styles/fonts.css").read_text())
    missing = [name for name in [*files, *fonts] if not (ASSETS / name.lstrip("/")).is_file()]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_preloaded_fonts_are_declared_in_the_stylesheet(language: str) -> None:
    stylesheet = (ASSETS / "styles/fonts.css").read_text()
    fonts = assets.list_preloaded_fonts(language)
    assert fonts
    assert all(f'url("{font}")' in stylesheet for font in fonts)


def test_every_icon_name_has_an_svg_path() -> None:
    assert set(get_args(IconName)) == set(PATHS)


def test_the_polyfill_script_is_small() -> None:
    assert len(gzip.compress((ASSETS / "polyfills.js").read_bytes())) < 2_500
