"""Read models for the reactions that administrators configure."""

from community.core.read_models import ReadModel


class ReactionChoice(ReadModel):
    """A reaction that users can choose.

    If `is_extended` is true, only users whose plan includes the feature `reactions` can choose it.
    """

    code: str
    emoji: str
    name: str
    is_extended: bool = False


class ReactionCount(ReadModel):
    """The number of users who chose a certain reaction to a post or comment."""

    code: str
    emoji: str
    count: int
