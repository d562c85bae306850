"""Tests that Markdown renders as expected and that no input produces unsafe HTML."""

import asyncio
import time
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import given, strategies as st
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from community.core.errors import Invalid
from community.core.processes.workers import WorkerPool
from community.core.text import markdown, markup, text_workers
from community.core.text.markdown import (
    MAX_HTML_BYTES,
    MAX_TABLE_CELLS,
    PLAYER_ORIGINS,
    TextTooComplex,
)
from community.core.text.markup import RenderedArticle, RenderedMessage
from community.core.text.slugs import slugify

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
    "dir",
    "target",
    "data-player",
}
ALLOWED_CLASSES = {"mention", "image-link", "video-link"}


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
                assert value in ALLOWED_CLASSES or (value or "").startswith("language-")
                assert " " not in (value or "")
            if name == "data-player":
                assert (value or "").startswith(PLAYER_ORIGINS)
            if name == "id":
                assert (value or "").startswith("h-")

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(decl)


def render(text: str) -> str:
    return RenderedArticle(text).html


def render_comment(text: str) -> str:
    return RenderedMessage(text).build_html({"alice": "/alice", "mention": "/mention"})


def assert_safe(html: str) -> None:
    parser = SafeHtmlParser()
    parser.feed(html)
    parser.close()


@pytest.mark.parametrize("attack", ATTACKS)
def test_known_xss_attacks_produce_safe_html(attack: str) -> None:
    assert_safe(render(attack))
    assert_safe(render_comment(attack))


@given(
    st.lists(
        st.sampled_from([*ATTACKS, "\n", "\n\n", "> ", "- ", "`", "**", "[", "](", ")", "<"]),
        max_size=8,
    )
)
def test_combinations_of_xss_attacks_produce_safe_html(pieces: list[str]) -> None:
    assert_safe(render("".join(pieces)))
    assert_safe(render_comment("".join(pieces)))


@given(st.text(max_size=200))
def test_any_text_is_rendered_to_safe_html(text: str) -> None:
    assert_safe(render(text))
    assert len(markup.excerpt(text, 40)) <= 40
    mentions = RenderedMessage(text).mentions
    assert mentions == list(dict.fromkeys(mentions))


def test_html_in_markdown_is_shown_as_text() -> None:
    assert render("2 <b>3</b>") == '<p dir="auto">2 &lt;b&gt;3&lt;/b&gt;</p>\n'


def test_links_in_user_text_have_nofollow() -> None:
    assert 'rel="nofollow ugc noopener"' in render("see https://a.example/x")


def test_file_names_and_email_addresses_do_not_become_links() -> None:
    assert "<a" not in render("run main.py or write to me@a.example")


def test_images_load_lazily() -> None:
    html = render("![a cat](/media/cat.webp)")
    assert '<img src="/media/cat.webp" alt="a cat" ' in html
    assert 'loading="lazy"' in html
    assert 'decoding="async"' in html


def test_an_image_from_a_disallowed_url_becomes_its_alt_text() -> None:
    assert render("![a cat](/logout)") == '<p dir="auto">a cat</p>\n'


def test_headings_have_ids_and_start_at_h2() -> None:
    html = render("# Тесто\n\n## Тесто\n\n### ???")
    assert '<h2 dir="auto" id="h-testo">Тесто</h2>' in html
    assert '<h2 dir="auto" id="h-testo-2">' in html
    assert '<h3 dir="auto" id="h-section">' in html


def test_code_blocks_have_only_a_language_class() -> None:
    assert '<code class="language-c++">a &lt; b' in render("```c++ onclick=1\na < b\n```")


def test_scrollable_blocks_are_focusable() -> None:
    html = render("```\na\n```\n\n| a |\n|---|\n| b |")
    assert '<pre tabindex="0">' in html
    assert '<table dir="auto" tabindex="0">' in html
    assert '<pre tabindex="0">' in render_comment("```\na\n```")


def test_table_cells_are_aligned_with_an_html_attribute() -> None:
    html = render("| a |\n|--:|\n| ~~b~~ |")
    assert '<th align="right">a</th>' in html
    assert "<s>b</s>" in html


def test_comments_have_line_breaks_but_no_headings_tables_or_images() -> None:
    html = render_comment("# a\nb\n\n![x](https://a.example/x.png)\n\n|a|\n|-|")
    assert '<p dir="auto"># a<br>\nb</p>' in html
    assert not any(tag in html for tag in ("<h", "<img", "<table"))


def test_mentions_of_existing_users_become_links() -> None:
    html = render_comment("@Alice and @unknown")
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
    assert RenderedMessage(text).mentions == slugs


def test_an_excerpt_is_plain_text_that_is_cut_between_words() -> None:
    text = "# Bread\n\nFlour, *water*\nand [time](https://a.example) `now`\n\n![x](/media/x)\n\nEnd"
    assert markup.excerpt(text, 200) == "Bread Flour, water and time now End"
    assert markup.excerpt(text, 20) == "Bread Flour, water…"
    assert markup.excerpt("x" * 30, 10) == "x" * 9 + "…"
    assert markup.excerpt("", 10) == ""


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Call `parse_text` or snake_case_name.", "Call parse_text or snake_case_name."),
        ("a snake\\_case\\_name", "a snake_case_name"),
        ("one&#x9;two&#x20;&amp; three", "one two & three"),
        ("Read [the *guide*](https://a.example/guide).", "Read the guide."),
        ("See https://www.a.example/a_b/c?d=1 first.", "See a.example first."),
        ("See <https://a.example/x>.", "See a.example."),
        ("Watch this.\n\nhttps://a.example/watch?v=1\n\nThen that.", "Watch this. Then that."),
        ("Words.\n\n[" + "x" * 1_500 + "](https://a.example/" + "y" * 2_000, "Words."),
    ],
)
def test_an_excerpt_contains_no_markup(text: str, plain: str) -> None:
    assert markup.excerpt(text, 200) == plain


def test_reading_time_is_estimated_and_is_at_least_one_minute() -> None:
    assert markup.estimate_reading_minutes("") == 1
    assert markup.estimate_reading_minutes("word " * 238 * 3) == 3
    assert markup.estimate_reading_minutes("汉" * 1_100) == 3


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Щи да каша — пища наша!", "shchi-da-kasha-pishcha-nasha"),
        ("Don't panic: it's 42", "dont-panic-its-42"),
        ("Ольга Объедкова", "olga-obedkova"),
        ("Crème brûlée", "creme-brulee"),
        ("日本", "riben"),
        ("?!", ""),
    ],
)
def test_titles_become_slugs(title: str, slug: str) -> None:
    assert slugify(title) == slug


def test_a_long_slug_is_cut_between_words() -> None:
    assert slugify("one two three", max_length=9) == "one-two"
    assert slugify("onetwothree", max_length=9) == "onetwothr"


@pytest.mark.parametrize("piece", ["[", "![", "*a ", "> > a\n", "<a ", "`a``", "@abc ", "http://"])
def test_rendering_time_grows_linearly_with_the_length_of_the_text(piece: str) -> None:
    # A parser with quadratic time needs a hundred times as long for ten times the input.
    def measure_seconds(length: int) -> float:
        text = (piece * length)[:length]
        return min(_measure_rendering_seconds(text) for _ in range(3))

    assert measure_seconds(40_000) < 40 * measure_seconds(4_000) + 0.05


def _measure_rendering_seconds(text: str) -> float:
    started_at = time.process_time()
    render(text)
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


async def test_a_long_text_and_a_table_are_rendered_in_a_worker_process() -> None:
    for text in (PROSE * 60, "| a |\n|---|\n| b |"):
        rendering = asyncio.create_task(markup.render_article(text))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not rendering.done()
        assert (await rendering).html == render(text)
    message = "@alice *writes* a lot. " * 100
    rendered = await markup.render_message(message)
    assert (rendered, rendered.mentions) == (RenderedMessage(message), ["alice"])


async def test_a_short_text_is_rendered_without_a_worker_process() -> None:
    assert len(PROSE * 5) <= markup.MAX_LENGTH_ON_EVENT_LOOP
    with pytest.raises(StopIteration):
        markup.render_article(PROSE * 5).send(None)


async def test_a_text_that_takes_too_long_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = WorkerPool(
        "community.core.text.worker_tasks",
        processes=1,
        max_waiting=1,
        wait_seconds=60,
        cpu_seconds=0.001,
        memory_bytes=text_workers.MEMORY_BYTES,
    )
    monkeypatch.setattr(text_workers, "get_pool", lambda: pool)
    with pytest.raises(Invalid) as caught:
        await markup.render_article(PROSE * 200, form_field="rules")
    assert list(caught.value.field_errors) == ["rules"]
    pool.stop()


def make_table(columns: int, rows: int, row: str = "a") -> str:
    """Return a table with a header and, below it, rows of one cell that the parser fills up."""
    return f"{'|a' * columns}|\n{'|-' * columns}|\n" + f"|{row}|\n" * (rows - 1)


# 65,000 cells in 1,446 characters. Seven of them in a comment blocked the server for 7 seconds.
TABLE_BOMB = "|a" * 181 + "\n" + "|-" * 181 + "\n" + "|\n" * 360


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (TABLE_BOMB, "cells"),
        ("\n".join([TABLE_BOMB] * 7), "cells"),
        (("\n".join([TABLE_BOMB] * 70))[:100_000], "cells"),
        (make_table(100, 21), "cells"),
        (make_table(1, 2_001), "cells"),
        ("\n".join([make_table(50, 20)] * 2) + "\n|a|\n|-|", "cells"),
        ("> > - " + make_table(2_001, 1).replace("\n", "\n> >   "), "cells"),
        ("> " * 101 + "a", "nesting"),
        ("> " * 50_000, "nesting"),
        ("+ " * 51 + "a", "nesting"),
        ("*a **b " * 51 + "c" + " b** a*" * 51, "nesting"),
        (f"[a]: http://a.example/{'x' * 2_000}\n\n" + "[a]" * 1_000, "size"),
        ("[a]:b\n\n" + "[a] " * 24_000, "size"),
    ],
)
def test_a_text_that_would_become_a_huge_document_is_too_complex(text: str, reason: str) -> None:
    with pytest.raises(TextTooComplex) as caught:
        render(text)
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    "text",
    [
        make_table(100, 20),
        make_table(1, 2_000),
        "\n".join([make_table(50, 20)] * 2),
        "```\n" + make_table(2_001, 1) + "```",
        "> " * 99 + "a",
        "+ " * 49 + "a",
        "&" * 100_000,
    ],
)
def test_a_text_below_the_limits_is_rendered(text: str) -> None:
    assert len(render(text)) <= MAX_HTML_BYTES


def test_a_row_that_ends_a_table_is_not_counted() -> None:
    """A list, a quote or a blank line ends a table, so the next lines are no rows."""
    for next_block in ("- a\n", "> a\n", "\na\n"):
        html = render(make_table(100, 20) + next_block * 50)
        assert html.count("<td") == 1_900


def test_the_cells_of_a_table_are_counted_before_they_are_created(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    count = 0
    push = StateBlock.push

    def count_and_push(self: StateBlock, *arguments: Any) -> Token:
        nonlocal count
        count += 1
        return push(self, *arguments)

    monkeypatch.setattr(StateBlock, "push", count_and_push)
    with pytest.raises(TextTooComplex):
        render("\n".join([TABLE_BOMB] * 70)[:100_000])
    assert count < 4 * MAX_TABLE_CELLS


def test_a_message_has_no_tables_and_therefore_no_limit_on_cells() -> None:
    text = "\n".join([TABLE_BOMB] * 6) + "\n@alice"
    assert RenderedMessage(text).mentions == ["alice"]
    assert len(render_comment(text)) < 30_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TABLE_BOMB, "Tables can have up to 2,000 cells in total. Remove some rows."),
        ("> " * 101 + "a", "Quotes, lists and formatting can be nested up to 100 levels."),
        (
            f"[a]: http://a.example/{'x' * 2_000}\n\n" + "[a]" * 1_000,
            "This text has too many links or too much formatting. Shorten it.",
        ),
    ],
)
async def test_a_text_that_is_too_complex_is_rejected_with_the_reason(
    text: str, message: str
) -> None:
    with pytest.raises(Invalid) as caught:
        await markup.render_article(text)
    assert caught.value.field_errors == {"text": [message]}


@pytest.mark.parametrize("kind", ["article", "message"])
def test_an_excerpt_is_short_for_any_text(kind: markup.Kind) -> None:
    """The sidebar and link previews show excerpts, so they must not fail for a valid text."""
    for text in (TABLE_BOMB, make_table(300, 7), "> " * 9 + "ab", "x" * 100_000):
        assert 1 < len(markup.excerpt(text, 120, kind=kind)) <= 120


def test_an_excerpt_of_a_message_shows_what_is_markup_only_in_articles() -> None:
    assert markup.excerpt("# 1 is *mine*\n\n|a|\n|-|", 50, kind="message") == "# 1 is mine |a| |-|"
    assert markup.excerpt("# One\n\ntwo", 50, has_headings=False) == "two"


def test_only_the_beginning_of_a_text_is_parsed_for_an_excerpt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parsed: list[str] = []
    parse = ParserInline.parse

    def record_and_parse(self: ParserInline, source: str, *arguments: Any) -> list[Token]:
        parsed.append(source)
        return parse(self, source, *arguments)

    monkeypatch.setattr(ParserInline, "parse", record_and_parse)
    markup.excerpt("One two three.\n\n" * 5_000, 20)
    assert parsed == ["One two three."] * 2


def test_a_mention_of_a_user_with_the_name_of_an_attribute_is_a_link() -> None:
    assert '<a class="mention" href="/mention"' in render_comment("@mention")
