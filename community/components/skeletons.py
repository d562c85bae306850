"""What keeps the place of a page that is on its way."""

import reflex as rx

from community.components import ui
from community.looks import skeleton as looks

ROWS = 3


def list_skeleton() -> rx.Component:
    """A list of posts or people."""
    row = rx.el.div(
        ui.skeleton(looks.BYLINE),
        ui.skeleton(looks.TITLE),
        ui.skeleton(looks.LINE),
        ui.skeleton(looks.LAST_LINE),
        class_name=looks.ROW,
    )
    return rx.el.div(*(row for _ in range(ROWS)), class_name=looks.PAGE)


def article_skeleton() -> rx.Component:
    """A post."""
    return rx.el.div(
        ui.skeleton(looks.HEADLINE),
        ui.skeleton(looks.BYLINE),
        *(ui.skeleton(looks.LINE) for _ in range(2 * ROWS)),
        class_name=f"{looks.PAGE} {looks.ARTICLE}",
    )


def head_skeleton() -> rx.Component:
    """The head of a person's or community's page, with a list below."""
    head = rx.el.div(
        ui.skeleton(looks.HEADER),
        ui.skeleton(looks.TITLE),
        ui.skeleton(looks.LAST_LINE),
        class_name=f"{looks.PAGE} {looks.ARTICLE}",
    )
    return rx.fragment(head, list_skeleton())
