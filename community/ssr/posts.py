"""Server-rendered HTML for posts, both as cards in a feed and as full articles."""

import htpy as h
from htpy import Element, Node
from markupsafe import Markup

from community import urls
from community.domain.posts.schemas import PostCard, PostView
from community.i18n import gettext as _
from community.i18n import ngettext
from community.ssr.elements import avatar_for, compact_number, icon, reaction_bar, relative_time
from community.styles import button, display, feed_texts
from community.styles import post as styles
from community.styles.draft_texts import moderator_banner_text, status_banner_texts

COVER_WIDTH, COVER_HEIGHT = 1280, 640


def post_list(cards: list[PostCard]) -> Element:
    return h.div(class_=styles.FEED)[
        (post_card(card, is_first=index == 0) for index, card in enumerate(cards))
    ]


def post_card(post: PostCard, *, is_first: bool = False) -> Element:
    """Return the card of a post in a feed.

    If `is_first` is True, the browser loads the cover image at once instead of lazily.
    """
    return h.article(class_=styles.CARD, id=f"post-{post.id}")[
        post.is_pinned and h.p(class_=styles.PINNED)[icon("pin"), _("Pinned")],
        _byline(post),
        h.h2(class_=styles.TITLE)[h.a(href=post.url, class_=styles.TITLE_LINK)[post.title]],
        post.intro and h.p(class_=styles.INTRO)[post.intro],
        post.cover and _cover_image(post.cover, is_eager=is_first),
        h.div(class_=styles.FOOTER)[
            reaction_bar(post.reactions),
            h.div(class_=styles.FOOTER_END)[
                h.a(
                    href=f"{post.url}#comments",
                    class_=styles.FOOTER_LINK,
                    aria_label=ngettext("{n} comment", "{n} comments", post.comments_count),
                )[icon("comment", styles.FOOTER_ICON), compact_number(post.comments_count)]
            ],
        ],
    ]


def post_article(post: PostView) -> Element:
    return h.article(class_=styles.ARTICLE)[
        post.status != "published" and _unpublished_banner(post),
        post.community
        and h.a(href=urls.community(post.community.slug), class_=styles.ARTICLE_COMMUNITY)[
            post.community.name
        ],
        h.h1(class_=styles.HEADLINE)[post.title],
        post.intro and h.p(class_=styles.ARTICLE_INTRO)[post.intro],
        _author_line(post),
        post.cover
        and h.figure(class_=styles.FIGURE)[
            h.div(class_=styles.FIGURE_FRAME)[
                h.img(
                    src=post.cover,
                    alt="",
                    width=COVER_WIDTH,
                    height=COVER_HEIGHT,
                    fetchpriority="high",
                    class_=styles.FIGURE_IMAGE,
                )
            ]
        ],
        h.div(class_=styles.TEXT)[Markup(post.html)],
        post.tags
        and h.div(class_=styles.TAGS)[
            (h.a(href=urls.tag(tag), class_=styles.TAG)[tag] for tag in post.tags)
        ],
        h.div(class_=styles.ACTIONS)[reaction_bar(post.reactions)],
    ]


def _unpublished_banner(post: PostView) -> Element:
    is_own = post.can.publish or not post.can.moderate
    status_text = status_banner_texts()[post.status] if is_own else moderator_banner_text()
    publish_label = _("Publish again") if post.published_at else _("Publish")
    return h.div(class_=styles.BANNER)[
        h.p(class_=styles.BANNER_TEXT)[icon("eye_off", styles.BANNER_ICON), h.span[status_text]],
        h.div(class_=styles.BANNER_ACTIONS)[
            post.can.edit
            and h.a(href=urls.edit_post(post.id), class_=button.class_names("secondary", "sm"))[
                _("Edit")
            ],
            post.can.publish and h.span(class_=button.class_names("primary", "sm"))[publish_label],
        ],
    ]


def _author_line(post: PostView) -> Element:
    return h.div(class_=styles.BYLINE_LARGE)[
        avatar_for(post.author, "md"),
        h.div(class_=styles.BYLINE_LARGE_TEXT)[
            h.a(href=urls.profile(post.author.slug), class_=styles.BYLINE_LARGE_NAME)[
                post.author.name
            ],
            h.p(class_=styles.BYLINE_LARGE_NOTE)[
                relative_time(post.published_at or post.created_at),
                " · ",
                _("{n} min read", n=post.reading_time),
            ],
        ],
    ]


def _byline(post: PostCard) -> Element:
    community: Node = None
    if post.community:
        community = h.a(href=urls.community(post.community.slug), class_=styles.COMMUNITY)[
            h.span(class_=styles.COMMUNITY_PREFIX)[_(feed_texts.COMMUNITY_PREFIX)],
            post.community.name,
        ]
    return h.div(class_=styles.BYLINE)[
        avatar_for(post.author, "xs"),
        h.span(class_=styles.BYLINE_TEXT)[
            h.a(href=urls.profile(post.author.slug), class_=styles.AUTHOR)[post.author.name],
            community,
            relative_time(
                post.published_at or post.created_at, f"{display.TIME} {display.META_SEPARATOR}"
            ),
        ],
    ]


def _cover_image(cover: str, *, is_eager: bool) -> Element:
    loading = {"fetchpriority": "high"} if is_eager else {"loading": "lazy"}
    return h.div(class_=styles.COVER)[
        h.img(
            src=cover,
            alt="",
            width=COVER_WIDTH,
            height=COVER_HEIGHT,
            class_=styles.COVER_IMAGE,
            **loading,
        )
    ]
