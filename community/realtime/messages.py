"""The messages that server processes send to each other through `hub.py`.

A message says which data changed. It contains only ids, because each receiver reads the current
data from the database.
"""

from dataclasses import dataclass

from community.realtime import topics


@dataclass(frozen=True, slots=True)
class Message:
    """The base class of all messages."""

    @property
    def topic(self) -> str:
        """The topic by which browser tabs and caches select the messages that concern them."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class CommentChanged(Message):
    """A comment was posted, edited, hidden, unhidden or pinned, or its reactions changed."""

    post_id: int
    comment_id: int

    @property
    def topic(self) -> str:
        return topics.post(self.post_id)


@dataclass(frozen=True, slots=True)
class PostChanged(Message):
    """A post was edited, or its status changed."""

    post_id: int

    @property
    def topic(self) -> str:
        return topics.post(self.post_id)


@dataclass(frozen=True, slots=True)
class PostReactionsChanged(Message):
    post_id: int

    @property
    def topic(self) -> str:
        return topics.post(self.post_id)


@dataclass(frozen=True, slots=True)
class SummaryChanged(Message):
    """The summary of a post was written further, or removed."""

    post_id: int

    @property
    def topic(self) -> str:
        return topics.post_summary(self.post_id)


@dataclass(frozen=True, slots=True)
class QuestionChanged(Message):
    """The assistant begins to answer a question of a user, has answered it, or cannot."""

    user_id: int

    @property
    def topic(self) -> str:
        return topics.assistant(self.user_id)


@dataclass(frozen=True, slots=True)
class PostAddedToFeeds(Message):
    post_id: int

    @property
    def topic(self) -> str:
        return topics.FEEDS


@dataclass(frozen=True, slots=True)
class PostRemovedFromFeeds(Message):
    """A post was unpublished or deleted."""

    post_id: int

    @property
    def topic(self) -> str:
        return topics.FEEDS


@dataclass(frozen=True, slots=True)
class PostPinChanged(Message):
    """A post was pinned to the top of a community or profile, or unpinned."""

    post_id: int

    @property
    def topic(self) -> str:
        return topics.FEEDS


@dataclass(frozen=True, slots=True)
class CommunityChanged(Message):
    """The name, the rules, the images or the status of a community changed."""

    community_id: int

    @property
    def topic(self) -> str:
        return topics.community(self.community_id)


@dataclass(frozen=True, slots=True)
class InboxesChanged(Message):
    recipient_ids: tuple[int, ...]

    @property
    def topic(self) -> str:
        return topics.INBOXES


@dataclass(frozen=True, slots=True)
class UserChanged(Message):
    """The session, the permissions or the profile of a user changed."""

    user_id: int
    # Whether the open pages of the user are loaded again, because the user may do more or less
    # there
    must_reload: bool = False

    @property
    def topic(self) -> str:
        return topics.USERS


@dataclass(frozen=True, slots=True)
class DataExportChanged(Message):
    """The archive with the personal data of a user was requested, is ready, or was deleted."""

    user_id: int

    @property
    def topic(self) -> str:
        return topics.data_export(self.user_id)


@dataclass(frozen=True, slots=True)
class AccountsMerged(Message):
    """The content of the account `source_id` now belongs to the account `target_id`."""

    source_id: int
    target_id: int

    @property
    def topic(self) -> str:
        return topics.USERS


@dataclass(frozen=True, slots=True)
class AuthorChanged(Message):
    """The name of a user looks different beside their posts and comments.

    They deleted or restored their account, chose another badge or style, or their plan changed.
    This is rare compared with the time for which pages are cached, so there is no topic for each
    author.
    """

    user_id: int

    @property
    def topic(self) -> str:
        return topics.AUTHORS


@dataclass(frozen=True, slots=True)
class SidebarChanged(Message):
    """Content that the sidebar may show was removed."""

    @property
    def topic(self) -> str:
        return topics.SIDEBAR


@dataclass(frozen=True, slots=True)
class SiteChanged(Message):
    """The settings of the site or the list of reactions changed."""

    # The parts of pages that show what changed (`domain/site/page_parts.py`)
    parts: tuple[str, ...] = ()

    @property
    def topic(self) -> str:
        return topics.SITE


@dataclass(frozen=True, slots=True)
class PlansChanged(Message):
    """The plans on sale, or the texts of their features, changed."""

    @property
    def topic(self) -> str:
        return topics.PLANS


@dataclass(frozen=True, slots=True)
class AdvertisementsChanged(Message):
    """An advertisement was added, changed, approved, moved or deleted, or begins or ends to run."""

    @property
    def topic(self) -> str:
        return topics.ADVERTISEMENTS


@dataclass(frozen=True, slots=True)
class AdministratorsChanged(Message):
    """A user became or is no longer an administrator, or may open other sections."""

    @property
    def topic(self) -> str:
        return topics.ADMINISTRATORS


@dataclass(frozen=True, slots=True)
class AuditEntryAdded(Message):
    @property
    def topic(self) -> str:
        return topics.AUDIT_LOG


@dataclass(frozen=True, slots=True)
class AdminRecordChanged(Message):
    """A record that a table of the Admin Panel shows was changed."""

    table: str  # the code of the table (`domain/tables`)
    record_id: int | str  # the id as JSON
    # The parts of its side sheet that show what changed, or none if all of them may
    parts: tuple[str, ...] = ()

    @property
    def topic(self) -> str:
        return topics.admin_table(self.table)


@dataclass(frozen=True, slots=True)
class AdminWaitingChanged(Message):
    """The numbers in the sidebar of the Admin Panel may have changed."""

    @property
    def topic(self) -> str:
        return topics.ADMIN_PANEL


@dataclass(frozen=True, slots=True)
class AdminTableChanged(Message):
    """Many records of a table of the Admin Panel were changed."""

    table: str

    @property
    def topic(self) -> str:
        return topics.admin_table(self.table)


@dataclass(frozen=True, slots=True)
class BulkActionProgressed(Message):
    """An act on all records of a table that match has begun, advanced or ended."""

    table: str

    @property
    def topic(self) -> str:
        return topics.admin_table(self.table)


@dataclass(frozen=True, slots=True)
class Resync(Message):
    """This process may have missed messages, so every listener reloads or invalidates its data.

    The hub delivers this message only inside the process.
    """

    @property
    def topic(self) -> str:
        return topics.RESYNC


@dataclass(frozen=True, slots=True)
class PaymentChanged(Message):
    payment_id: str

    @property
    def topic(self) -> str:
        return topics.payment(self.payment_id)


@dataclass(frozen=True, slots=True)
class CardSetupChanged(Message):
    setup_id: str

    @property
    def topic(self) -> str:
        return topics.card_setup(self.setup_id)
