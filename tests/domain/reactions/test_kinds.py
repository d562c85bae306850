"""Tests of the list of reactions that administrators configure."""

from typing import Any

import pytest

from community import i18n
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.core.errors import Conflict, DomainError, Invalid, NotFound
from community.domain import reactions, site
from community.domain.reactions import policies
from tests import factories
from tests.cast import Cast
from tests.domain.actions import react, run

EMOJI = "🦊"


async def edit(actor: Actor, code: str, **changes: Any) -> reactions.ReactionKindView:
    return await run(reactions.edit_kind, actor, code=code, **changes)


async def list_choices() -> list[str]:
    async with read_session() as session:
        return [choice.code for choice in await site.list_reaction_choices(session)]


async def list_codes(actor: Actor) -> list[str]:
    async with read_session() as session:
        return [kind.code for kind in await reactions.list_kinds(session, actor)]


async def test_a_new_reaction_can_be_chosen_at_once(cast: Cast) -> None:
    kind = await run(reactions.create_kind, cast.olga, name="Sly fox", emoji=EMOJI)
    assert (kind.code, kind.is_active, kind.is_used) == ("sly-fox", True, False)
    assert (await list_choices())[-1] == "sly-fox"
    summary = await react(cast.bob, await factories.post(cast.alice), "sly-fox")
    assert [(count.emoji, count.name) for count in summary.reactions] == [(EMOJI, "Sly fox")]


async def test_only_the_first_names_are_in_the_language_of_the_site(cast: Cast) -> None:
    await edit(cast.olga, "love", name="Adore")
    with i18n.override("ru"):
        async with read_session() as session:
            names = [kind.name for kind in await reactions.list_kinds(session, cast.olga)]
            choices = [choice.name for choice in await site.list_reaction_choices(session)]
    assert names[:2] == choices[:2] == ["Нравится", "Adore"]


async def test_codes_are_unique_and_stay_the_same(cast: Cast) -> None:
    codes = [
        (await run(reactions.create_kind, cast.olga, name=name, emoji=EMOJI)).code
        for name in ("Like", "Огонь", "Лиса")
    ]
    assert codes == ["like-2", "reaction", "reaction-2"]
    assert (await edit(cast.olga, "like", name="Nice")).code == "like"
    with pytest.raises(Conflict):
        await run(reactions.create_kind, cast.olga, name="x", emoji=EMOJI, code="like")


@pytest.mark.parametrize("text", ["🦊", "❤️", "👍🏽", "👩‍🚀", "🇩🇪", "1️⃣", "🏴‍☠️", "©️", "☺"])
def test_emoji_are_accepted(text: str) -> None:
    assert policies.clean_emoji(text) == text


@pytest.mark.parametrize("text", ["", "a", "🦊🦊", "ok", "👍a", "1", "<b>", "🇩", "🦊 ❤️", "‍"])
async def test_other_texts_are_not_emoji(cast: Cast, text: str) -> None:
    with pytest.raises(Invalid) as error:
        await run(reactions.create_kind, cast.olga, name="Fox", emoji=text)
    assert "emoji" in error.value.field_errors


async def test_a_used_reaction_is_retired_and_still_counts(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await react(cast.bob, post, "wow")
    retired = await run(reactions.remove_kind, cast.olga, code="wow")
    assert retired
    assert not retired.is_active
    assert retired.is_used
    assert "wow" not in await list_choices()
    async with read_session() as session:
        assert await site.build_reaction_counts(session, {"wow": 1})
    with pytest.raises(Invalid):
        await react(cast.charlie, post, "wow")
    assert (await edit(cast.olga, "wow", is_active=True)).is_active
    assert len((await react(cast.charlie, post, "wow")).reactions) == 1


async def test_an_unused_reaction_is_deleted(cast: Cast) -> None:
    assert await run(reactions.remove_kind, cast.olga, code="sad") is None
    assert "sad" not in await list_codes(cast.olga)
    with pytest.raises(NotFound):
        await run(reactions.remove_kind, cast.olga, code="sad")


async def test_one_reaction_for_everyone_stays_active(cast: Cast) -> None:
    for code in ("love", "insight", "laugh", "wow", "sad"):
        await edit(cast.olga, code, is_active=False)
    for changes in ({"is_active": False}, {"is_extended": True}):
        with pytest.raises(Conflict):
            await edit(cast.olga, "like", **changes)
    with pytest.raises(Conflict):
        await run(reactions.remove_kind, cast.olga, code="like")
    assert "like" in await list_choices()


async def test_the_number_of_active_reactions_is_limited(cast: Cast) -> None:
    for number in range(policies.MAX_ACTIVE_KINDS - 9):
        await run(reactions.create_kind, cast.olga, name=f"Fox {number}", emoji=EMOJI)
    with pytest.raises(Conflict):
        await run(reactions.create_kind, cast.olga, name="One more", emoji=EMOJI)
    await edit(cast.olga, "sad", is_active=False)
    await run(reactions.create_kind, cast.olga, name="One more", emoji=EMOJI)
    with pytest.raises(Conflict):
        await edit(cast.olga, "sad", is_active=True)


async def test_the_order_is_stored(cast: Cast) -> None:
    codes = await list_codes(cast.olga)
    moved = [codes[-1], *codes[:-1]]
    views = await run(reactions.reorder_kinds, cast.olga, codes=moved)
    assert [view.code for view in views] == moved == await list_codes(cast.olga)


@pytest.mark.parametrize("wrong", [["like"], ["like", "like"], []])
async def test_an_outdated_order_is_rejected(cast: Cast, wrong: list[str]) -> None:
    with pytest.raises(Conflict):
        await run(reactions.reorder_kinds, cast.olga, codes=wrong)


async def test_an_image_replaces_the_emoji(cast: Cast) -> None:
    upload = await factories.upload(cast.olga)
    kind = await run(reactions.create_kind, cast.olga, name="Logo", image=upload.id)
    assert kind.emoji == ""
    assert kind.image
    [count] = (await react(cast.bob, await factories.post(cast.alice), "logo")).reactions
    assert count.image == kind.image
    with pytest.raises(Invalid):
        await edit(cast.olga, "logo", image=None)
    assert (await edit(cast.olga, "logo", image=None, emoji=EMOJI)).image is None


async def test_an_image_of_another_user_is_rejected(cast: Cast) -> None:
    upload = await factories.upload(cast.alice)
    with pytest.raises(Invalid):
        await run(reactions.create_kind, cast.olga, name="Logo", image=upload.id)


@pytest.mark.parametrize("name", ["alice", "guest", "mallory"])
async def test_only_administrators_of_the_section_may_change_reactions(
    cast: Cast, name: str
) -> None:
    actor = getattr(cast, name)
    attempts: list[Any] = [
        run(reactions.list_kinds, actor),
        run(reactions.create_kind, actor, name="x", emoji=EMOJI),
        edit(actor, "like", name="x"),
        run(reactions.remove_kind, actor, code="like"),
        run(reactions.reorder_kinds, actor, codes=["like"]),
    ]
    for attempt in attempts:
        with pytest.raises(DomainError) as error:
            await attempt
        assert isinstance(error.value, NotFound)
