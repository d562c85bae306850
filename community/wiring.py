"""Registers the listeners of all domain events, such as `CommentPosted`.

A listener is a function that is called for each event of one type. Listeners registered with
`in_transaction` run in the transaction that recorded the event, in the order of registration.
Listeners registered with `on_commit` run right after the commit and invalidate the caches of this
process. Listeners registered with `after_commit` run in the background after the commit and notify
other processes and browsers.
"""

from functools import cache
from typing import get_args

from community import authentication, outbox
from community.core.events import after_commit, in_transaction, on_commit
from community.core.tables import encode_record_id
from community.domain import (
    accounts,
    audit,
    comments,
    communities,
    discovery,
    follows,
    jobs,
    mail,
    merging,
    moderation,
    notifications,
    posts,
    reactions,
    site,
    uploads,
)
from community.realtime import hub, messages

# After these events the data of the user in the authentication cache is outdated.
UserChanged = (
    accounts.SessionRevoked
    | accounts.TokenRevoked
    | accounts.PasswordChanged
    | accounts.ProfileChanged
    | accounts.DefaultFeedChanged
    | accounts.IgnoredKeywordsChanged
    | accounts.PasswordConfirmed
    | accounts.AdminSectionsChanged
    | accounts.EmailChanged
    | accounts.ViewingChanged
    | moderation.UserBanned
    | moderation.BanLifted
    | follows.Ignored
    | follows.Unignored
)
# After these events the table of users in the Admin Panel shows outdated data.
UserRecordChanged = (
    accounts.ProfileChanged
    | accounts.EmailChanged
    | accounts.AdminSectionsChanged
    | moderation.UserBanned
    | moderation.BanLifted
)
# After these events the cached sidebar may still show content that was removed.
ContentRemoved = (
    comments.CommentHidden | posts.PostUnpublished | posts.PostDeleted | moderation.UserBanned
)

SiteChange = site.SiteSettingsChanged | site.ReactionKindsChanged
# The tables of the Admin Panel that show what entries of the audit log are about.
TABLES_OF_TARGETS = {
    "user": accounts.USER_TABLE,
    "invitation": accounts.invitations.INVITATION_TABLE,
    "community": communities.COMMUNITY_TABLE,
    "post": posts.POST_TABLE,
    "comment": comments.COMMENT_TABLE,
    "upload": uploads.UPLOAD_TABLE,
    "job": jobs.JOB_TABLE,
    "mail": mail.MAIL_TABLE,
}


@cache
def wire() -> None:
    """Register all listeners. If they are already registered, do nothing."""
    _wire_notifications()
    _wire_live_updates()
    _wire_authentication_cache()
    _wire_sidebar_cache()
    _wire_site_settings()
    _wire_media()


def _wire_notifications() -> None:
    in_transaction(comments.CommentPosted, notifications.notify_comment_posted)
    in_transaction(comments.CommentEdited, notifications.notify_new_mentions)
    in_transaction(comments.CommentHidden, notifications.retract_hidden_comment_notifications)
    in_transaction(comments.CommentUnhidden, notifications.notify_comment_unhidden)
    in_transaction(reactions.ReactionSet, notifications.notify_reaction)
    in_transaction(reactions.ReactionRemoved, notifications.retract_reaction_notification)
    in_transaction(follows.Followed, notifications.notify_new_follower)
    in_transaction(follows.Unfollowed, notifications.retract_follower_notification)
    in_transaction(follows.Ignored, notifications.delete_subscriptions_between_users)
    in_transaction(posts.PostPublished, notifications.handle_post_published)
    in_transaction(posts.PostUnpublished, notifications.handle_post_unpublished)
    in_transaction(posts.PostDeleted, notifications.retract_deleted_post_notifications)


def _wire_live_updates() -> None:
    after_commit(outbox.JobEnqueued, outbox.wake_dispatcher)
    after_commit(mail.MailChanged, _broadcast_mail_changed)
    after_commit(notifications.InboxesChanged, _broadcast_inboxes_changed)
    after_commit(accounts.AdminSectionsChanged, _broadcast_administrators_changed)
    after_commit(accounts.invitations.InvitationUsed, _broadcast_invitation_used)
    after_commit(audit.AuditEntryRecorded, _broadcast_audit_entry_added)
    after_commit(comments.CommentPosted, _broadcast_comment_changed)
    after_commit(comments.CommentEdited, _broadcast_comment_changed)
    after_commit(comments.CommentHidden, _broadcast_comment_changed)
    after_commit(comments.CommentHeld, _broadcast_comment_changed)
    after_commit(comments.CommentHeld, _broadcast_waiting_changed)
    after_commit(comments.CommentUnhidden, _broadcast_comment_changed)
    after_commit(comments.CommentMoved, _broadcast_comment_changed)
    after_commit(comments.CommentPinChanged, _broadcast_comment_changed)
    after_commit(reactions.ReactionSet, _broadcast_reaction_changed)
    after_commit(reactions.ReactionRemoved, _broadcast_reaction_changed)
    after_commit(posts.PostPublished, _broadcast_post_published)
    after_commit(posts.PostUnpublished, _broadcast_post_removed)
    after_commit(posts.PostDeleted, _broadcast_post_removed)
    after_commit(posts.PostRestored, _broadcast_post_restored)
    after_commit(posts.PostEdited, _broadcast_post_edited)
    after_commit(merging.PostsMoved, _broadcast_posts_moved)
    after_commit(communities.CommunityEdited, _broadcast_community_changed)
    after_commit(communities.CommunityClosed, _broadcast_community_changed)
    after_commit(communities.CommunityReopened, _broadcast_community_changed)
    after_commit(communities.CommunityTransferred, _broadcast_community_changed)


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


async def _broadcast_mail_changed(event: mail.MailChanged) -> None:
    await hub.publish(messages.AdminRecordChanged(mail.MAIL_TABLE.code, event.mail_id))


def _wire_site_settings() -> None:
    in_transaction(site.SiteSettingsChanged, uploads.attach_site_images)
    record_changes: tuple[type[UserRecordChanged], ...] = get_args(UserRecordChanged)
    for record_change in record_changes:
        after_commit(record_change, _broadcast_user_record_changed)
    on_commit(site.SiteSettingsChanged, _invalidate_cached_settings)
    on_commit(site.ReactionKindsChanged, _invalidate_cached_settings)
    after_commit(site.SiteSettingsChanged, _broadcast_site_changed)
    after_commit(site.ReactionKindsChanged, _broadcast_site_changed)
    hub.subscribe(messages.SiteChanged, _invalidate_cached_settings, first=True)
    hub.subscribe(messages.Resync, _invalidate_cached_settings, first=True)


def _wire_media() -> None:
    in_transaction(uploads.UploadRemoved, accounts.clear_removed_pictures)
    in_transaction(uploads.UploadRemoved, communities.clear_removed_pictures)
    on_commit(uploads.UploadRemoved, lambda _: uploads.clear_usage_cache())
    on_commit(uploads.UnusedUploadsRemoved, lambda _: uploads.clear_usage_cache())
    after_commit(uploads.UnusedUploadsRemoved, _broadcast_media_table_changed)


async def _broadcast_inboxes_changed(event: notifications.InboxesChanged) -> None:
    await hub.publish(messages.InboxesChanged(event.recipient_ids))


async def _broadcast_comment_changed(
    event: comments.CommentPosted
    | comments.CommentEdited
    | comments.CommentHidden
    | comments.CommentHeld
    | comments.CommentUnhidden
    | comments.CommentMoved
    | comments.CommentPinChanged,
) -> None:
    await hub.publish(messages.CommentChanged(event.post_id, event.comment_id))
    await hub.publish(messages.AdminRecordChanged(comments.COMMENT_TABLE.code, event.comment_id))


async def _broadcast_waiting_changed(_: comments.CommentHeld) -> None:
    await hub.publish(messages.AdminWaitingChanged())


async def _broadcast_reaction_changed(
    event: reactions.ReactionSet | reactions.ReactionRemoved,
) -> None:
    if event.target == "post":
        await hub.publish(messages.PostReactionsChanged(event.target_id))
    else:
        await hub.publish(messages.CommentChanged(event.post_id, event.target_id))


async def _broadcast_post_published(event: posts.PostPublished) -> None:
    await hub.publish(messages.AdminRecordChanged(posts.POST_TABLE.code, event.post_id))
    await hub.publish(messages.PostChanged(event.post_id))
    await hub.publish(messages.PostAddedToFeeds(event.post_id))


async def _broadcast_post_removed(event: posts.PostUnpublished | posts.PostDeleted) -> None:
    await hub.publish(messages.AdminRecordChanged(posts.POST_TABLE.code, event.post_id))
    await hub.publish(messages.PostChanged(event.post_id))
    await hub.publish(messages.PostRemovedFromFeeds(event.post_id))


async def _broadcast_post_restored(event: posts.PostRestored) -> None:
    await hub.publish(messages.AdminRecordChanged(posts.POST_TABLE.code, event.post_id))
    if event.is_published:
        await hub.publish(messages.PostChanged(event.post_id))
        await hub.publish(messages.PostAddedToFeeds(event.post_id))


async def _broadcast_post_edited(event: posts.PostEdited) -> None:
    await hub.publish(messages.AdminRecordChanged(posts.POST_TABLE.code, event.post_id))
    await hub.publish(messages.PostChanged(event.post_id))


async def _broadcast_posts_moved(event: merging.PostsMoved) -> None:
    for post_id in event.post_ids:
        await hub.publish(messages.PostChanged(post_id))


async def _broadcast_user_record_changed(event: UserRecordChanged) -> None:
    await hub.publish(messages.AdminRecordChanged(accounts.USER_TABLE.code, event.user_id))


async def _broadcast_community_changed(
    event: communities.CommunityEdited
    | communities.CommunityClosed
    | communities.CommunityReopened
    | communities.CommunityTransferred,
) -> None:
    table = communities.COMMUNITY_TABLE.code
    await hub.publish(messages.CommunityChanged(event.community_id))
    await hub.publish(messages.AdminRecordChanged(table, event.community_id))


async def _broadcast_administrators_changed(_: accounts.AdminSectionsChanged) -> None:
    await hub.publish(messages.AdministratorsChanged())


async def _broadcast_invitation_used(event: accounts.invitations.InvitationUsed) -> None:
    table = accounts.invitations.INVITATION_TABLE.code
    await hub.publish(messages.AdminRecordChanged(table, event.invitation_id))


async def _broadcast_audit_entry_added(event: audit.AuditEntryRecorded) -> None:
    """Tell open pages about the entry, and open tables about the record that was changed."""
    await hub.publish(messages.AuditEntryAdded())
    table = TABLES_OF_TARGETS.get(event.target_kind)
    record_id = table.parse_record_id(event.target_id) if table is not None else None
    if table is not None and record_id is not None:
        await hub.publish(messages.AdminRecordChanged(table.code, encode_record_id(record_id)))
        await hub.publish(messages.AdminWaitingChanged())


async def _broadcast_media_table_changed(_: uploads.UnusedUploadsRemoved) -> None:
    await hub.publish(messages.AdminTableChanged(uploads.UPLOAD_TABLE.code))


def _invalidate_cached_user(event: UserChanged | messages.UserChanged) -> None:
    authentication.invalidate_cached_user(event.user_id)


async def _broadcast_user_changed(event: UserChanged) -> None:
    await hub.publish(messages.UserChanged(event.user_id))


def _invalidate_cached_sidebar(
    _: ContentRemoved | messages.SidebarChanged | messages.Resync,
) -> None:
    discovery.invalidate_sidebar()


async def _broadcast_content_removed(_: ContentRemoved) -> None:
    await hub.publish(messages.SidebarChanged())


def _invalidate_cached_settings(_: SiteChange | messages.SiteChanged | messages.Resync) -> None:
    """Remove what depends on the settings from the caches of this process."""
    site.invalidate_settings_cache()
    discovery.invalidate_sidebar()


async def _broadcast_site_changed(event: SiteChange) -> None:
    is_live = not isinstance(event, site.SiteSettingsChanged) or event.is_live
    await hub.publish(messages.SiteChanged(is_live))
