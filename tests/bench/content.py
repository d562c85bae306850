"""Content for the benchmark site: 1,000 posts, two discussions and signed-in users.

Domain functions create the content without event listeners, so they create no notifications.
"""

from dataclasses import dataclass

from community.core.actor import Actor
from community.core.db.sessions import close, unit_of_work
from community.domain import comments, posts
from community.models import Post
from tests import factories
from tests.bench.chat_content import MEMBER_COUNT, ChatContent, create_chats

POST_COUNT = 1_000
USER_COUNT = 60
BATCH_SIZE = 100
# Each root comment has three replies, one of which has a reply of its own. A page with 20 root
# comments therefore shows 100 comments.
THREAD_PARENTS = (None, 0, 0, 0, 1)

PARAGRAPH = (
    "What we call a *starter* is flour and water that someone **forgot** on purpose. After a week "
    "there are more creatures in the jar than people on earth, and they want to be fed. "
)
COMMENT_TEXT = (
    "I tried this last winter with half the water, and it *worked*: the crumb was tight, but the "
    "taste had more of the grain in it. What flour did you use, and how long did it stand?"
)


@dataclass(frozen=True, slots=True)
class Discussion:
    """A post with comments."""

    post_id: int
    path: str
    # The ids of the top-level comments. The user whose session token is
    # `Content.author_session_token` wrote all of them.
    root_ids: list[int]


@dataclass(frozen=True, slots=True)
class Content:
    """The posts, discussions and chats of the benchmark site, and session tokens for its users."""

    small_discussion: Discussion
    large_discussion: Discussion
    session_tokens: list[str]
    author_session_token: str
    chats: ChatContent
    member_tokens: list[str]  # the session tokens of the members of the group, in their order


async def create_benchmark_content() -> Content:
    """Create the benchmark content in an empty, migrated database."""
    author = await factories.user("author")
    users = [await factories.user(f"user-{number}") for number in range(USER_COUNT)]
    published = await _publish_posts([author, *users])
    members = [
        await factories.user(f"member-{number}", is_admin=True) for number in range(MEMBER_COUNT)
    ]
    content = Content(
        small_discussion=await _create_discussion(published[-1], author, users, 100),
        large_discussion=await _create_discussion(published[-2], author, users, 2_000),
        session_tokens=[await factories.session_token(user) for user in users],
        author_session_token=await factories.session_token(author),
        chats=await create_chats(members),
        member_tokens=[await factories.session_token(member) for member in members],
    )
    await close()
    return content


async def _publish_posts(authors: list[Actor]) -> list[Post]:
    published: list[Post] = []
    for start in range(0, POST_COUNT, BATCH_SIZE):
        async with unit_of_work() as session:
            for number in range(start, min(start + BATCH_SIZE, POST_COUNT)):
                author = authors[number % len(authors)]
                draft = await posts.create_draft(
                    session,
                    author,
                    title=f"On bread, part {number}",
                    intro="Flour, water and time; nothing else goes in.",
                    text=await posts.render_text(f"{PARAGRAPH * 3}\n\n## Then\n\n{PARAGRAPH * 4}"),
                )
                published.append(await posts.publish(session, author, post_id=draft.id))
    return published


async def _create_discussion(
    post: Post, author: Actor, users: list[Actor], comment_count: int
) -> Discussion:
    root_ids: list[int] = []
    for start in range(0, comment_count, BATCH_SIZE):
        async with unit_of_work() as session:
            for _ in range(start, min(start + BATCH_SIZE, comment_count), len(THREAD_PARENTS)):
                thread_ids: list[int] = []
                for position, parent in enumerate(THREAD_PARENTS):
                    commenter = (
                        author if position == 0 else users[(len(root_ids) + position) % len(users)]
                    )
                    comment = await comments.reply(
                        session,
                        commenter,
                        post_id=post.id,
                        text=await comments.render_text(COMMENT_TEXT),
                        parent_id=None if parent is None else thread_ids[parent],
                    )
                    thread_ids.append(comment.id)
                root_ids.append(thread_ids[0])
    return Discussion(post.id, f"/p/{post.id}/{post.slug}", root_ids)
