"""A little of everything, so that every page has something to show."""

import re
from dataclasses import dataclass

from community.core import markup
from community.core.actor import Actor
from community.core.database import unit_of_work
from community.domain import comments, communities, follows, reactions
from community.models import Comment, Community, Post
from community.wiring import wire
from tests import factories
from tests.journeys.visitors import chain, say, somebody

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
class Town:
    """People and what they made: Alice wrote the post and keeps the community, Bob answered."""

    alice: Actor
    bob: Actor
    post: Post
    place: Community
    deep: Comment

    def path(self, address: str) -> str:
        """An address of the site map with the names of this town in it: `/c/[community_slug]`."""
        names = {
            "community_slug": self.place.slug,
            "person_slug": self.alice.slug,
            "post_id": str(self.post.id),
            "post_slug": self.post.slug,
            "tag_name": self.post.tags[0],
        }
        return re.sub(r"\[(\w+)\]", lambda part: names[part[1]], address)


async def build_town() -> Town:
    """Everybody comes, writes, answers and follows, and is told of it."""
    wire()
    alice, bob = await somebody("Alice"), await somebody("Bob")
    about = {
        "description": "For those who wait.",
        "rules": "Be patient.",
        "rules_html": "<p>Be patient.</p>",
    }
    place = await factories.community(alice, f"bread-{alice.id}", **about)
    told = {"text": TEXT, "html": markup.render(TEXT), "intro": "What it takes.", "tags": ["flour"]}
    post = await factories.post(alice, "On rye and patience", community_id=place.id, **told)
    await factories.post(alice, "Half a thought", status="draft", published_at=None)
    await factories.post(bob, "An answer at length", tags=["flour"])
    deep = await _discuss(alice, bob, post)
    async with unit_of_work() as session:
        await follows.follow(session, bob, user_id=alice.id)
        await follows.follow(session, alice, user_id=bob.id)
        await communities.join(session, bob, community_id=place.id)
    return Town(alice, bob, post, place, deep)


async def _discuss(alice: Actor, bob: Actor, post: Post) -> Comment:
    """A branch that goes too deep for one page; beside it a pinned comment and a deleted one."""
    branch = await chain(post, [bob, alice], 9)
    pinned = await say(bob, post, "Look here, @nobody: https://example.com/rye")
    gone = await say(bob, post, "Never mind.", branch[0])
    async with unit_of_work() as session:
        await comments.pin(session, alice, comment_id=pinned.id)
        await comments.delete(session, bob, comment_id=gone.id)
        await reactions.react(session, bob, target="post", target_id=post.id, code="like")
        await reactions.react(session, bob, target="comment", target_id=branch[1].id, code="love")
    return branch[-1]
