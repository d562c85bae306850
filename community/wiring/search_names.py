"""Registers the listeners that keep the index of names current."""

from typing import get_args

from community.core.events import in_transaction
from community.domain.search import name_index


def wire_search_names() -> None:
    for post_event in get_args(name_index.PostChanged):
        in_transaction(post_event, name_index.index_post)
    for user_event in get_args(name_index.UserNamed):
        in_transaction(user_event, name_index.index_user)
    for community_event in get_args(name_index.CommunityNamed):
        in_transaction(community_event, name_index.index_community)
