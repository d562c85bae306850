"""HTTP routes for notifications, notification settings and subscriptions."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from community.api.http import DefaultPageParams, Id, Session, SignedIn, error_responses, rate_limit
from community.api.http.responses import JsonDefaultRoute
from community.core.errors import Invalid
from community.core.read_models import ReadModel
from community.domain import notifications
from community.i18n import gettext as _

router = APIRouter(tags=["Notifications"])
write_router = APIRouter(tags=["Notifications"], dependencies=[rate_limit("writes")])
page_router = APIRouter(tags=["Notifications"], route_class=JsonDefaultRoute)

_Slug = Annotated[str, Field(min_length=1, max_length=60)]
_IdOrSlug = Annotated[_Slug | None, Query(description="An id or slug.")]


class SubscriptionTarget(BaseModel):
    """The author or community to subscribe to, given as an id or slug. Set exactly one field."""

    author: Id | _Slug | None = None
    community: Id | _Slug | None = None


class SubscriptionStatus(ReadModel):
    """Whether the caller is notified about new posts by an author or in a community."""

    author: int | str | None = None
    community: int | str | None = None
    is_subscribed: bool


class WatchStatus(ReadModel):
    """Whether the caller is notified about new comments on a post."""

    post_id: int
    is_watching: bool


class NotificationSettingsUpdate(BaseModel):
    """The notification settings to change. Omitted settings keep their value."""

    email: bool | None = None
    types: dict[notifications.NotificationKind, bool] = {}


@page_router.get("/notifications")
async def list_notifications(
    actor: SignedIn, session: Session, page: DefaultPageParams
) -> notifications.Inbox:
    """List the caller's notifications, most recently updated first."""
    return await notifications.get_inbox(session, actor, cursor=page.cursor, limit=page.limit)


@write_router.post("/notifications", responses=error_responses("ignored", "not_found"))
async def subscribe(
    target: SubscriptionTarget, actor: SignedIn, session: Session
) -> SubscriptionStatus:
    """Get notified about new posts by an author or in a community. Idempotent."""
    _ensure_single_target(target)
    if target.author is not None:
        await notifications.subscribe_to_author(session, actor, author=target.author)
    elif target.community is not None:
        await notifications.subscribe_to_community(session, actor, community=target.community)
    return SubscriptionStatus(author=target.author, community=target.community, is_subscribed=True)


@write_router.delete("/notifications", status_code=204, responses=error_responses("not_found"))
async def unsubscribe(
    actor: SignedIn,
    session: Session,
    target: SubscriptionTarget | None = None,
    author: _IdOrSlug = None,
    community: _IdOrSlug = None,
) -> None:
    """Stop being notified about new posts by an author or in a community.

    Give the author or community in the body or in the query.
    """
    target = target or SubscriptionTarget(author=author, community=community)
    _ensure_single_target(target)
    if target.author is not None:
        await notifications.unsubscribe_from_author(session, actor, author=target.author)
    elif target.community is not None:
        await notifications.unsubscribe_from_community(session, actor, community=target.community)


@write_router.post("/notifications/readAll")
async def mark_all_read(actor: SignedIn, session: Session) -> notifications.InboxCounts:
    """Mark all notifications as read."""
    return await notifications.mark_all_read(session, actor)


@write_router.post("/notifications/sawAll")
async def mark_all_seen(actor: SignedIn, session: Session) -> notifications.InboxCounts:
    """Mark all notifications as seen. The badge disappears, but the notifications stay unread."""
    return await notifications.mark_all_seen(session, actor)


@write_router.post("/notifications/{notification}/read")
async def mark_read(
    notification: Id, actor: SignedIn, session: Session
) -> notifications.InboxCounts:
    """Mark a notification as read."""
    return await notifications.mark_read(session, actor, notification_id=notification)


@write_router.post("/settings/notification")
async def update_settings(
    changes: NotificationSettingsUpdate, actor: SignedIn, session: Session
) -> notifications.NotificationPreferences:
    """Turn each type of notification, or all notifications by email, on or off."""
    return await notifications.update_preferences(
        session,
        actor,
        email=changes.email,
        types={kind.value: is_enabled for kind, is_enabled in changes.types.items()},
    )


@write_router.post("/posts/{post}/watch")
async def watch(post: Id, actor: SignedIn, session: Session) -> WatchStatus:
    """Get notified about every comment on a post. Idempotent."""
    await notifications.watch(session, actor, post_id=post)
    return WatchStatus(post_id=post, is_watching=True)


@write_router.delete("/posts/{post}/watch", status_code=204)
async def unwatch(post: Id, actor: SignedIn, session: Session) -> None:
    """Stop being notified about comments on a post."""
    await notifications.unwatch(session, actor, post_id=post)


def _ensure_single_target(target: SubscriptionTarget) -> None:
    if (target.author is None) == (target.community is None):
        raise Invalid.for_field("author", _("Choose either an author or a community."))
