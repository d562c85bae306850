"""The actions of the demo users, such as publishing a post, as data classes.

`ago` is the time between the action and the day on which the demo content is loaded.
"""

from dataclasses import dataclass
from datetime import timedelta

from community.cli.demo.schemas import DemoComment, DemoCommunity, DemoPost, DemoReaction, DemoUser


@dataclass(frozen=True, kw_only=True)
class Action:
    """Base class of all actions of the demo users."""

    ago: timedelta


@dataclass(frozen=True, kw_only=True)
class RegisterUser(Action):
    user: DemoUser


@dataclass(frozen=True, kw_only=True)
class CreateCommunity(Action):
    community: DemoCommunity


@dataclass(frozen=True, kw_only=True)
class UpdateProfile(Action):
    user: DemoUser


@dataclass(frozen=True, kw_only=True)
class UpdateCommunityImages(Action):
    community: DemoCommunity


@dataclass(frozen=True, kw_only=True)
class JoinCommunity(Action):
    user: str
    community: str


@dataclass(frozen=True, kw_only=True)
class AppointModerator(Action):
    """The owner of a community makes a member a moderator.

    The new moderator is also subscribed to notifications about new posts in the community.
    """

    owner: str
    user: str
    community: str


@dataclass(frozen=True, kw_only=True)
class FollowUser(Action):
    user: str
    followed: str


@dataclass(frozen=True, kw_only=True)
class PublishPost(Action):
    post: DemoPost


@dataclass(frozen=True, kw_only=True)
class WriteComment(Action):
    post_slug: str
    comment: DemoComment


@dataclass(frozen=True, kw_only=True)
class AddReaction(Action):
    """A user reacts to the post `post_slug` or to one of its comments."""

    post_slug: str
    reaction: DemoReaction


@dataclass(frozen=True, kw_only=True)
class PinComment(Action):
    post: DemoPost
    comment: DemoComment


@dataclass(frozen=True, kw_only=True)
class PinPost(Action):
    owner: str
    post_slug: str


@dataclass(frozen=True, kw_only=True)
class DisableNotifications(Action):
    user: str


@dataclass(frozen=True, kw_only=True)
class EnableNotifications(Action):
    user: str


@dataclass(frozen=True, kw_only=True)
class MarkAllRead(Action):
    user: str


@dataclass(frozen=True, kw_only=True)
class MarkAllSeen(Action):
    user: str


@dataclass(frozen=True, kw_only=True)
class AddViews(Action):
    post_slug: str
    count: int


@dataclass(frozen=True, kw_only=True)
class PlayScene(Action):
    """An action of an administrator or a user, in one transaction.

    `name` is a key of `SCENES` in `demo_loader/scenes/playback.py`.
    """

    name: str


@dataclass(frozen=True, kw_only=True)
class PlayPaymentScene(Action):
    """An action that moves money at the sandbox, in several transactions.

    `name` is a key of `PAYMENT_SCENES` in `demo_loader/scenes/payments.py`.
    """

    name: str
