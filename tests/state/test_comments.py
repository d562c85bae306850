"""The discussion in open tabs: one's own and everybody else's."""

from uuid import uuid4

import reflex as rx

from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.domain import comments, posts
from community.models import Post as PostRow
from community.realtime import hub, topics
from community.state.comments import Comments, LiveComments
from community.state.frame import Frame
from community.state.post import Post
from tests import factories
from tests.cast import Cast
from tests.state.tabs import Sockets, Tab


async def open_post(live: Sockets, actor: Actor, post: PostRow) -> Tab:
    tab = await live.open(actor, f"/p/{post.id}/{post.slug}")
    await tab.send(Frame.arrive)
    await tab.send(Post.open)
    return tab


def message(text: str) -> dict[str, object]:
    return {"text": text, "media": [], "client_id": uuid4().hex}


async def test_a_reply_appears_for_its_author_and_in_every_other_open_tab(
    cast: Cast, live: Sockets
) -> None:
    post = await factories.post(cast.alice)
    alice, bob, guest = [
        await open_post(live, who, post) for who in (cast.alice, cast.bob, cast.guest)
    ]
    await bob.send(
        Comments.submit_reply, post_id=post.id, parent_id=0, message=message("Well said.")
    )
    assert [each["text"] for each in bob[Comments]["own"]] == ["Well said."]
    for tab in (alice, guest):
        assert [each["text"] for each in tab[LiveComments]["news"]] == ["Well said."]
        assert tab[LiveComments]["total"] == 1


async def test_what_is_pushed_says_nothing_that_a_guest_may_not_know(
    cast: Cast, live: Sockets
) -> None:
    post = await factories.post(cast.alice)
    alice = await open_post(live, cast.alice, post)
    await alice.send(Comments.submit_reply, post_id=post.id, parent_id=0, message=message("Mine."))
    assert alice[LiveComments]["news"][0]["can"]["edit"] is False
    assert alice[Comments]["own"][0]["can"]["edit"] is True


async def test_tabs_on_other_posts_hear_nothing(cast: Cast, live: Sockets) -> None:
    here, there = await factories.post(cast.alice), await factories.post(cast.alice, "Elsewhere")
    elsewhere = await open_post(live, cast.charlie, there)
    bob = await open_post(live, cast.bob, here)
    await bob.send(Comments.submit_reply, post_id=here.id, parent_id=0, message=message("Here."))
    assert elsewhere[LiveComments].get("news", []) == []


async def test_the_bell_of_the_author_moves_without_reload(cast: Cast, live: Sockets) -> None:
    post = await factories.post(cast.alice)
    alice, bob = await open_post(live, cast.alice, post), await open_post(live, cast.bob, post)
    await alice.send(Comments.submit_reply, post_id=post.id, parent_id=0, message=message("First."))
    root = alice[Comments]["own"][0]["id"]
    await bob.send(
        Comments.submit_reply, post_id=post.id, parent_id=root, message=message("Answer.")
    )
    assert alice[Frame]["unseen"] == 1


async def test_a_deleted_comment_goes_from_open_tabs(cast: Cast, live: Sockets) -> None:
    post = await factories.post(cast.alice)
    alice, bob = await open_post(live, cast.alice, post), await open_post(live, cast.bob, post)
    await bob.send(
        Comments.submit_reply, post_id=post.id, parent_id=0, message=message("Regretted.")
    )
    await bob.send(Comments.delete, comment_id=bob[Comments]["own"][0]["id"])
    last = alice[LiveComments]["news"][-1]
    assert (last["moderation_status"], last["text"], last["author"]) == ("deleted", "", None)
    assert alice[LiveComments]["total"] == 0


async def test_a_refused_reply_says_why_in_its_own_field_and_keeps_the_words(
    cast: Cast, live: Sockets
) -> None:
    post = await factories.post(cast.alice)
    bob = await open_post(live, cast.bob, post)
    sent = message("x" * 10_001)
    await bob.send(Comments.submit_reply, post_id=post.id, parent_id=0, message=sent)
    assert bob[Comments]["refusal"]["client_id"] == sent["client_id"]
    assert "10,000 characters" in bob[Comments]["refusal"]["sentence"]
    assert bob[Comments].get("sent", {}) == {}


async def test_a_reply_belongs_to_the_post_that_it_was_written_under(
    cast: Cast, live: Sockets
) -> None:
    here, there = await factories.post(cast.alice), await factories.post(cast.alice, "Elsewhere")
    bob = await open_post(live, cast.bob, here)
    bob.path = f"/p/{there.id}/{there.slug}"
    await bob.send(Comments.submit_reply, post_id=here.id, parent_id=0, message=message("Here."))
    await bob.send(Post.react, post_id=here.id, code="like")
    assert bob[Comments]["own"][0]["post_id"] == here.id
    async with reading() as session:
        liked, other = [await posts.get_view(session, cast.bob, each.id) for each in (here, there)]
    assert (liked.my_reaction, liked.comments_count) == ("like", 1)
    assert (other.my_reaction, other.comments_count) == (None, 0)


async def test_an_answer_names_the_try_that_it_is_about(cast: Cast, live: Sockets) -> None:
    post = await factories.post(cast.alice)
    bob = await open_post(live, cast.bob, post)
    sent = {**message("Well said."), "revision": 2}
    await bob.send(Comments.submit_reply, post_id=post.id, parent_id=0, message=sent)
    assert bob[Comments]["sent"] == {"client_id": sent["client_id"], "revision": 2}


async def test_a_change_of_a_comment_that_was_changed_meanwhile_is_refused_once(
    cast: Cast, live: Sockets
) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        said = await comments.reply(session, cast.bob, post_id=post.id, text="As it was.")
    bob = await open_post(live, cast.bob, post)
    async with unit_of_work() as session:
        await comments.edit(session, cast.olga, comment_id=said.id, text="As it should be.")
    began = bob[Comments]["loaded"]["items"][0]["version"]
    await bob.send(
        Comments.save_edit, comment_id=said.id, message={**message("Mine."), "base": began}
    )
    refusal = bob[Comments]["refusal"]
    assert "changed after you began" in refusal["sentence"]
    await bob.send(
        Comments.save_edit,
        comment_id=said.id,
        message={**message("Mine."), "base": refusal["version"]},
    )
    assert bob[Comments]["own"][0]["text"] == "Mine."


async def test_a_tab_that_went_away_is_forgotten_at_the_next_push(
    cast: Cast, live: Sockets
) -> None:
    post = await factories.post(cast.alice)
    gone = await open_post(live, cast.charlie, post)
    bob = await open_post(live, cast.bob, post)
    live.close(gone)
    await bob.send(Comments.submit_reply, post_id=post.id, parent_id=0, message=message("Anyone?"))
    assert gone[LiveComments].get("news", []) == []


async def test_after_a_gap_in_the_hub_every_tab_looks_again(cast: Cast, live: Sockets) -> None:
    post = await factories.post(cast.alice)
    alice = await open_post(live, cast.alice, post)
    async with unit_of_work() as session:
        session.info["facts"] = []
        await comments.reply(session, cast.bob, post_id=post.id, text="Unheard.")
        session.info["facts"].clear()
    assert alice[Comments]["loaded"]["items"] == []
    await hub.publish(topics.RESYNC, {})
    await live.settled()
    (heard,) = alice[Comments]["loaded"]["items"]
    assert heard["html"].strip() == "<p>Unheard.</p>"


async def test_a_reading_that_begins_again_asks_what_has_become_of_the_rest(
    cast: Cast, live: Sockets
) -> None:
    post, other = await factories.post(cast.alice), await factories.post(cast.alice, "Elsewhere")
    async with unit_of_work() as session:
        kept, gone = [
            await comments.reply(session, cast.bob, post_id=post.id, text=text)
            for text in ("Kept.", "Gone.")
        ]
        elsewhere = await comments.reply(session, cast.bob, post_id=other.id, text="Elsewhere.")
        await comments.edit(session, cast.bob, comment_id=kept.id, text="Changed.")
        await comments.delete(session, cast.bob, comment_id=gone.id)
    tab = await open_post(live, cast.bob, post)
    asked = [kept.id, gone.id, elsewhere.id]
    await tab.send(Comments.look_again, comment_ids=asked)
    answer = tab[Comments]["loaded"]
    assert answer["asked"] == asked
    assert [(each["id"], each["text"]) for each in answer["items"]] == [(kept.id, "Changed.")]


async def test_further_pages_of_a_later_reading_belong_to_it(cast: Cast, live: Sockets) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        for number in range(45):
            await comments.reply(session, cast.bob, post_id=post.id, text=f"Remark {number}.")
    first = await open_post(live, cast.bob, post)
    async with reading() as session:
        opened = await comments.thread(session, cast.bob, post_id=post.id)
    later = await live.open(cast.bob, f"/p/{post.id}/{post.slug}?after={opened.next_cursor}")
    await later.send(Post.open)
    loaded = later[Comments]["loaded"]
    await later.send(Comments.load_more, cursor=loaded["next_cursor"])
    assert (loaded["is_later"], later[Comments]["loaded"]["is_later"]) == (True, True)
    assert first[Comments]["loaded"]["is_later"] is False


async def test_what_a_page_shows_is_kept_by_the_browser_and_not_by_the_server_too(
    cast: Cast, live: Sockets
) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        await comments.reply(session, cast.bob, post_id=post.id, text="Kept once.")
    tab = await open_post(live, cast.alice, post)
    server = await live.state_of(tab, Comments)
    assert server.loaded.items == []
    await tab.send_named(f"{rx.State.get_full_name()}.hydrate", {})
    assert [each["text"] for each in tab[Comments]["loaded"]["items"]] == [""]
    assert tab[Post]["post"]["title"] == "On sourdough"


async def test_who_takes_over_a_tab_finds_it_empty(cast: Cast, live: Sockets) -> None:
    draft = await factories.post(cast.alice, status="draft", published_at=None)
    tab = await open_post(live, cast.alice, draft)
    assert tab[Post]["post"]["title"] == "On sourdough"
    live.sign_out(tab)
    await tab.send(Frame.arrive)
    assert tab[Post]["post"] is None


async def test_a_reaction_to_the_post_is_seen_in_every_open_tab(cast: Cast, live: Sockets) -> None:
    post = await factories.post(cast.alice)
    alice, bob = await open_post(live, cast.alice, post), await open_post(live, cast.bob, post)
    await bob.send(Post.react, post_id=post.id, code="like")
    assert bob[Post]["my_reaction"] == "like"
    assert [(each["code"], each["count"]) for each in alice[Post]["reactions"]] == [("like", 1)]
    assert alice[Post]["my_reaction"] == ""


async def test_the_source_of_a_comment_is_sent_only_to_those_who_can_change_it(
    cast: Cast, live: Sockets
) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        await comments.reply(session, cast.bob, post_id=post.id, text="*Mine*")
    for who, source in ((cast.bob, "*Mine*"), (cast.charlie, "")):
        tab = await open_post(live, who, post)
        assert [each["text"] for each in tab[Comments]["loaded"]["items"]] == [source]
