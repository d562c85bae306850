"""Profiles of users: the header of a profile page, and the rows of lists of users."""

from community.components.profiles.follow_list import follow_list_header, user_row
from community.components.profiles.header import (
    count_text,
    header_image,
    ignored_notice,
    menu_button,
    message_button,
    message_link,
    own_profile_buttons,
    profile_buttons,
    profile_header,
)
