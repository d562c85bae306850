"""Read models of what administrators configure."""

from community.core.views import View


class ReactionChoice(View):
    """A reaction that people can choose. Extended ones need the feature `reactions`."""

    code: str
    emoji: str
    name: str
    is_extended: bool = False


class ReactionCount(View):
    """How many people chose one reaction on one target."""

    code: str
    emoji: str
    count: int
