"""Tests of the assistant in comments, with a real server that speaks the endpoint's protocol."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.db import sessions
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid
from community.domain import ai, comments, follows, identity, site
from community.domain.accounts import bots
from community.domain.ai import QuestionView
from community.jobs import run_due_jobs
from community.models import (
    AiRequest,
    Comment,
    Notification,
    PlanVersion,
    Post,
    SubscriptionPlan,
    User,
    UserSubscription,
)
from community.workflows import ai as ai_workflow
from tests.cast import Cast
from tests.domain.actions import delete_comment, reply, run
from tests.workflows.ai.site_settings import change_settings, configure
from tests.workflows.ai.stand_in import Reply, StandIn, get_content
from tests.workflows.ai.writing import publish


@pytest.fixture
async def asker(cast: Cast, stand_in: StandIn) -> Actor:
    """Configure the endpoint, and return a user whose plan has the feature."""
    await configure(cast.olga, stand_in)
    await give_feature(cast.bob)
    return cast.bob


@pytest.fixture
async def post(cast: Cast) -> Post:
    return await publish(cast.alice)


async def give_feature(user: Actor) -> None:
    """Give the user a subscription to a plan with the assistant."""
    now = clock.now()
    async with unit_of_work() as session:
        plan = SubscriptionPlan(name="Plus")
        session.add(plan)
        await session.flush()
        version = PlanVersion(
            plan_id=plan.id,
            price=500,
            currency="EUR",
            period="month",
            features=[ai.policies.ASSISTANT],
        )
        session.add(version)
        await session.flush()
        session.add(
            UserSubscription(
                user_id=user.id,
                plan_version_id=version.id,
                anchor_at=now,
                period_start=now,
                access_until=now + timedelta(days=30),
            )
        )


async def ask(user: Actor, post: Post, text: str = "@assistant why rye?", **more: Any) -> Comment:
    return await reply(user, post, text, **more)


async def list_answers() -> list[Comment]:
    async with read_session() as session:
        bot = await bots.find_bot(session)
        query = select(Comment).where(Comment.author_id == (bot.id if bot else 0))
        return list(await session.scalars(query.order_by(col(Comment.id))))


async def find_question(user: Actor, post: Post) -> QuestionView:
    async with read_session() as session:
        return await ai.find_question(session, user, post.id)


async def test_a_mention_gets_an_answer_in_the_thread(
    asker: Actor, post: Post, cast: Cast, stand_in: StandIn
) -> None:
    first = await reply(cast.alice, post, "I bake with rye.")
    question = await ask(asker, post, parent=first)
    assert await find_question(asker, post) == QuestionView(is_writing=True)
    stand_in.replies.append(Reply(("Rye keeps ", "longer.")))
    await run_due_jobs()
    (answer,) = await list_answers()
    assert (answer.parent_id, answer.text) == (question.id, "Rye keeps longer.")
    assert await find_question(asker, post) == QuestionView()
    content = get_content(stand_in.requests[0])
    assert "[Reader 1]\nI bake with rye." in content
    assert "[The reader who asks]\n@assistant why rye?" in content
    assert "Alice" not in content
    async with read_session() as session:
        view = await comments.get_view(session, cast.guest, answer.id)
        assert view.author is not None
        assert view.author.is_bot


async def test_without_the_feature_no_request_is_sent(
    asker: Actor, post: Post, cast: Cast, stand_in: StandIn
) -> None:
    await ask(cast.charlie, post)
    await run_due_jobs()
    assert stand_in.requests == []
    assert "subscribers" in (await find_question(cast.charlie, post)).error


async def test_a_question_that_was_held_is_answered_when_it_is_published(
    asker: Actor, post: Post, cast: Cast, stand_in: StandIn
) -> None:
    async with unit_of_work() as session:
        rules = site.ContentSettings(blocked_words=("rye",), blocked_words_action="hold")
        await site.update_settings(session, cast.olga, rules)
    question = await ask(asker, post)
    assert await find_question(asker, post) == QuestionView()
    await run(comments.restore, cast.olga, comment_id=question.id)
    stand_in.replies.append(Reply(("It keeps ", "longer.")))
    await run_due_jobs()
    assert [answer.parent_id for answer in await list_answers()] == [question.id]


async def test_the_assistant_is_off_without_an_endpoint(cast: Cast, post: Post) -> None:
    await give_feature(cast.bob)
    await ask(cast.bob, post)
    async with read_session() as session:
        assert await ai.find_assistant_slug(session) == ""
        assert (await session.scalars(select(AiRequest))).all() == []


async def test_a_person_can_ask_a_limited_number_of_questions(
    asker: Actor, post: Post, cast: Cast
) -> None:
    await change_settings(cast.olga, {"ai_daily_questions": 1})
    await ask(asker, post)
    await run_due_jobs()
    await ask(asker, post, "@assistant and wheat?")
    await run_due_jobs()
    assert len(await list_answers()) == 1
    assert "too often" in (await find_question(asker, post)).error


async def test_the_assistant_never_answers_itself(
    asker: Actor, post: Post, stand_in: StandIn
) -> None:
    stand_in.answer = lambda _: Reply(("Ask @assistant and @alice again.",))
    await ask(asker, post)
    await run_due_jobs()
    (answer,) = await list_answers()
    assert answer.text == "Ask assistant and alice again."
    bot = bots.build_bot_actor(await load_bot())
    await reply(bot, post, "@assistant are you there?")
    await run_due_jobs()
    assert len(stand_in.requests) == 1


async def load_bot() -> User:
    async with unit_of_work() as session:
        return await bots.ensure_bot(session)


async def test_a_repeated_job_answers_once(asker: Actor, post: Post, stand_in: StandIn) -> None:
    """The first worker stops during the request. A repetition of a finished job does nothing."""
    stand_in.replies.append(Reply(is_silent=True))
    await ask(asker, post)
    async with read_session() as session:
        request_id = (await session.scalars(select(AiRequest.id))).one()
    killed = asyncio.create_task(ai_workflow.answer_question(request_id))
    await asyncio.wait_for(stand_in.has_request.wait(), 30)
    killed.cancel()
    await asyncio.gather(killed, return_exceptions=True)
    await asyncio.gather(*(ai_workflow.answer_question(request_id) for _ in range(2)))
    await run_due_jobs()
    assert len(await list_answers()) == 1


async def test_only_the_asker_is_notified_of_a_failure(
    asker: Actor, post: Post, cast: Cast, stand_in: StandIn
) -> None:
    stand_in.replies.append(Reply(status=400))
    await ask(asker, post)
    await run_due_jobs()
    assert await list_answers() == []
    assert (await find_question(asker, post)).error
    assert await find_question(cast.alice, post) == QuestionView()


async def test_answers_follow_the_rules_for_comments(
    asker: Actor, post: Post, cast: Cast, stand_in: StandIn
) -> None:
    async with unit_of_work() as session:
        rules = site.ContentSettings(blocked_words=("secret",), blocked_words_action="refuse")
        await site.update_settings(session, cast.olga, rules)
    stand_in.replies.append(Reply(("This is Secret.",)))
    await ask(asker, post)
    await run_due_jobs()
    assert await list_answers() == []
    assert "broke the rules" in (await find_question(asker, post)).error

    async with unit_of_work() as session:
        rules = site.ContentSettings(blocked_words=("secret",), blocked_words_action="hold")
        await site.update_settings(session, cast.olga, rules)
    stand_in.replies.append(Reply(("This is Secret.",)))
    await ask(asker, post, "@assistant tell me")
    await run_due_jobs()
    (answer,) = await list_answers()
    assert answer.moderation_status == "on_moderation"
    assert await find_question(asker, post) == QuestionView(is_held=True)


async def test_a_deleted_question_gets_no_answer(
    asker: Actor, post: Post, stand_in: StandIn
) -> None:
    question = await ask(asker, post)
    await delete_comment(asker, question)
    await run_due_jobs()
    assert (stand_in.requests, await list_answers()) == ([], [])


async def test_a_question_that_is_deleted_meanwhile_gets_no_answer(
    asker: Actor, post: Post, stand_in: StandIn
) -> None:
    resume = asyncio.Event()
    stand_in.replies.append(Reply(("A ", "word."), resume=resume))
    question = await ask(asker, post)
    answering = asyncio.create_task(run_due_jobs())
    await asyncio.wait_for(stand_in.has_request.wait(), 30)
    await delete_comment(asker, question)
    resume.set()
    await answering
    assert await list_answers() == []


async def test_no_transaction_is_open_while_the_endpoint_answers(
    asker: Actor, post: Post, stand_in: StandIn
) -> None:
    in_use: list[int] = []

    def answer(_: object) -> Reply:
        in_use.append(sessions.engine().pool.checkedout())  # type: ignore[attr-defined]
        return Reply()

    stand_in.answer = answer
    await ask(asker, post)
    await run_due_jobs()
    assert in_use == [0]


async def test_no_one_can_sign_in_as_the_assistant_or_follow_it(asker: Actor, cast: Cast) -> None:
    bot = await load_bot()
    async with read_session() as session:
        for login in (bot.slug, bot.email):
            assert await identity.actors.find_user_by_login(session, login) is None
    with pytest.raises(Invalid):
        await run(follows.follow, cast.alice, user_id=bot.id)


async def test_the_assistant_gets_no_notifications(asker: Actor, post: Post) -> None:
    await ask(asker, post)
    await run_due_jobs()
    bot = await load_bot()
    async with read_session() as session:
        recipients = set(await session.scalars(select(Notification.recipient_id)))
    assert bot.id not in recipients
    assert asker.id in recipients  # of the answer


async def test_a_username_in_use_is_not_taken(cast: Cast, stand_in: StandIn) -> None:
    async with unit_of_work() as session:
        (await session.get_one(User, cast.alice.id)).slug = "assistant"
    await configure(cast.olga, stand_in)
    async with read_session() as session:
        slug = await ai.find_assistant_slug(session)
    assert slug.startswith("assistant")
    assert slug != "assistant"
