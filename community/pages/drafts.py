"""The page of what one has to finish."""

import reflex as rx

from community import urls
from community.components import ui
from community.components.drafts import draft_rows
from community.components.layout import page_heading
from community.components.site import page
from community.components.undoing import after_undo
from community.looks import post as looks
from community.state.drafts import Drafts
from community.state.frame import Frame
from community.state.notice import Notice


def drafts() -> rx.Component:
    """`/drafts`."""
    return page(
        page_heading("Drafts"),
        rx.cond(Frame.signed_in, _own(), _invitation()),
        after_undo(Drafts.open),
        ready=Frame.arrived & Drafts.loaded,
        here=urls.DRAFTS,
    )


def _own() -> rx.Component:
    return rx.cond(
        Drafts.items.length() > 0,  # type: ignore[attr-defined]
        rx.fragment(
            draft_rows(),
            rx.cond(
                Drafts.next_cursor != "",
                rx.el.button(
                    ui.icon("chevron_down"),
                    "Older drafts",
                    type="button",
                    class_name=f"w-full {looks.MORE}",
                    on_click=Drafts.load_more(Drafts.next_cursor),
                ),
            ),
        ),
        ui.empty_state(
            "Nothing waits to be finished",
            "Begin with a sentence. It is saved while you write, and nobody sees it before you "
            "publish.",
            icon_name="write",
            action=ui.link_button("Write", href=urls.WRITE, variant="primary"),
        ),
    )


def _invitation() -> rx.Component:
    return ui.empty_state(
        "Your drafts are here once you sign in",
        "What you begin is kept until you publish it.",
        icon_name="edit",
        action=ui.button("Sign in", variant="primary", on_click=Notice.ask_to_sign_in),
    )
