"""Names of what can be listened to."""


def post(post_id: int) -> str:
    """A post and its discussion, for everybody who has it open."""
    return f"post:{post_id}"


def inbox(user_id: int) -> str:
    """One person's bell."""
    return f"inbox:{user_id}"


# Which posts there are, and who they are by.
FEEDS = "feeds"
# Who may do what: a sign-out, a ban, a new name.
PEOPLE = "people"
# Sent to this process alone, when messages may have been missed: whoever watches anything looks again.
RESYNC = "resync"
