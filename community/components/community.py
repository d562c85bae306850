"""The head of a community's page, live; documents have it in `documents/communities.py`."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.people import face
from community.components.profile import fact
from community.components.toggles import bell_toggle, join_toggle
from community.looks import listing, people
from community.looks import profile as looks
from community.state.community import Community


def community_head(view: Any) -> rx.Component:
    """Pictures, name, numbers, rules and moderators of a var of `CommunityView`."""
    return rx.el.header(
        rx.el.div(
            rx.cond(
                view.header,
                rx.el.img(src=view.header.to(str), alt="", class_name=looks.HEADER_PICTURE),
            ),
            class_name=looks.HEADER,
        ),
        rx.el.div(
            face(view, "xl", shape="community", class_name=looks.FACE_RING),
            rx.el.div(_actions(view), class_name=looks.ACTIONS),
            class_name=looks.TOP,
        ),
        rx.el.div(
            rx.el.h1(view.name, class_name=looks.NAME),
            rx.el.p(f"c/{view.slug}", class_name=looks.SLUG),
            rx.cond(view.description != "", rx.el.p(view.description, class_name=looks.BIO)),
            rx.el.div(
                fact(view.members_count, "member", "members"),
                fact(view.posts_count, "post", "posts"),
                class_name=looks.FACTS,
            ),
            class_name=looks.TEXT,
        ),
        rx.cond(view.closed_at, rx.el.p(people.CLOSED, class_name=listing.NOTICE)),
        rx.el.div(
            rx.cond(
                view.rules != "",
                _fold("Rules", rx.html(view.rules_html, class_name=listing.FOLD_TEXT)),
            ),
            _fold(
                "Moderators",
                rx.el.div(rx.foreach(view.moderators, _moderator), class_name=listing.PEOPLE),
            ),
            class_name=listing.FOLDS,
        ),
        class_name=looks.HEAD,
    )


def _actions(view: Any) -> rx.Component:
    return rx.fragment(
        rx.cond(view.can_edit, ui.link_button("Edit", href=f"/c/{view.slug}/edit")),
        bell_toggle(view.is_subscribed, on_toggle=Community.subscribe(view.id)),
        rx.cond(
            view.can_post,
            ui.link_button(
                "Write here",
                href=f"/write?community={view.slug}",
                icon_name="write",
                class_name=looks.WRITE,
            ),
        ),
        join_toggle(view.is_member, on_toggle=Community.join(view.id)),
    )


def _fold(title: str, body: rx.Component) -> rx.Component:
    return rx.el.details(
        rx.el.summary(
            title, ui.icon("chevron_down", listing.FOLD_ICON), class_name=listing.FOLD_TITLE
        ),
        rx.el.div(body, class_name=listing.FOLD_BODY),
        class_name=listing.FOLD,
    )


def _moderator(person: Any) -> rx.Component:
    return rx.el.a(
        face(person, "xs"), person.name, href=f"/{person.slug}", class_name=listing.PERSON
    )
