"""Search in posts and comments. The decision record `0015-search.md` describes the index."""

from community.domain.search.names import (
    MAX_COUNTED,
    NameKind,
    Suggestions,
    count_posts,
    find_correction,
    index_names,
    search_for_names,
    suggest,
    suggest_people,
)
from community.domain.search.query import MAX_QUERY_LENGTH, parse_start
from community.domain.search.requests import (
    PARAMS,
    TEXT_TYPES,
    clean_params,
    get_newest_results,
    get_results_page,
)
from community.domain.search.result_rows import SearchRow
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
