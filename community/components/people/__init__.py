"""Names, badges and video avatars of users, and the dialog with which a user ignores another."""

from community.components.people.avatar_video import avatar_video
from community.components.people.ignoring import end_of_ignoring, ignore_dialog, term_labels
from community.components.people.person_name import (
    BADGE_NAMES,
    STYLE_NAMES,
    author_link,
    badge_icon,
    bot_badge,
    heading_name,
    name_badge,
    name_line,
    person_name,
    rating_badge_text,
)
