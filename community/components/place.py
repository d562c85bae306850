"""What the browser knows of the page by itself: where it is, and what its tab is called."""

from typing import Any

import reflex as rx
from reflex.vars import FunctionStringVar, VarData

from community.components.ui import Flag, Text
from community.state.frame import Frame

LIBRARY = "$/public/ui/place.js"


def hooked(
    name: str, call: str, library: str, function: str, kind: Any, *parts: rx.Var[Any]
) -> Any:
    """A var of the browser: `const name = call`, where `function` comes from `library`.

    Args:
        parts: the vars that stand in the call.
    """
    data = VarData.merge(
        *(part._get_all_var_data() for part in parts),
        VarData(
            imports={library: [rx.ImportVar(tag=function)]},
            hooks={f"const {name} = {call};": None},
        ),
    )
    return rx.Var(name, _var_type=kind, _var_data=data).guess_type()


def pathname() -> rx.Var[str]:
    """The path in the address bar."""
    return hooked("pathname", "usePathname()", LIBRARY, "usePathname", str)


def known(var: Any) -> rx.Var[bool]:
    """Whether the server has said what it is."""
    return var != None  # noqa: E711  # compared in the browser


def is_here(path: rx.Var[str]) -> rx.Var[bool]:
    """Whether what was loaded for `path` is what this page is about, and not the page before."""
    return path == pathname()


def title(name: Text = "", *, ready: Flag = True) -> rx.Var[str]:
    """The title of the tab: the name of the page and of the site, as the document has it.

    Args:
        ready: whether `name` is known; until then the title stays as it is.
    """
    page_title: FunctionStringVar[Any] = FunctionStringVar.create(
        "pageTitle", _var_data=VarData(imports={LIBRARY: [rx.ImportVar(tag="pageTitle")]})
    )
    return page_title.call(ready, name, Frame.site_name).to(str)


class _Departure(rx.Component):
    """Goes to an address when there is one; see `assets/ui/departure.js`."""

    library = "$/public/ui/departure.js"
    tag = "Departure"
    to: rx.Var[str]
    replace: rx.Var[bool]


def departure(to: rx.Var[str], *, replace: bool = False) -> rx.Component:
    """Leads to `to` once there is one; with `replace` the way back leaves this page out."""
    return _Departure.create(to=to, replace=replace)
