"""Tests that a search finds exactly what a user may read, whatever happened to the texts."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from hypothesis import (
    HealthCheck,
    example,
    given,
    settings as hypothesis_settings,
    strategies as st,
)
from sqlmodel import select

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import DomainError
from community.domain import (
    account_deletion,
    cleanups,
    comments,
    follows,
    merging,
    moderation,
    posts,
    search,
)
from community.domain.accounts import ContentChoice
from community.domain.cleanups import CleanupOptions
from community.domain.search import SearchRequest
from community.models import Comment, Community, Ignore, Post
from tests import factories
from tests.cast import Cast
from tests.domain.account_deletion.actions import run_jobs
from tests.domain.actions import (
    delete_comment,
    delete_post,
    edit_post,
    ignore,
    publish_draft,
    publish_post,
    reply,
    restore_post,
    run,
    unpublish_post,
)
from tests.domain.moderation.actions import confirm


@dataclass
class World:
    """The people, and the texts that they have written in this example."""

    word: str  # the word that all these texts contain, and no others
    people: list[Actor]
    communities: list[Community]
    moderator: Actor
    # The people whose accounts have been merged with others or deleted
    gone_ids: set[int] = field(default_factory=set)
    posts: list[Post] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)

    @property
    def viewers(self) -> list[Actor]:
        return [Cast.guest, *self.active_people]

    @property
    def active_people(self) -> list[Actor]:
        return [actor for actor in self.people if actor.id not in self.gone_ids]

    def author_of(self, text: Post | Comment) -> Actor:
        return next(actor for actor in self.people if actor.user_id == text.author_id)


TAGS = ("birds", "bees")
Act = Callable[[World, Actor, int], Awaitable[object]]


async def _publish(world: World, actor: Actor, number: int) -> None:
    community = [None, *world.communities][number % 3]
    community_id = None if community is None else community.id
    world.posts.append(await publish_post(actor, f"A {world.word}", community_id=community_id))


async def _reply(world: World, actor: Actor, number: int) -> None:
    world.comments.append(await reply(actor, _choose(world.posts, number), f"A {world.word}"))


async def _move(world: World, _: Actor, number: int) -> None:
    post = _choose(world.posts, number)
    community = world.communities[number % 2]
    await edit_post(world.author_of(post), post, community_id=community.id)


async def _tag(world: World, _: Actor, number: int) -> None:
    post = _choose(world.posts, number)
    await edit_post(world.author_of(post), post, tags=TAGS[: number % 3])


async def _edit(world: World, _: Actor, number: int) -> None:
    post = _choose(world.posts, number)
    await edit_post(world.author_of(post), post, text=f"{world.word} " * (1 + number % 2 * 1_000))


async def _hold_post(world: World, _: Actor, number: int) -> None:
    async with unit_of_work() as session:
        await posts.hold_reported(session, _choose(world.posts, number).id)


async def _restore_comment(world: World, _: Actor, number: int) -> None:
    comment = _choose(world.comments, number)
    await run(comments.restore, world.author_of(comment), comment_id=comment.id)


async def _merge(world: World, actor: Actor, number: int) -> None:
    target = world.people[number % 3]
    async with unit_of_work() as session:
        await merging.merge(
            session, world.moderator, source_id=actor.id, target_id=target.id, reason="One person"
        )
    world.gone_ids.add(actor.id)


async def _delete_account(world: World, actor: Actor, number: int) -> None:
    confirmed = await confirm(actor)
    async with unit_of_work() as session:
        await account_deletion.delete(session, confirmed, content=list(ContentChoice)[number % 3])
    world.gone_ids.add(actor.id)


async def _clean_up(world: World, actor: Actor, number: int) -> None:
    content: Any = ["hide", "delete"][number % 2]
    options = CleanupOptions(content=content)
    async with unit_of_work() as session:
        await cleanups.start(
            session, world.moderator, user_id=actor.id, options=options, reason="Spam", ban=False
        )


async def _undo_clean_up(world: World, actor: Actor, _: int) -> None:
    async with unit_of_work() as session:
        cleanup = await cleanups.find_latest(session, world.moderator, user_id=actor.id)
        if cleanup is not None:
            await cleanups.undo(session, world.moderator, cleanup_id=cleanup.id)


def _moderate(status: Any) -> Act:
    return lambda world, _, number: run(
        comments.moderate,
        world.moderator,
        comment_id=_choose(world.comments, number).id,
        status=status,
    )


def _on_post(action: Callable[[Actor, Post], Awaitable[object]]) -> Act:
    async def act(world: World, _: Actor, number: int) -> None:
        post = _choose(world.posts, number)
        await action(world.author_of(post), post)

    return act


def _on_comment(action: Callable[[Actor, Comment], Awaitable[object]]) -> Act:
    async def act(world: World, _: Actor, number: int) -> None:
        comment = _choose(world.comments, number)
        await action(world.author_of(comment), comment)

    return act


def _choose(texts: list[Any], number: int) -> Any:
    if not texts:
        raise DomainError("nothing to choose from")
    return texts[number % len(texts)]


ACTS: dict[str, Act] = {
    "publish": _publish,
    "reply": _reply,
    "move": _move,
    "tag": _tag,
    "edit": _edit,
    "hold post": _hold_post,
    "approve post": lambda world, _, number: run(
        posts.moderate,
        world.moderator,
        post_id=_choose(world.posts, number).id,
        status="published",
    ),
    "unpublish": _on_post(unpublish_post),
    "publish again": _on_post(publish_draft),
    "delete post": _on_post(delete_post),
    "restore post": _on_post(restore_post),
    "delete comment": _on_comment(delete_comment),
    "restore comment": _restore_comment,
    "hold comment": _moderate("on_moderation"),
    "hide comment": _moderate("deleted"),
    "approve comment": _moderate("published"),
    "ignore": lambda world, actor, number: ignore(actor, world.people[number % 3]),
    "stop ignoring": lambda world, actor, number: run(
        follows.unignore, actor, user_id=world.people[number % 3].id
    ),
    "ban": lambda world, actor, _: run(
        moderation.ban, world.moderator, user_id=actor.id, reason="Spam"
    ),
    "lift ban": lambda world, actor, _: run(moderation.lift_ban, world.moderator, user_id=actor.id),
    "clean up": _clean_up,
    "undo clean-up": _undo_clean_up,
    "merge": _merge,
    "delete account": _delete_account,
    "run jobs": lambda _world, _actor, _number: run_jobs(),
}
STEPS = st.tuples(st.sampled_from(list(ACTS)), st.integers(0, 2), st.integers(0, 30))


@hypothesis_settings(
    max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@example(steps=[("merge", 0, 2), ("merge", 1, 2)])
@example(steps=[("delete account", 0, 2)])
@example(steps=[("tag", 0, 1), ("unpublish", 0, 0), ("tag", 0, 2), ("publish again", 0, 0)])
@example(steps=[("clean up", 1, 1), ("run jobs", 1, 0), ("undo clean-up", 1, 0)])
@given(steps=st.lists(STEPS, min_size=4, max_size=20))
async def test_a_search_finds_exactly_what_may_be_read(
    cast: Cast, steps: list[tuple[str, int, int]]
) -> None:
    world = await _create_world(cast)
    for name, number, choice in steps:
        actor = world.people[number]
        with suppress(DomainError):
            if actor in world.active_people:
                await ACTS[name](world, actor, choice)
    await _check(world)
    await run_jobs()
    await _check(world)


async def _create_world(cast: Cast) -> World:
    """Return new people, with two new communities, a post and a comment."""
    async with read_session() as session:
        count = len((await session.scalars(select(Community.id))).all())
    communities = [await factories.community(cast.olga, f"place-{count + n}") for n in range(2)]
    people = [await factories.user(f"person-{count}-{n}") for n in range(3)]
    world = World(f"quince{count}", people, communities, await confirm(cast.olga))
    await _publish(world, people[0], 1)
    await _reply(world, people[1], 0)
    return world


async def _check(world: World) -> None:
    for viewer in world.viewers:
        expected = await _list_readable(world, viewer)
        assert await _find(world, viewer) == set(expected)
        for community in world.communities:
            found = await _find(world, viewer, community=community.slug)
            assert found == {key for key, row in expected.items() if row[1] == community.id}
        for author in world.active_people:
            found = await _find(world, viewer, author=author.slug)
            assert found == {key for key, row in expected.items() if row[0] == author.user_id}
        for tag in TAGS:
            found = await _find(world, viewer, tags=[tag])
            assert found == {key for key, row in expected.items() if tag in row[2]}


async def _find(world: World, viewer: Actor, **filters: Any) -> set[tuple[str, int]]:
    async with read_session() as session:
        request = SearchRequest(world.word, **filters)
        page = await search.search(session, viewer, request, limit=100)
    assert page.total == len(page.items)
    items: list[Any] = page.items
    return {(item.type, item.target.id) for item in items}


async def _list_readable(
    world: World, viewer: Actor
) -> dict[tuple[str, int], tuple[int, int | None, list[str]]]:
    """Return the authors, communities and tags of the texts that the viewer may read."""
    async with read_session() as session:
        ignored = set(
            await session.scalars(select(Ignore.ignored_id).where(Ignore.user_id == viewer.user_id))
        )
        all_posts = {post.id: post for post in await session.scalars(select(Post))}
        all_comments = (await session.scalars(select(Comment))).all()
    own_ids = {post.id for post in world.posts}
    readable = {
        post.id: post
        for post in all_posts.values()
        if post.id in own_ids
        and posts.is_published(post)
        and posts.may_read(viewer, post)
        and post.author_id not in ignored
    }
    rows = {
        ("post", post.id): (post.author_id, post.community_id, post.tags)
        for post in readable.values()
    }
    for comment in all_comments:
        is_shown = comments.is_published(comment) and comment.author_id not in ignored
        if is_shown and (post := readable.get(comment.post_id)) is not None:
            rows["comment", comment.id] = (comment.author_id, post.community_id, post.tags)
    return rows
