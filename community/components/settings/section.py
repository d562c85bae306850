"""The layout of a section on the settings page, and the links to all sections."""

from collections.abc import Callable
from functools import partial
from typing import Any

import reflex as rx

from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, el, present, react_component, when
from community.rendering.elements import is_html_output
from community.styles import settings as styles
from community.styles.settings import PageSection
from community.styles.ui import display

_SectionLinks = react_component("settings/section_links.js", "SectionLinks")


_FocusManagedList = react_component("settings/focus_managed_list.js", "FocusManagedList")


def section_placeholders(*, shows_plans: Any) -> Node:
    """Return the sections with their headings, which are shown while the settings are loading."""
    placeholder = ui.skeleton(styles.SECTION_PLACEHOLDER)
    sections = _build_each(
        lambda section: settings_section(section, placeholder), shows_plans=shows_plans
    )
    return el.div(sections, class_name=styles.STACK)


def settings_section(definition: PageSection, *children: Node) -> Node:
    return el.section(
        el.h2(
            _(definition.name),
            id=_heading_id(definition),
            tab_index=-1,
            class_name=display.CARD_TITLE,
        ),
        present(definition.hint, lambda hint: el.p(_(hint), class_name=display.CARD_HINT)),
        el.div(*children, class_name=styles.SECTION_BODY),
        id=definition.anchor,
        class_name=styles.SECTION,
        aria_labelledby=_heading_id(definition),
        data_section="",
    )


def settings_group(title: str, hint: str, *children: rx.Component) -> rx.Component:
    return rx.el.div(
        rx.el.h3(title, class_name=styles.GROUP_TITLE),
        rx.el.p(hint, class_name=styles.GROUP_TEXT),
        rx.el.div(*children, class_name=styles.SECTION_BODY),
        class_name=styles.GROUP,
    )


def focus_managed_list(
    definition: PageSection, *children: rx.Component, class_name: str
) -> rx.Component:
    """Return a list whose rows can be removed.

    When the row with the keyboard focus is removed, the focus moves to the next row. If no row is
    left, the focus moves to the heading of the section.
    """
    return _FocusManagedList(*children, heading_id=_heading_id(definition), class_name=class_name)


def horizontal_section_links(*, shows_plans: Any, shows_private: Any = True) -> Node:
    return _section_links(
        styles.SECTION_NAV,
        styles.SECTION_NAV_LIST,
        styles.SECTION_NAV_LINK,
        shows_plans,
        shows_private,
    )


def sidebar_section_links(*, shows_plans: Any, shows_private: Any = True) -> Node:
    return _section_links("", styles.SIDEBAR_LIST, styles.SIDEBAR_LINK, shows_plans, shows_private)


def _build_each(
    build: Callable[[PageSection], Node], *, shows_plans: Any, shows_private: Any = True
) -> list[Node]:
    def build_if_shown(section: PageSection) -> Node:
        if section is styles.SUBSCRIPTION:
            return when(shows_plans, partial(build, section))
        if section in styles.PRIVATE_SECTIONS:
            return when(shows_private, partial(build, section))
        return build(section)

    return [build_if_shown(section) for section in styles.SECTIONS]


def _section_links(
    nav_class: str, list_class: str, link_class: str, shows_plans: Any, shows_private: Any
) -> Node:
    """Return links to the sections. A script marks the link to the section in view as current."""

    def build_link(section: PageSection) -> Node:
        return el.a(
            _(section.name),
            href=f"#{section.anchor}",
            class_name=link_class,
            aria_current=False,
            # The browser and not the router scrolls to the section.
            custom_attrs={"reloadDocument": True},
        )

    links = _build_each(build_link, shows_plans=shows_plans, shows_private=shows_private)
    nav = el.nav(
        el.div(links, class_name=list_class), class_name=nav_class, aria_label=_("Settings")
    )
    return nav if is_html_output() else _SectionLinks(nav)


def _heading_id(definition: PageSection) -> str:
    return f"{definition.anchor}-title"
