"""Tabs: either links to related pages, or buttons that switch between panels of one page."""

from typing import Any

import reflex as rx

from community.components.ui.elements import PREFETCH_ATTRS, Flag, Text
from community.rendering import Node, choose, el
from community.styles.ui import display as styles


def link_tabs(*tabs: Node, label: Text) -> Node:
    return el.nav(*tabs, class_name=styles.TABS, aria_label=label)


def link_tab(text: Text, *, href: Text, current: Flag) -> Node:
    return el.a(
        text,
        href=href,
        class_name=styles.TAB,
        aria_current=choose(current, "page", "false"),
        custom_attrs=PREFETCH_ATTRS,
    )


def tab_list(*tabs: rx.Component, label: Text) -> rx.Component:
    """Return a row of tabs created with `tab`.

    The arrow keys move the focus between them (`assets/polyfills.js`).
    """
    return rx.el.div(
        *tabs, class_name=styles.TABS, role="tablist", custom_attrs={"aria-label": label}
    )


def tab(text: Text, *, panel: str, selected: Flag, **props: Any) -> rx.Component:
    """Return a tab that belongs to `tab_panel(panel)`.

    Pass an `on_click` handler that selects the tab.
    """
    return rx.el.button(
        text,
        type="button",
        role="tab",
        id=f"tab-{panel}",
        tab_index=rx.cond(selected, 0, -1) if isinstance(selected, rx.Var) else selected - 1,
        class_name=styles.TAB,
        custom_attrs={"aria-selected": selected, "aria-controls": f"panel-{panel}"},
        **props,
    )


def tab_panel(*children: rx.Component, panel: str, selected: Flag) -> rx.Component:
    return rx.el.div(
        *children,
        role="tabpanel",
        id=f"panel-{panel}",
        hidden=~selected if isinstance(selected, rx.Var) else not selected,
        custom_attrs={"aria-labelledby": f"tab-{panel}"},
    )
