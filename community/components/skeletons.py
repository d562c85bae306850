"""Placeholders shown while a page loads."""

import reflex as rx

from community.components import ui
from community.styles import skeleton as styles

ROW_COUNT = 3


def list_skeleton() -> rx.Component:
    row = rx.el.div(
        ui.skeleton(styles.BYLINE),
        ui.skeleton(styles.TITLE),
        ui.skeleton(styles.LINE),
        ui.skeleton(styles.LAST_LINE),
        class_name=styles.ROW,
    )
    return rx.el.div(*(row for _ in range(ROW_COUNT)), class_name=styles.PAGE)


def article_skeleton() -> rx.Component:
    return rx.el.div(
        ui.skeleton(styles.HEADLINE),
        ui.skeleton(styles.BYLINE),
        *(ui.skeleton(styles.LINE) for _ in range(2 * ROW_COUNT)),
        class_name=f"{styles.PAGE} {styles.ARTICLE}",
    )


def header_skeleton() -> rx.Component:
    header = rx.el.div(
        ui.skeleton(styles.HEADER),
        ui.skeleton(styles.TITLE),
        ui.skeleton(styles.LAST_LINE),
        class_name=f"{styles.PAGE} {styles.ARTICLE}",
    )
    return rx.fragment(header, list_skeleton())
