"""Nothing that a browser sends reaches a handler unless its policy lets it."""

from dataclasses import replace
from uuid import uuid4

import pytest
from reflex_base.registry import RegistrationContext
from sqlmodel import col, func, select

from community.community import app
from community.core import database
from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.domain import accounts
from community.models import Comment, Post, Session
from community.realtime import topics, watchers
from community.state import gate
from community.state.comments import Comments
from community.state.frame import Frame
from community.state.notice import Notice
from community.state.post import Post as PostState
from community.state.profile import Profile
from tests import factories
from tests.cast import Cast
from tests.state.tabs import Sockets, Tab

OF_REFLEX = {
    "reflex___state____state.hydrate",
    "reflex___state____state.hydrate_and_load",
    "reflex___state____state.set_is_hydrated",
    "reflex___state____state.reflex___state____on_load_internal_state.on_load_internal",
    "reflex___state____state.reflex___state____on_load_internal_state.set_is_hydrated",
}


def handlers() -> list[str]:
    with app.set_contexts():
        return sorted(RegistrationContext.get().event_handlers)


@pytest.mark.parametrize("name", handlers())
def test_every_handler_has_a_policy_or_is_shut(name: str) -> None:
    with app.set_contexts():
        registered = RegistrationContext.get().event_handlers[name]
        policy = gate.policy_of(name)
    if registered.handler.fn.__module__.startswith("community."):
        assert policy is not None, f"{name} needs @public(), @signed_in() or @admin(…)"
    else:
        assert (policy is not None) == (name in OF_REFLEX)


async def said(live: Sockets, actor: Actor, post: Post, text: str = "Well said.") -> Tab:
    tab = await live.open(actor, f"/p/{post.id}/{post.slug}")
    await tab.send(PostState.open)
    await tab.send(
        Comments.submit_reply,
        post_id=post.id,
        parent_id=0,
        message={"text": text, "media": [], "client_id": uuid4().hex},
    )
    return tab


async def count(row: type) -> int:
    async with reading() as session:
        return await session.scalar(select(func.count()).select_from(row)) or 0


async def test_a_guest_who_calls_a_members_handler_is_asked_to_sign_in(
    cast: Cast, live: Sockets
) -> None:
    post = await factories.post(cast.alice)
    tab = await said(live, cast.guest, post)
    assert tab[Notice]["wants_sign_in"] is True
    assert await count(Comment) == 0


async def test_what_reflex_would_let_anybody_set_stays_as_it_is(cast: Cast, live: Sockets) -> None:
    post = await factories.post(cast.alice)
    tab = await live.open(cast.bob, f"/p/{post.id}/{post.slug}")
    await tab.send_named(Comments.get_full_name() + ".setvar", {"var_name": "post_id", "value": 99})
    assert tab[Notice]["toasts"][-1]["tone"] == "danger"
    assert tab[Comments].get("post_id") != 99


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
async def test_arguments_of_another_kind_are_refused_with_a_sentence(
    cast: Cast, live: Sockets, payload: dict[str, object]
) -> None:
    post = await factories.post(cast.alice)
    tab = await live.open(cast.bob, f"/p/{post.id}/{post.slug}")
    await tab.send_named(Comments.get_full_name() + ".submit_reply", payload)
    assert "Reload the page" in tab[Notice]["toasts"][-1]["text"]
    assert await count(Comment) == 0


async def test_identity_comes_from_the_cookie_and_ends_with_the_session(
    cast: Cast, live: Sockets
) -> None:
    post = await factories.post(cast.alice)
    tab = await said(live, cast.bob, post)
    assert await count(Comment) == 1
    async with unit_of_work() as session:
        row = await session.scalar(select(Session).where(col(Session.user_id) == cast.bob.id))
        assert row is not None
        await accounts.revoke_device(
            session, replace(cast.bob, session_id=row.id), device_id=row.id
        )
    await tab.send(
        Comments.submit_reply,
        post_id=post.id,
        parent_id=0,
        message={"text": "Still here?", "client_id": uuid4().hex},
    )
    assert await count(Comment) == 1
    assert tab[Notice]["wants_sign_in"] is True


async def test_limits_hold_for_events_as_they_do_over_http(cast: Cast, live: Sockets) -> None:
    post = await factories.post(cast.alice)
    tab = await said(live, cast.bob, post)
    for number in range(30):
        await tab.send(
            Comments.submit_reply,
            post_id=post.id,
            parent_id=0,
            message={"text": f"No. {number}", "client_id": uuid4().hex},
        )
    assert await count(Comment) == 30
    assert "too often" in tab[Notice]["toasts"][-1]["text"]


async def test_what_one_person_had_in_a_tab_is_gone_for_the_next(cast: Cast, live: Sockets) -> None:
    post = await factories.post(cast.alice)
    tab = await said(live, cast.bob, post, "Secret plans.")
    assert tab[Comments]["own"]
    live.sign_out(tab)
    await tab.send_named("reflex___state____state.hydrate", {})
    assert tab[Comments]["own"] == []


def test_no_handler_takes_any_number_for_the_id_of_a_row() -> None:
    with app.set_contexts():
        registered = RegistrationContext.get().event_handlers
        arguments = {
            name: gate._arguments_of(each.handler.fn)
            for name, each in registered.items()
            if each.handler.fn.__module__.startswith("community.")
        }
    unbounded = [
        (name, field)
        for name, shape in arguments.items()
        for field, info in shape.model_fields.items()
        if info.annotation is int and not info.metadata
    ]
    assert not unbounded, "use forms.Id or forms.IdOrNone"


@pytest.mark.parametrize("number", [2**63, 2**80, -1])
async def test_a_number_that_no_row_can_have_is_refused_with_a_sentence(
    cast: Cast, live: Sockets, number: int
) -> None:
    tab = await live.open(cast.bob)
    await tab.send_named(Comments.get_full_name() + ".delete", {"comment_id": number})
    assert "Reload the page" in tab[Notice]["toasts"][-1]["text"]


async def test_half_a_character_is_refused_with_a_sentence(cast: Cast, live: Sockets) -> None:
    post = await factories.post(cast.alice)
    tab = await said(live, cast.bob, post, "\ud800")
    assert "Reload the page" in tab[Notice]["toasts"][-1]["text"]
    assert await count(Comment) == 0


async def test_an_address_with_half_a_character_is_refused_with_a_sentence(
    cast: Cast, live: Sockets
) -> None:
    tab = await live.open(cast.bob, "/\ud800")
    await tab.send(Profile.open)
    assert "Reload the page" in tab[Notice]["toasts"][-1]["text"]


async def test_a_tab_that_is_signed_out_elsewhere_hears_its_bell_no_more(
    cast: Cast, live: Sockets
) -> None:
    tab = await live.open(cast.bob)
    await tab.send(Frame.arrive)
    assert tab[Frame]["signed_in"]
    async with unit_of_work() as session:
        row = await session.scalar(select(Session).where(col(Session.user_id) == cast.bob.id))
        assert row is not None
        elsewhere = replace(cast.bob, session_id=row.id + 1)
        await accounts.revoke_other_devices(session, elsewhere)
    await database.pushed()
    await live.settled()
    assert not tab[Frame]["signed_in"]
    assert not watchers.watching(topics.inbox(cast.bob.id))
