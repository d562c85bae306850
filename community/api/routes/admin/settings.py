"""HTTP routes for the settings of the site, with one path for each section."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, Field, WithJsonSchema, create_model

from community import urls
from community.api.http import Session, SignedIn, rate_limit, require_section
from community.core.actor import DASHBOARD, Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import site
from community.domain.site import SettingChange, SettingDefinition, SettingsSection, SettingsView
from community.workflows import payments

# More settings than a section has.
MAX_CHANGES = 100
UUID_LENGTH = 36

router = APIRouter(prefix=f"{urls.ADMIN_API}/settings", tags=["Admin Panel"])

# More sections than the site has.
MAX_SECTIONS = 100

# Every administrator may call the routes. The domain checks the access to each section.
settings_transfer_router = APIRouter(
    prefix=f"{urls.ADMIN_API}/settings",
    tags=["Admin Panel"],
    dependencies=[require_section(DASHBOARD)],
)


class SettingsUpdate(BaseModel):
    """New values of some settings. The other settings keep their values."""

    version: Annotated[
        int | None,
        Field(
            description="The version that the changes are based on. If it is outdated, the "
            "response is 409 with both versions. Without it, the changes are stored anyway."
        ),
    ] = None
    values: Annotated[dict[str, Any], Field(max_length=MAX_CHANGES)]


async def _change_settings(
    section_type: type[SettingsSection], update: SettingsUpdate, actor: Actor
) -> None:
    # Pages are rendered, and keys are checked, before the transaction.
    changes = await site.prepare_changes(section_type, update.values)
    await payments.check_keys(actor, changes)
    async with unit_of_work() as session:
        await site.change_settings(session, actor, changes, version=update.version)


def _add_routes(section_type: type[SettingsSection]) -> None:
    section = require_section(site.get_admin_section(section_type))
    options: dict[str, Any] = {"response_model": _create_view_model(section_type)}

    async def get_settings(actor: SignedIn, session: Session) -> SettingsView:
        return await site.get_settings_view(session, actor, section_type)

    async def change_settings(update: SettingsUpdate, actor: SignedIn) -> SettingsView:
        await _change_settings(section_type, update, actor)
        # The transaction replaces the ids of uploads by their URLs at its end.
        async with read_session() as session:
            return await site.get_settings_view(session, actor, section_type)

    # A new dictionary, because from Python 3.14 on annotations can be computed on each access.
    change_settings.__annotations__ = {
        **change_settings.__annotations__,
        "update": _create_update_model(section_type),
    }
    router.add_api_route(
        f"/{section_type.name}",
        get_settings,
        methods=["GET"],
        dependencies=[section],
        summary=f"Retrieve the settings of the section {section_type.name}",
        description="Settings that no administrator has changed have their default values.",
        name=f"get_{section_type.__name__}",
        **options,
    )
    router.add_api_route(
        f"/{section_type.name}",
        change_settings,
        methods=["PATCH"],
        dependencies=[section, rate_limit("writes")],
        summary=f"Change settings of the section {section_type.name}",
        description="The change applies to all pages and processes within five seconds.",
        name=f"change_{section_type.__name__}",
        **options,
    )


def _create_view_model(section_type: type[SettingsSection]) -> type[SettingsView]:
    schema = _describe_values(section_type, is_response=True)
    return create_model(
        f"{section_type.__name__}View",
        __base__=SettingsView,
        __doc__="The settings of the section. `version` is the number of the last change.",
        values=(Annotated[dict[str, Any], WithJsonSchema(schema)], ...),
    )


def _create_update_model(section_type: type[SettingsSection]) -> type[SettingsUpdate]:
    """Return a model that documents the settings. The domain validates their values."""
    schema = _describe_values(section_type, is_response=False)
    values = Annotated[dict[str, Any], Field(max_length=MAX_CHANGES), WithJsonSchema(schema)]
    return create_model(
        f"{section_type.__name__}Update",
        __base__=SettingsUpdate,
        __doc__=SettingsUpdate.__doc__,
        values=(values, ...),
    )


def _describe_values(section_type: type[SettingsSection], *, is_response: bool) -> dict[str, Any]:
    properties = section_type.model_json_schema()["properties"]
    definitions = site.get_definitions(section_type)
    return {
        "type": "object",
        "properties": {
            code: _describe_value(definition, properties[code], is_response=is_response)
            for code, definition in definitions.items()
        },
        "additionalProperties": False,
    }


def _describe_value(
    definition: SettingDefinition, schema: dict[str, Any], *, is_response: bool
) -> dict[str, Any]:
    setting = definition.setting
    texts = {"title": setting.label, "description": setting.help}
    if definition.is_secret:
        note = "Only the last four characters are shown." if is_response else ""
        note = note or "An empty value keeps the stored secret, and null removes it."
        type_ = "string" if is_response else ["string", "null"]
        return {**texts, "type": type_, "description": f"{setting.help} {note}".strip()}
    if definition.kind == "image" and not is_response:
        note = "The id of an upload. An empty value removes the image."
        bounds = {"type": "string", "maxLength": UUID_LENGTH}
        return {**texts, **bounds, "description": f"{setting.help} {note}".strip()}
    return {**schema, **{key: text for key, text in texts.items() if text}}


for _section_type in site.SECTIONS.values():
    _add_routes(_section_type)


class SettingsDocument(BaseModel):
    """All settings by section, as `GET /admin-panel/api/settings` returns them."""

    format: Annotated[str, Field(max_length=100)]
    version: int
    sections: Annotated[dict[str, Any], Field(max_length=MAX_SECTIONS)]


class SettingsImport(BaseModel):
    """The settings that the import changes, or would change."""

    changes: list[SettingChange]
    dry_run: bool


@settings_transfer_router.get("", dependencies=[rate_limit("exports")])
async def export_settings(
    actor: SignedIn, session: Session, response: Response
) -> SettingsDocument:
    """Export the settings of all sections that the caller may open.

    Secrets and images are left out.
    """
    response.headers["Content-Disposition"] = 'attachment; filename="settings.json"'
    response.headers["Cache-Control"] = "private, no-store"
    return SettingsDocument.model_validate(await site.export_settings(session, actor))


@settings_transfer_router.post("/import", dependencies=[rate_limit("writes")])
async def import_settings(
    document: SettingsDocument,
    actor: SignedIn,
    *,
    dry_run: Annotated[
        bool, Query(description="Whether to only return what the import would change.")
    ] = False,
) -> SettingsImport:
    """Import an exported document. Settings that it does not contain keep their values.

    If a value is invalid, nothing is changed. `errors` then contains a message for each such
    setting, for example `content.comment_edit_minutes`.
    """
    # Pages are rendered before the transaction.
    changes = await site.prepare_import(actor, document.model_dump())
    await payments.check_imported_keys(actor, changes)
    begin = read_session if dry_run else unit_of_work
    async with begin() as session:
        changed = await site.import_settings(session, actor, changes)
    return SettingsImport(changes=changed, dry_run=dry_run)
