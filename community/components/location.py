"""Reflex Vars that the browser computes, such as the current path, and a redirect component."""

from typing import Any, cast

import reflex as rx

from community import urls
from community.components.ui import Flag, Text
from community.reflex_adapter.build_plugins.pushes import PUSHES_LIBRARY
from community.reflex_adapter.vars import hook_var, js_function
from community.rendering import react_component
from community.state.pages.layout import LayoutState

LIBRARY = "$/public/ui/location.js"


def use_pathname() -> rx.Var[str]:
    return cast("rx.Var[str]", hook_var("pathname", "usePathname", LIBRARY, str))


def is_loaded(var: Any) -> rx.Var[bool]:
    return var != None  # noqa: E711  # compared in the browser


def is_current_path(path: rx.Var[str]) -> rx.Var[bool]:
    """Return a Var that tells whether `path` is the path of the current page.

    After navigation, the State can still contain the data of the previous page. Use this function
    to ignore such data.
    """
    return path == use_pathname()


def page_title(name: Text = "", *, is_ready: Flag = True) -> rx.Var[str]:
    """Return the title for the browser tab, which consists of the page name and the site name.

    While there are unread conversations, their number is before the title.

    Args:
        name: The name of the page. If it is empty, the title is the site name alone.
        is_ready: Whether `name` is loaded. Until then the browser keeps the current title.
    """
    unread_count = hook_var("unreadChats", "useUnreadChats", PUSHES_LIBRARY, int)
    title = js_function("pageTitle", LIBRARY).call(
        is_ready, name, LayoutState.site.name, unread_count
    )
    return cast("rx.Var[str]", title.to(str))


def tag_path(tag: Any) -> Any:
    """Return the URL of a tag, which can contain characters such as `#`."""
    if isinstance(tag, rx.Var):
        return js_function("tagPath", LIBRARY).call(tag).to(str)
    return urls.tag(tag)


_Redirect = react_component("redirect.js", "Redirect")


def redirect_component(url: rx.Var[str], *, replace: bool = False) -> rx.Component:
    """Return a component that opens `url` in the browser when `url` is not empty.

    If `replace` is true, the URL replaces the current entry of the browser history.
    """
    return _Redirect(to=url, replace=replace)
