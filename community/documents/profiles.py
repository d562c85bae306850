"""People as documents: their page with their posts, and who follows whom."""

import htpy as h
from htpy import Element, Node
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.errors import NotFound
from community.documents import linked_data
from community.documents.content import SOMEBODY, Content, Moved, Request, document, meta
from community.documents.feeds import cards, nothing
from community.documents.listing import (
    LIST,
    address_of,
    bell,
    cursor_of,
    more,
    next_of,
    pressed,
    tabs,
    toggle,
)
from community.documents.parts import avatar, count, face, icon
from community.documents.rail import rail
from community.domain import accounts, discovery, follows
from community.domain.accounts.schemas import Profile
from community.domain.follows.schemas import ListedPerson
from community.looks import avatar as faces
from community.looks import bits, button, feeds, listing, people
from community.looks import profile as looks
from community.realtime import topics

_LISTS = {
    "followers": (follows.followers, urls.followers),
    "following": (follows.following, urls.following),
}


@document("/{slug}", part=SOMEBODY, knows=LIST)
async def profile(session: AsyncSession, actor: Actor, request: Request) -> Content:
    """Somebody's page."""
    try:
        person = await accounts.profile_at(session, actor, request.parts["slug"])
    except NotFound as refusal:
        if (moved := refusal.details.get("slug")) is None:
            raise
        raise Moved(urls.profile(moved)) from refusal
    canonical, cursor = urls.profile(person.slug), cursor_of(request)
    page = await discovery.page(
        session, actor, name=discovery.Feed.NEW, author_id=person.id, cursor=cursor
    )
    is_own = actor.is_person(person.id)
    return Content(
        meta(
            person.name,
            address_of(request, canonical),
            description=person.bio or f"Posts by {person.name}.",
            kind="profile",
            image=person.header or person.avatar,
            indexed=person.posts_count > 0 and not cursor,
            next=next_of(page, canonical),
            feed=urls.feed_of_person(person.slug),
            data=linked_data.profile(person),
        ),
        [
            _head(person, actor, is_own=is_own),
            person.is_ignored
            and h.p(class_=listing.NOTICE)[
                h.span(class_=listing.NOTICE_TEXT)[people.IGNORED], _stop_ignoring()
            ],
            h.h2(class_="sr-only")["Posts"],
            h.div(class_=looks.BELOW)[
                cards(page, canonical),
                nothing(page, feeds.NO_OWN_POSTS if is_own else feeds.NO_POSTS),
            ],
        ],
        rail=await rail(session, actor),
        topics=frozenset({topics.FEEDS, topics.PEOPLE}),
    )


@document("/profile/{slug}/followers", knows=LIST)
@document("/profile/{slug}/following", knows=LIST)
async def listed(session: AsyncSession, actor: Actor, request: Request) -> Content:
    """Who follows somebody, or whom they follow."""
    name = request.path.rpartition("/")[2]
    read, address = _LISTS[name]
    side = people.SIDES[name]
    try:
        person = await accounts.profile_at(session, actor, request.parts["slug"])
    except NotFound as refusal:
        if (moved := refusal.details.get("slug")) is None:
            raise
        raise Moved(address(moved)) from refusal
    page = await read(session, actor, user_id=person.id, cursor=cursor_of(request))
    canonical = address(person.slug)
    choices = [(of(person.slug), people.SIDES[each].title) for each, (_, of) in _LISTS.items()]
    return Content(
        meta(f"{side.of} {person.name}", address_of(request, canonical), indexed=False),
        [
            h.a(href=urls.profile(person.slug), class_=listing.BACK)[
                icon("arrow_left"), person.name
            ],
            h.h1(class_="sr-only")[f"{side.of} {person.name}"],
            tabs("People", choices, canonical),
            h.ul(class_=looks.PEOPLE)[(_row(each, actor) for each in page.items)],
            more(page, canonical, "More people"),
            nothing(page, side.nobody),
        ],
        rail=await rail(session, actor),
        topics=frozenset({topics.PEOPLE}),
    )


def _head(person: Profile, actor: Actor, *, is_own: bool) -> Element:
    return h.header(class_=looks.HEAD)[
        h.div(class_=looks.HEADER)[
            person.header and h.img(src=person.header, alt="", class_=looks.HEADER_PICTURE)
        ],
        h.div(class_=looks.TOP)[
            h.span(class_=faces.ONLINE_FRAME)[
                avatar(person.name, person.avatar, "xl", class_name=looks.FACE_RING),
                person.is_online
                and h.span(class_=looks.ONLINE, title="Online")[h.span(class_="sr-only")["online"]],
            ],
            h.div(class_=looks.ACTIONS)[_own_actions() if is_own else _actions(person, actor)],
        ],
        h.div(class_=looks.TEXT)[
            h.h1(class_=looks.NAME)[person.name],
            h.p(class_=looks.SLUG)[f"@{person.slug}"],
            person.bio and h.p(class_=looks.BIO)[person.bio],
            person.badges
            and h.div(class_=looks.BADGES)[
                (
                    h.span(class_=f"{bits.BADGE} {bits.TONES['accent']}")[each]
                    for each in person.badges
                )
            ],
            h.div(class_=looks.FACTS)[
                fact(person.followers_count, "follower", "followers", urls.followers(person.slug)),
                fact(person.following_count, "following", "following", urls.following(person.slug)),
                fact(person.posts_count, "post", "posts"),
            ],
        ],
    ]


def fact(number: int, one: str, many: str, href: str | None = None) -> Element:
    """A number of things around somebody, which may lead to its list."""
    words = one if number == 1 else many
    said = (h.span(class_=looks.FACT_NUMBER)[count(number)], f" {words}")
    return h.a(href=href, class_=looks.FACT_LINK)[said] if href else h.span[said]


def _own_actions() -> Node:
    look = button.look("secondary")
    return (
        h.a(href=urls.DRAFTS, class_=look)["Drafts"],
        h.a(href=urls.SETTINGS, class_=look)["Edit profile"],
    )


def _actions(person: Profile, actor: Actor) -> Node:
    more_look = button.look("quiet", icon_only=True)
    return (
        not actor.is_guest
        and h.button(type="button", aria_label="More", class_=more_look)[icon("more")],
        not person.is_ignored and bell(is_on=person.is_subscribed, is_guest=actor.is_guest),
        not person.is_ignored
        and toggle("Following", "Follow", is_on=person.is_following, is_guest=actor.is_guest),
    )


def _stop_ignoring() -> Element:
    return pressed("Stop ignoring", is_guest=False, variant="secondary", size="sm")


def _row(person: ListedPerson, actor: Actor) -> Element:
    return h.li(class_=looks.PERSON)[
        face(person, "md"),
        h.div(class_=listing.TEXT)[
            h.a(href=urls.profile(person.slug), class_=listing.NAME)[person.name],
            h.p(class_=listing.LINE)[person.bio or f"@{person.slug}"],
        ],
        not actor.is_person(person.id)
        and h.div(class_=listing.ACTION)[
            toggle(
                "Following", "Follow", is_on=person.is_following, is_guest=actor.is_guest, size="sm"
            )
        ],
    ]
