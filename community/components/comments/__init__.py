"""Components of the discussion under a post, which shows new comments while it is open."""

from community.components.comments.discussion import discussion

__all__ = ["discussion"]
