"""Tests that text and shapes have enough contrast in both themes and with every accent color."""

import itertools
import re

import pytest

from community.domain.site import DEFAULT_ACCENT_COLOR
from community.styles import profile
from tests.architecture.colors import (
    NAME_STYLES,
    Oklch,
    compute_contrast_ratio,
    find_gradients,
    mix_colors,
    read_color_tokens,
    rgb_to_oklch,
)

MIN_TEXT_CONTRAST = 4.5  # the minimum of WCAG 2 AA for text of normal size
MIN_SHAPE_CONTRAST = 3.0  # the minimum of WCAG 2 AA for field borders, icons and the focus ring

BACKGROUNDS = ("page", "surface", "well")
NAMES = ("name-ocean", "name-forest", "name-plum", "name-rose", "name-amber")
TEXT_PAIRS = [
    *itertools.product(
        ("ink", "ink-soft", "ink-faint", "accent", "danger", "success"), BACKGROUNDS
    ),
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
    # Names stand on these backgrounds. The last one is that of a comment that a link leads to.
    *itertools.product(NAMES, (*BACKGROUNDS, "accent-soft")),
]
SHAPE_PAIRS = [
    *itertools.product(("line-strong", "accent-line"), ("page", "surface")),
    ("success-solid", "page"),
]
ACCENT_PAIRS = [pair for pair in TEXT_PAIRS if any("accent" in name for name in pair)]
ACCENTS = [rgb_to_oklch(*channels) for channels in itertools.product(range(0, 256, 51), repeat=3)]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "background"), TEXT_PAIRS)
def test_text_has_enough_contrast_with_its_background(
    text: str, background: str, theme: int
) -> None:
    colors = read_color_tokens()
    assert (
        compute_contrast_ratio(colors[text][theme], colors[background][theme]) >= MIN_TEXT_CONTRAST
    )


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("shape", "background"), SHAPE_PAIRS)
def test_shapes_have_enough_contrast_with_their_background(
    shape: str, background: str, theme: int
) -> None:
    colors = read_color_tokens()
    assert (
        compute_contrast_ratio(colors[shape][theme], colors[background][theme])
        >= MIN_SHAPE_CONTRAST
    )


def test_every_accent_color_has_enough_contrast() -> None:
    requirements = [
        *((*pair, MIN_TEXT_CONTRAST) for pair in ACCENT_PAIRS),
        ("accent-line", "page", MIN_SHAPE_CONTRAST),
    ]
    failures = [
        (accent, text, background, theme)
        for accent in ACCENTS
        for colors in [read_color_tokens(accent)]
        for text, background, minimum in requirements
        for theme in (0, 1)
        if compute_contrast_ratio(colors[text][theme], colors[background][theme]) < minimum
    ]
    assert failures == []


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_every_color_of_a_gradient_has_enough_contrast(theme: int) -> None:
    colors = read_color_tokens()
    gradients = find_gradients(NAME_STYLES.read_text())
    assert len(gradients) == 2
    for start, end in gradients:
        for step in range(11):
            color = mix_colors(colors[start][theme], colors[end][theme], step / 10)
            for background in (*BACKGROUNDS, "accent-soft"):
                contrast = compute_contrast_ratio(color, colors[background][theme])
                assert contrast >= MIN_TEXT_CONTRAST, (start, end, step, background)


def test_each_style_of_names_has_a_color_that_is_tested() -> None:
    text = NAME_STYLES.read_text()
    classes = {name for names in profile.NAME_STYLES.values() for name in names.split()}
    assert classes == set(re.findall(r"\.(name-[a-z]+)(?=[, ])", text))
    assert set(re.findall(r"--color-(name-[a-z]+)", text)) == set(NAMES)


def test_converted_rgb_colors_keep_their_luminance() -> None:
    white = Oklch(1, 0, 0)
    assert compute_contrast_ratio(rgb_to_oklch(118, 118, 118), white) == pytest.approx(
        4.54, abs=0.01
    )
    assert compute_contrast_ratio(rgb_to_oklch(0, 0, 255), white) == pytest.approx(8.59, abs=0.01)


def test_black_on_white_has_a_contrast_ratio_of_21() -> None:
    assert compute_contrast_ratio(Oklch(0, 0, 0), Oklch(1, 0, 0)) == pytest.approx(21, abs=0.01)


def test_the_default_accent_of_settings_and_mails_is_that_of_the_stylesheet() -> None:
    channels = (int(DEFAULT_ACCENT_COLOR[start : start + 2], 16) for start in (1, 3, 5))
    chosen, used = rgb_to_oklch(*channels), read_color_tokens()["accent-solid"][0]
    assert chosen == pytest.approx(used, abs=0.3)
    assert chosen[:2] == pytest.approx(used[:2], abs=0.003)
