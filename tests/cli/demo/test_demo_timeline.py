"""Tests that every action in the demo timeline comes after the actions that it requires."""

from datetime import timedelta
from functools import cache

from community.cli import demo
from community.cli.demo import actions
from community.cli.demo.scenes import NOTIFICATIONS_SINCE
from community.cli.demo.timeline import build_timeline
from community.cli.demo_loader.loader import BATCH_SIZE, split_into_batches
from community.cli.demo_loader.progress import hash_timeline


@cache
def build_full_timeline() -> tuple[actions.Action, ...]:
    return build_timeline()


def test_the_timeline_includes_every_action_and_none_is_in_the_future() -> None:
    total = sum(len(demo.get_comments(post.slug)) for post in demo.get_posts())
    assert (
        sum(isinstance(action, actions.WriteComment) for action in build_full_timeline()) == total
    )
    assert sum(isinstance(action, actions.PublishPost) for action in build_full_timeline()) == len(
        demo.get_posts()
    )
    assert all(action.ago > timedelta() for action in build_full_timeline())


def test_users_and_communities_are_created_first_and_other_actions_are_sorted_by_time() -> None:
    registrations = len(demo.get_users()) + len(demo.get_communities())
    assert all(
        isinstance(action, actions.RegisterUser | actions.CreateCommunity)
        for action in build_full_timeline()[:registrations]
    )
    ages = [action.ago for action in build_full_timeline()[registrations:]]
    assert ages == sorted(ages, reverse=True)


def test_replies_and_reactions_come_after_their_target() -> None:
    targets: set[tuple[str, int | None]] = set()
    for action in build_full_timeline():
        if isinstance(action, actions.PublishPost):
            targets.add((action.post.slug, None))
        elif isinstance(action, actions.WriteComment):
            assert (action.post_slug, action.comment.parent) in targets
            targets.add((action.post_slug, action.comment.number))
        elif isinstance(action, actions.AddReaction):
            assert (action.post_slug, action.reaction.comment) in targets
        elif isinstance(action, actions.PinComment):
            assert (action.post.slug, action.comment.number) in targets


def test_authors_join_members_only_communities_before_posting() -> None:
    communities = {community.slug: community for community in demo.get_communities()}
    members = {(community.owner, slug) for slug, community in communities.items()}
    for action in build_full_timeline():
        if isinstance(action, actions.JoinCommunity):
            members.add((action.user, action.community))
        elif isinstance(action, actions.PublishPost) and action.post.community:
            community = communities[action.post.community]
            if community.posting == "members":
                assert (action.post.author, community.slug) in members


def test_the_actions_in_a_batch_are_close_in_time() -> None:
    first, *others = split_into_batches(build_full_timeline())
    assert len(first) == len(demo.get_users()) + len(demo.get_communities())
    for batch in others:
        assert len(batch) <= BATCH_SIZE
        assert batch[0].ago <= batch[-1].ago * 1.06
    assert [action for batch in (first, *others) for action in batch] == list(build_full_timeline())


def test_the_latest_notifications_of_each_user_stay_unseen() -> None:
    for user in demo.get_users():
        enabled, read, seen = (
            [
                action.ago
                for action in build_full_timeline()
                if isinstance(action, action_type) and action.user == user.slug
            ]
            for action_type in (
                actions.EnableNotifications,
                actions.MarkAllRead,
                actions.MarkAllSeen,
            )
        )
        assert enabled == [NOTIFICATIONS_SINCE]
        assert NOTIFICATIONS_SINCE > max(read) >= min(read) > seen[0] > timedelta()


def test_the_hash_of_a_timeline_depends_on_its_content() -> None:
    assert hash_timeline(build_full_timeline()) == hash_timeline(build_timeline())
    assert hash_timeline(build_full_timeline()) != hash_timeline(
        build_timeline(demo.get_posts()[:3])
    )
