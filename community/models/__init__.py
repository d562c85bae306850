"""Every table, one file per subject: columns, constraints, relationships; no queries."""

from community.models.accounts import AccessToken, FormerSlug, Session, User
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
from community.models.site import OwedJob, SiteSetting, StoredAnswer
from community.models.uploads import Upload

__all__ = [
    "AccessToken",
    "Comment",
    "CommentMedia",
    "CommentRevision",
    "Community",
    "Follow",
    "FormerSlug",
    "Ignore",
    "Membership",
    "Mention",
    "Notification",
    "NotificationActor",
    "NotificationSettings",
    "NotificationSubscription",
    "OwedJob",
    "Post",
    "PostDraft",
    "PostRevision",
    "PostTag",
    "PostWatch",
    "Reaction",
    "ReactionKind",
    "Session",
    "SiteSetting",
    "StoredAnswer",
    "Upload",
    "User",
]
