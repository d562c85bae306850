"""The commands `settings get`, `set`, `export` and `import`, which change the site settings."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from community.cli.database import open_session, run_on_database

app = typer.Typer(no_args_is_help=True, help="Show and change the settings of the site.")

_DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the change without applying it.")]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("get")
def get_settings(
    code: Annotated[
        str, typer.Argument(help="A section, or a setting such as content.comment_edit_minutes.")
    ] = "",
    as_json: _Json = False,
) -> None:
    """Show settings. Only the last characters of secrets are shown."""
    found = {
        name: value for name, value in run_on_database(_load_values).items() if _matches(name, code)
    }
    if not found:
        _fail(f"There is no setting or section {code}.")
    _print_values(found, as_json=as_json)


@app.command("set")
def set_setting(
    code: Annotated[str, typer.Argument(help="The setting: content.comment_edit_minutes.")],
    value: Annotated[str, typer.Argument(help="The value, as JSON or as text.")],
    dry_run: _DryRun = False,
    as_json: _Json = False,
) -> None:
    """Change one setting."""
    section, _, name = code.partition(".")
    values = {section: {name: _parse_value(section, name, value)}}
    document = {"format": "community-settings", "version": 1, "sections": values}
    changed = run_on_database(lambda: _import(document, dry_run=dry_run))
    _print_changes(changed, dry_run=dry_run, as_json=as_json)


@app.command("export")
def export_settings(
    file: Annotated[str, typer.Argument(help="The file, or - for the output.")] = "-",
    with_secrets: Annotated[
        bool, typer.Option("--with-secrets", help="Include the secrets, in plain text.")
    ] = False,
) -> None:
    """Write all settings to a JSON file. Images are omitted."""
    text = json.dumps(
        run_on_database(lambda: _export(with_secrets=with_secrets)), indent=2, ensure_ascii=False
    )
    if file == "-":
        typer.echo(text)
        return
    path = Path(file)
    path.touch(mode=0o600)
    path.write_text(text + "\n", encoding="utf-8")
    typer.echo(f"Exported the settings to {file}.")


@app.command("import")
def import_settings(
    file: Annotated[str, typer.Argument(help="The file, or - for the input.")],
    dry_run: _DryRun = False,
    as_json: _Json = False,
) -> None:
    """Change all settings that a file contains."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        document = json.loads(text)
    except (OSError, ValueError):
        _fail(f"The file cannot be read as JSON: {file}")
    changed = run_on_database(lambda: _import(document, dry_run=dry_run))
    _print_changes(changed, dry_run=dry_run, as_json=as_json)


async def _load_values() -> dict[str, Any]:
    from community.core.db.sessions import read_session
    from community.domain import accounts, site

    async with read_session() as session:
        views = [
            await site.get_settings_view(session, accounts.OPERATOR, section)
            for section in site.SECTIONS.values()
        ]
    return {f"{view.group}.{code}": value for view in views for code, value in view.values.items()}


async def _export(*, with_secrets: bool) -> dict[str, Any]:
    from community.core.db.sessions import read_session
    from community.domain import accounts, site

    async with read_session() as session:
        return await site.export_settings(session, accounts.OPERATOR, with_secrets=with_secrets)


async def _import(document: Any, *, dry_run: bool) -> dict[str, Any]:
    from community.domain import accounts, site
    from community.workflows import payments

    changes = await site.prepare_import(accounts.OPERATOR, document)
    await payments.check_imported_keys(accounts.OPERATOR, changes)
    async with open_session(dry_run=dry_run) as session:
        changed: dict[str, list[str]] = {}
        for change in await site.import_settings(session, accounts.OPERATOR, changes):
            changed.setdefault(change.section, []).append(change.code)
        return changed


def _matches(name: str, code: str) -> bool:
    return not code or name == code or name.startswith(f"{code}.")


def _parse_value(section: str, name: str, text: str) -> Any:
    """Return the JSON value of a switch, number or list. Other settings are texts."""
    from community.domain import site

    section_type = site.SECTIONS.get(section)
    definition = site.get_definitions(section_type).get(name) if section_type else None
    if definition is None or definition.kind not in {"switch", "number", "list"}:
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def _print_values(values: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(values, indent=2, ensure_ascii=False))
        return
    for name, value in values.items():
        typer.echo(f"{name} = {json.dumps(value, ensure_ascii=False)}")


def _print_changes(changed: dict[str, Any], *, dry_run: bool, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps({"changed": changed, "dry_run": dry_run}, indent=2))
        return
    verb = "Would change" if dry_run else "Changed"
    for section, codes in changed.items():
        typer.echo(f"{verb} {', '.join(f'{section}.{code}' for code in codes)}")
    if not changed:
        typer.echo("Nothing to change.")


def _fail(message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(1)
