"""Search in posts and comments. The decision record `0015-search.md` describes the index."""

from community.domain.search.excerpts import Excerpt, make_excerpt
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
    "Phrase",
    "PostResult",
    "SearchPage",
    "SearchQuery",
    "SearchRequest",
    "SearchResult",
    "SearchSort",
    "SearchType",
    "make_excerpt",
    "parse_query",
    "search",
]
