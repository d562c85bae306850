"""Search in the texts of posts and comments: conditions, candidates, ranking and excerpts."""

from community.domain.search.texts.candidates import WINDOW, Candidate, find_candidates, find_newest
from community.domain.search.texts.conditions import TextConditions, find_conditions
from community.domain.search.texts.excerpts import Excerpt, make_excerpt
from community.domain.search.texts.ranking import compute_score
from community.domain.search.texts.serializers import build_results
