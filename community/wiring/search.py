"""Registers the listeners that keep the search index up to date."""

from typing import get_args

from community.core.events import in_transaction
from community.domain import comments, merging
from community.domain.search import listeners


def wire_search() -> None:
    for changed in get_args(listeners.PostChanged):
        in_transaction(changed, listeners.index_post)
    for hidden in get_args(listeners.PostHidden):
        in_transaction(hidden, listeners.hide_post)
    for changed in get_args(listeners.CommentChanged):
        in_transaction(changed, listeners.index_comment)
    in_transaction(comments.CommentHidden, listeners.hide_comment)
    in_transaction(merging.PostsMoved, listeners.index_moved_posts)
