"""Tests that the handlers of the settings form check the section whose settings they change.

All sections share one State, whose handlers every administrator may call. The generated matrix in
`tests/access/test_admin_sections.py` therefore cannot check their sections.
"""

from collections.abc import Callable
from typing import Any, Final

import pytest
from sqlmodel import select

from community import authentication, jobs
from community.admin.blocks.form import get_anchor
from community.admin.settings.connection_checks import SmtpCheckState
from community.admin.settings.page import auth_page, general_page
from community.admin.settings.provider_guides import GUIDES
from community.admin.settings.state import SettingsFormState
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import PermissionDenied
from community.domain import mail, site
from community.models import SiteSetting, User
from community.state.runtime.toasts import ToastsState
from community.wiring import wire
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab

# The arguments of each handler that reads or changes settings, for the setting `code`.
PAYLOADS: Final[dict[str, Any]] = {
    "save": lambda code: {"message": {"version": 0, "changes": {code: None}}},
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


async def test_the_mail_server_is_tested_from_its_settings(
    db: None, socket_server: SocketServer
) -> None:
    admin = await factories.user("admin", sections=["settings/general"])
    tab = await socket_server.open(admin, "/admin-panel/settings/general")
    await tab.send(SmtpCheckState.load)
    await tab.send(SmtpCheckState.send)
    assert tab[SmtpCheckState]["mail"]["recipient"] == "admin@example.com"
    assert tab[SmtpCheckState]["mail"]["state"] == "queued"
    await jobs.run_due_jobs()
    await tab.send(SmtpCheckState.check)
    assert tab[SmtpCheckState]["mail"]["state"] == "sent"


async def test_other_emails_are_not_shown_with_the_settings(cast: Cast) -> None:
    message = mail.Message("Hello", "Short", ["Text"], reason="A test")
    async with unit_of_work() as session:
        row = await mail.enqueue(session, kind="news", recipient="a@example.org", message=message)
    admin = await factories.user("admin", sections=["settings/general"])
    async with read_session() as session:
        with pytest.raises(PermissionDenied):
            await mail.get_test_mail(session, admin, mail_id=row.id)


@pytest.mark.parametrize(
    ("build_page", "section_type"),
    [(auth_page, site.AuthSettings), (general_page, site.GeneralSettings)],
)
def test_a_long_form_begins_with_links_to_its_parts(
    build_page: Callable[[], Any], section_type: type[site.SettingsSection]
) -> None:
    page = str(build_page())
    for part in section_type.list_parts():
        assert f'"#{get_anchor(part)}"' in page
        assert f'id:"{get_anchor(part)}"' in page


@pytest.mark.parametrize("provider", site.PROVIDERS)
def test_each_service_says_where_to_get_its_keys(provider: site.Provider) -> None:
    assert GUIDES[provider].url in str(auth_page())


async def test_a_saved_image_is_shown_at_once(cast: Cast, socket_server: SocketServer) -> None:
    wire()
    upload = await factories.upload(cast.olga)
    tab = await socket_server.open(cast.olga, "/admin-panel/settings/general")
    await tab.send(SettingsFormState.load, group="general")
    await tab.send(
        SettingsFormState.save, message={"version": 0, "changes": {"logo": str(upload.id)}}
    )
    assert tab[SettingsFormState]["values"]["logo"].startswith("/media/")
    await tab.send(SettingsFormState.save, message={"version": 1, "changes": {"logo": ""}})
    assert tab[SettingsFormState]["values"]["logo"] == ""
