"""Search for users, communities, tags and posts by name: results, suggestions, corrections."""

from community.domain.search.names.name_index import NameKind, index_names
from community.domain.search.names.name_results import NAME_KINDS, search_for_names
from community.domain.search.names.names import MAX_COUNTED, count_posts
from community.domain.search.names.people import suggest_people
from community.domain.search.names.spelling import find_correction
from community.domain.search.names.suggestions import Suggestions, suggest
