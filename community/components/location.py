"""Reflex Vars that the browser computes, such as the current path, and a redirect component."""

from typing import Any

import reflex as rx
from reflex.vars import FunctionStringVar, VarData

from community.components.ui import Flag, Text
from community.state.layout import LayoutState

LIBRARY = "$/public/ui/location.js"


def create_hook_var(
    var_name: str,
    js_expression: str,
    library: str,
    hook_name: str,
    var_type: Any,
    *dependencies: rx.Var[Any],
) -> Any:
    """Return a Reflex Var that contains the result of a React hook.

    The compiled component contains the line `const {var_name} = {js_expression};`.

    Args:
        var_name: The name of the JavaScript constant. It must be unique within a component.
        js_expression: The JavaScript code that calls the hook.
        library: The module that exports the hook.
        hook_name: The name of the hook.
        var_type: The type of the returned Var.
        dependencies: The Vars used in `js_expression`.
    """
    data = VarData.merge(
        *(dependency._get_all_var_data() for dependency in dependencies),
        VarData(
            imports={library: [rx.ImportVar(tag=hook_name)]},
            hooks={f"const {var_name} = {js_expression};": None},
        ),
    )
    return rx.Var(var_name, _var_type=var_type, _var_data=data).guess_type()


def use_pathname() -> rx.Var[str]:
    return create_hook_var("pathname", "usePathname()", LIBRARY, "usePathname", str)


def is_loaded(var: Any) -> rx.Var[bool]:
    """Return a Var that tells whether the value of `var` is not None."""
    return var != None  # noqa: E711  # compared in the browser


def is_current_path(path: rx.Var[str]) -> rx.Var[bool]:
    """Return a Var that tells whether `path` is the path of the current page.

    After navigation, the State can still contain the data of the previous page. Use this function
    to ignore such data.
    """
    return path == use_pathname()


def page_title(name: Text = "", *, is_ready: Flag = True) -> rx.Var[str]:
    """Return the title for the browser tab, which consists of the page name and the site name.

    Args:
        name: The name of the page. If it is empty, the title is the site name alone.
        is_ready: Whether `name` is loaded. Until then the browser keeps the current title.
    """
    page_title: FunctionStringVar[Any] = FunctionStringVar.create(
        "pageTitle", _var_data=VarData(imports={LIBRARY: [rx.ImportVar(tag="pageTitle")]})
    )
    return page_title.call(is_ready, name, LayoutState.site_name).to(str)


class _Redirect(rx.Component):
    """Component that opens the URL `to` when `to` is not empty. Its script is `redirect.js`."""

    library = "$/public/ui/redirect.js"
    tag = "Redirect"
    to: rx.Var[str]
    replace: rx.Var[bool]


def redirect_component(url: rx.Var[str], *, replace: bool = False) -> rx.Component:
    """Return a component that opens `url` in the browser when `url` is not empty.

    If `replace` is true, the URL replaces the current entry of the browser history.
    """
    return _Redirect.create(to=url, replace=replace)
