"""The heading at the top of a page."""

from community.rendering import Node, el, present
from community.styles import layout as styles


def page_heading(title: str, intro: str = "", *actions: Node) -> Node:
    return el.header(
        el.div(
            el.h1(title, class_name=styles.PAGE_TITLE),
            present(intro, lambda text: el.p(text, class_name=styles.PAGE_INTRO)),
        ),
        *actions,
        class_name=styles.PAGE_HEADING,
    )
