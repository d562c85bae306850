"""The page of all notifications."""

import reflex as rx

from community import urls
from community.components import ui
from community.components.layout import page_heading
from community.components.notifications import rows
from community.components.site import page
from community.state.bell import Bell
from community.state.frame import Frame
from community.state.notice import Notice


def notifications() -> rx.Component:
    """`/notifications`."""
    return page(
        page_heading(
            "Notifications",
            "",
            rx.cond(
                Frame.signed_in,
                rx.el.div(
                    rx.cond(
                        Bell.items.length() > 0,  # type: ignore[attr-defined]
                        ui.button("Mark all as read", size="sm", on_click=Bell.read_all),
                    ),
                    ui.link_button(
                        "Choose what to hear of", href=f"{urls.SETTINGS}#notifications", size="sm"
                    ),
                    class_name="flex flex-wrap gap-2",
                ),
            ),
        ),
        rx.cond(
            Frame.signed_in,
            rx.fragment(
                rows(),
                rx.cond(
                    Bell.next_cursor != "",
                    ui.button(
                        "Older", variant="quiet", class_name="mt-4 w-full", on_click=Bell.load_more
                    ),
                ),
            ),
            ui.empty_state(
                "Your notifications are here once you sign in",
                "Answers, mentions, reactions and new followers, as they happen.",
                icon_name="bell",
                action=ui.button("Sign in", variant="primary", on_click=Notice.ask_to_sign_in),
            ),
        ),
        ready=Frame.arrived,
        here=urls.NOTIFICATIONS,
    )
