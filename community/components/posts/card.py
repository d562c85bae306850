"""The card of a post in a feed."""

from community import urls
from community.components import feed_texts, ui
from community.components.people import author_link
from community.domain.communities.schemas import CommunitySummary
from community.domain.posts.schemas import PostCard
from community.i18n import gettext as _
from community.rendering import (
    Node,
    choose,
    el,
    first_of,
    plural_text,
    present,
    relative_time,
    when,
)
from community.styles import post as styles, profile
from community.styles.ui import display

COVER_WIDTH, COVER_HEIGHT = "1280", "640"


def post_card(card: PostCard, *, reactions: Node, is_first: bool = False) -> Node:
    """Return the card of a post in a feed.

    Args:
        is_first: Whether the card is the first one of its feed. Its cover image loads eagerly,
            because it is visible at once.
    """
    return el.article(
        when(card.is_pinned, lambda: el.p(ui.icon("pin"), _("Pinned"), class_name=styles.PINNED)),
        _byline(card),
        el.h2(
            el.a(
                card.title,
                href=card.url,
                class_name=styles.TITLE_LINK,
                custom_attrs=ui.PREFETCH_ATTRS,
            ),
            dir="auto",
            class_name=styles.TITLE,
        ),
        present(
            first_of(card.intro, card.excerpt),
            lambda text: el.p(text, dir="auto", class_name=styles.INTRO),
        ),
        present(card.cover, lambda cover: _cover_image(cover, is_first=is_first)),
        el.div(
            reactions,
            el.div(_comments_link(card), class_name=styles.FOOTER_END),
            class_name=styles.FOOTER,
        ),
        id=f"post-{card.id}",
        class_name=styles.CARD,
    )


def _byline(card: PostCard) -> Node:
    return el.div(
        ui.avatar_for(card.author, "xs"),
        el.span(
            el.span(author_link(card.author, class_name=styles.AUTHOR), class_name=profile.LINE),
            present(card.community, _community_link),
            el.span(
                relative_time(
                    first_of(card.published_at, card.created_at), f"{styles.NOTE} {display.TIME}"
                ),
                el.span(_("{n} min read", n=card.reading_time), class_name=styles.NOTE),
                class_name=styles.NOTES,
            ),
            class_name=styles.BYLINE_TEXT,
        ),
        class_name=styles.BYLINE,
    )


def _community_link(community: CommunitySummary) -> Node:
    return el.a(
        el.span(_(feed_texts.COMMUNITY_PREFIX), class_name=styles.COMMUNITY_PREFIX),
        el.bdi(community.name),
        href=urls.community(community.slug),
        class_name=styles.COMMUNITY,
    )


def _cover_image(cover: str, *, is_first: bool) -> Node:
    return el.div(
        el.img(
            src=cover,
            alt="",
            width=COVER_WIDTH,
            height=COVER_HEIGHT,
            loading=choose(is_first, "eager", "lazy"),
            fetch_priority=choose(is_first, "high", "auto"),
            class_name=styles.COVER_IMAGE,
        ),
        class_name=styles.COVER,
    )


def _comments_link(card: PostCard) -> Node:
    return el.a(
        ui.icon("comment", styles.FOOTER_ICON),
        ui.compact_number(card.comments_count),
        href=f"{card.url}#comments",
        class_name=styles.FOOTER_LINK,
        aria_label=plural_text("{n} comment", "{n} comments", card.comments_count),
    )
