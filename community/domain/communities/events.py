"""What happens to communities."""

from dataclasses import dataclass

from community.core.events import Fact


@dataclass(frozen=True, slots=True)
class CommunityCreated(Fact):
    """Somebody opened a community."""

    community_id: int
    owner_id: int


@dataclass(frozen=True, slots=True)
class CommunityEdited(Fact):
    """Its name, address, rules or pictures changed."""

    community_id: int


@dataclass(frozen=True, slots=True)
class CommunityClosed(Fact):
    """Nobody joins it or publishes in it any more."""

    community_id: int


@dataclass(frozen=True, slots=True)
class CommunityReopened(Fact):
    """People may join it and publish in it again."""

    community_id: int


@dataclass(frozen=True, slots=True)
class CommunityJoined(Fact):
    """Somebody became a member."""

    community_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class CommunityLeft(Fact):
    """Somebody is no longer a member."""

    community_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class ModeratorAppointed(Fact):
    """A member may now moderate."""

    community_id: int
    user_id: int
    by_id: int


@dataclass(frozen=True, slots=True)
class ModeratorDismissed(Fact):
    """A moderator is a plain member again."""

    community_id: int
    user_id: int
    by_id: int
