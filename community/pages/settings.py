"""The page of one's settings."""

import reflex as rx

from community import urls
from community.components import settings as sections
from community.components import ui
from community.components.layout import page_heading
from community.components.site import page
from community.looks import bits
from community.looks import settings as looks
from community.state.frame import Frame
from community.state.notice import Notice
from community.state.settings.page import Settings


def settings() -> rx.Component:
    """`/settings`."""
    is_guest = Frame.arrived & ~Frame.signed_in
    return page(
        page_heading(looks.TITLE),
        rx.cond(is_guest, _invitation(), rx.cond(Settings.loaded, _sections(), _waiting())),
        ready=is_guest | Settings.loaded,
        here=urls.SETTINGS,
        rail=[rx.cond(Settings.loaded, sections.links_beside())],
    )


def _sections() -> rx.Component:
    return rx.fragment(
        sections.links_in_row(),
        rx.el.div(
            sections.profile(),
            sections.password(),
            sections.notifications(),
            sections.online_status(),
            sections.default_feed(),
            sections.ignored(),
            sections.devices(),
            sections.tokens(),
            class_name=looks.STACK,
        ),
    )


def _waiting() -> rx.Component:
    blocks = (
        rx.el.section(
            rx.el.h2(each.name, class_name=bits.CARD_TITLE),
            ui.skeleton(looks.WAITING),
            class_name=looks.SECTION,
        )
        for each in looks.SECTIONS
    )
    return rx.el.div(*blocks, class_name=looks.STACK)


def _invitation() -> rx.Component:
    title, text = looks.FOR_MEMBERS
    return ui.empty_state(
        title,
        text,
        icon_name="settings",
        action=ui.button("Sign in", variant="primary", on_click=Notice.ask_to_sign_in),
    )
