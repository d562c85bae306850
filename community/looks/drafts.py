"""What is said of a post that readers do not see, in the document and on the live page."""

from typing import Final

# By the status of the post.
HIDDEN: Final[dict[str, str]] = {
    "draft": "A draft. Only you can see this.",
    "scheduled": "Scheduled. Only you can see this.",
    "unpublished": "Unpublished. Only you can see this.",
}
# What an administrator sees of somebody else's.
TAKEN_DOWN: Final = "Unpublished. Readers do not see it."
