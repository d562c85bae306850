"""The inbox, its switches, and what people subscribe to, over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field
from sqlalchemy.ext.asyncio import AsyncSession

from community.api.identity import SignedIn
from community.api.ids import Id
from community.api.limits import limited
from community.api.negotiation import JsonUnlessPage
from community.api.paging import Paging
from community.api.refusals import refusals
from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.core.errors import Invalid
from community.core.views import View
from community.domain import notifications
from community.domain.notifications import Counts, Inbox, Kind, NotificationSwitches

router = APIRouter(tags=["Notifications"])
pages = APIRouter(tags=["Notifications"], route_class=JsonUnlessPage)

_changes = [limited("writes")]
_Slug = Annotated[str, Field(min_length=1, max_length=60)]
_Named = Annotated[_Slug | None, Query(description="Id or slug.")]


class Source(BaseModel):
    """Whose new posts one wants to hear of: an author or a community, by id or slug."""

    author: Id | _Slug | None = None
    community: Id | _Slug | None = None


class Subscribed(View):
    """Whether one hears of new posts there."""

    author: int | str | None = None
    community: int | str | None = None
    is_subscribed: bool


class Watching(View):
    """Whether one hears of new comments under a post."""

    post_id: int
    is_watching: bool


class Switches(BaseModel):
    """What to switch; the rest stays as it is."""

    email: bool | None = None
    types: dict[Kind, bool] = {}


@pages.get("/notifications")
async def show_inbox(actor: SignedIn, cut: Paging) -> Inbox:
    """One's inbox, what moved last first. A browser that opens the address gets the page."""
    async with reading() as session:
        return await notifications.inbox(session, actor, cursor=cut.cursor, limit=cut.limit)


@router.post("/notifications", dependencies=_changes, responses=refusals("ignored", "not_found"))
async def subscribe(source: Source, actor: SignedIn) -> Subscribed:
    """Hear of every new post of an author or a community; subscribing twice answers the same."""
    _ensure_one(source)
    async with unit_of_work() as session:
        if source.author is not None:
            await notifications.subscribe_to_author(session, actor, author=source.author)
        elif source.community is not None:
            await notifications.subscribe_to_community(session, actor, community=source.community)
    return Subscribed(author=source.author, community=source.community, is_subscribed=True)


@router.delete(
    "/notifications", status_code=204, dependencies=_changes, responses=refusals("not_found")
)
async def unsubscribe(
    actor: SignedIn,
    source: Source | None = None,
    author: _Named = None,
    community: _Named = None,
) -> None:
    """Hear of them no more. What it was is named in the body or in the query."""
    named = source or Source(author=author, community=community)
    _ensure_one(named)
    async with unit_of_work() as session:
        await _unsubscribe(session, actor, named)


@router.post("/notifications/readAll", dependencies=_changes)
async def read_all(actor: SignedIn) -> Counts:
    """Everything is read."""
    async with unit_of_work() as session:
        return await notifications.read_all(session, actor)


@router.post("/notifications/sawAll", dependencies=_changes)
async def saw_all(actor: SignedIn) -> Counts:
    """Everything is seen: the number on the bell goes, the rows stay unread."""
    async with unit_of_work() as session:
        return await notifications.saw_all(session, actor)


@router.post(
    "/notifications/{notification}/read", dependencies=_changes, responses=refusals("not_found")
)
async def read(notification: Id, actor: SignedIn) -> Counts:
    """One of them is read."""
    async with unit_of_work() as session:
        return await notifications.read(session, actor, notification_id=notification)


@router.post("/settings/notification", dependencies=_changes)
async def switch(switches: Switches, actor: SignedIn) -> NotificationSwitches:
    """Switch kinds of notifications, and copies by e-mail, on and off."""
    async with unit_of_work() as session:
        return await notifications.switch(
            session,
            actor,
            email=switches.email,
            types={kind.value: is_on for kind, is_on in switches.types.items()},
        )


@router.post("/posts/{post}/watch", dependencies=_changes, responses=refusals("not_found"))
async def watch(post: Id, actor: SignedIn) -> Watching:
    """Hear of every comment under a post; watching twice answers the same."""
    async with unit_of_work() as session:
        await notifications.watch(session, actor, post_id=post)
    return Watching(post_id=post, is_watching=True)


@router.delete("/posts/{post}/watch", status_code=204, dependencies=_changes)
async def unwatch(post: Id, actor: SignedIn) -> None:
    """Hear of them no more."""
    async with unit_of_work() as session:
        await notifications.unwatch(session, actor, post_id=post)


def _ensure_one(source: Source) -> None:
    if (source.author is None) == (source.community is None):
        raise Invalid.field("author", "Name an author or a community.")


async def _unsubscribe(session: AsyncSession, actor: Actor, source: Source) -> None:
    if source.author is not None:
        await notifications.unsubscribe_from_author(session, actor, author=source.author)
    elif source.community is not None:
        await notifications.unsubscribe_from_community(session, actor, community=source.community)
