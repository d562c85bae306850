"""Tests of the search field of live pages."""

from community.core.rate_limits import PER_MINUTE, count_hit, get_actor_key
from community.state.pages.search import SearchSuggestionsState
from community.state.runtime.toasts import ToastsState
from tests.cast import Cast
from tests.domain.actions import publish_post
from tests.state.tabs import SocketServer


async def test_who_types_too_much_gets_no_suggestions_and_no_message(
    cast: Cast, socket_server: SocketServer
) -> None:
    await publish_post(cast.alice, title="Quince jelly")
    tab = await socket_server.open(cast.bob, "/new")
    for _ in range(PER_MINUTE["suggestions"] - 1):
        await count_hit("suggestions", get_actor_key(cast.bob))
    for q in ("quin", "quince"):
        await tab.send(SearchSuggestionsState.suggest, text=q)
        assert tab[SearchSuggestionsState]["suggestions"]["q"] == "quin"
    assert [post["title"] for post in tab[SearchSuggestionsState]["suggestions"]["posts"]] == [
        "Quince jelly"
    ]
    assert tab[ToastsState].get("toasts", []) == []
