"""Tests of excerpts of HTML."""

import pytest
from hypothesis import given, strategies as st

from community.core.text.markup import RenderedArticle
from community.core.text.safe_html import MAX_HTML_LENGTH, excerpt_html

LENGTH = 240


@pytest.mark.parametrize(
    ("text", "excerpt"),
    [
        ("# Bread\n\nFlour, *water*\nand [time](https://a.example).", "Flour, water and time."),
        ("One.\n\nTwo &amp; <b>three</b>.", "One. Two & <b>three</b>."),
        ("- a\n- b\n\n> c", "a b c"),
        ("Run `snake_case_name`.", "Run snake_case_name."),
        ("```\ncode\n```\n\n|a|\n|-|\n|b|\n\nText.", "Text."),
        ("https://youtu.be/dQw4w9WgXcQ\n\nListen.", "Listen."),
        ("![a cat](/media/cat.webp)", ""),
    ],
)
def test_an_excerpt_contains_only_the_running_text(text: str, excerpt: str) -> None:
    assert excerpt_html(RenderedArticle(text).html, LENGTH) == excerpt


def test_a_long_text_is_cut_between_words() -> None:
    excerpt = excerpt_html(RenderedArticle("flour and water, " * 1_000).html, LENGTH)
    assert excerpt.endswith(("flour…", "and…", "water…"))
    assert LENGTH - 20 < len(excerpt) <= LENGTH


def test_only_the_beginning_of_the_html_is_read() -> None:
    html = f"<pre>{'x' * MAX_HTML_LENGTH}</pre><p>Never read.</p>"
    assert excerpt_html(html, LENGTH) == ""


@given(st.text(max_size=400))
def test_no_text_has_a_longer_excerpt(text: str) -> None:
    assert len(excerpt_html(RenderedArticle(text).html, 40)) <= 40
