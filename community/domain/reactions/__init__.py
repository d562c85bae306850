"""Functions that set, remove and read the reactions of users to posts and comments."""

from community.domain.reactions.actions import (
    ReactionRemoved,
    ReactionSet,
    ensure_may_choose,
    react,
)
from community.domain.reactions.kinds import (
    create_kind,
    edit_kind,
    list_kinds,
    remove_kind,
    reorder_kinds,
)
from community.domain.reactions.personal_data import PERSONAL_DATA
from community.domain.reactions.policies import (
    CODE_MAX_LENGTH,
    IMAGE_MAX_BYTES,
    MAX_KINDS,
    NAME_MAX_LENGTH,
)
from community.domain.reactions.queries import find_reactions, get_my_reactions
from community.domain.reactions.schemas import (
    ReactionKey,
    ReactionKindView,
    ReactionSummary,
    ReactionTarget,
)
