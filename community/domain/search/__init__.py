"""Search in posts and comments. So far, the package only parses queries."""

from community.domain.search.query import Phrase, SearchQuery, parse_query

__all__ = ["Phrase", "SearchQuery", "parse_query"]
