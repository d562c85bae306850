"""Tests of notifications of reactions and new followers."""

import asyncio

from tests import factories
from tests.cast import Cast
from tests.domain.actions import (
    delete_comment,
    disable_notifications,
    follow,
    get_only_notification,
    ignore,
    list_notification_kinds,
    mark_all_read,
    react,
    reply,
    unfollow,
)


async def test_the_author_of_a_post_is_notified_of_a_reaction(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await react(cast.bob, post)
    row = await get_only_notification(cast.alice)
    assert (row.kind, row.text) == ("post_reaction", "Bob reacted to your post")
    assert (row.target.type, row.target.url) == ("post", f"/p/{post.id}/{post.slug}")


async def test_the_author_of_a_comment_is_notified_of_a_reaction(cast: Cast) -> None:
    comment = await reply(cast.bob, await factories.post(cast.alice))
    await react(cast.alice, comment)
    row = await get_only_notification(cast.bob)
    assert (row.kind, row.text) == ("comment_reaction", "Alice reacted to your comment")
    assert (row.target.type, row.target.id) == ("comment", comment.id)


async def test_a_notification_shows_the_latest_reaction_and_quotes_the_comment(cast: Cast) -> None:
    comment = await reply(cast.bob, await factories.post(cast.alice), "Wait *longer*.")
    await react(cast.alice, comment, "love")
    await react(cast.charlie, comment, "wow")
    row = await get_only_notification(cast.bob)
    assert row.reaction is not None
    assert (row.reaction.emoji, row.reaction.name) == ("😮", "Surprising")
    assert row.quote == "Wait longer."
    await mark_all_read(cast.bob)
    await react(cast.charlie, comment, None)
    assert (await get_only_notification(cast.bob)).reaction is None


async def test_notifications_of_reactions_are_merged_while_unread(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    for user in (cast.bob, cast.charlie, cast.olga):
        await react(user, post)
    row = await get_only_notification(cast.alice)
    assert (row.text, row.actors_count) == ("Olga and 2 others reacted to your post", 3)


async def test_changing_a_reaction_does_not_notify_again(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await react(cast.bob, post)
    await mark_all_read(cast.alice)
    await react(cast.bob, post, "love")
    assert len(await list_notification_kinds(cast.alice)) == 1


async def test_removing_a_reaction_retracts_its_notification(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await react(cast.bob, post)
    await react(cast.charlie, post)
    await react(cast.charlie, post, None)
    assert (await get_only_notification(cast.alice)).text == "Bob reacted to your post"
    await react(cast.bob, post, None)
    assert await list_notification_kinds(cast.alice) == []


async def test_repeated_likes_by_a_user_notify_the_author_once(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    for _ in range(3):
        await react(cast.bob, post)
        await mark_all_read(cast.alice)
        await react(cast.bob, post, None)
    assert await list_notification_kinds(cast.alice) == ["post_reaction"]


async def test_deleting_a_comment_retracts_notifications_of_its_reactions(cast: Cast) -> None:
    comment = await reply(cast.bob, await factories.post(cast.alice))
    await react(cast.charlie, comment)
    await delete_comment(cast.bob, comment)
    assert await list_notification_kinds(cast.bob) == []


async def test_disabled_reaction_notifications_are_not_sent(cast: Cast) -> None:
    await disable_notifications(cast.alice, "post_reaction")
    await react(cast.bob, await factories.post(cast.alice))
    assert await list_notification_kinds(cast.alice) == []


async def test_notifications_of_concurrent_reactions_are_merged_into_one(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    users = [await factories.user(f"user-{number}") for number in range(8)]
    await asyncio.gather(*(react(user, post) for user in users))
    assert (await get_only_notification(cast.alice)).actors_count == 8
    await asyncio.gather(*(react(user, post, None) for user in users[:5]))
    assert (await get_only_notification(cast.alice)).actors_count == 3


async def test_a_user_is_notified_of_a_new_follower(cast: Cast) -> None:
    await follow(cast.bob, cast.alice)
    row = await get_only_notification(cast.alice)
    assert (row.kind, row.text) == ("new_follower", "Bob followed you")
    assert (row.target.type, row.target.id, row.target.url) == ("user", cast.bob.id, "/bob")


async def test_notifications_of_new_followers_are_merged_while_unread(cast: Cast) -> None:
    for user in (cast.bob, cast.charlie, cast.olga):
        await follow(user, cast.alice)
    assert (await get_only_notification(cast.alice)).text == "Olga and 2 others followed you"


async def test_unfollowing_retracts_the_notification_of_the_follow(cast: Cast) -> None:
    await follow(cast.bob, cast.alice)
    await unfollow(cast.bob, cast.alice)
    assert await list_notification_kinds(cast.alice) == []


async def test_repeated_follows_by_a_user_notify_the_followed_user_once(cast: Cast) -> None:
    for _ in range(3):
        await follow(cast.bob, cast.alice)
        await mark_all_read(cast.alice)
        await unfollow(cast.bob, cast.alice)
    assert await list_notification_kinds(cast.alice) == ["new_follower"]


async def test_reactions_of_ignored_users_cause_no_notification(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await ignore(cast.alice, cast.bob)
    await react(cast.bob, post)
    assert await list_notification_kinds(cast.alice) == []
