"""The head of somebody's page, live; documents have it in `documents/profiles.py`."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.people import face
from community.components.toggles import bell_toggle, follow_toggle
from community.looks import avatar as faces
from community.looks import listing, people
from community.looks import profile as looks
from community.state.frame import Frame
from community.state.profile import Profile

MENU, IGNORING = "profile-menu", "ignore-person"


def profile_head(person: Any) -> rx.Component:
    """Pictures, name and numbers of a var of `Profile`, and what one can do with that person."""
    return rx.el.header(
        rx.el.div(
            rx.cond(
                person.header,
                rx.el.img(src=person.header.to(str), alt="", class_name=looks.HEADER_PICTURE),
            ),
            class_name=looks.HEADER,
        ),
        rx.el.div(
            rx.el.span(
                face(person, "xl", class_name=looks.FACE_RING),
                rx.cond(
                    person.is_online,
                    rx.el.span(
                        rx.el.span("online", class_name="sr-only"),
                        class_name=looks.ONLINE,
                        title="Online",
                    ),
                ),
                class_name=faces.ONLINE_FRAME,
            ),
            rx.el.div(
                rx.cond(Profile.is_own, _own_actions(), _actions(person)), class_name=looks.ACTIONS
            ),
            class_name=looks.TOP,
        ),
        _text(person),
        class_name=looks.HEAD,
    )


def ignored_notice() -> rx.Component:
    """Why their words are missing elsewhere, and the way out."""
    return rx.el.p(
        rx.el.span(people.IGNORED, class_name=listing.NOTICE_TEXT),
        ui.button("Stop ignoring", size="sm", on_click=Profile.ignore(Profile.person.id, False)),
        class_name=listing.NOTICE,
    )


def fact(number: Any, one: str, many: str, href: Any = None) -> rx.Component:
    """A number of things around somebody, which may lead to its list."""
    words = rx.cond(number == 1, f" {one}", f" {many}")
    said = (rx.el.span(ui.count(number), class_name=looks.FACT_NUMBER), words)
    return (
        rx.el.span(*said) if href is None else rx.el.a(*said, href=href, class_name=looks.FACT_LINK)
    )


def _text(person: Any) -> rx.Component:
    return rx.el.div(
        rx.el.h1(person.name, class_name=looks.NAME),
        rx.el.p(f"@{person.slug}", class_name=looks.SLUG),
        rx.cond(person.bio != "", rx.el.p(person.bio, class_name=looks.BIO)),
        rx.cond(
            person.badges.length() > 0,
            rx.el.div(
                rx.foreach(person.badges, lambda badge: ui.badge(badge, tone="accent")),
                class_name=looks.BADGES,
            ),
        ),
        rx.el.div(
            fact(
                person.followers_count, "follower", "followers", f"/profile/{person.slug}/followers"
            ),
            fact(
                person.following_count,
                "following",
                "following",
                f"/profile/{person.slug}/following",
            ),
            fact(person.posts_count, "post", "posts"),
            class_name=looks.FACTS,
        ),
        class_name=looks.TEXT,
    )


def _own_actions() -> rx.Component:
    return rx.fragment(
        ui.link_button("Drafts", href=urls.DRAFTS),
        ui.link_button("Edit profile", href=urls.SETTINGS),
    )


def _actions(person: Any) -> rx.Component:
    return rx.fragment(
        rx.cond(Frame.signed_in, _menu(person)),
        rx.cond(
            ~person.is_ignored,
            rx.fragment(
                bell_toggle(person.is_subscribed, on_toggle=Profile.subscribe(person.id)),
                follow_toggle(person.is_following, on_toggle=Profile.follow(person.id)),
            ),
        ),
    )


def _menu(person: Any) -> rx.Component:
    return rx.fragment(
        ui.menu(
            ui.icon_button("more", "More", tip=False, custom_attrs=ui.opens_menu(MENU)),
            rx.cond(
                person.is_ignored,
                ui.menu_action(
                    "Stop ignoring", icon_name="eye", on_click=Profile.ignore(person.id, False)
                ),
                ui.menu_action(
                    f"Ignore {person.name}",
                    icon_name="eye_off",
                    danger=True,
                    custom_attrs=ui.opens(IGNORING),
                ),
            ),
            id=MENU,
            label="More",
        ),
        ui.confirmation(
            id=IGNORING,
            title=f"Ignore {person.name}?",
            consequence=(
                "Their posts and comments are hidden from you, and neither of you follows the "
                "other any more. They cannot write to you, and nobody tells them. You can stop "
                "ignoring them at any time."
            ),
            act="Ignore",
            on_confirm=Profile.ignore(person.id, True),
        ),
    )
