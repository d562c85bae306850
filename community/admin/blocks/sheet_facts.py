"""Values that the side sheets of several sections show."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.rendering import Node, el
from community.styles.ui import data_table as styles


def time_or_dash(at: Any) -> Node:
    return rx.cond(at, ui.relative_time(at), "–")


def text_or_dash(text: Any) -> Node:
    return rx.cond(text != "", text, "–")


def person_or_dash(user: Any) -> Node:
    link = el.a(user.name, href=urls.profile(user.slug), class_name=styles.SHEET_LINK, dir="auto")
    return rx.cond(user, link, "–")
