"""The table of domain events: which listeners run in the transaction, and which messages follow.

Events without listeners are listed with the reason in `tests/architecture/test_wiring.py`. The
dispatcher of jobs, which not every process runs, registers what follows from `JobEnqueued`. The
cache of pages (`ssr/http/page_cache.py`) removes those that show the topic of a message.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.events import DomainEvent, Listener
from community.core.processes import background
from community.domain import (
    accounts,
    advertising,
    ai,
    audit,
    bulk_actions,
    chat,
    cleanups,
    comments,
    communities,
    data_export,
    follows,
    identity,
    mail,
    merging,
    moderation,
    notifications,
    people,
    posts,
    ratings,
    reactions,
    site,
    subscriptions,
    uploads,
)
from community.domain.search.index import documents as search
from community.domain.search.names import name_index
from community.domain.subscriptions.events import PlanGranted, PlanRestored
from community.realtime import chat_changes, hub, messages
from community.realtime.messages import Message
from community.wiring.event_messages import (
    accounts_merged,
    administrators_changed,
    audit_entry_added,
    author_changed,
    ban_changed,
    clear_outdated_caches,
    comment_changed,
    community_changed,
    invitation_changed,
    mail_changed,
    media_table_changed,
    payment_record_changed,
    post_added_to_feeds,
    post_changed,
    post_held,
    post_pin_changed,
    post_removed_from_feeds,
    post_restored,
    posts_moved,
    reaction_changed,
    reports_changed,
    rights_changed,
    sidebar_changed,
    site_changed,
    subscription_changed,
    user_changed,
    user_record_changed,
    waiting_changed,
)

EventT = TypeVar("EventT", bound=DomainEvent)
MessageBuilder = Callable[[EventT], Sequence[Message]]


@dataclass(frozen=True, slots=True)
class EventListeners:
    """What runs in the transaction of events of a type, and what follows after the commit."""

    event_type: type[DomainEvent]
    # Functions that run in this order in the transaction of the event
    in_transaction: Sequence[Listener[Any]]
    # Functions that return the messages to open pages and to caches, after the commit
    messages: Sequence[MessageBuilder[Any]]
    # Functions that clear caches of this process only, after the commit
    caches: Sequence[Callable[[], None]]


def after(
    event_type: type[EventT],
    *,
    in_transaction: Sequence[Listener[EventT]] = (),
    messages: Sequence[MessageBuilder[EventT]] = (),
    caches: Sequence[Callable[[], None]] = (),
) -> EventListeners:
    return EventListeners(event_type, in_transaction, messages, caches)


async def _end_renewal(
    session: AsyncSession, event: accounts.AccountDeleted | moderation.UserBanned
) -> None:
    await subscriptions.end_renewal_of_closed_account(session, event.user_id)


_COMMENTS = (
    after(
        comments.CommentPosted,
        in_transaction=[
            notifications.notify_comment_posted,
            search.index_comment,
            ai.ask_in_comment,
        ],
        messages=[comment_changed],
    ),
    after(
        comments.CommentEdited,
        in_transaction=[notifications.notify_new_mentions, search.index_comment],
        messages=[comment_changed],
    ),
    after(comments.CommentHeld, messages=[comment_changed, waiting_changed]),
    after(
        comments.CommentHidden,
        in_transaction=[
            notifications.retract_hidden_comment_notifications,
            search.hide_comment,
        ],
        messages=[comment_changed, sidebar_changed],
    ),
    after(
        comments.CommentUnhidden,
        in_transaction=[
            notifications.notify_comment_unhidden,
            search.index_comment,
            ai.ask_in_comment,
        ],
        messages=[comment_changed],
    ),
    after(
        comments.CommentMoved,
        in_transaction=[search.index_comment],
        messages=[comment_changed],
    ),
    after(comments.CommentPinChanged, messages=[comment_changed]),
    after(
        reactions.ReactionSet,
        in_transaction=[notifications.notify_reaction],
        messages=[reaction_changed],
    ),
    after(
        reactions.ReactionRemoved,
        in_transaction=[notifications.retract_reaction_notification],
        messages=[reaction_changed],
    ),
)

_POSTS = (
    after(
        posts.PostPublished,
        in_transaction=[
            notifications.handle_post_published,
            search.index_post,
            name_index.index_post,
        ],
        messages=[post_changed, post_added_to_feeds],
    ),
    after(
        posts.PostEdited,
        in_transaction=[search.index_post, ai.remove_summary, name_index.index_post],
        messages=[post_changed],
    ),
    after(
        posts.PostHeld,
        in_transaction=[
            notifications.handle_post_held,
            search.hide_post,
            ai.remove_summary,
            name_index.index_post,
        ],
        messages=[post_held, sidebar_changed],
    ),
    after(
        posts.PostUnpublished,
        in_transaction=[
            notifications.handle_post_unpublished,
            search.hide_post,
            ai.remove_summary,
            name_index.index_post,
        ],
        messages=[post_changed, post_removed_from_feeds, sidebar_changed],
    ),
    after(
        posts.PostDeleted,
        in_transaction=[
            notifications.retract_deleted_post_notifications,
            search.hide_post,
            ai.remove_summary,
            name_index.index_post,
        ],
        messages=[post_changed, post_removed_from_feeds, sidebar_changed],
    ),
    after(
        posts.PostRestored,
        in_transaction=[search.index_post, name_index.index_post],
        messages=[post_restored],
    ),
    after(posts.PostPinChanged, messages=[post_pin_changed]),
    after(ai.SummaryChanged, messages=[lambda event: [messages.SummaryChanged(event.post_id)]]),
    after(ai.QuestionChanged, messages=[lambda event: [messages.QuestionChanged(event.user_id)]]),
)

_COMMUNITIES = (
    after(communities.CommunityCreated, in_transaction=[name_index.index_community]),
    after(
        communities.CommunityEdited,
        in_transaction=[name_index.index_community],
        messages=[community_changed],
    ),
    after(communities.CommunityClosed, messages=[community_changed]),
    after(communities.CommunityReopened, messages=[community_changed]),
    after(communities.CommunityTransferred, messages=[community_changed]),
    after(communities.CommunityLeft, messages=[user_changed]),
    after(communities.ModeratorAdded, messages=[user_changed]),
    after(communities.ModeratorRemoved, messages=[user_changed]),
)

_PEOPLE = (
    after(
        people.ProfileChanged,
        in_transaction=[name_index.index_user],
        messages=[user_changed, user_record_changed],
    ),
    after(people.NameAppearanceChanged, messages=[user_changed, author_changed]),
    after(people.DefaultFeedChanged, messages=[user_changed]),
    after(people.IgnoredKeywordsChanged, messages=[user_changed]),
    after(follows.Followed, in_transaction=[notifications.notify_new_follower]),
    after(follows.Unfollowed, in_transaction=[notifications.retract_follower_notification]),
    after(
        follows.Ignored,
        in_transaction=[notifications.delete_subscriptions_between_users],
        messages=[
            user_changed,
            lambda event: [
                chat_changes.IgnoringChanged(event.user_id, event.ignored_id, is_ignoring=True)
            ],
        ],
    ),
    after(
        follows.Unignored,
        messages=[
            user_changed,
            lambda event: [
                chat_changes.IgnoringChanged(event.user_id, event.ignored_id, is_ignoring=False)
            ],
        ],
    ),
)

_ACCOUNTS = (
    after(identity.SessionRevoked, messages=[user_changed]),
    after(identity.TokenRevoked, messages=[user_changed]),
    after(identity.PasswordChanged, messages=[user_changed]),
    after(identity.PasswordConfirmed, messages=[user_changed]),
    after(identity.ViewingChanged, messages=[user_changed]),
    after(identity.EmailChanged, messages=[rights_changed, user_record_changed]),
    after(identity.SecondFactorChanged, messages=[user_changed, user_record_changed]),
    after(accounts.AccountRegistered, in_transaction=[name_index.index_user]),
    after(
        accounts.AccountDeleted,
        in_transaction=[data_export.discard_of_deleted, _end_renewal, name_index.index_user],
        messages=[user_changed, user_record_changed, author_changed, sidebar_changed],
    ),
    after(
        accounts.AccountRestored,
        in_transaction=[name_index.index_user],
        messages=[user_changed, user_record_changed, author_changed],
    ),
    after(
        accounts.AdminSectionsChanged,
        messages=[user_changed, user_record_changed, administrators_changed],
    ),
    after(accounts.InvitationUsed, messages=[invitation_changed]),
    after(
        merging.AccountsMerged,
        in_transaction=[data_export.discard_of_merged],
        messages=[accounts_merged],
    ),
    after(merging.MergeFinished, messages=[accounts_merged]),
    after(
        posts.PostsMoved,
        in_transaction=[search.index_moved_posts],
        messages=[posts_moved],
    ),
    after(
        data_export.DataExportChanged,
        messages=[lambda event: [messages.DataExportChanged(event.user_id)]],
    ),
    after(mail.RecipientRejected, in_transaction=[accounts.mark_email_undeliverable]),
)

_MODERATION = (
    after(
        moderation.UserBanned,
        in_transaction=[_end_renewal],
        messages=[rights_changed, ban_changed, sidebar_changed],
    ),
    after(moderation.BanLifted, messages=[rights_changed, ban_changed]),
    after(moderation.reports.ContentReported, messages=[reports_changed]),
    after(moderation.reports.ReportsClosed, messages=[reports_changed]),
    after(cleanups.CleanupProgressed, messages=[user_record_changed]),
    after(
        bulk_actions.BulkActionProgressed,
        messages=[lambda event: [messages.BulkActionProgressed(event.table)]],
    ),
    after(audit.AuditEntryRecorded, messages=[audit_entry_added]),
)

_CHATS = (
    after(
        chat.MessageSent,
        messages=[
            lambda event: [
                chat_changes.ChatMessageChanged(event.chat_id, event.message_id, event.author_id)
            ]
        ],
    ),
    after(
        chat.MessageChanged,
        in_transaction=[notifications.retract_message],
        messages=[lambda event: [chat_changes.ChatMessageChanged(event.chat_id, event.message_id)]],
    ),
    after(
        chat.ChatRead,
        in_transaction=[notifications.mark_messages_read],
        messages=[lambda event: [chat_changes.ChatRead(event.chat_id, event.user_id)]],
    ),
    after(chat.ChatChanged, messages=[lambda event: [chat_changes.ChatChanged(event.chat_id)]]),
    after(
        chat.MembershipChanged,
        in_transaction=[notifications.handle_membership_changed],
        messages=[lambda event: [chat_changes.ChatMembershipChanged(event.chat_id, event.user_id)]],
    ),
    after(chat.Invited, in_transaction=[notifications.notify_invited]),
)

# `issue_documents` is last, because all transactions that issue documents wait for each other.
_SUBSCRIPTIONS = (
    after(
        subscriptions.SubscriptionChanged,
        messages=[user_changed, author_changed, subscription_changed],
    ),
    after(
        subscriptions.PaymentChanged,
        in_transaction=[
            notifications.notify_payment_changed,
            notifications.notify_gift_changed,
            subscriptions.payment_mails.send_payment_mail,
            subscriptions.payment_mails.send_gift_mail,
            subscriptions.invoices.issue_documents,
        ],
        messages=[
            lambda event: [messages.PaymentChanged(str(event.payment_id))],
            payment_record_changed,
        ],
    ),
    after(subscriptions.MoneyMoved, in_transaction=[subscriptions.invoices.issue_documents]),
    after(
        subscriptions.MoneyReturned,
        in_transaction=[subscriptions.payment_mails.send_money_returned_mail],
    ),
    after(
        subscriptions.MethodSetupChanged,
        messages=[lambda event: [messages.CardSetupChanged(str(event.setup_id))]],
    ),
    after(subscriptions.TrialStarted, in_transaction=[subscriptions.payment_mails.send_trial_mail]),
    after(
        PlanGranted,
        in_transaction=[
            notifications.notify_plan_granted,
            subscriptions.grant_mails.send_grant_mail,
        ],
    ),
    after(PlanRestored, in_transaction=[subscriptions.grant_mails.send_restoration_mail]),
    after(
        subscriptions.AccessExtended,
        in_transaction=[
            notifications.notify_access_extended,
            subscriptions.grant_mails.send_extension_mail,
        ],
    ),
    after(
        subscriptions.RenewalFailed,
        in_transaction=[subscriptions.renewal_mails.send_renewal_failed_mail],
    ),
    after(
        subscriptions.ConfirmationNeeded,
        in_transaction=[
            notifications.notify_confirmation_needed,
            subscriptions.renewal_mails.send_confirmation_mail,
        ],
    ),
    after(
        subscriptions.RefundChanged,
        in_transaction=[subscriptions.payment_mails.send_refund_mail],
        messages=[payment_record_changed, waiting_changed],
    ),
    after(
        subscriptions.DisputeChanged,
        in_transaction=[subscriptions.payment_mails.send_dispute_mail],
        messages=[payment_record_changed, waiting_changed],
    ),
    after(subscriptions.PlansChanged, messages=[lambda _: [messages.PlansChanged()]]),
)

_SITE = (
    after(
        site.SiteSettingsChanged,
        in_transaction=[
            ai.ensure_assistant,
            uploads.attach_site_images,
            ratings.ensure_excluded_users_exist,
        ],
        messages=[site_changed],
    ),
    after(site.ReactionKindsChanged, messages=[site_changed]),
    after(
        advertising.AdvertisementsChanged,
        messages=[lambda _: [messages.AdvertisementsChanged()]],
    ),
    after(
        uploads.UploadRemoved,
        in_transaction=[accounts.clear_removed_pictures, communities.clear_removed_pictures],
        caches=[uploads.clear_usage_cache],
    ),
    after(
        uploads.UnusedUploadsRemoved,
        messages=[media_table_changed],
        caches=[uploads.clear_usage_cache],
    ),
    after(
        notifications.InboxesChanged,
        messages=[lambda event: [messages.InboxesChanged(event.recipient_ids)]],
    ),
    after(mail.MailChanged, messages=[mail_changed]),
)

EVENT_LISTENERS = (
    *_COMMENTS,
    *_POSTS,
    *_COMMUNITIES,
    *_PEOPLE,
    *_ACCOUNTS,
    *_MODERATION,
    *_CHATS,
    *_SUBSCRIPTIONS,
    *_SITE,
)
_LISTENERS_BY_TYPE = {listeners.event_type: listeners for listeners in EVENT_LISTENERS}


def handle_committed_events(committed: Sequence[DomainEvent]) -> None:
    """Clear the caches that are outdated after a transaction, and publish its messages.

    Several events can lead to equal messages, such as a ban and its entry in the audit log. Each is
    published once, because pages load again all that it is about.
    """
    found: dict[Message, None] = {}
    for event in committed:
        if (listeners := _LISTENERS_BY_TYPE.get(type(event))) is None:
            continue
        for clear in listeners.caches:
            clear()
        for build in listeners.messages:
            found.update(dict.fromkeys(build(event)))
    for message in found:
        clear_outdated_caches(message)
    if found:
        background.start(_publish(list(found)))


async def _publish(found: Sequence[Message]) -> None:
    for message in found:
        await hub.publish(message)
