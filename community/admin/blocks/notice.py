"""A line above the content of a section that explains its state."""

from community.components import ui
from community.rendering import Node, el
from community.styles.admin import frame as styles
from community.styles.ui.icons import IconName


def notice(*children: Node, icon_name: IconName = "info") -> Node:
    return el.p(ui.icon(icon_name), el.span(*children), class_name=styles.NOTICE)


def notice_link(label: str, href: str) -> Node:
    return el.a(label, href=href, class_name=styles.NOTICE_LINK)
