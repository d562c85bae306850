"""Names of what can be listened to."""


def post(post_id: int) -> str:
    """A post and its discussion, for everybody who has it open."""
    return f"post:{post_id}"


def inbox(user_id: int) -> str:
    """One person's bell."""
    return f"inbox:{user_id}"


def community(community_id: int) -> str:
    """How a community presents itself."""
    return f"community:{community_id}"


def feed_of_author(user_id: int) -> str:
    """Open pages that show what one author publishes. Like the next three heard through `FEEDS`."""
    return f"feed:author:{user_id}"


def feed_of_community(community_id: int) -> str:
    """Open pages that show what is published in one community."""
    return f"feed:community:{community_id}"


def feed_of_tag(tag: str) -> str:
    """Open pages that show what is published under one tag."""
    return f"feed:tag:{tag}"


def personal_feed(user_id: int) -> str:
    """One person's open Personal feeds."""
    return f"{PERSONAL_FEED}{user_id}"


PERSONAL_FEED = "feed:personal:"
# Which posts there are, and who they are by.
FEEDS = "feeds"
# Who may do what: a sign-out, a ban, a new name.
PEOPLE = "people"
# What stands beside every page shows something that is not to be seen any more.
RAIL = "rail"
# Sent to this process alone, when messages may have been missed: whoever watches anything looks
# again.
RESYNC = "resync"
