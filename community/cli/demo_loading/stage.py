"""Each act of the demo as one or two calls of the domain."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import singledispatch

from sqlalchemy.ext.asyncio import AsyncSession

from community.cli.demo import acts
from community.cli.demo_loading.gallery import Gallery
from community.cli.demo_loading.progress import client_id_of
from community.core.actor import Actor
from community.core.errors import Refusal
from community.domain import (
    accounts,
    comments,
    communities,
    follows,
    notifications,
    posts,
    reactions,
    site,
)

LIKES = 4
"""How much more often than the others the first reaction is chosen: an exponent of the mood."""


@dataclass
class Stage:
    """Who and what is there so far, by the names that the content has for them.

    Attributes:
        applications: of the people who still have to arrive.
        said: ids of comments by the slug of their post and their number.
    """

    gallery: Gallery
    applications: Mapping[str, accounts.Application] = field(default_factory=dict)
    people: dict[str, Actor] = field(default_factory=dict)
    communities: dict[str, int] = field(default_factory=dict)
    posts: dict[str, int] = field(default_factory=dict)
    said: dict[tuple[str, int], int] = field(default_factory=dict)
    choices: Sequence[site.ReactionChoice] = ()


@singledispatch
async def perform(act: acts.Act, stage: Stage, session: AsyncSession) -> None:
    """Do what somebody does, now."""
    raise NotImplementedError(f"nobody knows how to do {act}")


@perform.register
async def _(act: acts.Arrive, stage: Stage, session: AsyncSession) -> None:
    with _noted(act.person.slug):
        user = await accounts.register(session, stage.applications[act.person.slug])
    stage.people[act.person.slug] = accounts.actor_of(user)


@perform.register
async def _(act: acts.Found, stage: Stage, session: AsyncSession) -> None:
    group = act.group
    with _noted(group.slug):
        community = await communities.create(
            session,
            stage.people[group.owner],
            slug=group.slug,
            name=group.name,
            description=group.description,
            rules=group.rules,
            posting=group.posting,
        )
    stage.communities[group.slug] = community.id


@perform.register
async def _(act: acts.Dress, stage: Stage, session: AsyncSession) -> None:
    person = act.person
    changes = accounts.ProfileChanges(bio=person.bio)
    for field_, name in (("avatar", person.avatar), ("header", person.header)):
        if name:
            setattr(changes, field_, stage.gallery[name].id)
    user = await accounts.change_profile(session, stage.people[person.slug], changes)
    await session.flush()
    stage.people[person.slug] = accounts.actor_of(user)


@perform.register
async def _(act: acts.Furnish, stage: Stage, session: AsyncSession) -> None:
    group = act.group
    await communities.edit(
        session,
        stage.people[group.owner],
        community_id=stage.communities[group.slug],
        avatar=stage.gallery[group.avatar].id,
        header=stage.gallery[group.header].id,
    )


@perform.register
async def _(act: acts.Enter, stage: Stage, session: AsyncSession) -> None:
    community_id = stage.communities[act.group]
    await communities.join(session, stage.people[act.person], community_id=community_id)


@perform.register
async def _(act: acts.Appoint, stage: Stage, session: AsyncSession) -> None:
    community_id, person = stage.communities[act.group], stage.people[act.person]
    await communities.appoint(
        session, stage.people[act.owner], community_id=community_id, user_id=person.id
    )
    await notifications.subscribe_to_community(session, person, community=community_id)


@perform.register
async def _(act: acts.Follow, stage: Stage, session: AsyncSession) -> None:
    followed = stage.people[act.followed]
    await follows.follow(session, stage.people[act.person], user_id=followed.id)


@perform.register
async def _(act: acts.Publish, stage: Stage, session: AsyncSession) -> None:
    entry, author = act.entry, stage.people[act.entry.author]
    draft = await posts.start_draft(
        session,
        author,
        title=entry.title,
        intro=entry.intro,
        text=entry.text_with({name: stage.gallery[name].url for name in entry.pictures}),
        cover=stage.gallery[entry.cover].url,
        tags=entry.tags,
        community_id=stage.communities[entry.community] if entry.community else None,
    )
    await posts.publish(session, author, post_id=draft.id)
    stage.posts[entry.slug] = draft.id


@perform.register
async def _(act: acts.Say, stage: Stage, session: AsyncSession) -> None:
    remark = act.remark
    comment = await comments.reply(
        session,
        stage.people[remark.author],
        post_id=stage.posts[act.slug],
        parent_id=None if remark.parent is None else stage.said[act.slug, remark.parent],
        text=remark.text,
        client_id=client_id_of(act.slug, remark.number),
    )
    stage.said[act.slug, remark.number] = comment.id


@perform.register
async def _(act: acts.Clap, stage: Stage, session: AsyncSession) -> None:
    clap = act.applause
    choice = stage.choices[int(clap.mood**LIKES * len(stage.choices))]
    is_for_post = clap.remark is None
    await reactions.react(
        session,
        stage.people[clap.person],
        target="post" if is_for_post else "comment",
        target_id=stage.posts[act.slug]
        if clap.remark is None
        else stage.said[act.slug, clap.remark],
        code=choice.code,
    )


@perform.register
async def _(act: acts.PinRemark, stage: Stage, session: AsyncSession) -> None:
    comment_id = stage.said[act.entry.slug, act.remark.number]
    await comments.pin(session, stage.people[act.entry.author], comment_id=comment_id)


@perform.register
async def _(act: acts.PinPost, stage: Stage, session: AsyncSession) -> None:
    await posts.pin(session, stage.people[act.owner], post_id=stage.posts[act.slug])


@perform.register
async def _(act: acts.Silence, stage: Stage, session: AsyncSession) -> None:
    await notifications.switch(session, stage.people[act.person], types=_switches(is_on=False))


@perform.register
async def _(act: acts.Listen, stage: Stage, session: AsyncSession) -> None:
    await notifications.switch(session, stage.people[act.person], types=_switches(is_on=True))


@perform.register
async def _(act: acts.CatchUp, stage: Stage, session: AsyncSession) -> None:
    await notifications.read_all(session, stage.people[act.person])


@perform.register
async def _(act: acts.Glance, stage: Stage, session: AsyncSession) -> None:
    await notifications.saw_all(session, stage.people[act.person])


@perform.register
async def _(act: acts.Draw, stage: Stage, session: AsyncSession) -> None:
    for number in range(act.readers):
        posts.note_view(Actor(address=f"reader {number}"), stage.posts[act.slug])
    await posts.flush_views(session)


@contextmanager
def _noted(slug: str) -> Iterator[None]:
    """A refusal says whom or what it is about."""
    try:
        yield
    except Refusal as refusal:
        refusal.add_note(slug)
        raise


def _switches(*, is_on: bool) -> dict[str, bool]:
    return {kind.value: is_on for kind in notifications.Kind}
