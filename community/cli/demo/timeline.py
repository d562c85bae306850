"""Build the timeline: all actions of the demo users in chronological order.

The result is always the same. Registrations and new communities come first, so that loading fails
early if a slug is already taken on the site.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import chain
from random import Random

from community.cli.demo import actions, content
from community.cli.demo.scenes import NOTIFICATIONS_SINCE, generate_scenes
from community.cli.demo.schemas import DemoCommunity, DemoPost, DemoUser

HOUR = timedelta(hours=1)

MEAN_REACTION_DELAY = timedelta(hours=7)
# The maximum delay of a reaction, as a share of the age of its target.
MAX_REACTION_AGE_SHARE = 0.6
# Approximately when users last read and last saw their notifications. Newer ones are unread or
# unseen.
LAST_READ = timedelta(hours=20)
LAST_SEEN = timedelta(hours=2)
# Users follow others and join communities within this time after registration.
SETUP_PERIOD = timedelta(days=60)


def build_timeline(posts: Sequence[DemoPost] | None = None) -> tuple[actions.Action, ...]:
    """Return all actions, oldest first. Registrations and new communities precede other actions."""
    posts = content.get_posts() if posts is None else posts
    registrations: list[actions.Action] = [
        *(actions.RegisterUser(ago=user.age, user=user) for user in content.get_users()),
        *(
            actions.CreateCommunity(ago=community.age, community=community)
            for community in content.get_communities()
        ),
    ]
    activity = chain(
        _generate_setup_actions(posts),
        *map(_generate_post_actions, posts),
        _generate_inbox_actions(),
        generate_scenes(),
    )
    return (*_sort_by_time(registrations), *_sort_by_time(activity))


def _sort_by_time(unsorted: Iterable[actions.Action]) -> list[actions.Action]:
    return sorted(unsorted, key=lambda action: action.ago, reverse=True)


def _generate_setup_actions(posts: Sequence[DemoPost]) -> Iterator[actions.Action]:
    rng = Random("settling")
    user_by_slug = {user.slug: user for user in content.get_users()}
    for user in content.get_users():
        yield actions.UpdateProfile(ago=user.age - HOUR, user=user)
        for slug in user.follows:
            since = _choose_random_age(rng, min(user.age, user_by_slug[slug].age))
            yield actions.FollowUser(ago=since, user=user.slug, followed=slug)
    for community in content.get_communities():
        yield actions.UpdateCommunityImages(ago=community.age - HOUR / 2, community=community)
        for user in content.get_users():
            if community.slug in user.member_of and user.slug != community.owner:
                yield from _generate_membership_actions(rng, user, community, posts)


def _generate_membership_actions(
    rng: Random, user: DemoUser, community: DemoCommunity, posts: Sequence[DemoPost]
) -> Iterator[actions.Action]:
    own_ages = (
        post.age for post in posts if post.author == user.slug and post.community == community.slug
    )
    max_age = min(user.age, community.age)
    min_age = min(max(own_ages, default=timedelta()) + HOUR, max_age)
    since = max(_choose_random_age(rng, max_age), min_age)
    yield actions.JoinCommunity(ago=since, user=user.slug, community=community.slug)
    if user.slug in community.moderators:
        yield actions.AppointModerator(
            ago=since - HOUR / 2,
            owner=community.owner,
            user=user.slug,
            community=community.slug,
        )


def _choose_random_age(rng: Random, max_age: timedelta) -> timedelta:
    """Return a random age that is at most `max_age`, and usually close to `max_age`."""
    return max_age - min(SETUP_PERIOD, max_age * 0.9) * rng.random() ** 2


def _generate_post_actions(post: DemoPost) -> Iterator[actions.Action]:
    comments = content.get_comments(post.slug)
    yield actions.PublishPost(ago=post.age, post=post)
    for comment in comments:
        yield actions.WriteComment(
            ago=post.age - comment.delay, post_slug=post.slug, comment=comment
        )
    rng = Random(f"around {post.slug}")
    for reaction in content.get_reactions(post.slug):
        target_delay = timedelta() if reaction.comment is None else comments[reaction.comment].delay
        age = post.age - target_delay
        delay = min(
            MEAN_REACTION_DELAY * rng.expovariate(1),
            age * MAX_REACTION_AGE_SHARE * rng.random(),
        )
        yield actions.AddReaction(ago=age - delay, post_slug=post.slug, reaction=reaction)
    interest = 40 + 9 * len(content.get_reactions(post.slug)) ** 0.8 + 4 * len(comments) ** 0.85
    views = round(interest * rng.uniform(0.8, 1.3))
    yield actions.AddViews(ago=HOUR, post_slug=post.slug, count=views)
    yield from _generate_pin_actions(post)


def _generate_pin_actions(post: DemoPost) -> Iterator[actions.Action]:
    owners = {community.slug: community.owner for community in content.get_communities()}
    if post.pinned_comment_start:
        pinned = next(
            comment
            for comment in content.get_comments(post.slug)
            if comment.text.startswith(post.pinned_comment_start)
        )
        yield actions.PinComment(ago=(post.age - pinned.delay) * 0.9, post=post, comment=pinned)
    if post.is_pinned:
        owner = owners[post.community or ""]
        yield actions.PinPost(ago=post.age * 0.9, owner=owner, post_slug=post.slug)


def _generate_inbox_actions() -> Iterator[actions.Action]:
    rng = Random("inboxes")
    for user in content.get_users():
        yield actions.DisableNotifications(ago=user.age - HOUR / 2, user=user.slug)
        yield actions.EnableNotifications(ago=NOTIFICATIONS_SINCE, user=user.slug)
        yield actions.MarkAllSeen(ago=LAST_SEEN * rng.uniform(0.7, 1.5), user=user.slug)
        age = LAST_READ * rng.uniform(0.8, 1.4)
        while age < NOTIFICATIONS_SINCE:
            yield actions.MarkAllRead(ago=age, user=user.slug)
            age *= rng.uniform(1.4, 1.9)
