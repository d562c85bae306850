"""Notifications with sample content."""

from community.components.notifications import notification_row
from community.domain.notifications import NotificationKind
from community.domain.notifications.schemas import NotificationTarget, NotificationView
from community.domain.people.schemas import UserSummary
from community.pages.design import samples
from community.pages.design.sample_models import minutes_ago
from community.rendering import Node, el
from community.styles import layout


def create_notification(
    actor: UserSummary,
    action: str,
    quote: str,
    minutes: int,
    kind: NotificationKind,
    *,
    is_unread: bool = False,
) -> NotificationView:
    return NotificationView(
        id=minutes,
        kind=kind,
        actors=[actor],
        target=NotificationTarget(type="post", id=0, title=quote, url="#"),
        text=f"{actor.name} {action}",
        read_at=None if is_unread else minutes_ago(minutes),
        created_at=minutes_ago(minutes),
        bumped_at=minutes_ago(minutes),
    )


SAMPLES = [
    create_notification(
        samples.TOM,
        "replied to your comment",
        "Put that on a poster.",
        4,
        NotificationKind.COMMENT_REPLY,
        is_unread=True,
    ),
    create_notification(
        samples.VERA,
        "and 17 others reacted to your post",
        "The quiet art of keeping a notebook",
        22,
        NotificationKind.POST_REACTION,
        is_unread=True,
    ),
    create_notification(samples.LONG, "followed you", "", 180, NotificationKind.NEW_FOLLOWER),
    create_notification(
        samples.ANYA,
        "mentioned you",
        "А мне кажется, что @ida права, и читатель есть всегда.",
        2_880,
        NotificationKind.MENTION,
    ),
]


def sample_notifications() -> Node:
    return el.div([notification_row(sample) for sample in SAMPLES], class_name=layout.LIST)
