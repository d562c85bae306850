"""Topics of the messages that server processes send to each other through `hub.py`."""

PERSONAL_FEED_PREFIX = "feed:personal:"
# Messages about posts that were published, unpublished or deleted. The listener for this topic
# finds the feeds that contain the post and updates the tabs that are subscribed to the topics of
# these feeds.
FEEDS = "feeds"
# Messages about users whose session, permissions or profile changed.
USERS = "users"
# Messages about changed inboxes. One message can be about the inboxes of many users. The listener
# for this topic updates the tabs that are subscribed to the topics of these inboxes.
INBOXES = "inboxes"
# Messages that say that content in the sidebar was removed.
SIDEBAR = "sidebar"
# Delivered only inside this process, after it may have missed messages. Every listener then reloads
# or invalidates its data.
RESYNC = "resync"


def post(post_id: int) -> str:
    return f"post:{post_id}"


def inbox(user_id: int) -> str:
    return f"inbox:{user_id}"


def community(community_id: int) -> str:
    """Return the topic of messages about changes to a community's name, rules or images."""
    return f"community:{community_id}"


def author_feed(user_id: int) -> str:
    return f"feed:author:{user_id}"


def community_feed(community_id: int) -> str:
    return f"feed:community:{community_id}"


def tag_feed(tag: str) -> str:
    return f"feed:tag:{tag}"


def personal_feed(user_id: int) -> str:
    return f"{PERSONAL_FEED_PREFIX}{user_id}"
