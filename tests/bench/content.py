"""The site that is measured: 1,000 posts, two discussions, people who are signed in.

Written through the domain, but without what follows from it (`wire`): no inbox is filled by it.
"""

from dataclasses import dataclass
from datetime import timedelta

from community.core import clock, ids
from community.core.actor import Actor
from community.core.database import close, unit_of_work
from community.domain import comments, posts
from community.models import Post, Session
from tests import factories

POSTS = 1_000
PEOPLE = 60
TERM = timedelta(days=1)
BATCH = 100
# A root with three answers, one of which is answered: a page of 20 roots shows 100 comments.
BRANCH = (None, 0, 0, 0, 1)

PARAGRAPH = (
    "What we call a *starter* is flour and water that somebody **forgot** on purpose. After a week "
    "there are more creatures in the jar than people on earth, and they want to be fed. "
)
REMARK = (
    "I tried this last winter with half the water, and it *worked*: the crumb was tight, but the "
    "taste had more of the grain in it. What flour did you use, and how long did it stand?"
)


@dataclass(frozen=True, slots=True)
class Discussion:
    """A post that is measured, with what its comments are."""

    post_id: int
    path: str
    roots: list[int]


@dataclass(frozen=True, slots=True)
class Content:
    """What was made, and the secrets of those who are signed in."""

    hundred: Discussion
    thousands: Discussion
    tokens: list[str]
    author_token: str


async def make() -> Content:
    """Fill an empty, migrated database. The author of both discussions' roots is signed in too."""
    author = await factories.person("author")
    people = [await factories.person(f"person-{number}") for number in range(PEOPLE)]
    posts_of_site = await _write_posts([author, *people])
    content = Content(
        hundred=await _discuss(posts_of_site[-1], author, people, 100),
        thousands=await _discuss(posts_of_site[-2], author, people, 2_000),
        tokens=[await _sign_in(each) for each in people],
        author_token=await _sign_in(author),
    )
    await close()
    return content


async def _write_posts(authors: list[Actor]) -> list[Post]:
    written: list[Post] = []
    for start in range(0, POSTS, BATCH):
        async with unit_of_work() as session:
            for number in range(start, min(start + BATCH, POSTS)):
                author = authors[number % len(authors)]
                draft = await posts.start_draft(
                    session,
                    author,
                    title=f"On bread, part {number}",
                    intro="Flour, water and time; nothing else goes in.",
                    text=f"{PARAGRAPH * 3}\n\n## Then\n\n{PARAGRAPH * 4}",
                )
                written.append(await posts.publish(session, author, post_id=draft.id))
    return written


async def _discuss(post: Post, author: Actor, people: list[Actor], number: int) -> Discussion:
    """Branches of five under a post; every root is by the author."""
    roots: list[int] = []
    for start in range(0, number, BATCH):
        async with unit_of_work() as session:
            for _ in range(start, min(start + BATCH, number), len(BRANCH)):
                branch: list[int] = []
                for at, parent in enumerate(BRANCH):
                    by = author if at == 0 else people[(len(roots) + at) % len(people)]
                    above = None if parent is None else branch[parent]
                    said = await comments.reply(
                        session, by, post_id=post.id, text=REMARK, parent_id=above
                    )
                    branch.append(said.id)
                roots.append(branch[0])
    return Discussion(post.id, f"/p/{post.id}/{post.slug}", roots)


async def _sign_in(actor: Actor) -> str:
    """The secret of a sign-in; the passwords that lead to one are not what is measured."""
    token = ids.new_token()
    async with unit_of_work() as session:
        session.add(
            Session(user_id=actor.id, token_hash=ids.digest(token), expires_at=clock.now() + TERM)
        )
    return token
