"""Functions that load the demo content in tests, and read what was loaded."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from sqlmodel import func, select

from community.cli.demo_command import _add_demo_content
from community.cli.demo_loader import image_loader
from community.core.db.sessions import read_session
from community.media.rendering import render
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


@contextmanager
def replace_images() -> Iterator[None]:
    """Replace all demo images with the same small image, because drawing them is slow."""
    file = BytesIO()
    Image.new("RGB", (400, 300), "teal").save(file, "WEBP")
    image = render(file.getvalue())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(image_loader, "ProcessPoolExecutor", lambda *_, **__: ThreadPoolExecutor(1))
        patch.setattr(image_loader, "render_image", lambda _: (image, len(file.getvalue())))
        yield


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
