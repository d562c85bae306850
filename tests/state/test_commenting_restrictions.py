"""Tests of what the page of a post tells users who may not comment."""

from uuid import uuid4

import pytest
from sqlmodel import select

from community.core.db.sessions import read_session
from community.domain.identity.mails import MAX_PER_HOUR
from community.models import Mail
from community.state.pages.comments.comments import CommentsState
from community.state.pages.posts.post import PostState
from community.state.pages.posts.writing import WritingState
from community.state.pages.sign_in.sign_in import VerificationState
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
    assert tab[CommentsState]["rules"]["needs_verification"] is (reason == "unverified")
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


async def test_users_ask_for_another_link_where_they_may_not_write(
    cast: Cast, socket_server: SocketServer
) -> None:
    user = await create_restricted_user(cast, "unverified")
    draft = await factories.post(user.actor, status="draft", published_at=None)
    tab = await socket_server.open(user.actor, f"/write/{draft.id}")
    await tab.send(WritingState.load)
    message = {"client_id": uuid4().hex, "post_id": draft.id, "revision": 1, "changes": {}}
    await tab.send(WritingState.publish, message=message)
    assert tab[WritingState]["rejected"]["message"] == "Confirm your email to post."
    assert tab[WritingState]["needs_verification"]
    for _ in range(MAX_PER_HOUR + 1):
        await tab.send(VerificationState.send_link)
    texts = [toast["text"] for toast in tab[ToastsState]["toasts"]]
    assert "We've sent you a link. Check your email." in texts
    assert "several links" in texts[-1]
    async with read_session() as session:
        mails = await session.scalars(select(Mail).where(Mail.kind == "verification"))
        assert len(mails.all()) == MAX_PER_HOUR
