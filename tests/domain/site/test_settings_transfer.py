"""Tests of the export and import of settings."""

from typing import Any

import pytest

from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid, NotFound, PermissionDenied
from community.domain import site
from community.domain.site import ContentSettings, GeneralSettings
from community.wiring import wire
from tests import factories
from tests.cast import Cast

SECRET = "correct-horse-battery-1234"


@pytest.fixture(autouse=True)
def wire_events() -> None:
    wire()


async def export(cast: Cast, **options: Any) -> dict[str, Any]:
    async with read_session() as session:
        return await site.export_settings(session, cast.olga, **options)


async def import_document(cast: Cast, document: Any) -> list[str]:
    changes = await site.prepare_import(cast.olga, document)
    async with unit_of_work() as session:
        changed = await site.import_settings(session, cast.olga, changes)
    return [f"{change.section}.{change.code}" for change in changed]


async def change_some_settings(cast: Cast) -> None:
    for section, values in (
        (ContentSettings, {"comment_edit_minutes": 30, "blocked_words": ["spam"]}),
        (GeneralSettings, {"smtp_password": SECRET, "terms_page": "# Terms"}),
    ):
        changes = await site.prepare_changes(section, values)
        async with unit_of_work() as session:
            await site.change_settings(session, cast.olga, changes)


async def test_an_import_restores_an_export(cast: Cast) -> None:
    defaults = await export(cast)
    await change_some_settings(cast)
    exported = await export(cast)
    assert await import_document(cast, defaults) == [
        "content.comment_edit_minutes",
        "content.blocked_words",
        "general.terms_page",
    ]
    await import_document(cast, exported)
    assert await export(cast) == exported
    assert await import_document(cast, exported) == []
    async with read_session() as session:
        general = await site.get_settings_section(session, GeneralSettings)
    assert "Terms" in general.terms_page_html
    assert general.smtp_password.get_secret_value() == SECRET


async def test_secrets_are_exported_only_on_request(cast: Cast) -> None:
    await change_some_settings(cast)
    assert "1234" not in str(await export(cast))
    document = await export(cast, with_secrets=True)
    assert document["sections"]["general"]["smtp_password"] == SECRET


@pytest.mark.parametrize(
    "document",
    [
        None,
        [],
        {},
        {"format": "community-settings", "version": 2, "sections": {}},
        {"format": "community-settings", "version": 1, "sections": []},
        {"format": "community-settings", "version": 1, "sections": {"other": {}}},
        {"format": "community-settings", "version": 1, "sections": {"content": 1}},
    ],
)
async def test_other_documents_are_rejected(cast: Cast, document: Any) -> None:
    with pytest.raises(Invalid):
        await import_document(cast, document)


async def test_one_invalid_value_prevents_the_whole_import(cast: Cast) -> None:
    document = await export(cast)
    document["sections"]["content"]["comment_edit_minutes"] = -1
    document["sections"]["auth"]["registration"] = "closed"
    with pytest.raises(Invalid) as error:
        await import_document(cast, document)
    assert error.value.field_errors.keys() == {"content.comment_edit_minutes"}
    assert (await export(cast))["sections"]["auth"]["registration"] == "open"


async def test_the_access_to_a_section_is_checked_before_its_texts_are_rendered(cast: Cast) -> None:
    document = await export(cast)
    document["sections"]["general"]["terms_page"] = "[" * 100_000
    limited = await factories.user("limited", sections=["settings/content"])
    for actor, error in ((limited, PermissionDenied), (cast.alice, NotFound), (cast.olga, Invalid)):
        with pytest.raises(error):
            await site.prepare_import(actor, document)
