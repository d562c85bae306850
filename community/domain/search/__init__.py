"""Search in posts and comments. So far, the package only parses queries.

The decision record `0015-search.md` describes the index that follows.
"""

from community.domain.search.query import Phrase, SearchQuery, parse_query

__all__ = ["Phrase", "SearchQuery", "parse_query"]
