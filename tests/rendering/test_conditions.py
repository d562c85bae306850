"""Tests of conditions and loops with plain values, as HTML and as components, and with Vars."""

from collections.abc import Iterator
from typing import Any, NoReturn

import pytest
import reflex as rx

from community.domain.posts.schemas import PostCard
from community.rendering import (
    Node,
    choose,
    choose_lazily,
    each,
    el,
    first_of,
    html_output,
    length,
    negate,
    present,
    switch,
    when,
)

POST: Any = rx.Var("post", _var_type=PostCard).guess_type()


def fail() -> NoReturn:
    pytest.fail("This result is not needed.")


@pytest.fixture
def as_html() -> Iterator[None]:
    with html_output():
        yield


@pytest.mark.parametrize(("test", "text"), [(True, "yes"), ("x", "yes"), (False, "no"), ("", "no")])
def test_when_calls_only_the_chosen_function(as_html: None, test: Any, text: str) -> None:
    results = {True: lambda: el.p("yes"), False: lambda: el.p("no")}
    results[not test] = fail
    assert when(test, results[True], results[False]) == f"<p>{text}</p>"


def test_when_returns_nothing_without_an_alternative() -> None:
    assert when(False, fail) is None


def test_when_with_a_plain_value_on_a_live_page() -> None:
    assert str(when(True, lambda: el.p("yes"), fail)) == 'jsx("p",{},"yes")'
    assert str(el.div(when(None, fail), when(True, lambda: "a"))) == 'jsx("div",{},"a")'


def test_when_with_a_var_compiles_both_results() -> None:
    assert str(when(POST.is_pinned, lambda: el.p("yes"), lambda: "no")) == (
        'jsx(Fragment,{},(post?.["is_pinned"]?(jsx(Fragment,{},jsx("p",{},"yes"))):'
        '(jsx(Fragment,{},"no"))))'
    )


def test_when_with_a_var_and_no_alternative() -> None:
    assert str(when(POST.is_pinned, lambda: ["a", None, el.b()])) == (
        'jsx(Fragment,{},(post?.["is_pinned"]?(jsx(Fragment,{},"a",jsx("b",{},))):'
        "(jsx(Fragment,{},))))"
    )


@pytest.mark.parametrize("value", [None, "", []])
def test_present_returns_nothing_for_an_empty_value(value: Any) -> None:
    assert present(value, lambda _value: fail()) is None


def test_present_passes_the_value() -> None:
    assert str(present("/a.png", lambda url: el.img(src=url))) == 'jsx("img",{src:"/a.png"},)'
    with html_output():
        assert present("/a.png", lambda url: el.img(src=url)) == '<img src="/a.png">'


def test_present_passes_a_var_whose_type_excludes_none() -> None:
    types = []

    def image(url: Any) -> Node:
        types.append(url._var_type)
        return el.img(src=url)

    assert POST.cover._var_type == str | None
    assert str(present(POST.cover, image)) == (
        'jsx(Fragment,{},(isTrue(post?.["cover"])?'
        '(jsx(Fragment,{},jsx("img",{src:post?.["cover"]},))):(jsx(Fragment,{},))))'
    )
    assert types == [str]


def test_choose() -> None:
    assert choose(True, "a", "b") == "a"
    assert choose(None, "a", "b") == "b"
    assert str(choose(POST.is_pinned, "a", "b")) == '(post?.["is_pinned"] ? "a" : "b")'
    assert str(el.p(class_name=choose(POST.is_pinned, "a", "b"))) == (
        'jsx("p",{className:(post?.["is_pinned"] ? "a" : "b")},)'
    )


def test_choose_lazily_calls_only_the_chosen_function() -> None:
    assert choose_lazily(1, lambda: "a", fail) == "a"
    assert choose_lazily(0, fail, lambda: "b") == "b"


def test_choose_lazily_with_a_var_compiles_both_results() -> None:
    chosen = choose_lazily(POST.author, lambda: f"By {POST.author.name}", lambda: "Deleted")
    assert str(chosen) == (
        '(isTrue(post?.["author"]) ? ("By "+post?.["author"]?.["name"]) : "Deleted")'
    )


@pytest.mark.parametrize(("value", "result"), [("draft", "A"), ("deleted", "B"), ("x", "C")])
def test_switch(value: str, result: str) -> None:
    assert switch(value, {"draft": "A", "deleted": "B"}, default="C") == result


def test_switch_with_a_var() -> None:
    expression = str(switch(POST.status, {"draft": "A", "deleted": "B"}, default="C"))
    assert expression.startswith('(() => { switch (JSON.stringify(post?.["status"])) {')
    for case in ('case JSON.stringify("draft"):  return ("A")', 'default:  return ("C")'):
        assert case in expression


def test_first_of() -> None:
    assert first_of("a", "b") == "a"
    assert first_of(None, "b") == first_of("", "b") == "b"
    assert str(first_of(POST.published_at, POST.created_at)) == (
        '(isTrue(post?.["published_at"]) ? post?.["published_at"] : post?.["created_at"])'
    )


def test_negate() -> None:
    assert negate("") is True
    assert negate("a") is False
    assert str(negate(POST.is_pinned)) == '!(post?.["is_pinned"])'


def test_length() -> None:
    assert length([]) == 0
    assert length(["a", "b"]) == 2
    assert str(length(POST.tags)) == 'post?.["tags"].length'
    assert str(length(POST.tags) > 1) == '(post?.["tags"].length > 1)'


class _Rows:
    """A class with a method as the row function, as the controls of a discussion have."""

    def row(self, item: str, prefix: str = "#") -> Node:
        return el.li(prefix, item)


def test_each(as_html: None) -> None:
    assert each(["a", "<"], _Rows().row) == "<li>#a</li><li>#&lt;</li>"
    assert each([], _Rows().row) == ""


def test_each_with_plain_values_on_a_live_page() -> None:
    assert str(each(["a", "b"], _Rows().row)) == (
        'jsx(Fragment,{},jsx("li",{},"#","a"),jsx("li",{},"#","b"))'
    )


def test_each_with_a_var_passes_only_the_item() -> None:
    expression = str(each(POST.tags, _Rows().row))
    assert expression.startswith('Array.prototype.map.call(post?.["tags"] ?? [],((item')
    assert expression.endswith('},"#",item_rx_state_))))')
