"""What can be done with a post on its own page: keep an eye on it, hand it on, and, for its author
and moderators, change, take down and delete it.
"""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.toggles import follow_toggle, watch_toggle
from community.looks import bits, button
from community.looks import post as looks
from community.looks.drafts import HIDDEN, TAKEN_DOWN
from community.state.authoring import Authoring
from community.state.frame import Frame

MENU = "post-menu"
UNPUBLISHING = "unpublishing"


class _Share(rx.Component):
    """Copies the address, or opens the sheet of a phone; see `assets/ui/share.js`."""

    library = "$/public/ui/share.js"
    tag = "Share"
    looks: rx.Var[dict[str, str]]


def hidden_band(post: Any) -> rx.Component:
    """Over a post that readers do not see: who does, and the way out."""
    return rx.cond(
        post.status != "published",
        rx.el.div(
            rx.el.p(
                ui.icon("eye_off", looks.BAND_ICON),
                rx.el.span(
                    rx.cond(_is_mine(post), rx.match(post.status, *HIDDEN.items(), ""), TAKEN_DOWN)
                ),
                class_name=looks.BAND_TEXT,
            ),
            rx.el.div(
                rx.cond(
                    post.can.edit,
                    ui.link_button("Edit", href=f"/write/{post.id}", size="sm"),
                ),
                rx.cond(
                    post.can.publish,
                    ui.button(
                        rx.cond(post.published_at, "Publish again", "Publish"),
                        variant="primary",
                        size="sm",
                        on_click=Authoring.publish(post.id),
                    ),
                ),
                class_name=looks.BAND_ACTIONS,
            ),
            class_name=looks.BAND,
        ),
    )


def author_toggle(post: Any) -> rx.Component:
    """Follow the author, at the end of the byline; nobody follows themselves."""
    return rx.cond(
        Frame.signed_in & ~_is_mine(post),
        follow_toggle(
            Authoring.follows_author, on_toggle=Authoring.follow(post.author.id), size="sm"
        ),
    )


def post_actions(post: Any) -> rx.Component:
    """The end of the row under the text."""
    share = f"{button.look('quiet', 'sm', icon_only=True)} {bits.TOOLTIP_END}"
    return rx.el.div(
        rx.cond(
            Frame.signed_in & (post.status == "published"),
            watch_toggle(Authoring.watches, on_toggle=Authoring.watch(post.id)),
        ),
        _Share.create(ui.icon("share"), ui.icon("check"), looks=rx.Var.create({"button": share})),
        _menu(post),
        class_name=looks.ACTIONS_END,
    )


def unpublish_confirmation(post: Any) -> rx.Component:
    """Asks before readers lose a post."""
    return ui.confirmation(
        id=UNPUBLISHING,
        title="Unpublish this post?",
        consequence=(
            "Readers will find nothing at its address, and it leaves every feed. Its text, "
            "comments and reactions are kept, and it can be published again."
        ),
        act="Unpublish",
        on_confirm=Authoring.unpublish(post.id),
    )


def _menu(post: Any) -> rx.Component:
    can = post.can
    takes_down = (post.status == "published") & (can.moderate | _is_mine(post))
    return rx.cond(
        can.edit | can.delete | takes_down,
        ui.menu(
            ui.icon_button("more", "More", size="sm", tip=False, custom_attrs=ui.opens_menu(MENU)),
            rx.cond(can.edit, ui.menu_link("Edit", href=f"/write/{post.id}", icon_name="edit")),
            rx.cond(
                can.publish & (post.status != "published"),
                ui.menu_action("Publish", icon_name="globe", on_click=Authoring.publish(post.id)),
            ),
            rx.cond(
                takes_down,
                ui.menu_action(
                    "Unpublish…", icon_name="eye_off", custom_attrs=ui.opens(UNPUBLISHING)
                ),
            ),
            rx.cond(
                can.delete,
                rx.fragment(
                    ui.menu_separator(),
                    ui.menu_action(
                        "Delete", icon_name="trash", danger=True, on_click=Authoring.delete(post.id)
                    ),
                ),
            ),
            id=MENU,
            label="What can be done with the post",
        ),
    )


def _is_mine(post: Any) -> Any:
    return Frame.me.id == post.author.id
