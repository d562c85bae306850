"""Tests of what the page of a post tells users who may not comment."""

from uuid import uuid4

import pytest

from community.state.pages.comments import CommentsState
from community.state.pages.post import PostState
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.commenting_restrictions import REASONS, create_restricted_user
from tests.state.tabs import SocketServer


@pytest.mark.parametrize("reason", REASONS)
async def test_the_page_says_why_and_until_when(
    cast: Cast, socket_server: SocketServer, reason: str
) -> None:
    user = await create_restricted_user(cast, reason)
    post = await factories.post(cast.alice)
    tab = await socket_server.open(user.actor, f"/p/{post.id}/{post.slug}")
    await tab.send(PostState.load)
    can = tab[PostState]["post"]["can"]
    assert (can["comment"], can["comment_restriction"]) == (False, user.message)
    await tab.send(
        CommentsState.submit_reply,
        post_id=post.id,
        parent_id=0,
        message={"text": "Hello.", "media": [], "client_id": uuid4().hex},
    )
    if user.actor.is_guest:
        assert tab[ToastsState]["is_sign_in_open"]
    else:
        assert tab[ToastsState]["toasts"][-1]["text"] == user.message
