"""Vars whose values JavaScript code computes in the browser, and the Python types of Vars."""

from typing import Any, get_args

import reflex as rx
from reflex.vars import FunctionStringVar, FunctionVar, VarData


def without_none(value: rx.Var[Any]) -> Any:
    """Return the Var with a type that excludes None, which Reflex requires for most attributes.

    A Var whose type is not `X | None` is returned unchanged.
    """
    types = [kind for kind in get_args(value._var_type) if kind is not type(None)]
    return value.to(types[0]) if len(types) == 1 else value


def js_function(name: str, library: str) -> Any:
    """Return a Var that contains a JavaScript function. Its method `call` returns the result."""
    data = VarData(imports={library: [rx.ImportVar(tag=name)]})
    return FunctionStringVar.create(name, _var_data=data)


def js_returned_function(name: str, library: str, *arguments: Any) -> Any:
    """Return a Var of the function that calling a JavaScript function with `arguments` returns."""
    return js_function(name, library).call(*arguments).to(FunctionVar)


def js_expression(code: str, var_type: Any = Any) -> Any:
    """Return a Var of a JavaScript expression, into which Vars are inserted with an f-string."""
    return rx.Var(code, _var_type=var_type).guess_type()


def js_handler(name: str, library: str, *arguments: Any) -> Any:
    """Return an event handler that calls a JavaScript function with `arguments` in the browser."""
    call = js_function(name, library).call(*arguments)
    return js_expression(f"(() => {call})")


def hook_var(name: str, hook: str, library: str, var_type: Any, *arguments: Any) -> Any:
    """Return a Var that contains the result of a React hook.

    The compiled component contains the line `const {name} = {hook}({arguments});`.

    Args:
        name: The name of the JavaScript constant. It must be unique within a component.
    """
    call = js_function(hook, library).call(*arguments)
    constant = VarData(hooks={f"const {name} = {call!s};": None})
    data = VarData.merge(call._get_all_var_data(), constant)
    return rx.Var(name, _var_type=var_type, _var_data=data).guess_type()
