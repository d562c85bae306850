"""Whatever the theme and whatever the accent, everything on the page can be read."""

import itertools

import pytest

from tests.shape.colours import Oklch, contrast, from_rgb, tokens

TEXT = 4.5  # WCAG 2 AA, text of ordinary size
SHAPE = 3.0  # WCAG 2 AA, borders of fields, icons, the focus ring

GROUNDS = ("page", "surface", "well")
READ = [
    *itertools.product(("ink", "ink-soft", "ink-faint", "accent", "danger", "success"), GROUNDS),
    ("ink", "well-strong"),
    ("ink-soft", "well-strong"),
    ("page", "ink"),
    ("accent", "accent-soft"),
    ("ink", "accent-soft"),
    ("ink-soft", "accent-soft"),
    ("ink-faint", "accent-soft"),
    ("danger", "danger-soft"),
    ("success", "success-soft"),
    ("on-accent", "accent-solid"),
    ("on-accent", "accent-solid-hover"),
    ("on-accent", "danger-solid"),
    ("on-accent", "danger-solid-hover"),
]
SEEN = [
    *itertools.product(("line-strong", "accent-line"), ("page", "surface")),
    ("success-solid", "page"),
]
OF_THE_ACCENT = [pair for pair in READ if any("accent" in name for name in pair)]
ACCENTS = [from_rgb(*channels) for channels in itertools.product(range(0, 256, 51), repeat=3)]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), READ)
def test_text_can_be_read_on_its_ground(text: str, ground: str, theme: int) -> None:
    colours = tokens()
    assert contrast(colours[text][theme], colours[ground][theme]) >= TEXT


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("shape", "ground"), SEEN)
def test_shapes_can_be_seen_on_their_ground(shape: str, ground: str, theme: int) -> None:
    colours = tokens()
    assert contrast(colours[shape][theme], colours[ground][theme]) >= SHAPE


def test_any_accent_an_administrator_may_choose_stays_readable() -> None:
    wanted = [*((*pair, TEXT) for pair in OF_THE_ACCENT), ("accent-line", "page", SHAPE)]
    unreadable = [
        (accent, text, ground, theme)
        for accent in ACCENTS
        for colours in [tokens(accent)]
        for text, ground, least in wanted
        for theme in (0, 1)
        if contrast(colours[text][theme], colours[ground][theme]) < least
    ]
    assert unreadable == []


def test_a_picked_colour_keeps_its_luminance() -> None:
    white = Oklch(1, 0, 0)
    assert contrast(from_rgb(118, 118, 118), white) == pytest.approx(4.54, abs=0.01)
    assert contrast(from_rgb(0, 0, 255), white) == pytest.approx(8.59, abs=0.01)


def test_black_on_white_is_twenty_one_to_one() -> None:
    assert contrast(Oklch(0, 0, 0), Oklch(1, 0, 0)) == pytest.approx(21, abs=0.01)
