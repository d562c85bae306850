"""The database tables. Queries are in `community/domain/`."""

from community.models.accounts import AccessToken, FormerSlug, User, UserSession
from community.models.comments import Comment, CommentMedia, CommentRevision, Mention
from community.models.communities import Community, Membership
from community.models.follows import Follow, Ignore
from community.models.notifications import (
    Notification,
    NotificationActor,
    NotificationSettings,
    NotificationSubscription,
    PostWatch,
)
from community.models.posts import Post, PostDraft, PostRevision, PostTag
from community.models.reactions import Reaction, ReactionKind
from community.models.site import IdempotencyRecord, OutboxMessage, SiteSetting
from community.models.uploads import Upload

__all__ = [
    "AccessToken",
    "Comment",
    "CommentMedia",
    "CommentRevision",
    "Community",
    "Follow",
    "FormerSlug",
    "IdempotencyRecord",
    "Ignore",
    "Membership",
    "Mention",
    "Notification",
    "NotificationActor",
    "NotificationSettings",
    "NotificationSubscription",
    "OutboxMessage",
    "Post",
    "PostDraft",
    "PostRevision",
    "PostTag",
    "PostWatch",
    "Reaction",
    "ReactionKind",
    "SiteSetting",
    "Upload",
    "User",
    "UserSession",
]
