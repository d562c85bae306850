"""The frame of the live pages, filled with what the State knows. Documents have theirs in
`documents/frame.py`.
"""

from collections.abc import Sequence

import reflex as rx

from community import urls
from community.components import ui
from community.components.account_menu import account_menu
from community.components.auth import sign_in_dialog
from community.components.away import away
from community.components.brand import brand_link
from community.components.layout import Slots, bottom_link, frame, nav_link
from community.components.notifications import bell
from community.looks.places import BOTTOM, NAVIGATION, Place
from community.state.frame import Frame
from community.state.notice import Notice


class _Handover(rx.Component):
    """Takes the server's document away once the live page is ready; see `assets/ui/handover.js`."""

    library = "$/public/ui/handover.js"
    tag = "Handover"
    ready: rx.Var[bool]
    reader: rx.Var[int]


def page(
    *main: rx.Component,
    ready: rx.Var[bool],
    here: str = "",
    rail: Sequence[rx.Component] | None = (),
) -> rx.Component:
    """A page of the site.

    Args:
        ready: whether `main` has its data: then the document that the server sent makes room.
        here: the address of the place in the navigation that it belongs to.
        rail: what stands beside the text; None for a wide page.
    """
    return rx.fragment(
        _Handover.create(ready=ready, reader=_reader()),
        frame(
            *main,
            slots=Slots(
                brand=brand_link(Frame.site_name),
                search=rx.fragment(),
                actions=[rx.cond(Frame.signed_in, _member_actions(here), _guest_actions())],
                navigation=[_nav_link(place, here) for place in NAVIGATION],
                bottom=[
                    bottom_link(
                        place.name,
                        href=place.href,
                        icon_name=place.icon,
                        current=place.href == here,
                    )
                    for place in BOTTOM
                ],
                rail=rail,
                overlays=[_toasts(), away(), sign_in_dialog()],
            ),
        ),
    )


def _reader() -> rx.Var[int]:
    """The number of who is signed in, 0 for a guest; -1 before that is known."""
    return rx.cond(Frame.arrived, rx.cond(Frame.me, Frame.me.id, 0), -1)


def _nav_link(place: Place, here: str) -> rx.Component:
    link = nav_link(place.name, href=place.href, icon_name=place.icon, current=place.href == here)
    return rx.cond(Frame.signed_in, link) if place.for_members else link


def _guest_actions() -> rx.Component:
    return ui.button("Sign in", variant="primary", size="sm", on_click=Notice.ask_to_sign_in)


def _member_actions(here: str | rx.Var[str]) -> rx.Component:
    # On the page where one writes there is "Publish" in its place.
    is_writing = isinstance(here, str) and here == urls.WRITE
    return rx.fragment(
        rx.fragment()
        if is_writing
        else ui.link_button(
            "Write",
            href=urls.WRITE,
            icon_name="write",
            variant="primary",
            size="sm",
            class_name="max-sm:hidden",
        ),
        bell(),
        account_menu(),
    )


def _toasts() -> rx.Component:
    return ui.toasts(Notice.toasts, on_dismiss=Notice.dismiss, on_act=Notice.act)
