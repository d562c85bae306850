"""Contract tests for Vars: they fail if Reflex renders or merges Vars in another way."""

from typing import Any

import reflex as rx

from community.reflex_adapter.vars import (
    hook_var,
    js_expression,
    js_function,
    js_handler,
    without_none,
)

STATE_VAR = rx.State.is_hydrated


def list_imports(var: Any) -> dict[str, list[str]]:
    imports = var._get_all_var_data().imports
    return {library: [item.tag for item in items] for library, items in imports}


def list_hooks(var: Any) -> tuple[str, ...]:
    hooks: tuple[str, ...] = var._get_all_var_data().hooks
    return hooks


# The hook that reads the State in a component.
[STATE_HOOK] = list_hooks(STATE_VAR)


def test_a_function_call_imports_the_function_and_what_its_arguments_need() -> None:
    call = js_function("shortCount", "$/public/ui/formats.js").call(STATE_VAR, "text")
    assert str(call) == f'(shortCount({STATE_VAR!s}, "text"))'
    assert list_imports(call)["$/public/ui/formats.js"] == ["shortCount"]
    assert list_hooks(call) == (STATE_HOOK,)


def test_a_handler_calls_the_function_only_when_the_event_occurs() -> None:
    handler = js_handler("openForm", "$/public/ui/a.js", 7, STATE_VAR)
    assert str(handler) == f"(() => (openForm(7, {STATE_VAR!s})))"
    assert list_imports(handler)["$/public/ui/a.js"] == ["openForm"]
    assert list_hooks(handler) == (STATE_HOOK,)


def test_an_expression_needs_what_its_vars_need() -> None:
    expression = js_expression(f"{STATE_VAR} ? 1 : 2", int)
    assert str(expression) == f"{STATE_VAR!s} ? 1 : 2"
    assert expression._var_type is int
    assert list_hooks(expression) == (STATE_HOOK,)


def test_a_hook_is_called_after_the_hooks_of_its_arguments() -> None:
    var = hook_var("feed", "useFeed", "$/public/ui/feed.js", str, STATE_VAR)
    assert str(var) == "feed"
    assert list_hooks(var) == (STATE_HOOK, f"const feed = (useFeed({STATE_VAR!s}));")
    assert list_imports(var)["$/public/ui/feed.js"] == ["useFeed"]


def test_none_is_excluded_from_the_type_of_a_var() -> None:
    assert without_none(rx.Var("a", _var_type=int | None))._var_type is int
    assert without_none(rx.Var("a", _var_type=str))._var_type is str
