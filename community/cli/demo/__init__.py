"""The demo content: users, communities, posts, discussions, conversations and payments."""

from community.cli.demo import data_files
from community.cli.demo.content import (
    get_comments,
    get_communities,
    get_conversations,
    get_extras,
    get_posts,
    get_reactions,
    get_users,
)
from community.cli.demo.validation import get_used_image_names, validate
