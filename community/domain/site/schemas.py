"""Models for the reactions that users can choose, and for the counts of chosen reactions."""

from community.core.read_models import ReadModel


class ReactionChoice(ReadModel):
    """A reaction that users can choose.

    If `is_extended` is true, the reaction is available only to users whose subscription plan
    includes the feature `reactions`.
    """

    code: str
    emoji: str
    name: str
    is_extended: bool = False


class ReactionCount(ReadModel):
    """A reaction, and the number of users who chose it for a certain post or comment."""

    code: str
    emoji: str
    name: str
    count: int
