"""The messages that server processes send to each other through `hub.py`, and their topics.

A message says which data changed. It contains only ids, because each receiver reads the current
data from the database. Browser tabs and caches select messages by their topics.
"""

from dataclasses import dataclass

PERSONAL_FEED_PREFIX = "feed:personal:"
# All feeds. For a new post, the server finds the feeds that contain the post, and updates the tabs
# that are subscribed to the topics of these feeds.
FEEDS_TOPIC = "feeds"
USERS_TOPIC = "users"
# What all authors of posts and comments have in common: pages show their names.
AUTHORS_TOPIC = "authors"
# One message can be about the inboxes of many users. The server updates the tabs that are
# subscribed to the topics of these users.
INBOXES_TOPIC = "inboxes"
SIDEBAR_TOPIC = "sidebar"
# The settings of the site and the list of reactions, which affect all pages.
SITE_TOPIC = "site"
# The plans on sale.
PLANS_TOPIC = "plans"
ADMIN_PANEL_TOPIC = "admin-panel"
ADMINISTRATORS_TOPIC = "administrators"
AUDIT_LOG_TOPIC = "audit-log"
# The list of reactions in the Admin Panel.
REACTION_KINDS_TOPIC = "admin:reactions"
# The advertisements that pages show.
ADVERTISEMENTS_TOPIC = "advertisements"
# The list of advertisements in the Admin Panel.
ADMIN_ADVERTISEMENTS_TOPIC = "admin:advertisements"
# The list of plans in the Admin Panel.
ADMIN_PLANS_TOPIC = "admin:plans"
# The checklist before real money in the Admin Panel.
ADMIN_PAYMENT_PROVIDER_TOPIC = "admin:payment-provider"
# The list of features in the Admin Panel.
ADMIN_PLAN_FEATURES_TOPIC = "admin:plan-features"
RESYNC_TOPIC = "resync"


def page_part_topic(name: str) -> str:
    """Return the topic of a part of pages that depends on settings of the site."""
    return f"page-part:{name}"


def post_topic(post_id: int) -> str:
    return f"post:{post_id}"


def post_summary_topic(post_id: int) -> str:
    return f"post-summary:{post_id}"


def assistant_topic(user_id: int) -> str:
    return f"assistant:{user_id}"


def user_topic(user_id: int) -> str:
    """Return the topic of the tabs in which a user is signed in."""
    return f"user:{user_id}"


def data_export_topic(user_id: int) -> str:
    return f"data-export:{user_id}"


def community_topic(community_id: int) -> str:
    return f"community:{community_id}"


def author_feed_topic(user_id: int) -> str:
    return f"feed:author:{user_id}"


def community_feed_topic(community_id: int) -> str:
    return f"feed:community:{community_id}"


def tag_feed_topic(tag: str) -> str:
    return f"feed:tag:{tag}"


def personal_feed_topic(user_id: int) -> str:
    return f"{PERSONAL_FEED_PREFIX}{user_id}"


def payment_topic(payment_id: str) -> str:
    return f"payment:{payment_id}"


def card_setup_topic(setup_id: str) -> str:
    return f"card-setup:{setup_id}"


def admin_table_topic(code: str) -> str:
    return f"admin:table:{code}"


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
        return post_topic(self.post_id)


@dataclass(frozen=True, slots=True)
class PostChanged(Message):
    """A post was edited, or its status changed."""

    post_id: int

    @property
    def topic(self) -> str:
        return post_topic(self.post_id)


@dataclass(frozen=True, slots=True)
class PostReactionsChanged(Message):
    post_id: int

    @property
    def topic(self) -> str:
        return post_topic(self.post_id)


@dataclass(frozen=True, slots=True)
class SummaryChanged(Message):
    """The summary of a post was written further, or removed."""

    post_id: int

    @property
    def topic(self) -> str:
        return post_summary_topic(self.post_id)


@dataclass(frozen=True, slots=True)
class QuestionChanged(Message):
    """The assistant begins to answer a question of a user, has answered it, or cannot."""

    user_id: int

    @property
    def topic(self) -> str:
        return assistant_topic(self.user_id)


@dataclass(frozen=True, slots=True)
class PostAddedToFeeds(Message):
    post_id: int

    @property
    def topic(self) -> str:
        return FEEDS_TOPIC


@dataclass(frozen=True, slots=True)
class PostRemovedFromFeeds(Message):
    """A post was unpublished or deleted."""

    post_id: int

    @property
    def topic(self) -> str:
        return FEEDS_TOPIC


@dataclass(frozen=True, slots=True)
class PostPinChanged(Message):
    """A post was pinned to the top of a community or profile, or unpinned."""

    post_id: int

    @property
    def topic(self) -> str:
        return FEEDS_TOPIC


@dataclass(frozen=True, slots=True)
class CommunityChanged(Message):
    """The name, the rules, the images or the status of a community changed."""

    community_id: int

    @property
    def topic(self) -> str:
        return community_topic(self.community_id)


@dataclass(frozen=True, slots=True)
class InboxesChanged(Message):
    recipient_ids: tuple[int, ...]

    @property
    def topic(self) -> str:
        return INBOXES_TOPIC


@dataclass(frozen=True, slots=True)
class UserChanged(Message):
    """The session, the permissions or the profile of a user changed."""

    user_id: int
    # Whether the open pages of the user are loaded again, because the user may do more or less
    # there
    must_reload: bool = False

    @property
    def topic(self) -> str:
        return USERS_TOPIC


@dataclass(frozen=True, slots=True)
class DataExportChanged(Message):
    """The archive with the personal data of a user was requested, is ready, or was deleted."""

    user_id: int

    @property
    def topic(self) -> str:
        return data_export_topic(self.user_id)


@dataclass(frozen=True, slots=True)
class AccountsMerged(Message):
    """The content of the account `source_id` now belongs to the account `target_id`."""

    source_id: int
    target_id: int

    @property
    def topic(self) -> str:
        return USERS_TOPIC


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
        return AUTHORS_TOPIC


@dataclass(frozen=True, slots=True)
class SidebarChanged(Message):
    """Content that the sidebar may show was removed."""

    @property
    def topic(self) -> str:
        return SIDEBAR_TOPIC


@dataclass(frozen=True, slots=True)
class SiteChanged(Message):
    """The settings of the site or the list of reactions changed."""

    # The parts of pages that show what changed (`domain/site/page_parts.py`)
    parts: tuple[str, ...] = ()

    @property
    def topic(self) -> str:
        return SITE_TOPIC


@dataclass(frozen=True, slots=True)
class PlansChanged(Message):
    """The plans on sale, or the texts of their features, changed."""

    @property
    def topic(self) -> str:
        return PLANS_TOPIC


@dataclass(frozen=True, slots=True)
class AdvertisementsChanged(Message):
    """An advertisement was added, changed, approved, moved or deleted, or begins or ends to run."""

    @property
    def topic(self) -> str:
        return ADVERTISEMENTS_TOPIC


@dataclass(frozen=True, slots=True)
class AdministratorsChanged(Message):
    """A user became or is no longer an administrator, or may open other sections."""

    @property
    def topic(self) -> str:
        return ADMINISTRATORS_TOPIC


@dataclass(frozen=True, slots=True)
class AuditEntryAdded(Message):
    @property
    def topic(self) -> str:
        return AUDIT_LOG_TOPIC


@dataclass(frozen=True, slots=True)
class AdminRecordChanged(Message):
    """A record that a table of the Admin Panel shows was changed."""

    table: str  # the code of the table (`domain/tables`)
    record_id: int | str  # the id as JSON
    # The parts of its side sheet that show what changed, or none if all of them may
    parts: tuple[str, ...] = ()

    @property
    def topic(self) -> str:
        return admin_table_topic(self.table)


@dataclass(frozen=True, slots=True)
class AdminWaitingChanged(Message):
    """The numbers in the sidebar of the Admin Panel may have changed."""

    @property
    def topic(self) -> str:
        return ADMIN_PANEL_TOPIC


@dataclass(frozen=True, slots=True)
class AdminTableChanged(Message):
    """Many records of a table of the Admin Panel were changed."""

    table: str

    @property
    def topic(self) -> str:
        return admin_table_topic(self.table)


@dataclass(frozen=True, slots=True)
class BulkActionProgressed(Message):
    """An act on all records of a table that match has begun, advanced or ended."""

    table: str

    @property
    def topic(self) -> str:
        return admin_table_topic(self.table)


@dataclass(frozen=True, slots=True)
class Resync(Message):
    """This process may have missed messages, so every listener reloads or invalidates its data.

    The hub delivers this message only inside the process.
    """

    @property
    def topic(self) -> str:
        return RESYNC_TOPIC


@dataclass(frozen=True, slots=True)
class PaymentChanged(Message):
    payment_id: str

    @property
    def topic(self) -> str:
        return payment_topic(self.payment_id)


@dataclass(frozen=True, slots=True)
class CardSetupChanged(Message):
    setup_id: str

    @property
    def topic(self) -> str:
        return card_setup_topic(self.setup_id)
