"""The home page, Popular, New, Personal, and the posts under a tag."""

from collections.abc import Callable

import reflex as rx

from community import urls
from community.components import ui
from community.components.feed import cards, feed_list, invitation, new_posts
from community.components.layout import page_heading
from community.components.rail import rail
from community.components.site import page
from community.components.skeletons import list_skeleton
from community.looks import feeds as words
from community.state.feed import Feed

_NAMES = {urls.POPULAR: "popular", urls.NEW: "new", urls.PERSONAL: "personal"}


def home() -> rx.Component:
    """`/`: the feed that its reader begins with."""
    here = rx.match(Feed.name, *((name, address) for address, name in _NAMES.items()), urls.POPULAR)
    empty = rx.match(
        Feed.name,
        *((name, invitation(said)) for name, said in words.EMPTY.items()),
        invitation(words.EMPTY["popular"]),
    )
    return _feed(here.to(str), "Posts", empty)


def feed(address: str) -> Callable[[], rx.Component]:
    """`/popular`, `/new` and `/personal`."""
    name = _NAMES[address]
    empty = invitation(words.EMPTY[name])
    if address == urls.PERSONAL:
        empty = rx.cond(Feed.wants_account, invitation(words.FOR_MEMBERS), empty)
    return lambda: _feed(address, words.TITLES[name], empty)


def tag() -> rx.Component:
    """`/tag/{tag}`."""
    listed = cards()
    return page(
        new_posts(listed),
        rx.cond(
            listed.ready,
            rx.fragment(
                page_heading(f"#{Feed.tag}", words.TAGGED),
                feed_list(listed, invitation(words.NO_TAGGED)),
            ),
            list_skeleton(),
        ),
        ready=listed.ready,
        rail=rail(),
    )


def _feed(here: str | rx.Var[str], title: str, empty: rx.Component) -> rx.Component:
    listed = cards()
    return page(
        rx.el.h1(title, class_name="sr-only"),
        ui.link_tabs(
            *(ui.link_tab(name, href=href, current=here == href) for href, name in words.TABS),
            label="Feeds",
        ),
        new_posts(listed),
        rx.cond(listed.ready, feed_list(listed, empty), list_skeleton()),
        ready=listed.ready,
        here=here,
        rail=rail(),
    )
