"""Registers the listeners that remove outdated data from the caches of all processes.

The cache of settings is in `site.py`, beside the other effects of changed settings.
"""

from typing import get_args

from community import authentication
from community.core.events import after_commit, on_commit
from community.domain import (
    accounts,
    comments,
    communities,
    discovery,
    follows,
    identity,
    moderation,
    people,
    posts,
    subscriptions,
)
from community.realtime import hub, messages

# After these events the data of the user in the authentication cache is outdated.
UserChanged = (
    identity.SessionRevoked
    | identity.TokenRevoked
    | identity.PasswordChanged
    | people.ProfileChanged
    | people.NameAppearanceChanged
    | people.DefaultFeedChanged
    | people.IgnoredKeywordsChanged
    | identity.PasswordConfirmed
    | accounts.AdminSectionsChanged
    | identity.EmailChanged
    | identity.SecondFactorChanged
    | identity.ViewingChanged
    | accounts.AccountDeleted
    | accounts.AccountRestored
    | moderation.UserBanned
    | moderation.BanLifted
    | communities.CommunityLeft
    | communities.ModeratorAdded
    | communities.ModeratorRemoved
    | follows.Ignored
    | follows.Unignored
    | subscriptions.SubscriptionChanged
)
# After these events the user may do more or less on the pages that they have open.
RightsChanged = moderation.UserBanned | moderation.BanLifted | identity.EmailChanged
# After these events the cached sidebar may still show content that was removed.
ContentRemoved = (
    comments.CommentHidden
    | posts.PostHeld
    | posts.PostUnpublished
    | posts.PostDeleted
    | moderation.UserBanned
    | accounts.AccountDeleted
)


def wire_caches() -> None:
    _wire_authentication_cache()
    _wire_sidebar_cache()


def _wire_authentication_cache() -> None:
    event_types: tuple[type[UserChanged], ...] = get_args(UserChanged)
    for event_type in event_types:
        on_commit(event_type, _invalidate_cached_user)
        after_commit(event_type, _broadcast_user_changed)
    hub.subscribe(messages.UserChanged, _invalidate_cached_user, first=True)
    hub.subscribe(messages.Resync, lambda _: authentication.clear_cache(), first=True)


def _wire_sidebar_cache() -> None:
    event_types: tuple[type[ContentRemoved], ...] = get_args(ContentRemoved)
    for event_type in event_types:
        on_commit(event_type, _invalidate_cached_sidebar)
        after_commit(event_type, _broadcast_content_removed)
    hub.subscribe(messages.SidebarChanged, _invalidate_cached_sidebar, first=True)
    hub.subscribe(messages.Resync, _invalidate_cached_sidebar, first=True)


def _invalidate_cached_user(event: UserChanged | messages.UserChanged) -> None:
    authentication.invalidate_cached_user(event.user_id)


async def _broadcast_user_changed(event: UserChanged) -> None:
    must_reload = isinstance(event, RightsChanged)
    await hub.publish(messages.UserChanged(event.user_id, must_reload=must_reload))


def _invalidate_cached_sidebar(
    _: ContentRemoved | messages.SidebarChanged | messages.Resync,
) -> None:
    discovery.invalidate_sidebar()


async def _broadcast_content_removed(_: ContentRemoved) -> None:
    await hub.publish(messages.SidebarChanged())
