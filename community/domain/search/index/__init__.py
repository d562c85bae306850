"""The index of the words of posts and comments: what it contains, its tables and its upkeep."""

from community.domain.search.index.documents import (
    ORDER_TOLERANCE,
    remove_comment,
    remove_post,
    sync_comment,
    sync_post,
)
from community.domain.search.index.maintenance import IndexState, OutdatedDocument, get_index_state
from community.domain.search.index.token_index import TokenQuery
