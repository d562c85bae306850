"""A feed of posts, rendered in the browser.

It contains the cards of the loaded posts, the link that loads more posts, and the button that loads
new posts.
"""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.avatars import avatar_for
from community.components.lists import LoadedPosts, load_more_link
from community.components.location import create_hook_var
from community.components.posts import COVER_HEIGHT, COVER_WIDTH
from community.components.reactions import reaction_bar
from community.components.ui.plural import plural_text
from community.domain.posts.schemas import PostCard
from community.i18n import gettext as _
from community.state.feed import FeedState, NewPostsState
from community.styles import display, feed_texts
from community.styles import post as styles
from community.styles.feed_texts import EmptyMessage

LIBRARY = "$/public/ui/feed.js"


def use_feed() -> Any:
    """Return a Reflex Var that contains the feed of the current page as `LoadedPosts`."""
    arguments = (FeedState.loaded_page, FeedState.reactions_by_post_id, NewPostsState.new_posts)
    call = f"useFeed({', '.join(str(argument) for argument in arguments)})"
    return create_hook_var("feed", call, LIBRARY, "useFeed", LoadedPosts, *arguments)


def _post_ids_event_spec(post_ids: rx.Var[list[int]]) -> tuple[rx.Var[list[int]]]:
    return (post_ids,)


class _NewPostsButton(rx.Component):
    """Button that loads new posts. Its script is `assets/ui/feed.js`.

    The script also removes posts from the feed after they were deleted.
    """

    library = LIBRARY
    tag = "NewPostsButton"
    count: rx.Var[int]
    stale_ids: rx.Var[list[int]]
    removed_ids: rx.Var[list[int]]
    class_names: rx.Var[dict[str, str]]
    on_show: rx.EventHandler[rx.event.no_args_event_spec]  # type: ignore[type-arg,valid-type]
    on_check_stale: rx.EventHandler[_post_ids_event_spec]  # type: ignore[type-arg,valid-type]


def new_posts_button(feed: Any) -> rx.Component:
    return _NewPostsButton.create(
        ui.icon("chevron_up"),
        count=feed.new_count,
        class_names=rx.Var.create(
            {"container": styles.NEW_POSTS_CONTAINER, "button": styles.NEW_POSTS_BUTTON}
        ),
        stale_ids=feed.stale_ids,
        removed_ids=FeedState.removed_post_ids,
        on_show=FeedState.refresh,
        on_check_stale=FeedState.find_removed_posts,
    )


def feed_list(feed: Any, empty: rx.Component) -> rx.Component:
    return rx.cond(
        (feed.rows.length() > 0) | (feed.next_cursor != ""),
        rx.fragment(
            rx.el.div(
                rx.foreach(
                    feed.rows,
                    lambda card, index: post_card(card=card, is_first=index == 0, key=card.id),
                ),
                class_name=styles.FEED,
            ),
            load_more_link(feed, _(feed_texts.MORE_POSTS), on_load_more=FeedState.load_more),
        ),
        empty,
    )


def empty_list_message(content: EmptyMessage) -> rx.Component:
    action = ui.link_button(content.action[1], href=content.action[0]) if content.action else None
    return ui.empty_state(content.title, content.text, icon_name=content.icon, action=action)


@rx.memo
def post_card(card: rx.Var[PostCard], is_first: rx.Var[bool]) -> rx.Component:
    """Return the card of a post in a feed.

    If `is_first` is true, the cover image loads immediately, because the user sees it without
    scrolling. The images of other cards load when the user scrolls near them.
    """
    return _card(card, is_first)


def _card(card: Any, is_first: rx.Var[bool]) -> rx.Component:
    return rx.el.article(
        rx.cond(card.is_pinned, rx.el.p(ui.icon("pin"), _("Pinned"), class_name=styles.PINNED)),
        _byline(card),
        rx.el.h2(
            rx.el.a(
                card.title,
                href=card.url,
                class_name=styles.TITLE_LINK,
                custom_attrs={**ui.PREFETCH_ATTRS},
            ),
            class_name=styles.TITLE,
        ),
        rx.cond(card.intro != "", rx.el.p(card.intro, class_name=styles.INTRO)),
        rx.cond(card.cover, _cover_image(card, is_first)),
        rx.el.div(
            reaction_bar(card, id=f"react-post-{card.id}", on_react=FeedState.react(card.id)),
            rx.el.div(
                rx.el.a(
                    ui.icon("comment", styles.FOOTER_ICON),
                    ui.compact_number(card.comments_count),
                    href=f"{card.url}#comments",
                    class_name=styles.FOOTER_LINK,
                    custom_attrs={
                        "aria-label": plural_text(
                            "{n} comment", "{n} comments", card.comments_count
                        )
                    },
                ),
                class_name=styles.FOOTER_END,
            ),
            class_name=styles.FOOTER,
        ),
        id=f"post-{card.id}",
        class_name=styles.CARD,
    )


def _byline(card: Any) -> rx.Component:
    return rx.el.div(
        avatar_for(card.author, "xs"),
        rx.el.span(
            rx.el.a(card.author.name, href=f"/{card.author.slug}", class_name=styles.AUTHOR),
            rx.cond(
                card.community,
                rx.el.a(
                    rx.el.span(_(feed_texts.COMMUNITY_PREFIX), class_name=styles.COMMUNITY_PREFIX),
                    card.community.name,
                    href=f"/c/{card.community.slug}",
                    class_name=styles.COMMUNITY,
                ),
            ),
            ui.relative_time(
                rx.cond(card.published_at, card.published_at, card.created_at),
                f"{display.TIME} {display.META_SEPARATOR}",
            ),
            class_name=styles.BYLINE_TEXT,
        ),
        class_name=styles.BYLINE,
    )


def _cover_image(card: Any, is_first: Any) -> rx.Component:
    return rx.el.div(
        rx.el.img(
            src=card.cover.to(str),
            alt="",
            width=COVER_WIDTH,
            height=COVER_HEIGHT,
            loading=rx.cond(is_first, "eager", "lazy"),
            custom_attrs={"fetchPriority": rx.cond(is_first, "high", "auto")},
            class_name=styles.COVER_IMAGE,
        ),
        class_name=styles.COVER,
    )
