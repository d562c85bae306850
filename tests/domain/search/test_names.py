"""Tests of suggestions: names of users, communities, tags and posts by the beginnings of words."""

import pytest
from sqlmodel import select

from community import urls
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import NotFound, PermissionDenied
from community.domain import communities, search
from community.domain.people import ProfileChanges, change_profile
from community.domain.search import NameKind, SearchRequest, SearchResult, SearchType, Suggestions
from community.domain.search.names.names import WantedNames, search_names
from community.jobs.update_search_index import update_name_ranks
from community.models import Community, SearchWord, User
from tests import factories
from tests.cast import Cast
from tests.domain.actions import (
    delete_post,
    edit_post,
    follow,
    ignore,
    publish_post,
    reply,
    restore_post,
    run,
)


async def index(*kinds: NameKind) -> None:
    """Index names that were inserted without events."""
    for kind in kinds:
        after: int | None = 0
        while after is not None:
            async with unit_of_work() as session:
                after = await search.index_names(session, kind, after)


async def find(actor: Actor, kind: NameKind, text: str) -> list[str]:
    async with read_session() as session:
        hits = await search_names(session, actor, text, [WantedNames(kind, limit=20)])
    return [hit.name for hit in hits[kind]]


async def suggest_all(actor: Actor, q: str) -> Suggestions:
    async with read_session() as session:
        return await search.suggest(session, actor, q)


async def suggest(actor: Actor, q: str = "", post_id: int | None = None) -> list[str]:
    async with read_session() as session:
        people = await search.suggest_people(session, actor, q=q, post_id=post_id)
    return [person.slug for person in people]


async def test_titles_are_found_by_words_and_by_their_beginnings(cast: Cast) -> None:
    await factories.post(cast.alice, "Как варить кофе в джезве")
    await factories.post(cast.bob, "Кофе и чай: что бодрит лучше")
    await factories.post(cast.bob, "Ёлка в Ко́феграде")
    await index(NameKind.POST)
    assert await find(cast.guest, NameKind.POST, "варить ко") == ["Как варить кофе в джезве"]
    assert (await find(cast.guest, NameKind.POST, "КОФЕ"))[:2] == [
        "Кофе и чай: что бодрит лучше",
        "Как варить кофе в джезве",
    ]
    assert await find(cast.guest, NameKind.POST, "елка ко") == ["Ёлка в Ко́феграде"]
    assert await find(cast.guest, NameKind.POST, "чай джезве") == []
    assert await find(cast.guest, NameKind.POST, "вар джез") == ["Как варить кофе в джезве"]
    assert await find(cast.guest, NameKind.POST, "вар чай") == []
    assert await find(cast.guest, NameKind.POST, "чай%") == ["Кофе и чай: что бодрит лучше"]
    assert await find(cast.guest, NameKind.POST, "к_фе") == []


async def test_a_title_is_found_exactly_while_it_is_readable(cast: Cast) -> None:
    post = await publish_post(cast.alice, title="Quince jelly")
    assert await find(cast.guest, NameKind.POST, "qui") == ["Quince jelly"]
    await ignore(cast.bob, cast.alice)
    assert await find(cast.bob, NameKind.POST, "qui") == []
    await delete_post(cast.alice, post)
    assert await find(cast.alice, NameKind.POST, "qui") == []


async def test_tags_are_found_while_a_readable_post_has_them(cast: Cast) -> None:
    first = await publish_post(cast.alice, tags=["sour-dough", "sourcing"])
    await publish_post(cast.bob, title="Another", tags=["sourcing"])
    assert await find(cast.guest, NameKind.TAG, "so") == ["sourcing", "sour-dough"]
    assert (await find(cast.guest, NameKind.TAG, "sour"))[0] == "sour-dough"
    assert await find(cast.guest, NameKind.TAG, "dou") == ["sour-dough"]
    await delete_post(cast.alice, first)
    assert await find(cast.guest, NameKind.TAG, "sour") == ["sourcing"]


async def test_names_follow_changes_of_accounts_and_communities(cast: Cast) -> None:
    community = await factories.community(cast.alice, "bakers")
    await run(change_profile, cast.alice, ProfileChanges(name="Алёна Крылова"))
    await run(communities.edit, cast.alice, community_id=community.id, name="Пекарня")
    assert await find(cast.guest, NameKind.USER, "алена кры") == ["Алёна Крылова"]
    assert await find(cast.guest, NameKind.USER, "alic") == ["Алёна Крылова"]
    assert await _find_slugs(cast.guest, "пек") == ["bakers"]


async def test_people_of_the_discussion_come_first_then_followed_ones(cast: Cast) -> None:
    for number in range(9):
        await factories.user(f"anna{number}", followers_count=2**number)
    stranger, writer, followed = [
        await factories.user(slug, name=name)
        for slug, name in (("anton", "Anton"), ("writer", "Anna Writer"), ("fan", "Анна Anna"))
    ]
    await factories.user("annabanned", is_banned=True, followers_count=5_000)
    await index(NameKind.USER)
    post = await factories.post(cast.alice)
    await reply(writer, post, "Hello")
    await reply(cast.charlie, post, "Hello")
    await follow(cast.bob, followed)
    assert await suggest(cast.bob, "ann", post.id) == ["writer", "fan", *_annas(8, 3)]
    assert await suggest(cast.bob, "@АНН") == ["fan"]
    assert await suggest(cast.bob, "", post.id) == ["charlie", "writer", "alice", "fan"]
    assert (await suggest(cast.bob, "anton"))[0] == "anton"
    assert stranger.slug not in await suggest(cast.bob, "ann")


def _annas(first: int, last: int) -> list[str]:
    return [f"anna{number}" for number in range(first, last - 1, -1)]


async def test_a_job_updates_the_order_of_names_by_followers_and_members(cast: Cast) -> None:
    users = [await factories.user(f"anna{n}", followers_count=8) for n in range(2)]
    groups = [await factories.community(cast.alice, f"bakers{n}") for n in range(2)]
    await index(NameKind.USER, NameKind.COMMUNITY)
    assert await _find_slugs(cast.guest, "ann") == ["anna1", "anna0"]
    assert await _find_slugs(cast.guest, "ba") == ["bakers1", "bakers0"]
    async with unit_of_work() as session:
        (await session.get_one(User, users[0].id)).followers_count = 5_000
        (await session.get_one(Community, groups[0].id)).members_count = 5_000
    await update_name_ranks()
    assert await _find_slugs(cast.guest, "ann") == ["anna0", "anna1"]
    assert await _find_slugs(cast.guest, "ba") == ["bakers0", "bakers1"]


async def _find_slugs(actor: Actor, q: str) -> list[str]:
    found = await suggest_all(actor, q)
    return [*(user.slug for user in found.people), *(group.slug for group in found.communities)]


async def test_suggestions_skip_many_hidden_names(cast: Cast) -> None:
    """The first names that a query reads are all hidden."""
    await factories.post(cast.alice, "Bread is good")
    for number in range(30):
        await factories.post(cast.bob, f"Bread of Bob {number}")
    await index(NameKind.POST)
    await ignore(cast.charlie, cast.bob)
    found = await suggest_all(cast.charlie, "br")
    assert [post.title for post in found.posts] == ["Bread is good"]


async def test_ignored_and_banned_users_and_the_actor_are_not_suggested(cast: Cast) -> None:
    await index(NameKind.USER)
    assert await suggest(cast.bob, "ali") == ["alice"]
    assert await suggest(cast.alice, "ali") == []
    await ignore(cast.bob, cast.alice)
    assert await suggest(cast.bob, "ali") == []
    assert await suggest(cast.bob, "mall") == []


async def test_an_ignored_user_is_found_but_not_suggested(cast: Cast) -> None:
    await index(NameKind.USER)
    assert [user.slug for user in (await suggest_all(cast.bob, "ali")).people] == ["alice"]
    await ignore(cast.bob, cast.alice)
    assert (await suggest_all(cast.bob, "ali")).people == []
    for q in ("ali", "alice"):
        found = await list_pages(cast.bob, SearchRequest(q=q, type=SearchType.USER), 20)
        assert [item.target.slug for item in found if item.type == "user"] == ["alice"]


async def test_guests_and_foreign_discussions_are_refused(cast: Cast) -> None:
    draft = await factories.post(cast.alice, status="draft")
    with pytest.raises(NotFound):
        await suggest(cast.bob, "ali", draft.id)
    with pytest.raises(PermissionDenied):
        await suggest(cast.guest, "ali")


async def test_the_search_field_suggests_all_kinds_of_names(cast: Cast) -> None:
    user = await factories.user("quincy")
    await factories.user("quinn", is_banned=True)
    await factories.community(cast.alice, "quinces")
    await index(NameKind.USER, NameKind.COMMUNITY)
    post = await publish_post(cast.alice, title="Quince & jelly", tags=["quince"])
    found = await suggest_all(cast.guest, "Quin")
    assert [person.id for person in found.people] == [user.id]
    assert [community.slug for community in found.communities] == ["quinces"]
    assert [tag.url for tag in found.tags] == ["/tag/quince"]
    assert [item.url for item in found.posts] == [urls.post(post.id, post.slug)]
    assert (await suggest_all(cast.guest, "#quin")).posts == []
    assert (await suggest_all(cast.guest, "@quin")).tags == []
    assert await suggest_all(cast.guest, "q") == Suggestions(q="q")


async def test_all_kinds_of_names_with_several_words_are_suggested(cast: Cast) -> None:
    """The rarest word is "rye" in titles, and "wheat" in the names of communities."""
    await factories.user("ryewheat", name="Rye Wheat")
    for slug in ("rye-1", "rye-2", "rye-3", "rye-millers", "wheat-millers", "rye-wheat-millers"):
        await factories.community(cast.alice, slug)
    await index(NameKind.USER, NameKind.COMMUNITY)
    for title in ("Wheat", "More wheat", "Much wheat", "Wheat millet", "Rye millet"):
        await publish_post(cast.alice, title=title)
    post = await publish_post(cast.alice, title="Wheat, rye, millet", tags=["rye-wheat-mix", "rye"])
    for q in ("rye wheat mil", "WHEAT rye mil", "ry whe mil"):
        found = await suggest_all(cast.guest, q)
        assert [item.id for item in found.posts] == [post.id]
        assert [group.slug for group in found.communities] == ["rye-wheat-millers"]
        assert (found.people, found.tags) == ([], [])
    assert [tag.name for tag in (await suggest_all(cast.guest, "rye mix")).tags] == [
        "rye-wheat-mix"
    ]


async def list_pages(actor: Actor, request: SearchRequest, limit: int) -> list[SearchResult]:
    items: list[SearchResult] = []
    cursor: str | None = None
    while True:
        async with read_session() as session:
            page = await search.search_for_names(
                session, actor, request, cursor=cursor, limit=limit
            )
        items += page.items
        if (cursor := page.next_cursor) is None:
            return items


@pytest.mark.parametrize("kind", ["user", "community", "tag"])
async def test_pages_of_names_join_to_the_list_of_all(cast: Cast, kind: str) -> None:
    for number in range(5):
        await factories.user(f"bread{number}", name="<Bread> & b", bio="<b>", followers_count=3)
        await factories.community(cast.alice, f"breads{number}")
    await publish_post(cast.alice, tags=[f"bread-{number}" for number in range(5)])
    await index(NameKind.USER, NameKind.COMMUNITY)
    request = SearchRequest(q="bre", type=SearchType(kind))
    whole = await list_pages(cast.guest, request, 20)
    assert len(whole) == 5
    assert await list_pages(cast.guest, request, 2) == whole
    if kind == "user":
        assert whole[0].type == "user"
        assert whole[0].title_html == "&lt;<mark>Bre</mark>ad&gt; &amp; b"
    if kind == "tag":
        assert {item.target.posts_count for item in whole if item.type == "tag"} == {1}


async def test_typing_errors_are_corrected_with_words_that_the_actor_may_read(cast: Cast) -> None:
    post = await publish_post(cast.alice, title="Хрустящая корочка", text="Flour.")
    for q, corrected in (
        ("хрустящая корчока", "хрустящая корочка"),
        ("-печь корочкаа tag:корачка", "-печь корочка tag:корачка"),
        ("корочки", None),
        ("караваи", None),
    ):
        async with read_session() as session:
            assert await search.find_correction(session, cast.guest, q) == corrected, q
    await delete_post(cast.alice, post)
    async with read_session() as session:
        assert await search.find_correction(session, cast.guest, "корчока") is None


async def list_words(kind: NameKind) -> set[str]:
    async with read_session() as session:
        return set(await session.scalars(select(SearchWord.word).where(SearchWord.kind == kind)))


async def test_words_that_no_name_contains_any_more_are_deleted(cast: Cast) -> None:
    await publish_post(cast.bob, title="Quince jelly")
    post = await publish_post(cast.alice, title="Quince marmalade")
    assert await list_words(NameKind.POST) == {"quince", "jelly", "marmalade"}
    await edit_post(cast.alice, post, title="Quince jam")
    assert await list_words(NameKind.POST) == {"quince", "jelly", "jam"}
    await delete_post(cast.alice, post)
    assert await list_words(NameKind.POST) == {"quince", "jelly"}
    await restore_post(cast.alice, post)
    assert await find(cast.guest, NameKind.POST, "quin ja") == ["Quince jam"]
    former = await list_words(NameKind.USER)
    for name in ("Zdzisława Kowalczyk", "Alice"):
        await run(change_profile, cast.bob, ProfileChanges(name=name))
    assert await list_words(NameKind.USER) == former | {"bob", "alice"}
