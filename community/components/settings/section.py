"""The layout of a section on the settings page, and the links to all sections."""

import reflex as rx

from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, el, present
from community.rendering.elements import is_html_output
from community.styles import display
from community.styles import settings as styles
from community.styles.settings import PageSection


class _SectionLinks(rx.Component):
    """Links to the sections. The link to the section in view is marked as current.

    The script of the links is `assets/ui/settings/section_links.js`.
    """

    library = "$/public/ui/settings/section_links.js"
    tag = "SectionLinks"
    label: rx.Var[str]
    links: rx.Var[list[list[str]]]
    class_names: rx.Var[dict[str, str]]


class _FocusManagedList(rx.Component):
    """List that moves the keyboard focus when the focused row is removed.

    Its script is `assets/ui/settings/focus_managed_list.js`.
    """

    library = "$/public/ui/settings/focus_managed_list.js"
    tag = "FocusManagedList"
    heading_id: rx.Var[str]


def settings_sign_in_prompt(button: Node) -> Node:
    return ui.empty_state(
        _("Sign in to see your settings"),
        _("Manage your profile, notifications and devices"),
        icon_name="settings",
        action=button,
    )


def section_placeholders() -> Node:
    """Return the sections with their headings, which are shown while the settings are loading."""
    placeholder = ui.skeleton(styles.SECTION_PLACEHOLDER)
    sections = [settings_section(definition, placeholder) for definition in styles.SECTIONS]
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
    return _FocusManagedList.create(
        *children, heading_id=_heading_id(definition), class_name=class_name
    )


def horizontal_section_links() -> Node:
    return _section_links(
        {
            "nav": styles.SECTION_NAV,
            "list": styles.SECTION_NAV_LIST,
            "link": styles.SECTION_NAV_LINK,
        }
    )


def sidebar_section_links() -> Node:
    return _section_links({"nav": "", "list": styles.SIDEBAR_LIST, "link": styles.SIDEBAR_LINK})


def _section_links(class_names: dict[str, str]) -> Node:
    if is_html_output():
        return _static_section_links(class_names)
    links = [[definition.anchor, _(definition.name)] for definition in styles.SECTIONS]
    return _SectionLinks.create(
        label=_("Settings"), links=rx.Var.create(links), class_names=rx.Var.create(class_names)
    )


def _static_section_links(class_names: dict[str, str]) -> Node:
    """Return the elements that the script of `_SectionLinks` creates."""
    links = [
        el.a(
            _(definition.name),
            href=f"#{definition.anchor}",
            class_name=class_names["link"],
            aria_current=False,
        )
        for definition in styles.SECTIONS
    ]
    return el.nav(
        el.div(links, class_name=class_names["list"]),
        class_name=class_names["nav"],
        aria_label=_("Settings"),
    )


def _heading_id(definition: PageSection) -> str:
    return f"{definition.anchor}-title"
