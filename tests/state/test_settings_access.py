"""Tests that the handlers of the settings form check the section whose settings they change.

All sections share one State, whose handlers every administrator may call. The generated matrix in
`tests/access/test_admin_sections.py` therefore cannot check their sections.
"""

from typing import Any, Final

import pytest
from sqlmodel import select

from community import authentication
from community.admin.settings.state import SettingsFormState
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import site
from community.models import SiteSetting, User
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.state.tabs import SocketServer, Tab

IMAGE: Final = "01890a5d-ac96-774b-bcce-b302099a8057"
# The arguments of each handler that reads or changes settings, for the setting `code`.
PAYLOADS: Final[dict[str, Any]] = {
    "save": lambda code: {"message": {"version": 0, "changes": {code: None}}},
    "set_image": lambda code: {"code": code, "upload_id": IMAGE},
    "remove_image": lambda code: {"code": code},
    "remove_secret": lambda code: {"code": code},
    "show_preview": lambda code: {"message": {"code": code, "text": "# Hi"}},
}
ERROR: Final = "You don't have access to this section."


def test_every_handler_is_tested() -> None:
    handlers = {
        name for name in vars(SettingsFormState) if name in SettingsFormState.event_handlers
    }
    # `load` is called by each test. `hide_preview` changes only what the tab shows, and Reflex adds
    # `setvar`, which no policy allows.
    assert handlers - {"load", "hide_preview", "setvar"} == PAYLOADS.keys()


async def set_sections(actor: Actor, sections: list[str]) -> None:
    async with unit_of_work() as session:
        (await session.get_one(User, actor.id)).admin_sections = sections
    authentication.clear_cache()


def take_error(tab: Tab) -> str:
    toasts = tab[ToastsState].get("toasts") or [{"text": ""}]
    return str(toasts[-1]["text"])


@pytest.mark.parametrize("section_type", site.SECTIONS.values(), ids=list(site.SECTIONS))
async def test_an_administrator_without_the_section_reaches_none_of_its_settings(
    db: None, socket_server: SocketServer, section_type: type[site.SettingsSection]
) -> None:
    own = site.get_admin_section(section_type)
    admin = await factories.user("admin", sections=["users"])
    tab = await socket_server.open(admin, "/admin-panel")
    await tab.send(SettingsFormState.load, group=section_type.name)
    assert take_error(tab) == ERROR
    assert not tab[SettingsFormState].get("group")
    await set_sections(admin, [own])
    await tab.send(SettingsFormState.load, group=section_type.name)
    assert tab[SettingsFormState]["group"] == section_type.name
    await set_sections(admin, ["users"])
    code = next(iter(site.get_definitions(section_type)))
    for name, build_payload in PAYLOADS.items():
        tab.vars.pop(ToastsState.get_full_name(), None)
        await tab.send(getattr(SettingsFormState, name), **build_payload(code))
        assert take_error(tab) == ERROR, name
    async with read_session() as session:
        assert (await session.scalars(select(SiteSetting))).all() == []
