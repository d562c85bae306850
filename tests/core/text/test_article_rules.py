"""Tests of text directions, links to full images and videos in the HTML of texts."""

import pytest

from community.core.text.markdown import find_player_url
from community.core.text.markup import RenderedArticle, RenderedMessage

VIDEO = "https://youtu.be/dQw4w9WgXcQ"
PLAYER = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"


def render(text: str) -> str:
    return RenderedArticle(text).html


def test_each_outermost_block_has_a_direction_of_its_own() -> None:
    html = render("## a\n\nשלום\n\n- b\n\n  c\n\n> d\n\n|e|\n|-|\n|f|")
    for tag in ("p", "ul", "blockquote", "table"):
        assert f'<{tag} dir="auto"' in html
    assert '<h2 dir="auto"' in html
    # Browsers ignore the text of elements with a `dir` when they find the direction of the parent.
    assert html.count("dir=") == 5


def test_blocks_of_comments_have_a_direction() -> None:
    html = RenderedMessage("مرحبا\n\n> hello").build_html({})
    assert html.count('dir="auto"') == 2


def test_images_link_to_the_whole_image_unless_they_are_links_already() -> None:
    html = render("![a cat](/media/cat.webp)")
    assert '<a class="image-link" href="/media/cat.webp" target="_blank" rel="' in html
    linked = render("[![a cat](/media/cat.webp)](https://a.example)")
    assert linked.count("<a ") == 1
    assert "image-link" not in linked


@pytest.mark.parametrize(
    ("url", "player_url"),
    [
        ("https://www.youtube.com/watch?v=dQw4w9WgXcQ", PLAYER),
        ("https://m.youtube.com/watch?list=x&v=dQw4w9WgXcQ&t=3", PLAYER),
        ("http://youtube.com/shorts/dQw4w9WgXcQ", PLAYER),
        (f"{VIDEO}?si=x", PLAYER),
        ("https://vimeo.com/12345", "https://player.vimeo.com/video/12345?dnt=1&autoplay=1"),
        ("https://www.youtube.com/@channel", None),
        ("https://youtu.be/dQw4w9WgXcQx", None),
        ("https://youtube.com.example/watch?v=dQw4w9WgXcQ", None),
        ("https://example.com/?u=https://youtu.be/dQw4w9WgXcQ", None),
        ("https://vimeo.com/channels/staffpicks", None),
        ("javascript:https://youtu.be/dQw4w9WgXcQ", None),
    ],
)
def test_only_urls_of_videos_have_a_player(url: str, player_url: str | None) -> None:
    assert find_player_url(url) == player_url


@pytest.mark.parametrize("text", [VIDEO, f"<{VIDEO}>", f"Look:\n\n{VIDEO}\n\nNice."])
def test_a_link_to_a_video_alone_in_a_paragraph_has_a_player(text: str) -> None:
    html = render(text)
    assert f'<a href="{VIDEO}" class="video-link" data-player="{PLAYER}" rel="' in html
    assert f">{VIDEO}</a>" in html  # what feed readers show


@pytest.mark.parametrize(
    "text",
    [f"Look: {VIDEO}", f"[a song]({VIDEO})", f"> {VIDEO}", f"- {VIDEO}", f"`{VIDEO}`"],
)
def test_other_links_to_videos_stay_links(text: str) -> None:
    assert "data-player" not in render(text)


def test_comments_have_no_players() -> None:
    assert "data-player" not in RenderedMessage(VIDEO).build_html({})
