"""Topics of the messages in `messages.py`."""

PERSONAL_FEED_PREFIX = "feed:personal:"
# All feeds. For a new post, the server finds the feeds that contain the post, and updates the tabs
# that are subscribed to the topics of these feeds.
FEEDS = "feeds"
USERS = "users"
# What all authors of posts and comments have in common: pages show their names.
AUTHORS = "authors"
# One message can be about the inboxes of many users. The server updates the tabs that are
# subscribed to the topics of these inboxes.
INBOXES = "inboxes"
SIDEBAR = "sidebar"
# The settings of the site and the list of reactions, which affect all pages.
SITE = "site"
# The plans on sale.
PLANS = "plans"
ADMIN_PANEL = "admin-panel"
ADMINISTRATORS = "administrators"
AUDIT_LOG = "audit-log"
# The list of reactions in the Admin Panel.
REACTION_KINDS = "admin:reactions"
# The advertisements that pages show.
ADVERTISEMENTS = "advertisements"
# The list of advertisements in the Admin Panel.
ADMIN_ADVERTISEMENTS = "admin:advertisements"
# The list of plans in the Admin Panel.
ADMIN_PLANS = "admin:plans"
# The checklist before real money in the Admin Panel.
ADMIN_PAYMENT_PROVIDER = "admin:payment-provider"
# The list of features in the Admin Panel.
ADMIN_PLAN_FEATURES = "admin:plan-features"
RESYNC = "resync"


def page_part(name: str) -> str:
    """Return the topic of a part of pages that depends on settings of the site."""
    return f"page-part:{name}"


def post(post_id: int) -> str:
    return f"post:{post_id}"


def post_summary(post_id: int) -> str:
    return f"post-summary:{post_id}"


def assistant(user_id: int) -> str:
    return f"assistant:{user_id}"


def inbox(user_id: int) -> str:
    return f"inbox:{user_id}"


def chat(chat_id: int) -> str:
    return f"chat:{chat_id}"


def chats(user_id: int) -> str:
    """Return the topic of all tabs of a user, which show the number of unread messages."""
    return f"chats:{user_id}"


def chat_list(user_id: int) -> str:
    return f"chat-list:{user_id}"


def chat_rows(chat_id: int) -> str:
    return f"chat-rows:{chat_id}"


def chat_typing(chat_id: int) -> str:
    return f"chat-typing:{chat_id}"


def read_marks(chat_id: int) -> str:
    return f"read-marks:{chat_id}"


def data_export(user_id: int) -> str:
    return f"data-export:{user_id}"


def community(community_id: int) -> str:
    return f"community:{community_id}"


def author_feed(user_id: int) -> str:
    return f"feed:author:{user_id}"


def community_feed(community_id: int) -> str:
    return f"feed:community:{community_id}"


def tag_feed(tag: str) -> str:
    return f"feed:tag:{tag}"


def personal_feed(user_id: int) -> str:
    return f"{PERSONAL_FEED_PREFIX}{user_id}"


def payment(payment_id: str) -> str:
    return f"payment:{payment_id}"


def card_setup(setup_id: str) -> str:
    return f"card-setup:{setup_id}"


def admin_table(code: str) -> str:
    return f"admin:table:{code}"
