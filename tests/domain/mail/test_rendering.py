"""Tests of the layout of mails."""

import re
from typing import Any

import pytest

from community.domain import mail
from community.domain.mail.brand import DARK_CARD, LIGHT_CARD, MIN_CONTRAST, contrast, make_legible

BRAND = mail.MailBrand(
    "A & <b>", "https://example.org/", "https://example.org/logo.webp", "#3a4fca", "#93a1f0"
)
HOSTILE = '<script>alert("1")</script> & {name}'


def build_message(**changes: Any) -> mail.Message:
    values: dict[str, Any] = {
        "subject": HOSTILE,
        "preheader": HOSTILE,
        "parts": [
            HOSTILE,
            mail.Button(HOSTILE, 'https://example.org/"x"?a=1&b=2'),
            mail.Link(HOSTILE, HOSTILE, "https://example.org/l"),
            mail.Facts([(HOSTILE, HOSTILE)]),
            mail.Note(HOSTILE),
        ],
        "reason": HOSTILE,
    }
    return mail.Message(**values | changes)


def test_all_texts_are_escaped() -> None:
    html = mail.render(build_message(unsubscribe_url='https://e.org/"'), BRAND).html
    assert "<script" not in html
    assert "<b>" not in html
    assert html.count("&lt;script&gt;") == 11  # the subject is the title and the heading
    assert 'href="https://example.org/&#34;x&#34;?a=1&amp;b=2"' in html


def test_both_parts_contain_the_same_texts_and_links() -> None:
    message = build_message(
        subject="Subject",
        parts=["First", mail.Button("Go", "https://e.org/go"), mail.Facts([("Time", "9:30")])],
        reason="Because",
        unsubscribe_url="https://e.org/stop",
    )
    content = mail.render(message, BRAND)
    for text in ("Subject", "First", "Go", "https://e.org/go", "Time", "9:30", "Because"):
        assert text in content.html
        assert text in content.text
    assert (content.html.count("https://e.org/stop"), content.text.count("https://e.org/stop")) == (
        1,
        1,
    )


def test_mails_load_nothing_but_the_logo_and_have_no_scripts() -> None:
    html = mail.render(build_message(), BRAND).html
    assert re.findall(r'src="([^"]*)"', html) == [BRAND.logo_url]
    assert not re.search(r"url\(|@import|<link|\son\w+=", html)


@pytest.mark.parametrize("accent", ["#ffff00", "#ffffff", "#000000", "#3a4fca", "#00c853"])
@pytest.mark.parametrize("background", [LIGHT_CARD, DARK_CARD])
def test_every_accent_color_is_legible(accent: str, background: str) -> None:
    assert contrast(make_legible(accent, background), background) >= MIN_CONTRAST


@pytest.mark.parametrize(
    ("text", "background"),
    [
        ("#26231f", LIGHT_CARD),
        ("#625d55", LIGHT_CARD),
        ("#625d55", "#f4f3f0"),
        ("#ece9e4", DARK_CARD),
        ("#b0aaa1", DARK_CARD),
        ("#b0aaa1", "#171614"),
    ],
)
def test_the_colors_of_the_layout_are_legible(text: str, background: str) -> None:
    html = mail.render(build_message(), BRAND).html
    assert text in html
    assert background in html
    assert contrast(text, background) >= MIN_CONTRAST
