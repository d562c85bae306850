"""Tests that Markdown renders as expected and that no input produces unsafe HTML."""

import time
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.core import markdown, markup

# These attacks are from the OWASP cheat sheet "XSS Filter Evasion" and the tests of DOMPurify.
ATTACKS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](\x01javascript:alert(1))",
    "[x](vbscript:msgbox(1))",
    "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "[x](file:///etc/passwd)",
    "<javascript:alert(1)>",
    "<data:text/html,x>",
    "[x]: javascript:alert(1)\n\n[x]",
    '[x](http://a.example "onmouseover=alert(1)")',
    '[x](http://a.example\'"onmouseover="alert(1))',
    "![x](javascript:alert(1))",
    "![x](data:image/svg+xml;base64,PHN2Zz4=)",
    "![x](//evil.example/x.png)",
    "![x](/logout)",
    "![x](../../logout)",
    '![" onerror="alert(1)](http://a.example/x.png)',
    '![x](http://a.example/x.png" onerror="alert(1))',
    '```"><script>alert(1)</script>\nx\n```',
    "```x onclick=alert(1)\nx\n```",
    "```fixed&#32;inset-0\nx\n```",
    "`<script>alert(1)</script>`",
    "# <script>alert(1)</script>",
    "| <img src=x onerror=alert(1)> | b |\n|:-:|-|\n| javascript:alert(1) | 2 |",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<math><mtext><table><mglyph><style><!--</style><i title='--&gt;&lt;img src=1 onerror=a&gt;'>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<form action=/logout><input type=submit></form>",
    "<base href=//evil.example>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    "<p style='position:fixed;inset:0' class='fixed inset-0' id='app'>x</p>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<<script>alert(1)//<</script>",
    "</p><script>alert(1)</script>",
    '@alice"onmouseover=alert(1)',
    "[@alice](javascript:alert(1))",
    "http://a.example/\"onmouseover='alert(1)'",
    "https://a.example/<script>alert(1)</script>",
    "\u202ehttp://a.example\u202c <b\x00>",
]
ALLOWED_TAGS = {*markdown.ARTICLE_TAGS}
ALLOWED_ATTRIBUTES = {
    "href",
    "title",
    "class",
    "rel",
    "src",
    "alt",
    "loading",
    "decoding",
    "start",
    "align",
    "id",
    "tabindex",
}


class SafeHtmlParser(HTMLParser):
    """An HTML parser that raises `AssertionError` for a forbidden tag, attribute or URL."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ALLOWED_TAGS, tag
        for name, value in attrs:
            assert name in ALLOWED_ATTRIBUTES, name
            if name == "href":
                assert urlsplit(value or "").scheme in {"", "http", "https", "mailto"}
            if name == "src":
                assert (value or "").startswith(("http://", "https://", "/media/"))
            if name == "class":
                assert value == "mention" or (value or "").startswith("language-")
                assert " " not in (value or "")
            if name == "id":
                assert (value or "").startswith("h-")

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(decl)


def assert_safe(html: str) -> None:
    parser = SafeHtmlParser()
    parser.feed(html)
    parser.close()


@pytest.mark.parametrize("attack", ATTACKS)
def test_known_xss_attacks_produce_safe_html(attack: str) -> None:
    assert_safe(markup.render(attack))
    assert_safe(markup.render_comment(attack, {"alice": "/alice"}))


@given(
    st.lists(
        st.sampled_from([*ATTACKS, "\n", "\n\n", "> ", "- ", "`", "**", "[", "](", ")", "<"]),
        max_size=8,
    )
)
def test_combinations_of_xss_attacks_produce_safe_html(pieces: list[str]) -> None:
    assert_safe(markup.render("".join(pieces)))
    assert_safe(markup.render_comment("".join(pieces), {"alice": "/alice"}))


@given(st.text(max_size=200))
def test_any_text_is_rendered_to_safe_html(text: str) -> None:
    assert_safe(markup.render(text))
    assert len(markup.excerpt(text, 40)) <= 40
    assert markup.extract_mentions(text) == list(dict.fromkeys(markup.extract_mentions(text)))


def test_html_in_markdown_is_shown_as_text() -> None:
    assert markup.render("2 <b>3</b>") == "<p>2 &lt;b&gt;3&lt;/b&gt;</p>\n"


def test_links_in_user_text_have_nofollow() -> None:
    assert 'rel="nofollow ugc noopener"' in markup.render("see https://a.example/x")


def test_file_names_and_email_addresses_do_not_become_links() -> None:
    assert "<a" not in markup.render("run main.py or write to me@a.example")


def test_images_load_lazily() -> None:
    html = markup.render("![a cat](/media/cat.webp)")
    assert html.startswith('<p><img src="/media/cat.webp" alt="a cat" ')
    assert 'loading="lazy"' in html
    assert 'decoding="async"' in html


def test_an_image_from_a_disallowed_url_becomes_its_alt_text() -> None:
    assert markup.render("![a cat](/logout)") == "<p>a cat</p>\n"


def test_headings_have_ids_and_start_at_h2() -> None:
    html = markup.render("# Тесто\n\n## Тесто\n\n### ???")
    assert '<h2 id="h-testo">Тесто</h2>' in html
    assert '<h2 id="h-testo-2">' in html
    assert '<h3 id="h-section">' in html


def test_code_blocks_have_only_a_language_class() -> None:
    assert '<code class="language-c++">a &lt; b' in markup.render("```c++ onclick=1\na < b\n```")


def test_scrollable_blocks_are_focusable() -> None:
    html = markup.render("```\na\n```\n\n| a |\n|---|\n| b |")
    assert '<pre tabindex="0">' in html
    assert '<table tabindex="0">' in html
    assert '<pre tabindex="0">' in markup.render_comment("```\na\n```", {})


def test_table_cells_are_aligned_with_an_html_attribute() -> None:
    html = markup.render("| a |\n|--:|\n| ~~b~~ |")
    assert '<th align="right">a</th>' in html
    assert "<s>b</s>" in html


def test_comments_have_line_breaks_but_no_headings_tables_or_images() -> None:
    html = markup.render_comment("# a\nb\n\n![x](https://a.example/x.png)\n\n|a|\n|-|", {})
    assert "<p># a<br>\nb</p>" in html
    assert not any(tag in html for tag in ("<h", "<img", "<table"))


def test_mentions_of_existing_users_become_links() -> None:
    html = markup.render_comment("@Alice and @unknown", {"alice": "/alice"})
    assert '<a class="mention" href="/alice"' in html
    assert ">@Alice</a> and @unknown" in html


@pytest.mark.parametrize(
    ("text", "slugs"),
    [
        ("@Alice, @bob: **@charlie_x**!", ["alice", "bob", "charlie_x"]),
        ("@alice @ALICE", ["alice"]),
        ("(@alice)\n@bob", ["alice", "bob"]),
        ("> @alice", ["alice"]),
        ("alice@example.com and me@bob", []),
        ("`@alice`\n\n```\n@bob\n```", []),
        ("[@alice](https://a.example) https://a.example/@bob", []),
        ("@al @" + "x" * 31, []),
        (r"\@alice", []),
        ("no one", []),
    ],
)
def test_mentioned_usernames_are_extracted_from_a_text(text: str, slugs: list[str]) -> None:
    assert markup.extract_mentions(text) == slugs


def test_an_excerpt_is_plain_text_that_is_cut_between_words() -> None:
    text = "# Bread\n\nFlour, *water*\nand [time](https://a.example) `now`\n\n![x](/media/x)\n\nEnd"
    assert markup.excerpt(text, 200) == "Bread Flour, water and time now End"
    assert markup.excerpt(text, 20) == "Bread Flour, water…"
    assert markup.excerpt("x" * 30, 10) == "x" * 9 + "…"
    assert markup.excerpt("", 10) == ""


def test_reading_time_is_estimated_and_is_at_least_one_minute() -> None:
    assert markup.estimate_reading_minutes("") == 1
    assert markup.estimate_reading_minutes("word " * 238 * 3) == 3
    assert markup.estimate_reading_minutes("汉" * 1_100) == 3


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Щи да каша — пища наша!", "shchi-da-kasha-pishcha-nasha"),
        ("Don't panic: it's 42", "dont-panic-its-42"),
        ("Crème brûlée", "creme-brulee"),
        ("日本", "riben"),
        ("?!", ""),
    ],
)
def test_titles_become_slugs(title: str, slug: str) -> None:
    assert markup.slugify(title) == slug


def test_a_long_slug_is_cut_between_words() -> None:
    assert markup.slugify("one two three", max_length=9) == "one-two"
    assert markup.slugify("onetwothree", max_length=9) == "onetwothr"


@pytest.mark.parametrize("piece", ["[", "![", "*a ", "> ", "<a ", "`a``", "@abc ", "http://"])
def test_rendering_time_grows_linearly_with_the_length_of_the_text(piece: str) -> None:
    # A parser with quadratic time needs a hundred times as long for ten times the input.
    def measure_seconds(length: int) -> float:
        text = (piece * length)[:length]
        return min(_measure_rendering_seconds(text) for _ in range(3))

    assert measure_seconds(40_000) < 40 * measure_seconds(4_000) + 0.05


def _measure_rendering_seconds(text: str) -> float:
    started_at = time.process_time()
    markup.render(text)
    return time.process_time() - started_at


PROSE = "A *fine* day for [bread](https://a.example/x), `flour` and **salt**; nothing else.\n\n"


@pytest.mark.parametrize(
    "piece",
    ["://", "a://", "http://", "https://a.b/", "x http:// ", "[", "![", "![a](b", "[a](", "*_"],
)
def test_repeated_markup_does_not_render_much_slower_than_prose(piece: str) -> None:
    text, prose = ((source * 20_000)[:20_000] for source in (piece, PROSE))
    text_seconds = min(_measure_rendering_seconds(text) for _ in range(2))
    assert text_seconds < 12 * max(_measure_rendering_seconds(prose) for _ in range(2))


async def test_a_long_article_is_rendered_in_a_thread_and_cached() -> None:
    text = PROSE * 60
    assert len(text) > markup.SYNC_RENDER_LIMIT
    markup._render_long.cache_clear()
    assert await markup.render_async(text) == await markup.render_async(text) == markup.render(text)
    assert markup._render_long.cache_info().hits == 1
