"""Tests that text is bounded before it is normalized, and that blank names are recognized."""

import unicodedata
from collections.abc import Callable

import pytest

from community.core.errors import Invalid
from community.core.text.normalization import (
    clean_line,
    clean_search_term,
    clean_text,
    has_visible_character,
    normalize_compatibility_characters,
)

# NFC sorts such a run with insertion sort: 100,000 characters take 10 seconds.
COMBINING_RUN = "a" + "\u0315\u0300" * 50_000


@pytest.mark.parametrize("clean", [clean_line, clean_text])
def test_a_text_that_is_much_too_long_is_rejected_before_it_is_normalized(
    clean: Callable[..., str], normalized_lengths: list[int]
) -> None:
    with pytest.raises(Invalid) as caught:
        clean(COMBINING_RUN, field="bio", max_length=500)
    assert caught.value.field_errors == {
        "bio": ["Use at most 500 characters. You have used 100,001."]
    }
    assert clean_search_term(COMBINING_RUN, max_length=50) == ""
    assert normalize_compatibility_characters(COMBINING_RUN, max_length=128) is None
    assert normalized_lengths == []


def test_a_text_of_decomposed_characters_may_be_as_long_as_a_composed_one() -> None:
    composed = "ᾂ" * 50
    decomposed = unicodedata.normalize("NFD", composed)
    assert len(decomposed) == 200
    assert clean_line(decomposed, field="name", max_length=50) == composed


def test_a_line_has_single_spaces_and_no_invisible_characters() -> None:
    assert clean_line("  Ada\u200b \u2066 Love\xadlace\n", field="name", max_length=50) == (
        "Ada Lovelace"
    )
    assert clean_line("👩\u200d🚀 ❤\ufe0f", field="name", max_length=50) == "👩\u200d🚀 ❤\ufe0f"
    assert clean_text("a\r\n\r\n b ", field="bio", max_length=5) == "a\n\n b"


@pytest.mark.parametrize(
    "blank",
    [
        "",
        " \t\u3000\xa0",
        "\u200b\u200c\u200d\u2060\ufeff",
        "\u3164",  # Hangul filler, a letter
        "\u115f\u1160\uffa0",
        "\u2800\u2800",  # Braille pattern blank, a symbol
        "\u0301\u0300",  # only combining marks
        "\u17b4\u17b5\u180e\u034f\xad",
        "\ufe0f\U000e0100",
        "\U000e0061\U000e007f",
        "\U0001d159\ufffc",
    ],
)
def test_a_text_without_visible_characters_is_recognized(blank: str) -> None:
    assert not has_visible_character(blank)
    assert clean_line(blank, field="name", max_length=50) == ""


@pytest.mark.parametrize("text", ["ა", "7", "!", "🙂", "漢", "ㅤa", "ᄒ", "⠿", "\u0301e"])
def test_a_text_with_a_visible_character_is_recognized(text: str) -> None:
    assert has_visible_character(text)
