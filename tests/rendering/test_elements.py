"""Tests of the choice between Reflex components and HTML, and of the components."""

import asyncio

import pytest
import reflex as rx
from markupsafe import Markup

from community.rendering import Node, cached_html, el, group, html_output, sanitized_html


def test_elements_are_html_only_inside_html_output() -> None:
    assert isinstance(el.p("a"), rx.Component)
    with html_output():
        with html_output():
            assert el.p("a") == "<p>a</p>"
        assert el.p("a") == "<p>a</p>"
    assert isinstance(el.p("a"), rx.Component)


def test_an_error_ends_html_output() -> None:
    with pytest.raises(ValueError, match="failed"), html_output():
        raise ValueError("failed")
    assert isinstance(el.p("a"), rx.Component)


async def test_html_output_affects_only_its_own_task() -> None:
    is_html, is_component = asyncio.Event(), asyncio.Event()

    async def create_html() -> Node:
        with html_output():
            is_html.set()
            await is_component.wait()
            return el.p("a")

    async def create_component() -> Node:
        await is_html.wait()
        component = el.p("a")
        is_component.set()
        return component

    async with asyncio.timeout(30):
        element, component = await asyncio.gather(create_html(), create_component())
    assert element == "<p>a</p>"
    assert isinstance(component, rx.Component)


def test_components_have_attributes_and_flattened_children() -> None:
    button = el.button(
        "a",
        [el.b("<"), ("c", [None, False])],
        title=None,
        on_click=None,
        aria_pressed=False,
        aria_label="d",
        data_tooltip="e",
        disabled=False,
        tab_index=-1,
        custom_attrs={"onClick": rx.Var("(() => open())")},
    )
    assert str(button) == (
        'jsx("button",{"aria-label":"d","aria-pressed":false,"data-tooltip":"e",disabled:false,'
        'onClick:(() => open()),tabIndex:-1},"a",jsx("b",{},"<"),"c")'
    )


def test_components_have_sizes_as_attributes() -> None:
    """Check attributes that Reflex would turn into styles."""
    attrs = {"loading": "lazy"}
    image = el.img(width=2, height="1", fetch_priority="high", custom_attrs=attrs)
    assert str(image) == ('jsx("img",{fetchPriority:"high",height:"1",loading:"lazy",width:2},)')
    assert attrs == {"loading": "lazy"}


def test_groups_of_components_are_fragments() -> None:
    assert str(group("a", ["b", None], el.i())) == 'jsx(Fragment,{},"a","b",jsx("i",{},))'


def test_components_contain_sanitized_html() -> None:
    assert '{ ["__html"] : "<b>a</b>" }' in str(sanitized_html("<b>a</b>", "prose"))


def test_html_is_cached_by_the_arguments() -> None:
    calls = []

    @cached_html(maxsize=10)
    def label(text: str, title: str = "") -> Node:
        calls.append(text)
        return el.p(text, title=title)

    with html_output():
        assert label("a") is label("a")
        assert label("a", title="b") == '<p title="b">a</p>'
        assert label("b") == '<p title="">b</p>'
    assert calls == ["a", "a", "b"]


def test_components_are_neither_cached_nor_used_as_html() -> None:
    @cached_html(maxsize=10)
    def label(text: str) -> Node:
        return el.p(text)

    first, second = label("a"), label("a")
    assert isinstance(first, rx.Component)
    assert first is not second
    with html_output():
        assert type(label("a")) is Markup
    assert isinstance(label("a"), rx.Component)


def test_the_html_cache_is_limited() -> None:
    calls = []

    @cached_html(maxsize=1)
    def label(text: str) -> Node:
        calls.append(text)
        return el.p(text)

    with html_output():
        for text in ("a", "b", "a"):
            label(text)
    assert calls == ["a", "b", "a"]
