"""What all sections share: their frame, and the way between them."""

import reflex as rx

from community.components.ui import Text
from community.looks import bits
from community.looks import settings as looks
from community.looks.settings import Section

_LINKS = rx.Var.create([[each.anchor, each.name] for each in looks.SECTIONS])


class _SectionLinks(rx.Component):
    """Marks the section that is being read; see `assets/ui/settings/section_links.js`."""

    library = "$/public/ui/settings/section_links.js"
    tag = "SectionLinks"
    label: rx.Var[str]
    links: rx.Var[list[list[str]]]
    looks: rx.Var[dict[str, str]]


class _ShrinkingList(rx.Component):
    """Focus moves on when a row goes; see `assets/ui/settings/shrinking_list.js`."""

    library = "$/public/ui/settings/shrinking_list.js"
    tag = "ShrinkingList"
    heading: rx.Var[str]


def section(about: Section, *children: rx.Component, text: Text = "") -> rx.Component:
    """One section under its heading; `text` stands in for a sentence that is only known later."""
    return rx.el.section(
        rx.el.h2(about.name, id=_title(about), tab_index=-1, class_name=bits.CARD_TITLE),
        *([rx.el.p(about.text or text, class_name=bits.CARD_HINT)] if about.text or text else []),
        rx.el.div(*children, class_name=looks.SECTION_BODY),
        id=about.anchor,
        class_name=looks.SECTION,
        custom_attrs={"aria-labelledby": _title(about), "data-section": ""},
    )


def group(title: str, text: str, *children: rx.Component) -> rx.Component:
    """A part of a section with a heading of its own."""
    return rx.el.div(
        rx.el.h3(title, class_name=looks.GROUP_TITLE),
        rx.el.p(text, class_name=looks.GROUP_TEXT),
        rx.el.div(*children, class_name=looks.SECTION_BODY),
        class_name=looks.GROUP,
    )


def shrinking(about: Section, *children: rx.Component, class_name: str) -> rx.Component:
    """Rows of that section that can be taken away."""
    return _ShrinkingList.create(*children, heading=_title(about), class_name=class_name)


def links_in_row() -> rx.Component:
    """Under the header, on phones and tablets."""
    look = {"frame": looks.ROW, "list": looks.ROW_LIST, "link": looks.ROW_LINK}
    return _SectionLinks.create(label=looks.TITLE, links=_LINKS, looks=rx.Var.create(look))


def links_beside() -> rx.Component:
    """Beside the sections, where there is room."""
    look = {"frame": "", "list": looks.RAIL_LIST, "link": looks.RAIL_LINK}
    return _SectionLinks.create(label=looks.TITLE, links=_LINKS, looks=rx.Var.create(look))


def _title(about: Section) -> str:
    return f"{about.anchor}-title"
