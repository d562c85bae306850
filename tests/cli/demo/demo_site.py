"""Functions that load the demo content in tests, and read what was loaded."""

from typing import Any

from sqlmodel import func, select

from community.cli.commands.demo import _add_demo_content
from community.core.db.sessions import read_session
from community.models import (
    Comment,
    Community,
    Follow,
    Membership,
    Notification,
    NotificationActor,
    OutboxMessage,
    Post,
    PostWatch,
    Reaction,
    Upload,
    User,
)

PASSWORD = "correct horse battery staple"
# Those that scenes write: a held one, an advertisement, and a mention.
SCENE_COMMENTS = 3


async def run_demo(**options: Any) -> int:
    defaults: dict[str, Any] = {"if_empty": False, "dry_run": False, "yes": False, "password": ""}
    return await _add_demo_content(**(defaults | options))


async def count_all_rows() -> dict[str, int]:
    content_tables = (User, Community, Post, Comment, Reaction, Follow, Membership, Upload)
    notification_tables = (Notification, NotificationActor, PostWatch, OutboxMessage)
    async with read_session() as session:
        return {
            table.__name__: await session.scalar(select(func.count()).select_from(table)) or 0
            for table in (*content_tables, *notification_tables)
        }
