"""Placeholders shown while a page loads."""

from community.components import ui
from community.rendering import Node, el, group
from community.styles.ui import display as styles

ROW_COUNT = 3


def list_skeleton() -> Node:
    row = el.div(
        ui.skeleton(styles.BYLINE),
        ui.skeleton(styles.TITLE),
        ui.skeleton(styles.LINE),
        ui.skeleton(styles.LAST_LINE),
        class_name=styles.ROW,
    )
    return el.div(*(row for _ in range(ROW_COUNT)), class_name=styles.PAGE, aria_busy="true")


def article_skeleton() -> Node:
    return el.div(
        ui.skeleton(styles.HEADLINE),
        ui.skeleton(styles.BYLINE),
        *(ui.skeleton(styles.LINE) for _ in range(2 * ROW_COUNT)),
        class_name=f"{styles.PAGE} {styles.ARTICLE}",
    )


def header_skeleton() -> Node:
    header = el.div(
        ui.skeleton(styles.HEADER),
        ui.skeleton(styles.TITLE),
        ui.skeleton(styles.LAST_LINE),
        class_name=f"{styles.PAGE} {styles.ARTICLE}",
    )
    return group(header, list_skeleton())
