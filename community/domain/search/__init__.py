"""Search in posts and comments. The decision record `0015-search.md` describes the index."""

from community.domain.search.excerpts import Excerpt, make_excerpt
from community.domain.search.name_index import NameKind, index_names
from community.domain.search.names import NameHit, search_names
from community.domain.search.people import suggest_people
from community.domain.search.query import Phrase, SearchQuery, parse_query
from community.domain.search.results import search
from community.domain.search.schemas import (
    CommentResult,
    PostResult,
    SearchPage,
    SearchRequest,
    SearchResult,
    SearchSort,
    SearchType,
)

__all__ = [
    "CommentResult",
    "Excerpt",
    "NameHit",
    "NameKind",
    "Phrase",
    "PostResult",
    "SearchPage",
    "SearchQuery",
    "SearchRequest",
    "SearchResult",
    "SearchSort",
    "SearchType",
    "index_names",
    "make_excerpt",
    "parse_query",
    "search",
    "search_names",
    "suggest_people",
]
