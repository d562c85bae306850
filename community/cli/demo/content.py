"""Functions that return the demo content from the data files of this package.

The content has ages and delays instead of dates. With `now` as the time of loading, the dates are::

    for post in get_posts():
        published_at = now - post.age
        for comment in get_comments(post.slug):
            created_at = published_at + comment.delay
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from random import Random

from community.cli.demo import data_files, schemas
from community.cli.demo.discussion_parser import ScriptedComment, parse_comments
from community.cli.demo.long_thread import LongThreadGenerator
from community.cli.demo.timing import generate_delays

LONG_THREAD_SIZE = 1_000

IMAGE_LINK_PATTERN = re.compile(rf"\]\({schemas.IMAGE_SCHEME}([a-z0-9-]+)\)")

# The probability that a user reacts to the most popular post or comment.
MAX_REACTION_PROBABILITY = 0.55
# Even the least popular post gets this share of `MAX_REACTION_PROBABILITY`.
MIN_POST_APPEAL = 0.45
# Larger exponents make popular comments rarer. In large threads, users read only some comments.
APPEAL_EXPONENT, LARGE_THREAD_APPEAL_EXPONENT = 2, 14
LARGE_THREAD_SIZE = 500


@cache
def get_users() -> tuple[schemas.DemoUser, ...]:
    return tuple(_to_user(row) for row in data_files.read_toml("people.toml")["person"])


@cache
def get_extras() -> tuple[schemas.DemoUser, ...]:
    """Return the users who write none of the posts and comments, and appear only in scenes."""
    return tuple(_to_user(row) for row in data_files.read_toml("people.toml")["extra"])


@cache
def get_communities() -> tuple[schemas.DemoCommunity, ...]:
    return tuple(
        _to_community(row) for row in data_files.read_toml("communities.toml")["community"]
    )


@cache
def get_conversations() -> tuple[schemas.DemoConversation, ...]:
    return tuple(map(_to_conversation, data_files.read_toml("conversations.toml")["conversation"]))


@cache
def get_posts() -> tuple[schemas.DemoPost, ...]:
    """Return all posts, oldest first."""
    posts = [_read_post(name.removesuffix(".md")) for name in data_files.list_files("posts")]
    return tuple(sorted(posts, key=lambda post: post.age, reverse=True))


@cache
def get_comments(post_slug: str) -> tuple[schemas.DemoComment, ...]:
    """Return the comments on a post in chronological order. Replies come after their parents."""
    post = {post.slug: post for post in get_posts()}[post_slug]
    scripted = _read_comments(post)
    delays = generate_delays([comment.parent for comment in scripted], post.age, seed=post.slug)
    order = sorted(range(len(scripted)), key=delays.__getitem__)
    numbers = {index: number for number, index in enumerate(order)}
    return tuple(_to_comment(numbers, index, scripted[index], delays[index]) for index in order)


@cache
def get_reactions(post_slug: str) -> tuple[schemas.DemoReaction, ...]:
    """Return the reactions to a post and its comments. Users do not react to their own content."""
    rng = Random(f"applause for {post_slug}")
    comments = get_comments(post_slug)
    is_large = len(comments) >= LARGE_THREAD_SIZE
    exponent = LARGE_THREAD_APPEAL_EXPONENT if is_large else APPEAL_EXPONENT
    author = next(post.author for post in get_posts() if post.slug == post_slug)
    targets = [(None, author), *((comment.number, comment.author) for comment in comments)]
    return tuple(
        reaction
        for number, target_author in targets
        for reaction in _generate_reactions(rng, exponent, number, target_author)
    )


def _generate_reactions(
    rng: Random, appeal_exponent: int, comment_number: int | None, author: str
) -> Iterator[schemas.DemoReaction]:
    popularity = rng.random()
    probability = MAX_REACTION_PROBABILITY * (
        MIN_POST_APPEAL + (1 - MIN_POST_APPEAL) * popularity
        if comment_number is None
        else popularity**appeal_exponent
    )
    for user in get_users():
        if user.slug != author and rng.random() < probability:
            yield schemas.DemoReaction(user.slug, comment_number, rng.random())


def _to_user(row: data_files.TomlTable) -> schemas.DemoUser:
    return schemas.DemoUser(
        slug=row["slug"],
        name=row["name"],
        email=row["email"],
        bio=row["bio"],
        avatar=row["avatar"],
        header=row["header"],
        age=data_files.parse_duration(row["joined"]),
        follows=tuple(row["follows"]),
        member_of=tuple(row["member_of"]),
    )


def _to_community(row: data_files.TomlTable) -> schemas.DemoCommunity:
    return schemas.DemoCommunity(
        slug=row["slug"],
        name=row["name"],
        description=row["description"],
        rules=row["rules"].strip(),
        avatar=row["avatar"],
        header=row["header"],
        owner=row["owner"],
        moderators=tuple(row["moderators"]),
        posting=row["posting"],
        age=data_files.parse_duration(row["created"]),
    )


def _to_conversation(row: data_files.TomlTable) -> schemas.DemoConversation:
    return schemas.DemoConversation(
        slug=row["slug"],
        name=row.get("name", ""),
        picture=row.get("picture", ""),
        members=tuple(row["members"]),
        messages=tuple(map(_to_message, row["message"])),
        unread=row.get("unread", {}),
        reported_by=row.get("reported_by", ""),
    )


def _to_message(row: data_files.TomlTable) -> schemas.DemoMessage:
    return schemas.DemoMessage(
        author=row["author"],
        text=row["text"],
        age=data_files.parse_duration(row["ago"]),
        reply_to=row.get("reply_to"),
        first_text=row.get("first_text", ""),
        reactions=row.get("reactions", {}),
        picture=row.get("picture", ""),
        file=row.get("file", ""),
        file_text=row.get("file_text", "").lstrip(),
    )


def _read_post(stem: str) -> schemas.DemoPost:
    head, body = data_files.split_front_matter(data_files.read_text(f"posts/{stem}.md"))
    is_generated = head.get("thread") == "composed"
    return schemas.DemoPost(
        slug=head["slug"],
        title=head["title"],
        intro=head["intro"],
        text=body,
        author=head["author"],
        community=head.get("community"),
        tags=tuple(head["tags"]),
        cover=head["cover"],
        images=tuple(IMAGE_LINK_PATTERN.findall(body)),
        discussion_file=None if is_generated else f"discussions/{stem}.txt",
        pinned_comment_start=head.get("pinned", ""),
        is_pinned=head.get("on_top", False),
        age=data_files.parse_duration(head["published"]),
    )


def _read_comments(post: schemas.DemoPost) -> tuple[ScriptedComment, ...]:
    if post.discussion_file is None:
        authors = [user.slug for user in get_users()]
        return LongThreadGenerator(authors).generate(LONG_THREAD_SIZE)
    return parse_comments(data_files.read_text(post.discussion_file))


def _to_comment(
    number_by_index: dict[int, int], index: int, scripted: ScriptedComment, delay: timedelta
) -> schemas.DemoComment:
    parent = None if scripted.parent is None else number_by_index[scripted.parent]
    return schemas.DemoComment(
        number_by_index[index], parent, scripted.author, scripted.text, delay
    )
