"""The layout of a section on the settings page, and the links to all sections."""

import reflex as rx

from community.i18n import gettext as _
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


def settings_section(definition: PageSection, *children: rx.Component) -> rx.Component:
    return rx.el.section(
        rx.el.h2(
            _(definition.name),
            id=_heading_id(definition),
            tab_index=-1,
            class_name=display.CARD_TITLE,
        ),
        *([rx.el.p(_(definition.hint), class_name=display.CARD_HINT)] if definition.hint else []),
        rx.el.div(*children, class_name=styles.SECTION_BODY),
        id=definition.anchor,
        class_name=styles.SECTION,
        custom_attrs={"aria-labelledby": _heading_id(definition), "data-section": ""},
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


def horizontal_section_links() -> rx.Component:
    return _section_links(
        {
            "nav": styles.SECTION_NAV,
            "list": styles.SECTION_NAV_LIST,
            "link": styles.SECTION_NAV_LINK,
        }
    )


def sidebar_section_links() -> rx.Component:
    return _section_links({"nav": "", "list": styles.SIDEBAR_LIST, "link": styles.SIDEBAR_LINK})


def _section_links(class_names: dict[str, str]) -> rx.Component:
    links = [[definition.anchor, _(definition.name)] for definition in styles.SECTIONS]
    return _SectionLinks.create(
        label=_("Settings"), links=rx.Var.create(links), class_names=rx.Var.create(class_names)
    )


def _heading_id(definition: PageSection) -> str:
    return f"{definition.anchor}-title"
