"""Consistency checks for the demo content."""

import re
from collections.abc import Collection, Iterator

from community.cli.demo import content, data_files
from community.cli.demo.scenes import SCENE_IMAGES
from community.cli.demo.schemas import DemoCommunity, DemoPost, DemoUser

MENTION_PATTERN = re.compile(r"(?<![\w`])@([a-z0-9_-]+)")

POSTING_POLICIES = frozenset({"everyone", "members", "moderators"})


def validate() -> None:
    """Check that the demo content has no errors, such as unknown user names.

    Raises:
        ValueError: The content has errors. The message has one line per error.
    """
    problems = [
        *_find_user_problems(),
        *_find_community_problems(),
        *_find_post_problems(),
        *_find_conversation_problems(),
    ]
    if problems:
        raise ValueError("\n".join(problems))


def get_used_image_names() -> frozenset[str]:
    of_users = {name for user in content.get_users() for name in (user.avatar, user.header)}
    of_communities = {
        name
        for community in content.get_communities()
        for name in (community.avatar, community.header)
    }
    of_posts = {name for post in content.get_posts() for name in (post.cover, *post.images)}
    of_scenes = {name for _owner, names in SCENE_IMAGES.values() for name in names}
    return frozenset(of_users | of_communities | of_posts | of_scenes) - {""}


def _get_user_slugs() -> frozenset[str]:
    return frozenset(user.slug for user in content.get_users())


def _find_unknown_names(
    location: str, kind: str, names: Collection[str], valid_names: Collection[str]
) -> list[str]:
    return [f"{location}: unknown {kind} {name!r}" for name in names if name not in valid_names]


def _find_user_problems() -> Iterator[str]:
    community_slugs = {community.slug for community in content.get_communities()}
    for user in content.get_users():
        location = f"user {user.slug}"
        yield from _find_unknown_names(
            location, "user", user.follows, _get_user_slugs() - {user.slug}
        )
        yield from _find_unknown_names(location, "community", user.member_of, community_slugs)
    yield from _find_unknown_names(
        "images", "image", get_used_image_names(), data_files.list_image_names()
    )


def _find_community_problems() -> Iterator[str]:
    users = {user.slug: user for user in content.get_users()}
    for community in content.get_communities():
        location = f"community {community.slug}"
        staff = (community.owner, *community.moderators)
        yield from _find_unknown_names(location, "user", staff, users)
        yield from _find_unknown_names(
            location, "posting policy", [community.posting], POSTING_POLICIES
        )
        yield from (
            f"{location}: {slug} is not a member"
            for slug in staff
            if slug in users and community.slug not in users[slug].member_of
        )
        if community.owner in users and users[community.owner].age < community.age:
            yield f"{location}: older than its owner's account"


def _find_post_problems() -> Iterator[str]:
    users = {user.slug: user for user in content.get_users()}
    communities = {community.slug: community for community in content.get_communities()}
    seen: set[str] = set()
    for post in content.get_posts():
        location = f"post {post.slug}"
        if post.slug in seen:
            yield f"{location}: duplicate slug"
        seen.add(post.slug)
        yield from _find_unknown_names(
            location, "user", [post.author, *_find_mentions(post.text)], users
        )
        yield from _find_unknown_names(
            location, "community", [post.community] if post.community else [], communities
        )
        if post.author in users:
            yield from _find_author_problems(post, users[post.author], communities)
        yield from _find_discussion_problems(post)


def _find_author_problems(
    post: DemoPost, author: DemoUser, communities: dict[str, DemoCommunity]
) -> Iterator[str]:
    if author.age < post.age:
        yield f"post {post.slug}: older than its author's account"
    community = communities.get(post.community or "")
    if community is None:
        return
    allowed = {
        "everyone": True,
        "members": community.slug in author.member_of,
        "moderators": author.slug in (community.owner, *community.moderators),
    }
    if not allowed.get(community.posting):
        yield f"post {post.slug}: {author.slug} may not post in {community.slug}"
    if community.age < post.age:
        yield f"post {post.slug}: older than its community"


def _find_discussion_problems(post: DemoPost) -> Iterator[str]:
    comments = content.get_comments(post.slug)
    if not any(comment.text.startswith(post.pinned_comment_start) for comment in comments):
        yield f"post {post.slug}: pinned comment not found"
    if post.is_pinned and post.community is None:
        yield f"post {post.slug}: pinned without a community"
    for comment in comments:
        location = f"post {post.slug}, comment {comment.number}"
        mentioned = [comment.author, *_find_mentions(comment.text)]
        yield from _find_unknown_names(location, "user", mentioned, _get_user_slugs())
        if not comment.text:
            yield f"{location}: empty"
        if comment.delay >= post.age:
            yield f"{location}: in the future"


def _find_conversation_problems() -> Iterator[str]:
    ages = {user.slug: user.age for user in (*content.get_users(), *content.get_extras())}
    for conversation in content.get_conversations():
        location = f"conversation {conversation.slug}"
        yield from _find_unknown_names(location, "user", conversation.members, ages)
        pictures = [conversation.picture, *(found.picture for found in conversation.messages)]
        yield from _find_unknown_names(
            location, "image", [*filter(None, pictures)], data_files.list_image_names()
        )
        started = conversation.messages[0].age
        if any(slug in ages and ages[slug] <= started for slug in conversation.members):
            yield f"{location}: older than an account"
        oldest_first = sorted(conversation.messages, key=lambda message: message.age, reverse=True)
        if list(conversation.messages) != oldest_first:
            yield f"{location}: not in chronological order"
        for number, message in enumerate(conversation.messages):
            people = [message.author, *message.reactions]
            yield from _find_unknown_names(location, "member", people, conversation.members)
            if message.reply_to is not None and message.reply_to >= number:
                yield f"{location}, message {number}: replies to a later message"


def _find_mentions(text: str) -> list[str]:
    return MENTION_PATTERN.findall(text)
