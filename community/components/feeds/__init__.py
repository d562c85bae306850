"""Feeds of posts, and the lists and suggestions beside them."""

from community.components.feeds.feed import (
    feed_heading,
    feed_item,
    live_feed,
    new_posts_button,
    use_feed,
)
from community.components.feeds.follow_suggestions import (
    has_suggestions,
    live_follow_suggestions,
    show_feed_button,
    static_follow_suggestions,
)
from community.components.feeds.setup_checklist import (
    checklist_step,
    content_steps,
    live_setup_checklist,
    name_step,
    static_setup_checklist,
)
from community.components.feeds.top_authors import (
    no_top_authors_message,
    top_author_row,
    top_authors_heading,
)
