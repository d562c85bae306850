"""Tests of texts with plain values, as HTML and as components, and with Vars."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import reflex as rx

from community import i18n
from community.core import clock
from community.domain.posts.schemas import PostCard
from community.i18n import formats
from community.rendering import (
    el,
    html_output,
    initials,
    plural_text,
    relative_time,
    rich_text,
    short_count,
)

POST: Any = rx.Var("post", _var_type=PostCard).guess_type()


@pytest.fixture
def as_html() -> Iterator[None]:
    with html_output():
        yield


def get_imports(var: object) -> set[tuple[str, str]]:
    """Return the modules and the names that the expression of a Var imports."""
    assert isinstance(var, rx.Var)
    data = var._get_all_var_data()
    assert data is not None
    return {(library, str(tag.tag)) for library, tags in data.imports for tag in tags}


@pytest.mark.parametrize(("number", "text"), [(0, "0"), (950, "950"), (1_290, "1.2K")])
def test_short_count(number: int, text: str) -> None:
    assert short_count(number) == text


def test_short_count_of_a_var_is_computed_in_the_browser() -> None:
    count = short_count(POST.comments_count)
    assert str(count) == '(shortCount(post?.["comments_count"]))'
    assert get_imports(count) == {("$/public/ui/formats.js", "shortCount")}


def test_initials() -> None:
    assert initials("Вера Андреевна Константинопольская") == "ВА"
    name = initials(POST.author.name)
    assert str(name) == '(initials(post?.["author"]?.["name"]))'
    assert get_imports(name) == {("$/public/ui/formats.js", "initials")}


@pytest.mark.parametrize(("number", "text"), [(0, "0 comments"), (1, "1 comment")])
def test_plural_text(number: int, text: str) -> None:
    assert plural_text("{n} comment", "{n} comments", number) == text


def test_plural_text_with_values() -> None:
    assert plural_text("{name}: {n} post", "{name}: {n} posts", 2, name="Ida") == "Ida: 2 posts"


def test_plural_text_of_a_var_is_computed_in_the_browser() -> None:
    text = plural_text("{n} comment", "{n} comments", POST.comments_count, name=POST.title)
    assert str(text) == (
        '(pluralText(["{n} comment", "{n} comments"], post?.["comments_count"], '
        '({ ["name"] : post?.["title"] })))'
    )
    assert get_imports(text) == {("$/public/ui/i18n.js", "pluralText")}


def test_plural_text_of_a_var_contains_the_forms_of_the_site_language() -> None:
    with i18n.override("ru"):
        text = str(plural_text("{n} comment", "{n} comments", POST.comments_count))
        forms = i18n.plural_forms("{n} comment", "{n} comments")
    assert len(forms) == 3
    assert all(form in text.encode().decode("unicode_escape") for form in forms)


def test_rich_text_replaces_placeholders_by_nodes(as_html: None) -> None:
    text = rich_text("{who} & saved {time}!", who="<Ida>", time=el.b("now"))
    assert text == "&lt;Ida&gt; &amp; saved <b>now</b>!"


def test_rich_text_with_plain_values_on_a_live_page() -> None:
    assert str(rich_text("Saved {time}.", time=el.b("now"))) == (
        'jsx(Fragment,{},"Saved ",jsx("b",{},"now"),".")'
    )


def test_rich_text_splits_a_var_at_its_placeholder() -> None:
    text = rich_text(POST.title, count=el.b(POST.comments_count))
    assert str(text) == (
        'jsx(Fragment,{},post?.["title"].split("{count}")?.at?.(0),'
        'jsx("b",{},post?.["comments_count"]),post?.["title"].split("{count}")?.at?.(1))'
    )


def test_rich_text_of_a_var_has_only_one_placeholder() -> None:
    with pytest.raises(ValueError, match="too many values"):
        rich_text(POST.title, a="1", b="2")


def test_relative_time_is_text_in_html(as_html: None) -> None:
    at = clock.now() - timedelta(minutes=5, seconds=10)
    assert relative_time(at, "small") == (
        f'<time class="small" datetime="{clock.format_iso(at)}" '
        f'title="{formats.format_full_time(at)}">5 min</time>'
    )


def test_relative_time_is_updated_on_live_pages() -> None:
    """Check that a plain time is not compiled as a text, which would never change."""
    at = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert str(relative_time(at, "small", in_sentence=True)) == (
        'jsx(RelativeTime,{at:"2026-01-02T03:04:05.000Z",className:"small",inSentence:true},)'
    )
    assert str(relative_time(POST.created_at, "small")) == (
        'jsx(RelativeTime,{at:post?.["created_at"],className:"small",inSentence:false},)'
    )
