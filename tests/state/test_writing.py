"""Writing in open tabs: what is kept, what is refused, and who may do it at all."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest

from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.domain import communities, posts
from community.domain.posts import DraftView
from community.models import Post as PostRow
from community.state.drafts import Drafts
from community.state.notice import Notice
from community.state.writing import Writing
from tests import factories
from tests.cast import Cast
from tests.state.tabs import Sockets, Tab


async def open_desk(live: Sockets, actor: Actor, path: str = "/write") -> Tab:
    tab = await live.open(actor, path)
    await tab.send(Writing.open)
    return tab


def message(post: int | None = None, *, base: int | None = None, **changes: Any) -> dict[str, Any]:
    """As the desk sends it."""
    return {
        "client_id": uuid4().hex,
        "post_id": post,
        "base": base,
        "revision": uuid4().int % 10**9,
        "changes": changes,
    }


async def drafted(actor: Actor, post_id: int) -> DraftView:
    async with reading() as session:
        return await posts.get_draft(session, actor, post_id)


async def begun(actor: Actor, title: str = "On rye", text: str = "Flour.") -> PostRow:
    async with unit_of_work() as session:
        return await posts.start_draft(session, actor, title=title, text=text)


async def listed(actor: Actor) -> list[str]:
    async with reading() as session:
        return [each.title for each in (await posts.drafts(session, actor)).items]


async def test_opening_the_page_leaves_no_trace(cast: Cast, live: Sockets) -> None:
    tab = await open_desk(live, cast.alice)
    assert (tab[Writing]["draft"], tab[Writing]["path"]) == (None, "/write")
    assert await listed(cast.alice) == []


async def test_the_first_words_begin_a_draft_and_the_answer_says_where(
    cast: Cast, live: Sockets
) -> None:
    tab = await open_desk(live, cast.alice)
    sent = message(title="On rye", text="Flour, *water*.", tags=["Rye"])
    await tab.send(Writing.save, message=sent)
    kept = tab[Writing]["kept"]
    draft = await drafted(cast.alice, kept["post_id"])
    assert (draft.title, draft.text, draft.tags) == ("On rye", "Flour, *water*.", ["rye"])
    assert (kept["revision"], kept["version"]) == (sent["revision"], draft.version)
    assert kept["url"] == f"/write/{draft.id}"


async def test_a_message_that_comes_twice_is_stored_once(cast: Cast, live: Sockets) -> None:
    """The answer was lost with the connection; the other process knows nothing of the tab."""
    sent = message(title="On rye")
    for _ in range(2):
        tab = await open_desk(live, cast.alice)
        await tab.send(Writing.save, message=sent)
        assert tab[Writing]["kept"]["version"] == 1
    assert await listed(cast.alice) == ["On rye"]


async def test_a_second_window_is_told_and_nothing_is_written_over(
    cast: Cast, live: Sockets
) -> None:
    draft = await begun(cast.alice)
    here, there = [await open_desk(live, cast.alice, f"/write/{draft.id}") for _ in range(2)]
    await there.send(Writing.save, message=message(draft.id, base=1, text="There."))
    sent = message(draft.id, base=1, text="Here.")
    await here.send(Writing.save, message=sent)
    refused = here[Writing]["refused"]
    assert (refused["kind"], refused["revision"]) == ("changed", sent["revision"])
    assert (await drafted(cast.alice, draft.id)).text == "There."
    await here.send(Writing.load, post_id=draft.id)
    assert here[Writing]["draft"]["text"] == "There."
    await here.send(Writing.save, message=message(draft.id, base=None, text="Here."))
    assert (await drafted(cast.alice, draft.id)).text == "Here."


async def test_what_was_deleted_elsewhere_is_gone(cast: Cast, live: Sockets) -> None:
    draft = await begun(cast.alice)
    tab = await open_desk(live, cast.alice, f"/write/{draft.id}")
    async with unit_of_work() as session:
        await posts.delete(session, cast.alice, post_id=draft.id)
    await tab.send(Writing.save, message=message(draft.id, base=1, text="More."))
    assert tab[Writing]["refused"]["kind"] == "gone"


async def test_a_field_that_cannot_be_kept_is_named_with_a_sentence(
    cast: Cast, live: Sockets
) -> None:
    tab = await open_desk(live, cast.alice)
    await tab.send(Writing.save, message=message(title="x" * 256, text="Flour."))
    refused = tab[Writing]["refused"]
    assert refused["kind"] == "refused"
    assert refused["fields"] == {"title": "At most 255 characters; there are 256."}
    assert await listed(cast.alice) == []


async def test_publishing_leads_to_the_post(cast: Cast, live: Sockets) -> None:
    bread = await factories.community(cast.bob)
    tab = await open_desk(live, cast.alice, "/write")
    sent = message(title="On rye", text="Flour.", community_id=bread.id, intro="Short.")
    await tab.send(Writing.publish, message=sent)
    kept = tab[Writing]["kept"]
    assert kept["leads_to"] == f"/p/{kept['post_id']}/on-rye"
    async with reading() as session:
        post = await posts.get_view(session, cast.guest, kept["post_id"])
    assert post.community is not None
    assert (post.community.slug, post.intro) == ("bread", "Short.")


async def test_publishing_is_everything_or_nothing(cast: Cast, live: Sockets) -> None:
    closed = await factories.community(cast.bob, posting="moderators")
    draft = await begun(cast.alice)
    tab = await open_desk(live, cast.alice, f"/write/{draft.id}")
    sent = message(draft.id, base=1, text="New words.", community_id=closed.id)
    await tab.send(Writing.publish, message=sent)
    assert tab[Writing]["refused"]["sentence"] == "Only moderators publish in Bread."
    after = await drafted(cast.alice, draft.id)
    assert (after.status, after.text, after.version) == ("draft", "Flour.", 1)


async def test_nothing_is_published_without_a_title(cast: Cast, live: Sockets) -> None:
    tab = await open_desk(live, cast.alice)
    await tab.send(Writing.publish, message=message(text="Flour."))
    assert tab[Writing]["refused"]["fields"] == {"title": "Give the post a title."}
    assert await listed(cast.alice) == []


async def test_readers_see_an_update_only_when_it_is_published(cast: Cast, live: Sockets) -> None:
    post = await factories.post(cast.alice)
    tab = await open_desk(live, cast.alice, f"/write/{post.id}")
    await tab.send(Writing.save, message=message(post.id, base=1, text="Better."))
    kept = tab[Writing]["kept"]
    assert kept["has_unpublished_changes"] is True
    async with reading() as session:
        assert (await posts.get_view(session, cast.bob, post.id)).text == "Flour, water, *time*."
    update = message(post.id, base=kept["version"], text="Best.", comments_enabled=False)
    await tab.send(Writing.publish, message=update)
    async with reading() as session:
        seen = await posts.get_view(session, cast.bob, post.id)
    assert (seen.text, seen.comments_enabled) == ("Best.", False)
    assert tab[Writing]["kept"]["has_unpublished_changes"] is False


async def test_discarding_goes_back_to_what_readers_see(cast: Cast, live: Sockets) -> None:
    post = await factories.post(cast.alice)
    tab = await open_desk(live, cast.alice, f"/write/{post.id}")
    await tab.send(Writing.save, message=message(post.id, base=1, text="Worse."))
    await tab.send(Writing.discard, post_id=post.id)
    assert tab[Writing]["draft"]["text"] == "Flour, water, *time*."


async def test_an_address_can_choose_a_community_that_is_open_to_the_writer(
    cast: Cast, live: Sockets
) -> None:
    await factories.community(cast.bob)
    await factories.community(cast.bob, "closed", posting="moderators")
    chosen = {}
    for slug in ("bread", "closed", "nowhere"):
        tab = await open_desk(live, cast.alice, f"/write?community={slug}")
        chosen[slug] = tab[Writing]["chosen"] and tab[Writing]["chosen"]["slug"]
    assert chosen == {"bread": "bread", "closed": None, "nowhere": None}


async def test_places_are_found_by_name(cast: Cast, live: Sockets) -> None:
    mine, other = await factories.community(cast.bob), await factories.community(cast.bob, "rye")
    async with unit_of_work() as session:
        await communities.join(session, cast.alice, community_id=mine.id)
    tab = await open_desk(live, cast.alice)
    assert [each["slug"] for each in tab[Writing]["places"]] == [mine.slug, other.slug]
    await tab.send(Writing.find_places, name="ry")
    assert [each["slug"] for each in tab[Writing]["places"]] == ["rye"]


@pytest.mark.parametrize(
    "path", ["/write", "/write/1", "/write/none", "/write/9999999999999999999"]
)
async def test_a_guest_is_shown_nothing_and_can_store_nothing(
    cast: Cast, live: Sockets, path: str
) -> None:
    draft = await begun(cast.alice)
    tab = await open_desk(live, cast.guest, path)
    assert tab[Writing]["draft"] is None
    await _try_everything(tab, draft.id)
    assert tab[Notice]["wants_sign_in"] is True
    assert tab[Writing].get("kept") is None
    assert (await drafted(cast.alice, draft.id)).version == 1


async def test_a_stranger_sees_no_draft_and_changes_none(cast: Cast, live: Sockets) -> None:
    draft = await begun(cast.alice)
    tab = await open_desk(live, cast.bob, f"/write/{draft.id}")
    assert (tab[Writing]["draft"], tab[Writing]["missing"]) == (None, True)
    await _try_everything(tab, draft.id)
    assert tab[Writing]["refused"]["kind"] == "gone"
    after = await drafted(cast.alice, draft.id)
    assert (after.status, after.text, after.version) == ("draft", "Flour.", 1)


async def test_a_stranger_may_read_a_post_but_not_edit_it(cast: Cast, live: Sockets) -> None:
    post = await factories.post(cast.alice)
    tab = await open_desk(live, cast.bob, f"/write/{post.id}")
    assert (tab[Writing]["draft"], tab[Writing]["missing"]) == (None, True)
    await _try_everything(tab, post.id)
    assert tab[Writing]["refused"]["kind"] == "refused"
    assert (await drafted(cast.alice, post.id)).text == "Flour, water, *time*."


async def test_somebody_banned_can_read_a_draft_but_not_go_on(cast: Cast, live: Sockets) -> None:
    tab = await open_desk(live, cast.mallory)
    await tab.send(Writing.save, message=message(title="Spam"))
    assert "banned" in tab[Writing]["refused"]["sentence"]
    assert await listed(cast.mallory) == []


async def test_an_administrator_changes_a_post_of_somebody_else_at_once(
    cast: Cast, live: Sockets
) -> None:
    post = await factories.post(cast.alice)
    tab = await open_desk(live, cast.olga, f"/write/{post.id}")
    assert tab[Writing]["is_own"] is False
    await tab.send(Writing.save, message=message(post.id, base=1, text="Mine now."))
    assert tab[Writing]["refused"]["sentence"] == "Only its author has a draft of a post."
    await tab.send(Writing.publish, message=message(post.id, base=1, text="Without the insult."))
    async with reading() as session:
        seen = await posts.get_view(session, cast.bob, post.id)
    assert (seen.text, seen.author.slug) == ("Without the insult.", "alice")


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"client_id": "x", "revision": 1, "changes": {}},
        {**message(), "changes": {"status": "published"}},
        {**message(), "changes": {"author_id": 1}},
        {**message(), "changes": {"tags": "rye"}},
        {**message(), "post_id": "1; drop table posts"},
        {**message(), "post_id": 10**30},
    ],
)
async def test_a_forged_message_changes_nothing(
    cast: Cast, live: Sockets, broken: Mapping[str, Any]
) -> None:
    tab = await open_desk(live, cast.alice)
    for handler in (Writing.save, Writing.publish):
        await tab.send(handler, message=dict(broken))
    assert tab[Writing].get("kept") is None
    assert await listed(cast.alice) == []


async def test_drafts_are_listed_deleted_and_brought_back(cast: Cast, live: Sockets) -> None:
    draft = await begun(cast.alice)
    tab = await live.open(cast.alice, "/drafts")
    await tab.send(Drafts.open)
    assert [each["title"] for each in tab[Drafts]["items"]] == ["On rye"]
    await tab.send(Drafts.delete, post_id=draft.id)
    assert tab[Drafts]["items"] == []
    [toast] = tab[Notice]["toasts"]
    await tab.send(Notice.act, toast_id=toast["id"])
    assert tab[Notice]["undone"] == toast["id"]
    await tab.send(Drafts.open)
    assert [each["title"] for each in tab[Drafts]["items"]] == ["On rye"]


async def test_a_long_list_of_drafts_comes_page_by_page(cast: Cast, live: Sockets) -> None:
    for number in range(25):
        await begun(cast.alice, f"Draft {number}")
    tab = await live.open(cast.alice, "/drafts")
    await tab.send(Drafts.open)
    assert len(tab[Drafts]["items"]) == 20
    await tab.send(Drafts.load_more, cursor=tab[Drafts]["next_cursor"])
    titles = [each["title"] for each in tab[Drafts]["items"]]
    assert titles == [f"Draft {number}" for number in reversed(range(25))]
    assert tab[Drafts]["next_cursor"] == ""


async def test_nobody_deletes_a_draft_of_somebody_else(cast: Cast, live: Sockets) -> None:
    draft = await begun(cast.alice)
    for actor in (cast.bob, cast.olga, cast.guest):
        tab = await live.open(actor, "/drafts")
        await tab.send(Drafts.open)
        assert tab[Drafts]["items"] == []
        await tab.send(Drafts.delete, post_id=draft.id)
        await tab.send(Drafts.discard, post_id=draft.id)
    assert await listed(cast.alice) == ["On rye"]


async def _try_everything(tab: Tab, post_id: int) -> None:
    await tab.send(Writing.load, post_id=post_id)
    await tab.send(Writing.discard, post_id=post_id)
    await tab.send(Writing.find_places, name="")
    for handler in (Writing.save, Writing.publish):
        await tab.send(handler, message=message(post_id, base=None, text="Mine."))
