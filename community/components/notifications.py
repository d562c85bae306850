"""The bell with its list, and the rows of what happened."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.people import face
from community.looks import bell as looks
from community.looks.icons import IconName
from community.state.bell import Bell
from community.state.frame import Frame

PANEL = "bell"
SIGNS: dict[str, IconName] = {
    "comment_reply": "reply",
    "mention": "at_sign",
    "post_reaction": "react",
    "comment_reaction": "react",
    "new_post": "write",
    "post_comment": "comment",
    "new_follower": "user_plus",
    "private_message": "mail",
    "post_unpublished": "eye_off",
    "subscription_payment": "wallet",
}


def bell() -> rx.Component:
    """The bell of the header; a press opens the newest rows, and so they are seen."""
    return ui.menu(
        rx.el.button(
            ui.icon("bell", looks.ICON),
            ui.counter(Frame.unseen),
            rx.el.span(
                _unseen(), class_name="sr-only", role="status", custom_attrs={"aria-live": "polite"}
            ),
            type="button",
            class_name=looks.BUTTON,
            on_click=Bell.open,
            custom_attrs={"aria-label": "Notifications", **ui.opens_menu(PANEL)},
        ),
        rx.el.div(
            rx.el.h2("Notifications", class_name=looks.PANEL_TITLE),
            ui.button("Mark all as read", variant="quiet", size="sm", on_click=Bell.read_all),
            class_name=looks.PANEL_HEAD,
        ),
        rx.el.div(rows(), class_name=looks.PANEL_LIST),
        rx.el.div(
            ui.link_button(
                "See all", href=urls.NOTIFICATIONS, variant="quiet", size="sm", class_name="w-full"
            ),
            class_name=looks.PANEL_FOOT,
        ),
        id=PANEL,
        label="Notifications",
        class_name=looks.PANEL,
    )


def rows() -> rx.Component:
    """What was loaded of the inbox, or why there is nothing."""
    return rx.cond(
        Bell.items.length() > 0,  # type: ignore[attr-defined]
        rx.el.div(rx.foreach(Bell.items, _row), class_name=looks.LIST),
        rx.cond(
            Bell.loaded,
            ui.empty_state(
                "Nothing yet",
                "When somebody answers you, mentions you or follows you, you will read it here.",
                icon_name="bell",
            ),
            rx.el.div(*[_waiting()] * 3, class_name=looks.LIST),
        ),
    )


def _unseen() -> rx.Var[str]:
    return rx.cond(Frame.unseen > 0, f"{Frame.unseen} new", "")


def _row(one: Any) -> rx.Component:
    unread = ~one.read_at.bool()
    return rx.el.a(
        rx.el.span(
            rx.cond(
                one.actors.length() > 0, face(one.actors[0], "md"), ui.icon("bell", looks.ICON)
            ),
            rx.el.span(_sign(one.kind), class_name=looks.KIND),
            class_name=looks.FACE,
        ),
        rx.el.span(
            rx.el.span(_sentence(one), class_name=looks.SENTENCE),
            rx.cond(
                one.kind != "new_follower", rx.el.span(one.target.title, class_name=looks.QUOTE)
            ),
            rx.el.span(ui.time(one.bumped_at), class_name=looks.WHEN),
            class_name=looks.BODY,
        ),
        rx.cond(
            unread,
            rx.el.span(rx.el.span("unread", class_name="sr-only"), class_name=looks.UNREAD),
        ),
        key=one.id,
        href=one.target.url,
        class_name=rx.cond(unread, looks.ROW_UNREAD, looks.ROW),
        on_click=Bell.read(one.id),
        custom_attrs={"data-closes": ""},
    )


def _sentence(one: Any) -> rx.Component:
    """What happened; a name that it begins with stands out."""
    name = one.actors[0].name.to(str)
    named = rx.fragment(rx.el.span(name, class_name=looks.WHO), one.text.to(str)[name.length() :])
    begins = (one.actors.length() > 0) & one.text.to(str).startswith(name)
    return rx.cond(begins, named, one.text)


def _sign(kind: Any) -> rx.Component:
    signs = [(name, ui.icon(drawing, looks.KIND_ICON)) for name, drawing in SIGNS.items()]
    return rx.match(kind, *signs, ui.icon("bell", looks.KIND_ICON))


def _waiting() -> rx.Component:
    return rx.el.div(
        ui.skeleton("size-10 rounded-full"),
        rx.el.div(ui.skeleton("h-4 w-3/4"), ui.skeleton("mt-2 h-3 w-1/2"), class_name=looks.BODY),
        class_name=looks.ROW,
    )
