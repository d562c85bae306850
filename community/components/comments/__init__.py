"""A discussion, live."""

from community.components.comments.discussion import discussion

__all__ = ["discussion"]
