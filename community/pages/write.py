"""The page where posts are written."""

import reflex as rx

from community import urls
from community.components import ui, writing
from community.components.place import is_here
from community.components.site import page
from community.looks import writing as looks
from community.state.frame import Frame
from community.state.notice import Notice
from community.state.writing import Writing


def write() -> rx.Component:
    """`/write` and `/write/{id}`."""
    return page(
        # While the server is away it is nobody's guest: the desk stays.
        rx.cond(
            Frame.arrived & ~Frame.signed_in,
            _invitation(),
            rx.cond(Writing.missing, _missing(), _desk()),
        ),
        ready=Frame.arrived & is_here(Writing.path),
        here=urls.WRITE,
    )


def _desk() -> rx.Component:
    return rx.fragment(
        writing.desk_keeper(),
        writing.bar(),
        writing.conflict(),
        writing.sheet(),
        writing.publishing(),
        writing.discarding(),
    )


def _missing() -> rx.Component:
    return ui.empty_state(
        "This draft is not here",
        "It may have been deleted, or it is somebody else's.",
        icon_name="search",
        action=ui.link_button("Your drafts", href=urls.DRAFTS),
    )


def _invitation() -> rx.Component:
    return ui.empty_state(
        looks.INVITATION,
        looks.INVITATION_TEXT,
        icon_name="write",
        action=ui.button("Sign in", variant="primary", on_click=Notice.ask_to_sign_in),
    )
