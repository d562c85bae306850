"""Registers the listeners of accounts, their archives, administrators and invitations."""

from typing import get_args

from community.core.events import after_commit, in_transaction
from community.domain import (
    accounts,
    cleanups,
    data_export,
    identity,
    mail,
    merging,
    moderation,
    people,
    subscriptions,
)
from community.realtime import hub, messages

# After these events the table of users in the Admin Panel shows outdated data.
UserRecordChanged = (
    people.ProfileChanged
    | identity.EmailChanged
    | identity.SecondFactorChanged
    | accounts.AdminSectionsChanged
    | moderation.UserBanned
    | moderation.BanLifted
    | accounts.AccountDeleted
    | accounts.AccountRestored
    | cleanups.CleanupProgressed
)


# After these events the name of the user beside posts and comments looks different.
AuthorChanged = (
    accounts.AccountDeleted
    | accounts.AccountRestored
    | people.NameAppearanceChanged
    | subscriptions.SubscriptionChanged
)


def wire_users() -> None:
    event_types: tuple[type[UserRecordChanged], ...] = get_args(UserRecordChanged)
    for event_type in event_types:
        after_commit(event_type, _broadcast_user_record_changed)
    author_event_types: tuple[type[AuthorChanged], ...] = get_args(AuthorChanged)
    for author_event_type in author_event_types:
        after_commit(author_event_type, _broadcast_author_changed)
    in_transaction(mail.RecipientRejected, accounts.mark_email_undeliverable)
    after_commit(merging.AccountsMerged, _broadcast_merge)
    after_commit(merging.MergeFinished, _broadcast_merge)
    in_transaction(accounts.AccountDeleted, data_export.discard_of_deleted)
    in_transaction(merging.AccountsMerged, data_export.discard_of_merged)
    after_commit(data_export.DataExportChanged, _broadcast_data_export_changed)
    after_commit(accounts.AdminSectionsChanged, _broadcast_administrators_changed)
    after_commit(accounts.InvitationUsed, _broadcast_invitation_used)


async def _broadcast_user_record_changed(event: UserRecordChanged) -> None:
    await hub.publish(messages.AdminRecordChanged(accounts.USER_TABLE.code, event.user_id))


async def _broadcast_author_changed(event: AuthorChanged) -> None:
    await hub.publish(messages.AuthorChanged(event.user_id))


async def _broadcast_merge(event: merging.AccountsMerged | merging.MergeFinished) -> None:
    """Update what open pages show of the accounts when the merge begins, and when it is done.

    A page that loads between these events still shows the closed account.
    """
    await hub.publish(messages.AccountsMerged(event.source_id, event.target_id))
    for user_id in (event.source_id, event.target_id):
        await hub.publish(messages.AdminRecordChanged(accounts.USER_TABLE.code, user_id))


async def _broadcast_administrators_changed(_: accounts.AdminSectionsChanged) -> None:
    await hub.publish(messages.AdministratorsChanged())


async def _broadcast_data_export_changed(event: data_export.DataExportChanged) -> None:
    await hub.publish(messages.DataExportChanged(event.user_id))


async def _broadcast_invitation_used(event: accounts.InvitationUsed) -> None:
    table = accounts.invitations.INVITATION_TABLE.code
    await hub.publish(messages.AdminRecordChanged(table, event.invitation_id))
