"""A person's page, and the lists of people around them."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.feed import cards, feed_list, invitation, new_posts
from community.components.lists import People as Listed
from community.components.lists import gathered, more
from community.components.missing import not_here
from community.components.people import face
from community.components.place import departure, is_here, known
from community.components.profile import ignored_notice, profile_head
from community.components.rail import rail
from community.components.site import page
from community.components.skeletons import head_skeleton, list_skeleton
from community.components.toggles import follow_toggle
from community.looks import feeds, listing, people
from community.looks import missing as words
from community.looks import profile as looks
from community.state.frame import Frame
from community.state.people import People
from community.state.profile import Profile


def profile() -> rx.Component:
    """`/{slug}`."""
    listed = cards()
    here = is_here(Profile.path)
    shown = here & known(Profile.person) & listed.ready
    nothing = rx.cond(Profile.is_own, invitation(feeds.NO_OWN_POSTS), invitation(feeds.NO_POSTS))
    return page(
        departure(rx.cond(here, Profile.moved, ""), replace=True),
        new_posts(listed),
        rx.cond(
            shown,
            rx.fragment(
                profile_head(Profile.person),
                rx.cond(Profile.person.is_ignored, ignored_notice()),
                rx.el.h2("Posts", class_name="sr-only"),
                rx.el.div(feed_list(listed, nothing), class_name=looks.BELOW),
            ),
            rx.cond(here & Profile.missing, nobody(), head_skeleton()),
        ),
        ready=shown | (here & Profile.missing),
        rail=rail(),
    )


def followers() -> rx.Component:
    """`/profile/{slug}/followers`."""
    return _people("followers")


def following() -> rx.Component:
    """`/profile/{slug}/following`."""
    return _people("following")


def nobody() -> rx.Component:
    """There is no such person."""
    return not_here(words.NOBODY)


def _people(name: str) -> rx.Component:
    listed = gathered(People.leaf, Listed)
    here = is_here(People.path)
    shown = here & known(People.owner) & listed.ready
    side = people.SIDES[name]
    owner: Any = People.owner
    return page(
        departure(rx.cond(here, People.moved, ""), replace=True),
        rx.cond(
            shown,
            rx.fragment(
                rx.el.a(
                    ui.icon("arrow_left"),
                    owner.name,
                    href=f"/{owner.slug}",
                    class_name=listing.BACK,
                ),
                rx.el.h1(f"{side.of} {owner.name}", class_name="sr-only"),
                ui.link_tabs(
                    *(
                        ui.link_tab(
                            each.title, href=f"/profile/{owner.slug}/{key}", current=key == name
                        )
                        for key, each in people.SIDES.items()
                    ),
                    label="People",
                ),
                rx.cond(
                    listed.rows.length() > 0,
                    rx.el.ul(rx.foreach(listed.rows, _row), class_name=looks.PEOPLE),
                    invitation(side.nobody),
                ),
                more(listed, "More people", on_more=People.load_more),
            ),
            rx.cond(here & People.missing, nobody(), list_skeleton()),
        ),
        ready=shown | (here & People.missing),
        rail=rail(),
    )


def _row(person: Any) -> rx.Component:
    key = person.id.to_string()
    changed: Any = People.followed
    is_followed = rx.cond(changed.contains(key), changed[key], person.is_following)
    return rx.el.li(
        face(person, "md"),
        rx.el.div(
            rx.el.a(person.name, href=f"/{person.slug}", class_name=listing.NAME),
            rx.el.p(
                rx.cond(person.bio != "", person.bio, f"@{person.slug}"), class_name=listing.LINE
            ),
            class_name=listing.TEXT,
        ),
        rx.cond(
            ~known(Frame.me) | (Frame.me.id != person.id),
            rx.el.div(
                follow_toggle(is_followed, on_toggle=People.follow(person.id), size="sm"),
                class_name=listing.ACTION,
            ),
        ),
        key=person.id,
        class_name=looks.PERSON,
    )
