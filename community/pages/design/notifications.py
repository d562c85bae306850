"""Copies of notifications with sample content."""

import reflex as rx

from community.components import ui
from community.domain.accounts.schemas import UserSummary
from community.pages.design import samples
from community.styles import bell
from community.styles.icons import IconName


def sample_notification(
    actor: UserSummary, action: str, quote: str, time: str, kind: IconName, *, is_unread: bool
) -> rx.Component:
    return rx.el.a(
        rx.el.span(
            ui.avatar_for(actor, "md"),
            rx.el.span(ui.icon(kind, bell.KIND_ICON), class_name=bell.KIND_BADGE),
            class_name=bell.AVATAR,
        ),
        rx.el.span(
            rx.el.span(
                rx.el.span(actor.name, class_name=bell.ACTOR), f" {action}", class_name=bell.MESSAGE
            ),
            rx.el.span(quote, class_name=bell.QUOTE),
            rx.el.span(time, class_name=bell.TIME),
            class_name=bell.BODY,
        ),
        *(
            [rx.el.span(rx.el.span("unread", class_name="sr-only"), class_name=bell.UNREAD_DOT)]
            * is_unread
        ),
        href="#",
        class_name=bell.ROW_UNREAD if is_unread else bell.ROW,
    )


def sample_notifications() -> rx.Component:
    title = "The quiet art of keeping a notebook"
    return rx.el.div(
        sample_notification(
            samples.TOM,
            "replied to your comment",
            "Put that on a poster.",
            "4 min",
            "reply",
            is_unread=True,
        ),
        sample_notification(
            samples.VERA,
            "and 17 others reacted to your post",
            title,
            "22 min",
            "react",
            is_unread=True,
        ),
        sample_notification(samples.LONG, "followed you", "", "3 h", "user_plus", is_unread=False),
        sample_notification(
            samples.ANYA,
            "mentioned you",
            "А мне кажется, что @ida права, и читатель есть всегда.",
            "2 d",
            "at_sign",
            is_unread=False,
        ),
        class_name=bell.LIST,
    )
