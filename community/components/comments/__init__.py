"""Components of the discussion under a post. New comments appear in it without a reload."""

from community.components.comments.discussion import discussion
