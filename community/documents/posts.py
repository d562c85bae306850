"""Posts as HTML: a card in a feed, and the article."""

import htpy as h
from htpy import Element, Node
from markupsafe import Markup

from community import urls
from community.documents.parts import count, face, icon, reactions, time
from community.domain.posts.schemas import PostCard, PostView
from community.looks import bits, button
from community.looks import post as looks
from community.looks.drafts import HIDDEN, TAKEN_DOWN

WIDTH, HEIGHT = 1280, 640


def feed(cards: list[PostCard]) -> Element:
    """A list of posts."""
    return h.div(class_=looks.FEED)[(card(each, first=at == 0) for at, each in enumerate(cards))]


def card(post: PostCard, *, first: bool = False) -> Element:
    """A post in a feed; the picture of the first one is fetched at once."""
    return h.article(class_=looks.CARD, id=f"post-{post.id}")[
        post.is_pinned and h.p(class_=looks.PINNED)[icon("pin"), "Pinned"],
        _byline(post),
        h.h2(class_=looks.TITLE)[h.a(href=post.url, class_=looks.TITLE_LINK)[post.title]],
        post.intro and h.p(class_=looks.INTRO)[post.intro],
        post.cover and _cover(post.cover, eager=first),
        h.div(class_=looks.FOOT)[
            reactions(post.reactions),
            h.div(class_=looks.FOOT_END)[
                h.a(
                    href=f"{post.url}#comments",
                    class_=looks.FOOT_LINK,
                    aria_label=f"{post.comments_count} comments",
                )[icon("comment", looks.FOOT_ICON), count(post.comments_count)]
            ],
        ],
    ]


def article(post: PostView) -> Element:
    """A post on its own page."""
    return h.article(class_=looks.ARTICLE)[
        post.status != "published" and _hidden_band(post),
        post.community
        and h.a(href=urls.community(post.community.slug), class_=looks.KICKER)[post.community.name],
        h.h1(class_=looks.HEADLINE)[post.title],
        post.intro and h.p(class_=looks.STANDFIRST)[post.intro],
        _author(post),
        post.cover
        and h.figure(class_=looks.FIGURE)[
            h.div(class_=looks.FIGURE_FRAME)[
                h.img(
                    src=post.cover,
                    alt="",
                    width=WIDTH,
                    height=HEIGHT,
                    fetchpriority="high",
                    class_=looks.FIGURE_PICTURE,
                )
            ]
        ],
        h.div(class_=looks.TEXT)[Markup(post.html)],
        post.tags
        and h.div(class_=looks.TAGS)[
            (h.a(href=urls.tag(tag), class_=looks.TAG)[tag] for tag in post.tags)
        ],
        h.div(class_=looks.ACTIONS)[reactions(post.reactions)],
    ]


def _hidden_band(post: PostView) -> Element:
    """As on the live page, which alone can publish."""
    sentence = HIDDEN[post.status] if post.can.publish or not post.can.moderate else TAKEN_DOWN
    words = "Publish again" if post.published_at else "Publish"
    return h.div(class_=looks.BAND)[
        h.p(class_=looks.BAND_TEXT)[icon("eye_off", looks.BAND_ICON), h.span[sentence]],
        h.div(class_=looks.BAND_ACTIONS)[
            post.can.edit
            and h.a(href=urls.edit(post.id), class_=button.look("secondary", "sm"))["Edit"],
            post.can.publish and h.span(class_=button.look("primary", "sm"))[words],
        ],
    ]


def _author(post: PostView) -> Element:
    return h.div(class_=looks.BYLINE_LARGE)[
        face(post.author, "md"),
        h.div(class_=looks.BYLINE_LARGE_TEXT)[
            h.a(href=urls.profile(post.author.slug), class_=looks.BYLINE_LARGE_NAME)[
                post.author.name
            ],
            h.p(class_=looks.BYLINE_LARGE_NOTE)[
                time(post.published_at or post.created_at), f" · {post.reading_time} min read"
            ],
        ],
    ]


def _byline(post: PostCard) -> Element:
    within: Node = None
    if post.community:
        within = h.a(href=urls.community(post.community.slug), class_=looks.COMMUNITY)[
            post.community.name
        ]
    return h.div(class_=looks.BYLINE)[
        face(post.author, "xs"),
        h.span(class_=looks.BYLINE_TEXT)[
            h.a(href=urls.profile(post.author.slug), class_=looks.AUTHOR)[post.author.name],
            within,
            time(post.published_at or post.created_at, f"{bits.TIME} {bits.META_DOT}"),
        ],
    ]


def _cover(cover: str, *, eager: bool) -> Element:
    loading = {"fetchpriority": "high"} if eager else {"loading": "lazy"}
    return h.div(class_=looks.COVER)[
        h.img(src=cover, alt="", width=WIDTH, height=HEIGHT, class_=looks.COVER_PICTURE, **loading)
    ]
