"""Communities as documents: the list, one community with its posts, and the form."""

import htpy as h
from htpy import Element, Node
from markupsafe import Markup
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.errors import NotFound
from community.documents import linked_data
from community.documents.content import Content, Moved, Request, document, meta
from community.documents.feeds import cards, nothing
from community.documents.listing import (
    LIST,
    address_of,
    bell,
    cursor_of,
    more,
    next_of,
    tabs,
    toggle,
)
from community.documents.notices import empty
from community.documents.parts import avatar, count, face, icon
from community.documents.profiles import fact
from community.documents.rail import rail
from community.domain import communities, discovery
from community.domain.accounts.schemas import Person
from community.domain.communities.schemas import CommunityView
from community.looks import bits, button, feeds, layout, listing, people
from community.looks import profile as looks
from community.realtime import topics


@document(urls.COMMUNITIES, knows=LIST)
async def index(session: AsyncSession, actor: Actor, request: Request) -> Content:
    """All open communities, those with most members first."""
    page = await communities.largest(session, actor, cursor=cursor_of(request))
    create = h.a(href=urls.NEW_COMMUNITY, class_=button.look("secondary"))[
        icon("plus"), "Open a community"
    ]
    return Content(
        meta(
            "Communities",
            address_of(request, urls.COMMUNITIES),
            description=people.COMMUNITIES,
            indexed=not cursor_of(request),
            next=next_of(page, urls.COMMUNITIES),
        ),
        [
            h.header(class_=layout.PAGE_HEADING)[
                h.div[
                    h.h1(class_=layout.PAGE_TITLE)["Communities"],
                    h.p(class_=layout.PAGE_INTRO)[people.COMMUNITIES],
                ],
                create,
            ],
            page.items and h.ul(class_=listing.LIST)[(_row(each, actor) for each in page.items)],
            more(page, urls.COMMUNITIES, "More communities"),
            nothing(page, people.NO_COMMUNITIES),
        ],
        here=urls.COMMUNITIES,
        rail=await rail(session, actor),
    )


@document("/c/{slug}", knows=LIST)
@document("/c/{slug}/new", knows=LIST)
async def community(session: AsyncSession, actor: Actor, request: Request) -> Content:
    """A community with its posts, by interest or by age."""
    address = urls.community_new if request.path.endswith("/new") else urls.community
    try:
        view = await communities.view_at(session, actor, request.parts["slug"])
    except NotFound as refusal:
        if (moved := refusal.details.get("slug")) is None:
            raise
        raise Moved(address(moved)) from refusal
    canonical, cursor = address(view.slug), cursor_of(request)
    name = discovery.Feed.NEW if address is urls.community_new else discovery.Feed.POPULAR
    page = await discovery.page(session, actor, name=name, community_id=view.id, cursor=cursor)
    choices = [(urls.community(view.slug), "Popular"), (urls.community_new(view.slug), "New")]
    return Content(
        meta(
            view.name,
            address_of(request, canonical),
            description=view.description or f"Posts in {view.name}.",
            image=view.header or view.avatar,
            indexed=view.posts_count > 0 and not cursor and name is discovery.Feed.POPULAR,
            next=next_of(page, canonical),
            feed=urls.feed_of_community(view.slug),
            data=linked_data.community(view),
        ),
        [
            _head(view, actor),
            tabs("Posts", choices, canonical),
            *cards(page, canonical),
            nothing(page, feeds.NO_POSTS_HERE),
        ],
        here=urls.COMMUNITIES,
        rail=await rail(session, actor),
        topics=frozenset({topics.FEEDS, topics.community(view.id)}),
    )


@document(urls.NEW_COMMUNITY)
@document("/c/{slug}/edit")
async def form(session: AsyncSession, actor: Actor, request: Request) -> Content:
    """The form comes with the live page; here stands what it is for."""
    slug = request.parts.get("slug")
    if slug is not None and not (await communities.get_view(session, actor, slug)).can_edit:
        raise NotFound("Only those who look after a community can change it.")
    title = "Open a community" if slug is None else "Edit the community"
    heading = h.header(class_=layout.PAGE_HEADING)[h.h1(class_=layout.PAGE_TITLE)[title]]
    blocks = h.div(class_=listing.FORM, aria_hidden="true")[
        (h.div(class_=f"{bits.SKELETON} h-16") for _ in range(4))
    ]
    return Content(
        meta(title, request.path, indexed=False),
        [heading, empty(*people.FOR_MEMBERS) if actor.is_guest else blocks],
        here=urls.COMMUNITIES,
        rail=await rail(session, actor),
    )


def _row(view: CommunityView, actor: Actor) -> Element:
    return h.li(class_=listing.ROW)[
        avatar(view.name, view.avatar, "lg", "community"),
        h.div(class_=listing.TEXT)[
            h.a(href=view.url, class_=listing.NAME)[view.name],
            h.p(class_=listing.NOTE)[
                count(view.members_count),
                " member · " if view.members_count == 1 else " members · ",
                count(view.posts_count),
                " post" if view.posts_count == 1 else " posts",
            ],
            view.description and h.p(class_=listing.ABOUT)[view.description],
        ],
        h.div(class_=listing.ACTION)[
            toggle("Joined", "Join", is_on=view.is_member, is_guest=actor.is_guest, size="sm")
        ],
    ]


def _head(view: CommunityView, actor: Actor) -> Element:
    return h.header(class_=looks.HEAD)[
        h.div(class_=looks.HEADER)[
            view.header and h.img(src=view.header, alt="", class_=looks.HEADER_PICTURE)
        ],
        h.div(class_=looks.TOP)[
            avatar(view.name, view.avatar, "xl", "community", looks.FACE_RING),
            h.div(class_=looks.ACTIONS)[_actions(view, actor)],
        ],
        h.div(class_=looks.TEXT)[
            h.h1(class_=looks.NAME)[view.name],
            h.p(class_=looks.SLUG)[f"c/{view.slug}"],
            view.description and h.p(class_=looks.BIO)[view.description],
            h.div(class_=looks.FACTS)[
                fact(view.members_count, "member", "members"),
                fact(view.posts_count, "post", "posts"),
            ],
        ],
        view.closed_at is not None and h.p(class_=listing.NOTICE)[people.CLOSED],
        h.div(class_=listing.FOLDS)[
            view.rules and _fold("Rules", h.div(class_=listing.FOLD_TEXT)[Markup(view.rules_html)]),
            _fold(
                "Moderators",
                h.div(class_=listing.PEOPLE)[(_moderator(each) for each in view.moderators)],
            ),
        ],
    ]


def _actions(view: CommunityView, actor: Actor) -> Node:
    edit, write = urls.edit_community(view.slug), urls.write_in(view.slug)
    return (
        view.can_edit and h.a(href=edit, class_=button.look("secondary"))["Edit"],
        bell(is_on=view.is_subscribed, is_guest=actor.is_guest),
        view.can_post
        and h.a(href=write, class_=f"{button.look('secondary')} {looks.WRITE}")[
            icon("write"), "Write here"
        ],
        toggle("Joined", "Join", is_on=view.is_member, is_guest=actor.is_guest),
    )


def _fold(title: str, body: Element) -> Element:
    return h.details(class_=listing.FOLD)[
        h.summary(class_=listing.FOLD_TITLE)[title, icon("chevron_down", listing.FOLD_ICON)],
        h.div(class_=listing.FOLD_BODY)[body],
    ]


def _moderator(person: Person) -> Element:
    return h.a(href=urls.profile(person.slug), class_=listing.PERSON)[
        face(person, "xs"), person.name
    ]
