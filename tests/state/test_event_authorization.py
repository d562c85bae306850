"""Tests of event handlers: policies, argument validation, the caller's identity, rate limits."""

from dataclasses import replace
from uuid import uuid4

import pytest
from reflex_base.registry import RegistrationContext
from sqlmodel import col, func, select

from community.community import app
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import identity
from community.models import Comment, Post, UserSession
from community.realtime import messages
from community.state.pages.comments.comments import CommentsState
from community.state.pages.layout import LayoutState
from community.state.pages.posts.post import PostState
from community.state.pages.profile import ProfileState
from community.state.runtime import open_tabs, policy
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab

REFLEX_HANDLERS = {
    "reflex___state____state.hydrate",
    "reflex___state____state.hydrate_and_load",
    "reflex___state____state.set_is_hydrated",
    "reflex___state____state.reflex___state____on_load_internal_state.on_load_internal",
    "reflex___state____state.reflex___state____on_load_internal_state.set_is_hydrated",
}


def test_every_event_handler_has_a_policy_or_is_blocked() -> None:
    with app.set_contexts():
        handlers = RegistrationContext.get().event_handlers
        policies = {name: policy.find_policy(name) for name in handlers}
    ours = {
        name
        for name, registered in handlers.items()
        if registered.handler.fn.__module__.startswith("community.")
    }
    unprotected = [name for name in sorted(ours) if policies[name] is None]
    assert not unprotected, "these need @public(), @signed_in() or @admin(…)"
    assert {name for name in handlers.keys() - ours if policies[name]} == REFLEX_HANDLERS


async def open_post_and_reply(
    socket_server: SocketServer, actor: Actor, post: Post, text: str = "Well said."
) -> Tab:
    tab = await socket_server.open(actor, f"/p/{post.id}/{post.slug}")
    await tab.send(PostState.load)
    await tab.send(
        CommentsState.submit_reply,
        post_id=post.id,
        parent_id=0,
        message={"text": text, "media": [], "client_id": uuid4().hex},
    )
    return tab


async def count_rows(model: type) -> int:
    async with read_session() as session:
        return await session.scalar(select(func.count()).select_from(model)) or 0


async def test_a_guest_who_calls_a_restricted_handler_is_asked_to_sign_in(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    tab = await open_post_and_reply(socket_server, cast.guest, post)
    assert tab[ToastsState]["is_sign_in_open"] is True
    assert await count_rows(Comment) == 0


async def test_setvar_events_are_rejected(cast: Cast, socket_server: SocketServer) -> None:
    post = await factories.post(cast.alice)
    tab = await socket_server.open(cast.bob, f"/p/{post.id}/{post.slug}")
    await tab.send_by_name(
        CommentsState.get_full_name() + ".setvar", {"var_name": "post_id", "value": 99}
    )
    assert tab[ToastsState]["toasts"][-1]["tone"] == "danger"
    assert tab[CommentsState].get("post_id") != 99


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"parent_id": 0, "message": {"text": "x"}},
        {"post_id": 0, "parent_id": 0, "message": {"text": "x"}},
        {"post_id": 1, "parent_id": "all", "message": {}},
        {"post_id": 1, "parent_id": 0, "message": "hello"},
        {"post_id": 1, "parent_id": 0, "message": {"text": 7, "client_id": "no"}},
        {"post_id": 1, "parent_id": 0, "message": {"text": "x"}, "extra": 1},
        {"post_id": 1, "parent_id": [1], "message": None},
    ],
)
async def test_invalid_arguments_are_rejected_with_a_message(
    cast: Cast, socket_server: SocketServer, payload: dict[str, object]
) -> None:
    post = await factories.post(cast.alice)
    tab = await socket_server.open(cast.bob, f"/p/{post.id}/{post.slug}")
    await tab.send_by_name(CommentsState.get_full_name() + ".submit_reply", payload)
    assert "Reload the page" in tab[ToastsState]["toasts"][-1]["text"]
    assert await count_rows(Comment) == 0


async def test_the_user_is_identified_by_the_cookie_until_the_session_ends(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    tab = await open_post_and_reply(socket_server, cast.bob, post)
    assert await count_rows(Comment) == 1
    async with unit_of_work() as session:
        row = await session.scalar(
            select(UserSession).where(col(UserSession.user_id) == cast.bob.id)
        )
        assert row is not None
        await identity.revoke_device(
            session, replace(cast.bob, session_id=row.id), device_id=row.id
        )
    await tab.send(
        CommentsState.submit_reply,
        post_id=post.id,
        parent_id=0,
        message={"text": "Still here?", "client_id": uuid4().hex},
    )
    assert await count_rows(Comment) == 1
    assert tab[ToastsState]["is_sign_in_open"] is True


async def test_rate_limits_apply_to_events(cast: Cast, socket_server: SocketServer) -> None:
    post = await factories.post(cast.alice)
    tab = await open_post_and_reply(socket_server, cast.bob, post)
    for number in range(30):
        await tab.send(
            CommentsState.submit_reply,
            post_id=post.id,
            parent_id=0,
            message={"text": f"Comment {number}", "client_id": uuid4().hex},
        )
    assert await count_rows(Comment) == 30
    assert "Too many attempts" in tab[ToastsState]["toasts"][-1]["text"]


async def test_state_is_cleared_when_the_user_of_a_tab_changes(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    tab = await open_post_and_reply(socket_server, cast.bob, post, "Secret plans.")
    assert tab[CommentsState]["saved"]
    socket_server.sign_out(tab)
    await tab.send_by_name("reflex___state____state.hydrate", {})
    assert tab[CommentsState]["saved"] == {}


def test_every_id_argument_has_a_limited_range() -> None:
    with app.set_contexts():
        registered = RegistrationContext.get().event_handlers
        arguments = {
            name: policy.build_arguments_model(event_handler.handler.fn)
            for name, event_handler in registered.items()
            if event_handler.handler.fn.__module__.startswith("community.")
        }
    unbounded = [
        (name, field)
        for name, model in arguments.items()
        for field, info in model.model_fields.items()
        if info.annotation is int and not info.metadata
    ]
    assert not unbounded, "use forms.Id or forms.IdOrNone"


@pytest.mark.parametrize("number", [2**63, 2**80, -1])
async def test_out_of_range_ids_are_rejected_with_a_message(
    cast: Cast, socket_server: SocketServer, number: int
) -> None:
    tab = await socket_server.open(cast.bob)
    await tab.send_by_name(CommentsState.get_full_name() + ".delete", {"comment_id": number})
    assert "Reload the page" in tab[ToastsState]["toasts"][-1]["text"]


async def test_lone_surrogates_are_rejected_with_a_message(
    cast: Cast, socket_server: SocketServer
) -> None:
    post = await factories.post(cast.alice)
    tab = await open_post_and_reply(socket_server, cast.bob, post, "\ud800")
    assert "Reload the page" in tab[ToastsState]["toasts"][-1]["text"]
    assert await count_rows(Comment) == 0


async def test_a_url_with_a_lone_surrogate_is_rejected_with_a_message(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await socket_server.open(cast.bob, "/\ud800")
    await tab.send(ProfileState.load)
    assert "Reload the page" in tab[ToastsState]["toasts"][-1]["text"]


async def test_a_tab_whose_session_is_revoked_elsewhere_loses_its_subscriptions(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await socket_server.open(cast.bob)
    await tab.send(LayoutState.load)
    assert tab[LayoutState]["is_signed_in"]
    async with unit_of_work() as session:
        row = await session.scalar(
            select(UserSession).where(col(UserSession.user_id) == cast.bob.id)
        )
        assert row is not None
        elsewhere = replace(cast.bob, session_id=row.id + 1)
        await identity.revoke_other_devices(session, elsewhere)
    await socket_server.wait_until_idle()
    assert not tab[LayoutState]["is_signed_in"]
    assert not open_tabs.get_subscribed_tabs(messages.user_topic(cast.bob.id))
