"""Communities: the header of a community page, and the list of communities."""

from community.components.communities.community_list import community_list_heading, community_row
from community.components.communities.header import community_header, community_tabs
from community.components.communities.members import (
    member_list_header,
    member_row,
    members_heading,
    no_members_message,
    search_fields,
)
