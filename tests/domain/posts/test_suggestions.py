"""Tests of the intro and the cover that the editor suggests for a post."""

import pytest

from community.domain import posts


@pytest.mark.parametrize(
    ("text", "intro"),
    [
        ("# Title\n\nFirst **bold** paragraph.\n\n```\ncode\n```", "First bold paragraph."),
        ("Good bre![](/media/a.webp)ad takes a day.", "Good bread takes a day."),
        ("![](/media/a.webp)\n\nAfter the image.", "After the image."),
        ("", ""),
    ],
)
def test_the_beginning_of_the_text_without_headings_and_images_is_the_intro(
    text: str, intro: str
) -> None:
    assert posts.suggest_intro(text) == intro


@pytest.mark.parametrize(
    ("text", "cover"),
    [
        ("Text ![Barn](/media/a.webp) ![](/media/b.webp)", "/media/a.webp"),
        ("![](<https://example.org/a.png> 'Title')", "https://example.org/a.png"),
        ("![](data:image/png;base64,AAAA)", ""),
        ("![" * 50_000, ""),
    ],
)
def test_the_first_image_of_the_text_is_the_cover(text: str, cover: str) -> None:
    assert posts.suggest_cover(text) == cover
