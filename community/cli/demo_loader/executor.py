"""Execute the actions of the demo timeline. Each action calls one or two domain functions."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import singledispatch

from sqlalchemy.ext.asyncio import AsyncSession

from community.cli.demo import actions
from community.cli.demo_loader.load_context import LoadContext
from community.cli.demo_loader.progress import get_comment_client_id
from community.cli.demo_loader.scenes import play_scene
from community.core.actor import Actor
from community.core.errors import DomainError
from community.domain import (
    accounts,
    comments,
    communities,
    follows,
    identity,
    notifications,
    people,
    posts,
    reactions,
)

# The exponent of `mood` (0 to 1). The larger it is, the more often the first reaction is chosen.
FIRST_REACTION_EXPONENT = 4


@singledispatch
async def execute_action(
    action: actions.Action, context: LoadContext, session: AsyncSession
) -> None:
    raise NotImplementedError(f"No handler for {action}")


@execute_action.register
async def _register_user(
    action: actions.RegisterUser, context: LoadContext, session: AsyncSession
) -> None:
    with _add_slug_to_errors(action.user.slug):
        user = await accounts.register(session, context.registrations[action.user.slug])
    context.actors[action.user.slug] = identity.build_actor(user)


@execute_action.register
async def _create_community(
    action: actions.CreateCommunity, context: LoadContext, session: AsyncSession
) -> None:
    demo_community = action.community
    with _add_slug_to_errors(demo_community.slug):
        community = await communities.create(
            session,
            context.actors[demo_community.owner],
            slug=demo_community.slug,
            name=demo_community.name,
            description=demo_community.description,
            rules=context.rules[demo_community.slug],
            posting=demo_community.posting,
        )
    context.community_ids[demo_community.slug] = community.id


@execute_action.register
async def _update_profile(
    action: actions.UpdateProfile, context: LoadContext, session: AsyncSession
) -> None:
    demo_user = action.user
    changes = people.ProfileChanges(bio=demo_user.bio)
    for field_, name in (("avatar", demo_user.avatar), ("header", demo_user.header)):
        if name:
            setattr(changes, field_, context.images[name].id)
    user = await people.change_profile(session, context.actors[demo_user.slug], changes)
    await session.flush()
    context.actors[demo_user.slug] = identity.build_actor(user)


@execute_action.register
async def _update_community_images(
    action: actions.UpdateCommunityImages, context: LoadContext, session: AsyncSession
) -> None:
    demo_community = action.community
    await communities.edit(
        session,
        context.actors[demo_community.owner],
        community_id=context.community_ids[demo_community.slug],
        avatar=context.images[demo_community.avatar].id,
        header=context.images[demo_community.header].id,
    )


@execute_action.register
async def _join_community(
    action: actions.JoinCommunity, context: LoadContext, session: AsyncSession
) -> None:
    community_id = context.community_ids[action.community]
    await communities.join(session, context.actors[action.user], community_id=community_id)


@execute_action.register
async def _appoint_moderator(
    action: actions.AppointModerator, context: LoadContext, session: AsyncSession
) -> None:
    community_id, demo_user = context.community_ids[action.community], context.actors[action.user]
    await communities.add_moderator(
        session, context.actors[action.owner], community_id=community_id, user_id=demo_user.id
    )
    await notifications.subscribe_to_community(session, demo_user, community=community_id)


@execute_action.register
async def _follow_user(
    action: actions.FollowUser, context: LoadContext, session: AsyncSession
) -> None:
    followed = context.actors[action.followed]
    await follows.follow(session, context.actors[action.user], user_id=followed.id)


@execute_action.register
async def _publish_post(
    action: actions.PublishPost, context: LoadContext, session: AsyncSession
) -> None:
    post, author = action.post, context.actors[action.post.author]
    draft = await posts.create_draft(
        session,
        author,
        title=post.title,
        intro=post.intro,
        text=context.post_texts[post.slug],
        cover=context.images[post.cover].url,
        tags=post.tags,
        community_id=context.community_ids[post.community] if post.community else None,
    )
    await posts.publish(session, author, post_id=draft.id)
    context.post_ids[post.slug] = draft.id


@execute_action.register
async def _write_comment(
    action: actions.WriteComment, context: LoadContext, session: AsyncSession
) -> None:
    demo_comment = action.comment
    comment = await comments.reply(
        session,
        context.actors[demo_comment.author],
        post_id=context.post_ids[action.post_slug],
        parent_id=None
        if demo_comment.parent is None
        else context.comment_ids[action.post_slug, demo_comment.parent],
        text=context.comment_texts[action.post_slug, demo_comment.number],
        client_id=get_comment_client_id(action.post_slug, demo_comment.number),
    )
    context.comment_ids[action.post_slug, demo_comment.number] = comment.id


@execute_action.register
async def _add_reaction(
    action: actions.AddReaction, context: LoadContext, session: AsyncSession
) -> None:
    reaction = action.reaction
    choice = context.reaction_choices[
        int(reaction.mood**FIRST_REACTION_EXPONENT * len(context.reaction_choices))
    ]
    is_for_post = reaction.comment is None
    await reactions.react(
        session,
        context.actors[reaction.user],
        target="post" if is_for_post else "comment",
        target_id=context.post_ids[action.post_slug]
        if reaction.comment is None
        else context.comment_ids[action.post_slug, reaction.comment],
        code=choice.code,
    )


@execute_action.register
async def _pin_comment(
    action: actions.PinComment, context: LoadContext, session: AsyncSession
) -> None:
    comment_id = context.comment_ids[action.post.slug, action.comment.number]
    await comments.pin(session, context.actors[action.post.author], comment_id=comment_id)


@execute_action.register
async def _pin_post(action: actions.PinPost, context: LoadContext, session: AsyncSession) -> None:
    await posts.pin(
        session, context.actors[action.owner], post_id=context.post_ids[action.post_slug]
    )


@execute_action.register
async def _disable_notifications(
    action: actions.DisableNotifications, context: LoadContext, session: AsyncSession
) -> None:
    await notifications.update_preferences(
        session, context.actors[action.user], types=_make_notification_preferences(is_enabled=False)
    )


@execute_action.register
async def _enable_notifications(
    action: actions.EnableNotifications, context: LoadContext, session: AsyncSession
) -> None:
    await notifications.update_preferences(
        session, context.actors[action.user], types=_make_notification_preferences(is_enabled=True)
    )


@execute_action.register
async def _mark_all_read(
    action: actions.MarkAllRead, context: LoadContext, session: AsyncSession
) -> None:
    await notifications.mark_all_read(session, context.actors[action.user])


@execute_action.register
async def _mark_all_seen(
    action: actions.MarkAllSeen, context: LoadContext, session: AsyncSession
) -> None:
    await notifications.mark_all_seen(session, context.actors[action.user])


@execute_action.register
async def _add_views(action: actions.AddViews, context: LoadContext, session: AsyncSession) -> None:
    for number in range(action.count):
        posts.record_view(Actor(ip_address=f"reader {number}"), context.post_ids[action.post_slug])
    await posts.flush_views(session)


@execute_action.register
async def _play_scene(
    action: actions.PlayScene, context: LoadContext, session: AsyncSession
) -> None:
    await play_scene(session, context, action.name)


@contextmanager
def _add_slug_to_errors(slug: str) -> Iterator[None]:
    """Add `slug` to domain errors, so that the error message names the user or community."""
    try:
        yield
    except DomainError as error:
        error.add_note(slug)
        raise


def _make_notification_preferences(*, is_enabled: bool) -> dict[str, bool]:
    return {kind.value: is_enabled for kind in notifications.NotificationKind}
