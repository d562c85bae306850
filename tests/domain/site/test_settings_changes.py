"""Tests of changes of settings: validation, versions, encryption, audit log and notification."""

from typing import Any

import pytest
from sqlmodel import select

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work, wait_for_pushes
from community.core.errors import Conflict, DomainError, Invalid, NotFound, PermissionDenied
from community.domain import accounts, site
from community.domain.site import (
    AuthSettings,
    ContentSettings,
    GeneralSettings,
    SettingsSection,
    SettingsView,
)
from community.models import AuditEntry, SiteSetting
from community.realtime import hub, messages
from community.wiring import wire
from tests.cast import Cast

SECRET = "correct-horse-battery-1234"


@pytest.fixture(autouse=True)
def wire_events() -> None:
    wire()


async def change(
    actor: Actor,
    section_type: type[SettingsSection],
    *,
    version: int | None = None,
    **values: Any,
) -> SettingsView:
    changes = await site.prepare_changes(section_type, values)
    async with unit_of_work() as session:
        return await site.change_settings(session, actor, changes, version=version)


async def get(section_type: type[site.SettingsSection]) -> Any:
    async with read_session() as session:
        return await site.get_settings_section(session, section_type)


async def test_a_change_keeps_the_other_settings(cast: Cast) -> None:
    await change(cast.olga, ContentSettings, comment_edit_minutes=30)
    view = await change(cast.olga, ContentSettings, max_comment_links="3")
    assert view.version == 2
    content = await get(ContentSettings)
    assert (content.comment_edit_minutes, content.max_comment_links) == (30, 3)


async def test_a_change_without_effect_has_no_new_version(cast: Cast) -> None:
    await change(cast.olga, ContentSettings, comment_edit_minutes=30)
    assert (await change(cast.olga, ContentSettings, comment_edit_minutes=30)).version == 1


@pytest.mark.parametrize(
    ("section_type", "values"),
    [
        (ContentSettings, {"comment_edit_minutes": -1}),
        (ContentSettings, {"comment_edit_minutes": "soon"}),
        (ContentSettings, {"comment_edit_minutes": ""}),
        (ContentSettings, {"unknown": 1}),
        (ContentSettings, {"blocked_words": ["x" * 101]}),
        (ContentSettings, {"tag_choice": "list"}),
        (GeneralSettings, {"about_page_html": "<script>"}),
        (GeneralSettings, {"logo": "https://example.com/a.png"}),
        (GeneralSettings, {"logo": "/media/x/320.webp"}),
        (GeneralSettings, {"logo": "01990000-0000-7000-8000-000000000000"}),
        (GeneralSettings, {"terms_page": 7}),
        (AuthSettings, {"github_enabled": True}),
    ],
)
async def test_invalid_changes_are_rejected_with_a_message_for_the_field(
    cast: Cast, section_type: type[SettingsSection], values: dict[str, Any]
) -> None:
    with pytest.raises(Invalid) as error:
        await change(cast.olga, section_type, **values)
    named = {"github_client_id"} if section_type is AuthSettings else set(values)
    assert named <= error.value.field_errors.keys() or "allowed_tags" in error.value.field_errors
    async with read_session() as session:
        assert await session.get(SiteSetting, section_type.name) is None


@pytest.mark.parametrize(
    ("actor", "error"),
    [("alice", NotFound), ("guest", NotFound), ("editor", PermissionDenied)],
)
async def test_only_administrators_of_the_section_may_see_and_change_it(
    cast: Cast, actor: str, error: type[DomainError]
) -> None:
    editor = Actor(user_id=cast.olga.user_id, is_admin=True, sections=frozenset({"users"}))
    caller = editor if actor == "editor" else getattr(cast, actor)
    with pytest.raises(error):
        await change(caller, ContentSettings, comment_edit_minutes=30)
    async with read_session() as session:
        with pytest.raises(error):
            await site.get_settings_view(session, caller, ContentSettings)


async def test_an_outdated_form_gets_both_versions(cast: Cast) -> None:
    await change(cast.olga, ContentSettings, version=0, comment_edit_minutes=30)
    with pytest.raises(Conflict) as error:
        await change(cast.olga, ContentSettings, version=0, comment_edit_minutes=60)
    assert error.value.details == {
        "version": 1,
        "conflicts": [{"field": "comment_edit_minutes", "yours": 60, "theirs": 30}],
    }
    assert (await get(ContentSettings)).comment_edit_minutes == 30


async def test_an_outdated_form_with_the_stored_values_is_no_conflict(cast: Cast) -> None:
    await change(cast.olga, ContentSettings, comment_edit_minutes=30)
    view = await change(cast.olga, ContentSettings, version=0, comment_edit_minutes=30)
    assert view.version == 1


async def test_secrets_are_encrypted_and_masked(cast: Cast) -> None:
    view = await change(cast.olga, GeneralSettings, smtp_password=SECRET, smtp_host="a.example")
    assert view.values["smtp_password"] == "••••1234"
    assert (await get(GeneralSettings)).smtp_password.get_secret_value() == SECRET
    async with read_session() as session:
        row = await session.get(SiteSetting, "general")
        entry = (await session.scalars(select(AuditEntry))).one()
    assert row is not None
    assert SECRET not in str(row.value)
    assert SECRET not in str((entry.before, entry.after, entry.search_text))
    assert entry.after == {"smtp_host": "a.example", "smtp_password": "••••1234"}
    assert entry.before == {"smtp_host": "", "smtp_password": ""}
    assert SECRET not in repr(await get(GeneralSettings))


async def test_a_short_secret_is_masked_completely(cast: Cast) -> None:
    view = await change(cast.olga, GeneralSettings, smtp_password="abc1234")
    assert view.values["smtp_password"] == "••••"


@pytest.mark.parametrize(("given", "stored"), [("", SECRET), ("••••1234", SECRET), (None, "")])
async def test_an_empty_secret_keeps_the_stored_one_and_none_removes_it(
    cast: Cast, given: str | None, stored: str
) -> None:
    await change(cast.olga, GeneralSettings, smtp_password=SECRET)
    await change(cast.olga, GeneralSettings, smtp_password=given, smtp_port=25)
    assert (await get(GeneralSettings)).smtp_password.get_secret_value() == stored


async def test_a_secret_of_another_key_is_empty(cast: Cast) -> None:
    async with unit_of_work() as session:
        session.add(SiteSetting(name="general", value={"smtp_password": "x.y", "smtp_port": 25}))
    settings = await get(GeneralSettings)
    assert (settings.smtp_password.get_secret_value(), settings.smtp_port) == ("", 25)


async def test_invalid_stored_values_are_replaced_by_defaults(cast: Cast) -> None:
    async with unit_of_work() as session:
        value = {"comment_edit_minutes": -5, "max_comment_links": 3}
        session.add(SiteSetting(name="content", value=value))
    content = await get(ContentSettings)
    assert (content.comment_edit_minutes, content.max_comment_links) == (15, 3)


async def test_pages_are_rendered_and_sanitized_when_they_change(cast: Cast) -> None:
    await change(cast.olga, GeneralSettings, terms_page="# Terms\n\n<script>x</script> **yes**")
    settings = await get(GeneralSettings)
    assert "<strong>yes</strong>" in settings.terms_page_html
    assert "<script" not in settings.terms_page_html
    await change(cast.olga, GeneralSettings, terms_page="")
    assert not (await get(GeneralSettings)).terms_page_html


async def test_other_processes_and_open_pages_are_notified(cast: Cast) -> None:
    received: list[messages.SiteChanged] = []
    hub.subscribe(messages.SiteChanged, received.append)
    await change(cast.olga, ContentSettings, comment_edit_minutes=30)
    await change(cast.olga, ContentSettings, max_comment_links=3)
    await wait_for_pushes()
    assert [message.parts for message in received] == [("discussion",), ()]


async def test_a_message_from_another_process_clears_the_cache(cast: Cast) -> None:
    await get(ContentSettings)
    async with unit_of_work() as session:
        session.add(SiteSetting(name="content", value={"comment_edit_minutes": 99}))
    assert (await get(ContentSettings)).comment_edit_minutes == 15
    await hub.publish(messages.SiteChanged())
    assert (await get(ContentSettings)).comment_edit_minutes == 99


async def test_closed_registration_refuses_new_accounts(cast: Cast) -> None:
    data = await accounts.validate_registration(
        name="Zoe", email="zoe@example.com", password="a quiet harbour"
    )
    await change(cast.olga, AuthSettings, registration="closed")
    async with unit_of_work() as session:
        with pytest.raises(PermissionDenied) as error:
            await accounts.register(session, data)
    assert error.value.code == "registration_closed"
    await change(cast.olga, AuthSettings, registration="open")
    async with unit_of_work() as session:
        assert (await accounts.register(session, data)).name == "Zoe"


async def test_a_required_confirmed_email_refuses_comments_without_it(cast: Cast) -> None:
    await change(cast.olga, AuthSettings, require_verified_email=True)
    async with read_session() as session:
        assert (await site.get_content_settings(session)).unverified_accounts == "refuse"
    await change(cast.olga, AuthSettings, require_verified_email=False)
    async with read_session() as session:
        assert (await site.get_content_settings(session)).unverified_accounts == "allow"
