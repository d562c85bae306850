"""Tabs: links to sibling pages, or panels of one page."""

from typing import Any

import reflex as rx

from community.components.ui.props import PREFETCHED, Flag, Text
from community.looks import bits as looks


def link_tabs(*tabs: rx.Component, label: Text) -> rx.Component:
    """A row of `link_tab`; `label` says what they choose."""
    return rx.el.nav(*tabs, class_name=looks.TABS, custom_attrs={"aria-label": label})


def link_tab(text: Text, *, href: Text, current: Flag) -> rx.Component:
    """A page of its own; the current one is marked."""
    is_var = isinstance(current, rx.Var)
    page = rx.cond(current, "page", "false") if is_var else "page" if current else "false"
    return rx.el.a(
        text, href=href, class_name=looks.TAB, custom_attrs={"aria-current": page, **PREFETCHED}
    )


def tab_list(*tabs: rx.Component, label: Text) -> rx.Component:
    """A row of `tab`; the arrow keys walk it (`assets/behaviour.js`)."""
    return rx.el.div(
        *tabs, class_name=looks.TABS, role="tablist", custom_attrs={"aria-label": label}
    )


def tab(text: Text, *, panel: str, selected: Flag, **props: Any) -> rx.Component:
    """Shows `tab_panel(panel)`; `on_click` selects it."""
    return rx.el.button(
        text,
        type="button",
        role="tab",
        id=f"tab-{panel}",
        tab_index=rx.cond(selected, 0, -1) if isinstance(selected, rx.Var) else selected - 1,
        class_name=looks.TAB,
        custom_attrs={"aria-selected": selected, "aria-controls": f"panel-{panel}"},
        **props,
    )


def tab_panel(*children: rx.Component, panel: str, selected: Flag) -> rx.Component:
    """What a tab shows."""
    return rx.el.div(
        *children,
        role="tabpanel",
        id=f"panel-{panel}",
        hidden=~selected if isinstance(selected, rx.Var) else not selected,
        custom_attrs={"aria-labelledby": f"tab-{panel}"},
    )
