"""What happens between people."""

from dataclasses import dataclass

from community.core.events import Fact


@dataclass(frozen=True, slots=True)
class Followed(Fact):
    """The posts of `followed_id` are in the Personal feed of `follower_id` from now on."""

    follower_id: int
    followed_id: int


@dataclass(frozen=True, slots=True)
class Unfollowed(Fact):
    """They are there no longer."""

    follower_id: int
    followed_id: int


@dataclass(frozen=True, slots=True)
class Ignored(Fact):
    """`user_id` does not want to read `ignored_id`; neither follows the other any more."""

    user_id: int
    ignored_id: int


@dataclass(frozen=True, slots=True)
class Unignored(Fact):
    """`user_id` reads `ignored_id` again."""

    user_id: int
    ignored_id: int
