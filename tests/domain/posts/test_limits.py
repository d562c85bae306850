"""Tests of the limits of posts that administrators configure."""

from typing import Any

import pytest

from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid
from community.domain import posts, site
from community.domain.site import ContentSettings
from tests.cast import Cast
from tests.domain.actions import edit_post, publish_draft, publish_post, start_draft

SETTINGS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"max_post_length": 1_000}, {"text": "a" * 1_001}, "text"),
    ({"max_post_tags": 1}, {"tags": ["rye", "wheat"]}, "tags"),
    ({"max_post_tags": 0}, {"tags": ["rye"]}, "tags"),
    ({"tag_choice": "list", "allowed_tags": ["Wheat"]}, {"tags": ["wheat", "rye"]}, "tags"),
]


@pytest.mark.parametrize(("settings", "fields", "field"), SETTINGS)
async def test_posts_have_configured_limits(
    cast: Cast, settings: dict[str, Any], fields: dict[str, Any], field: str
) -> None:
    draft, post = await start_draft(cast.alice, **fields), await publish_post(cast.alice)
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, ContentSettings(**settings))
    for action in (
        start_draft(cast.alice, **fields),
        publish_draft(cast.alice, draft),
        edit_post(cast.alice, post, **fields),
    ):
        with pytest.raises(Invalid) as caught:
            await action
        assert list(caught.value.field_errors) == [field]
    await publish_post(cast.olga, **fields)


async def test_the_limits_say_that_banned_users_publish_nothing(cast: Cast) -> None:
    for actor, refused in ((cast.alice, False), (cast.mallory, True)):
        async with read_session() as session:
            limits = await posts.get_limits(session, actor)
        assert bool(limits.restriction) == refused
