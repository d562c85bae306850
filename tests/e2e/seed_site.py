"""Users, posts and comments that give every page of the site content to show."""

import re
from dataclasses import dataclass
from uuid import UUID, uuid4

from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.core.text import markup
from community.domain import chat, comments, communities, follows, reactions
from community.models import ChatMessage, Comment, Community, Post
from community.wiring import wire
from community.workflows import payments
from tests import factories
from tests.e2e.browser_users import create_comment, create_comment_chain, create_user
from tests.workflows.payments.buyers import add_plan, buy, sell, start

TEXT = """
## Flour

Of [rye](https://example.com/rye), *milled* coarsely, with `water` and ~~yeast~~.

> Time does the work.

```python
bread = flour + water + time  # a line that is longer than the column of a phone or a tablet is wide
```

- Mix
- Wait
  1. A day

| Day | What to do about it before noon, and after | And what to leave to itself until later |
|----:|--------------------------------------------|------------------------------------------|
|   1 | Feed it                                    | Averylongwordthatnobodyknowshowtobreak   |

https://example.com/an/address/that/is/longer/than/a/telephone/is/wide/and-has-no-place-to-break
"""


@dataclass(frozen=True)
class SeedSite:
    """The users and content that `create_seed_site` has created.

    Alice wrote the post, owns the community, has a plan, and has begun to replace her card and to
    buy a better plan. Alice and Bob wrote the comments. An administrator has written to Alice.
    """

    alice: Actor
    bob: Actor
    post: Post
    community: Community
    deep_comment: Comment
    payment_id: UUID
    setup_id: UUID
    chat_id: int

    def resolve_path(self, route: str) -> str:
        """Replace the parameters in a route with values from the created content.

        For example, `/c/[community_slug]` becomes the path of the created community.
        """
        names = {
            "community_slug": self.community.slug,
            "user_slug": self.alice.slug,
            "post_id": str(self.post.id),
            "post_slug": self.post.slug,
            "tag_name": self.post.tags[0],
            "payment_id": str(self.payment_id),
            "setup_id": str(self.setup_id),
            "chat_id": str(self.chat_id),
        }
        return re.sub(r"\[(\w+)\]", lambda match: names[match[1]], route)


async def create_seed_site() -> SeedSite:
    """Create users, posts, comments, reactions and follows, and the notifications about them."""
    wire()
    alice, bob = await create_user("Alice"), await create_user("Bob")
    community_fields = {
        "description": "For those who wait.",
        "rules": "Be patient.",
        "rules_html": "<p>Be patient.</p>",
    }
    community = await factories.community(alice, f"bread-{alice.id}", **community_fields)
    post = await factories.post(
        alice,
        "On rye and patience",
        community_id=community.id,
        text=TEXT,
        html=markup.RenderedArticle(TEXT).html,
        intro="What it takes.",
        tags=["flour"],
    )
    await factories.post(alice, "Half a thought", status="draft", published_at=None)
    await factories.post(bob, "An answer at length", tags=["flour"])
    deep_comment = await _create_discussion(alice, bob, post)
    async with unit_of_work() as session:
        await follows.follow(session, bob, user_id=alice.id)
        await follows.follow(session, alice, user_id=bob.id)
        await communities.join(session, bob, community_id=community.id)
    admin = await factories.user(f"seed-admin-{alice.id}", is_admin=True)
    await buy(alice, await sell(admin))
    setup = (await payments.start_setup(alice)).setup
    payment = (await start(alice, await add_plan(admin, name="Max", price=900))).payment
    chat_id = await _create_conversation(alice, admin)
    return SeedSite(alice, bob, post, community, deep_comment, payment.id, setup.id, chat_id)


async def _create_conversation(alice: Actor, admin: Actor) -> int:
    """Create a chat with messages of both, a quote and a reaction. Return the id of the chat."""
    async with unit_of_work() as session:
        started, _ = await chat.start(session, admin, user_id=alice.id)
    first = await _send(admin, started.id, "Hello *there*")
    answer = await _send(alice, started.id, "See https://example.com/rye", reply_to_id=first.id)
    await _send(admin, started.id, "It rises")
    async with unit_of_work() as session:
        await chat.react(session, admin, chat_id=started.id, message_id=answer.id, code="like")
    return started.id


async def _send(
    author: Actor, chat_id: int, text: str, reply_to_id: int | None = None
) -> ChatMessage:
    rendered = await chat.render_text(text)
    async with unit_of_work() as session:
        return await chat.send(
            session,
            author,
            chat_id=chat_id,
            text=rendered,
            client_id=uuid4(),
            reply_to_id=reply_to_id,
        )


async def _create_discussion(alice: Actor, bob: Actor, post: Post) -> Comment:
    """Create a pinned comment, a deleted one, and a thread that is too deep for one page.

    Returns:
        The deepest comment.
    """
    thread = await create_comment_chain(post, [bob, alice], 9)
    pinned = await create_comment(bob, post, "Look here, @nobody: https://example.com/rye")
    deleted = await create_comment(bob, post, "Never mind.", thread[0])
    async with unit_of_work() as session:
        await comments.pin(session, alice, comment_id=pinned.id)
        await comments.delete(session, bob, comment_id=deleted.id)
        await reactions.react(session, bob, target="post", target_id=post.id, code="like")
        await reactions.react(session, bob, target="comment", target_id=thread[1].id, code="love")
    return thread[-1]
