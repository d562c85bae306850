"""Tests of the settings for the badge beside the user's name, and the style of the name."""

from typing import Any

import pytest

from community import authentication
from community.core.db.sessions import read_session
from community.domain import people
from community.state.pages.settings.profile import NameAppearanceState
from community.state.runtime.toasts import ToastsState
from tests.cast import Cast
from tests.domain.subscriptions.grants import grant
from tests.state.settings.settings_page import open_settings
from tests.state.tabs import SocketServer


async def test_a_subscriber_chooses_a_badge_and_a_style(
    cast: Cast, socket_server: SocketServer
) -> None:
    await grant(cast.olga, cast.alice, "badge", "fancy_nickname")
    alice = await open_settings(socket_server, cast.alice)
    assert alice[NameAppearanceState]["may_use_badge"] is True
    await alice.send(NameAppearanceState.set_badge, code="leaf")
    await alice.send(NameAppearanceState.set_name_style, code="forest")
    assert (alice[NameAppearanceState]["badge"], alice[NameAppearanceState]["name_style"]) == (
        "leaf",
        "forest",
    )
    async with read_session() as session:
        summary = (await people.find_user_summaries(session, [cast.alice.id]))[cast.alice.id]
    assert (summary.badge, summary.name_style) == ("leaf", "forest")
    await alice.send(NameAppearanceState.set_badge, code="")
    assert alice[NameAppearanceState]["badge"] == ""


@pytest.mark.parametrize(
    ("handler", "code"),
    [(NameAppearanceState.set_badge, "leaf"), (NameAppearanceState.set_name_style, "forest")],
)
async def test_others_see_that_a_plan_is_needed(
    cast: Cast, socket_server: SocketServer, handler: Any, code: str
) -> None:
    bob = await open_settings(socket_server, cast.bob)
    assert bob[NameAppearanceState].get("may_use_badge", False) is False
    await bob.send(handler, code=code)
    assert "Only subscribers can do this." in str(bob[ToastsState])
    authentication.clear_cache()
    async with read_session() as session:
        preferences = await people.get_preferences(session, cast.bob)
    assert (preferences.badge, preferences.name_style) == (None, None)
