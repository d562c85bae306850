"""The demo content: users, communities, posts with comments and reactions, private
conversations, plans and payments.

The functions of this package read the content from TOML, Markdown and text files. They do not use
a database. `image_files` reads the images, and `validate` checks that the content is consistent.
"""

from community.cli.demo import image_files
from community.cli.demo.content import (
    get_comments,
    get_communities,
    get_conversations,
    get_extras,
    get_posts,
    get_reactions,
    get_users,
)
from community.cli.demo.schemas import DemoComment
from community.cli.demo.validation import get_used_image_names, validate
