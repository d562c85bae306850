"""Search in posts and comments. So far, the package parses queries, and finds tokens and excerpts.

The decision record `0015-search.md` describes the index that follows.
"""

from community.domain.search.excerpts import Excerpt, make_excerpt
from community.domain.search.query import Phrase, SearchQuery, parse_query

__all__ = ["Excerpt", "Phrase", "SearchQuery", "make_excerpt", "parse_query"]
