"""What administrators configure: typed sections of settings, and the reactions on offer."""

from community.domain.site.actions import configure, forget_changed
from community.domain.site.events import SiteChanged
from community.domain.site.queries import content, counts, reaction_choices, section
from community.domain.site.schemas import ReactionChoice, ReactionCount
from community.domain.site.sections import Content, Section

__all__ = [
    "Content",
    "ReactionChoice",
    "ReactionCount",
    "Section",
    "SiteChanged",
    "configure",
    "content",
    "counts",
    "forget_changed",
    "reaction_choices",
    "section",
]
