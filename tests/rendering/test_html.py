"""Tests of the HTML that `el` creates inside `html_output()`."""

from collections.abc import Callable, Iterator

import pytest
import reflex as rx
from markupsafe import Markup

from community.rendering import el, group, html, html_output, sanitized_html


@pytest.fixture(autouse=True)
def as_html(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Create HTML in each test, without attributes that other tests have cached."""
    monkeypatch.setattr(html, "_attribute_cache", {})
    with html_output():
        yield


def test_texts_are_escaped() -> None:
    assert el.p("<b> & \"x\" 'y'") == "<p>&lt;b&gt; &amp; &#34;x&#34; &#39;y&#39;</p>"


@pytest.mark.parametrize("name", ["title", "class_name"])
@pytest.mark.parametrize("kind", [str, Markup])
def test_attributes_are_always_escaped(name: str, kind: type[str]) -> None:
    attributes = {name: kind("\"><script>&'")}
    for _ in range(2):  # the second time, the value of `class_name` is cached
        assert el.p(**attributes).endswith('="&#34;&gt;&lt;script&gt;&amp;&#39;"></p>')


def test_elements_and_markup_are_not_escaped() -> None:
    assert el.p(el.b("a"), Markup("<i>b</i>")) == "<p><b>a</b><i>b</i></p>"


def test_elements_are_markup() -> None:
    assert type(el.p("a")) is Markup
    assert type(group("a", "<")) is Markup
    assert group("a", "<") == "a&lt;"


def test_sanitized_html_is_not_escaped() -> None:
    assert (
        sanitized_html("<b>a</b> &amp;", "prose")
        == '<div class="prose" dir="auto"><b>a</b> &amp;</div>'
    )


@pytest.mark.parametrize("tag", sorted(html.VOID_TAGS))
def test_void_elements_have_no_end_tag(tag: str) -> None:
    assert getattr(el, tag)(id="a") == f'<{tag} id="a">'


def test_other_empty_elements_have_an_end_tag() -> None:
    assert el.span() == "<span></span>"
    assert el.textarea() == "<textarea></textarea>"


def test_attributes_that_are_none_or_false_are_omitted() -> None:
    assert el.a(href=None, disabled=False, hidden=True, title="") == '<a hidden title=""></a>'


def test_aria_attributes_can_be_false() -> None:
    button = el.button(aria_pressed=False, aria_expanded=True, aria_label=None)
    assert button == '<button aria-pressed="false" aria-expanded="true"></button>'


def test_zero_is_not_false() -> None:
    assert el.p(0, tab_index=0) == '<p tabindex="0">0</p>'
    assert el.p(tab_index=False) == "<p></p>"
    assert el.p(tab_index=True) == "<p tabindex></p>"
    assert el.p(tab_index=1) == '<p tabindex="1"></p>'


def test_handlers_and_attributes_of_live_pages_are_omitted() -> None:
    button = el.button(
        "a", on_click=rx.noop(), on_key_down=rx.noop(), custom_attrs={"onDrag": rx.Var("drag")}
    )
    assert button == "<button>a</button>"


def test_attribute_names_are_those_of_html() -> None:
    assert el.label(class_name="a", html_for="b", data_tooltip="c", tab_index=-1) == (
        '<label class="a" for="b" data-tooltip="c" tabindex="-1"></label>'
    )
    assert el.time(date_time="a") == '<time datetime="a"></time>'
    assert el.svg(view_box="a") == '<svg viewBox="a"></svg>'
    assert el.img(fetch_priority="a", width=2) == '<img fetchpriority="a" width="2">'
    assert el.input(max_length=3, input_mode="a") == '<input maxlength="3" inputmode="a">'


@pytest.mark.parametrize("create", [group, lambda *children: el.p(*children)[3:-4]])
def test_nested_lists_are_flattened(create: Callable[..., Markup]) -> None:
    children = ["a", [el.b("b"), ("<", [None, ["c"]])], [], None, False]
    assert create(*children) == "a<b>b</b>&lt;c"


def test_the_attribute_cache_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "MAX_CACHED_ATTRIBUTES", 2)
    for number in range(5):
        assert el.p(class_name=f"a{number}") == f'<p class="a{number}"></p>'
    assert len(html._attribute_cache) == 2
