"""A feed, live: the cards that were read, more of them, and what is new."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.lists import Cards, more
from community.components.people import face
from community.components.place import hooked
from community.components.posts import HEIGHT, WIDTH
from community.components.reactions import reaction_bar
from community.domain.posts.schemas import PostCard
from community.looks import bits, feeds
from community.looks import post as looks
from community.looks.feeds import Invitation
from community.state.feed import Arrivals, Feed

LIBRARY = "$/public/ui/feed.js"


def cards() -> Any:
    """The feed at this address: a var of `Cards`."""
    parts = (Feed.leaf, Feed.reacted, Arrivals.arrived)
    call = f"useFeed({', '.join(str(part) for part in parts)})"
    return hooked("feed", call, LIBRARY, "useFeed", Cards, *parts)


def _ids(post_ids: rx.Var[list[int]]) -> tuple[rx.Var[list[int]]]:
    return (post_ids,)


class _NewPosts(rx.Component):
    """Says how many there are, and asks which of the others are gone; see `assets/ui/feed.js`."""

    library = LIBRARY
    tag = "NewPosts"
    count: rx.Var[int]
    unsure: rx.Var[list[int]]
    gone: rx.Var[list[int]]
    looks: rx.Var[dict[str, str]]
    on_show: rx.EventHandler[rx.event.no_args_event_spec]  # type: ignore[type-arg,valid-type]
    on_look: rx.EventHandler[_ids]  # type: ignore[type-arg,valid-type]


def new_posts(feed: Any) -> rx.Component:
    """The button over a feed to which something was added; it loads that on top."""
    return _NewPosts.create(
        ui.icon("chevron_up"),
        count=feed.waiting,
        looks=rx.Var.create({"place": looks.NEW_POSTS_PLACE, "button": looks.NEW_POSTS}),
        unsure=feed.unsure,
        gone=Feed.gone,
        on_show=Feed.refresh,
        on_look=Feed.look_again,
    )


def feed_list(feed: Any, nothing: rx.Component) -> rx.Component:
    """The cards, or `nothing` where there are none."""
    return rx.cond(
        (feed.rows.length() > 0) | (feed.next != ""),
        rx.fragment(
            rx.el.div(
                rx.foreach(
                    feed.rows, lambda card, at: post_card(card=card, is_first=at == 0, key=card.id)
                ),
                class_name=looks.FEED,
            ),
            more(feed, feeds.MORE, on_more=Feed.load_more),
        ),
        nothing,
    )


def invitation(said: Invitation) -> rx.Component:
    """What an empty place says."""
    action = ui.link_button(said.action[1], href=said.action[0]) if said.action else None
    return ui.empty_state(said.title, said.text, icon_name=said.icon, action=action)


@rx.memo
def post_card(card: rx.Var[PostCard], is_first: rx.Var[bool]) -> rx.Component:
    """A post in a feed; the picture of the first one is fetched at once."""
    return _card(card, is_first)


def _card(card: Any, is_first: rx.Var[bool]) -> rx.Component:
    return rx.el.article(
        rx.cond(card.is_pinned, rx.el.p(ui.icon("pin"), "Pinned", class_name=looks.PINNED)),
        _byline(card),
        rx.el.h2(
            rx.el.a(
                card.title,
                href=card.url,
                class_name=looks.TITLE_LINK,
                custom_attrs={**ui.PREFETCHED},
            ),
            class_name=looks.TITLE,
        ),
        rx.cond(card.intro != "", rx.el.p(card.intro, class_name=looks.INTRO)),
        rx.cond(card.cover, _cover(card, is_first)),
        rx.el.div(
            reaction_bar(card, id=f"react-post-{card.id}", on_react=Feed.react(card.id)),
            rx.el.div(
                rx.el.a(
                    ui.icon("comment", looks.FOOT_ICON),
                    ui.count(card.comments_count),
                    href=f"{card.url}#comments",
                    class_name=looks.FOOT_LINK,
                    custom_attrs={"aria-label": f"{card.comments_count} comments"},
                ),
                class_name=looks.FOOT_END,
            ),
            class_name=looks.FOOT,
        ),
        id=f"post-{card.id}",
        class_name=looks.CARD,
    )


def _byline(card: Any) -> rx.Component:
    return rx.el.div(
        face(card.author, "xs"),
        rx.el.span(
            rx.el.a(card.author.name, href=f"/{card.author.slug}", class_name=looks.AUTHOR),
            rx.cond(
                card.community,
                rx.el.a(
                    card.community.name,
                    href=f"/c/{card.community.slug}",
                    class_name=looks.COMMUNITY,
                ),
            ),
            ui.time(
                rx.cond(card.published_at, card.published_at, card.created_at),
                f"{bits.TIME} {bits.META_DOT}",
            ),
            class_name=looks.BYLINE_TEXT,
        ),
        class_name=looks.BYLINE,
    )


def _cover(card: Any, is_first: Any) -> rx.Component:
    return rx.el.div(
        rx.el.img(
            src=card.cover.to(str),
            alt="",
            width=WIDTH,
            height=HEIGHT,
            loading=rx.cond(is_first, "eager", "lazy"),
            custom_attrs={"fetchPriority": rx.cond(is_first, "high", "auto")},
            class_name=looks.COVER_PICTURE,
        ),
        class_name=looks.COVER,
    )
