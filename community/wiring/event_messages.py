"""The messages to open pages and to caches that follow from an event, and which caches they clear.

Each function of an event returns the messages for events with the fields that it reads.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol
from uuid import UUID

from community import authentication
from community.domain import (
    accounts,
    advertising,
    audit,
    comments,
    communities,
    discovery,
    jobs,
    mail,
    merging,
    moderation,
    posts,
    reactions,
    site,
    subscriptions,
    tables,
    uploads,
)
from community.realtime import messages

Messages = Sequence[messages.Message]

# The tables of the Admin Panel that show what entries of the audit log are about.
TABLES_OF_TARGETS = {
    "user": accounts.USER_TABLE,
    "invitation": accounts.invitations.INVITATION_TABLE,
    "community": communities.COMMUNITY_TABLE,
    "post": posts.POST_TABLE,
    "comment": comments.COMMENT_TABLE,
    "upload": uploads.UPLOAD_TABLE,
    "report": moderation.reports.REPORT_TABLE,
    "job": jobs.JOB_TABLE,
    "mail": mail.MAIL_TABLE,
}
# The kinds of targets of which the Admin Panel counts those that wait (`admin/waiting.py`).
# Payments, which wait too, have events of their own.
WAITING_TARGETS: Final = frozenset({"post", "comment", "report", "job", "mail"})
# What a ban changes in the side sheet of a user (`admin/users/state.py`). It ends no session, and
# leaves the content, the reports and the plan of the user as they are.
_PARTS_OF_BAN: Final = ("account", "sanctions", "changes")
# What the entries of these actions change in the side sheet of their target. Others may change all.
_PARTS_OF_TARGETS: Final[Mapping[str, tuple[str, ...]]] = {
    "user.banned": _PARTS_OF_BAN,
    "user.unbanned": _PARTS_OF_BAN,
}
# With other settings, administrators may need a second factor, which `authentication` checks.
_CACHES_WITH_SETTINGS: tuple[Callable[[], None], ...] = (
    site.settings_cache.clear,
    authentication.clear_cache,
    discovery.invalidate_sidebar,
    advertising.clear_running_cache,
    advertising.clear_page_cache,
)
_CACHES: dict[type[messages.Message], tuple[Callable[[], None], ...]] = {
    messages.SiteChanged: _CACHES_WITH_SETTINGS,
    messages.SidebarChanged: (discovery.invalidate_sidebar,),
    messages.PlansChanged: (site.settings_cache.clear,),
    messages.AdvertisementsChanged: (advertising.clear_running_cache, advertising.clear_page_cache),
    # Messages were lost.
    messages.Resync: _CACHES_WITH_SETTINGS,
}


class UserEvent(Protocol):
    @property
    def user_id(self) -> int: ...


class PostEvent(Protocol):
    @property
    def post_id(self) -> int: ...


class CommentEvent(PostEvent, Protocol):
    @property
    def comment_id(self) -> int: ...


class CommunityEvent(Protocol):
    @property
    def community_id(self) -> int: ...


class PaymentEvent(Protocol):
    @property
    def payment_id(self) -> UUID: ...


def user_changed(event: UserEvent) -> Messages:
    """Pages and caches load what the user may do when they need it next."""
    return [messages.UserChanged(event.user_id)]


def rights_changed(event: UserEvent) -> Messages:
    """The user may do more or less on the pages that they have open, which load it now."""
    return [messages.UserChanged(event.user_id, must_reload=True)]


def user_record_changed(event: UserEvent) -> Messages:
    return [messages.AdminRecordChanged(accounts.USER_TABLE.code, event.user_id)]


def ban_changed(event: UserEvent) -> Messages:
    return [messages.AdminRecordChanged(accounts.USER_TABLE.code, event.user_id, _PARTS_OF_BAN)]


def author_changed(event: UserEvent) -> Messages:
    """The name of the user beside posts and comments looks different."""
    return [messages.AuthorChanged(event.user_id)]


def sidebar_changed(_: object) -> Messages:
    """The sidebar may still show content that was removed."""
    return [messages.SidebarChanged()]


def waiting_changed(_: object) -> Messages:
    """More or fewer records wait for an administrator."""
    return [messages.AdminWaitingChanged()]


def comment_changed(event: CommentEvent) -> Messages:
    return [
        messages.CommentChanged(event.post_id, event.comment_id),
        messages.AdminRecordChanged(comments.COMMENT_TABLE.code, event.comment_id),
    ]


def reaction_changed(event: reactions.ReactionSet | reactions.ReactionRemoved) -> Messages:
    if event.target == "post":
        return [messages.PostReactionsChanged(event.target_id)]
    return [messages.CommentChanged(event.post_id, event.target_id)]


def post_changed(event: PostEvent) -> Messages:
    return _build_post_changed(event.post_id)


def post_added_to_feeds(event: PostEvent) -> Messages:
    return [messages.PostAddedToFeeds(event.post_id)]


def post_removed_from_feeds(event: PostEvent) -> Messages:
    return [messages.PostRemovedFromFeeds(event.post_id)]


def post_held(event: posts.PostHeld) -> Messages:
    return [
        *post_changed(event),
        *waiting_changed(event),
        *(post_removed_from_feeds(event) if event.was_published else ()),
    ]


def post_restored(event: posts.PostRestored) -> Messages:
    if not event.is_published:
        return [messages.AdminRecordChanged(posts.POST_TABLE.code, event.post_id)]
    return [*post_changed(event), *post_added_to_feeds(event)]


def post_pin_changed(event: posts.PostPinChanged) -> Messages:
    return [messages.PostChanged(event.post_id), messages.PostPinChanged(event.post_id)]


def posts_moved(event: posts.PostsMoved) -> Messages:
    return [message for post_id in event.post_ids for message in _build_post_changed(post_id)]


def community_changed(event: CommunityEvent) -> Messages:
    table = communities.COMMUNITY_TABLE.code
    return [
        messages.CommunityChanged(event.community_id),
        messages.AdminRecordChanged(table, event.community_id),
    ]


def accounts_merged(event: merging.AccountsMerged | merging.MergeFinished) -> Messages:
    """Update what open pages show of the accounts when the merge begins, and when it is done.

    A page that loads between these events still shows the closed account.
    """
    table = accounts.USER_TABLE.code
    return [
        messages.AccountsMerged(event.source_id, event.target_id),
        messages.AdminRecordChanged(table, event.source_id),
        messages.AdminRecordChanged(table, event.target_id),
    ]


def administrators_changed(_: object) -> Messages:
    return [messages.AdministratorsChanged()]


def invitation_changed(event: accounts.InvitationUsed) -> Messages:
    table = accounts.invitations.INVITATION_TABLE.code
    return [messages.AdminRecordChanged(table, event.invitation_id)]


def site_changed(event: site.SiteSettingsChanged | site.ReactionKindsChanged) -> Messages:
    if isinstance(event, site.SiteSettingsChanged):
        return [messages.SiteChanged(site.list_page_parts(event.section, event.codes))]
    return [messages.SiteChanged(site.PARTS_WITH_REACTIONS)]


def subscription_changed(event: subscriptions.SubscriptionChanged) -> Messages:
    table = subscriptions.SUBSCRIPTION_TABLE.code
    return [messages.AdminRecordChanged(table, event.subscription_id)]


def payment_record_changed(event: PaymentEvent) -> Messages:
    record_id = tables.encode_record_id(event.payment_id)
    return [messages.AdminRecordChanged(subscriptions.PAYMENT_TABLE.code, record_id)]


def mail_changed(event: mail.MailChanged) -> Messages:
    return [messages.AdminRecordChanged(mail.MAIL_TABLE.code, event.mail_id)]


def reports_changed(event: object) -> Messages:
    table = moderation.reports.REPORT_TABLE.code
    return [messages.AdminTableChanged(table), *waiting_changed(event)]


def media_table_changed(_: object) -> Messages:
    return [messages.AdminTableChanged(uploads.UPLOAD_TABLE.code)]


def audit_entry_added(event: audit.AuditEntryRecorded) -> Messages:
    """Tell open pages about the entry, and open tables about the record that was changed."""
    return [messages.AuditEntryAdded(), *_build_target_changed(event)]


def _build_target_changed(event: audit.AuditEntryRecorded) -> Messages:
    table = TABLES_OF_TARGETS.get(event.target_kind)
    record_id = table.parse_record_id(event.target_id) if table is not None else None
    if table is None or record_id is None:
        return []
    parts = _PARTS_OF_TARGETS.get(event.action, ())
    changed = messages.AdminRecordChanged(table.code, tables.encode_record_id(record_id), parts)
    return [changed, *(waiting_changed(event) if event.target_kind in WAITING_TARGETS else ())]


def _build_post_changed(post_id: int) -> Messages:
    return [
        messages.AdminRecordChanged(posts.POST_TABLE.code, post_id),
        messages.PostChanged(post_id),
    ]


def clear_outdated_caches(message: messages.Message) -> None:
    """Clear the caches of this process that are outdated after a message.

    They are cleared when the change is committed and when the message arrives from another process.
    """
    if isinstance(message, messages.UserChanged):
        authentication.invalidate_cached_user(message.user_id)
    for clear in _CACHES.get(type(message), ()):
        clear()
