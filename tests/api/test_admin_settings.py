"""Tests of the HTTP routes for the settings of the site."""

from httpx import AsyncClient

from community.domain.site import SECTIONS, get_definitions
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast

TRANSFER = "/admin-panel/api/settings"
CONTENT = f"{TRANSFER}/content"


async def test_an_administrator_reads_and_changes_settings(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.olga)
    before = (await client.get(CONTENT)).json()
    assert (before["version"], before["values"]["comment_edit_minutes"]) == (0, 15)
    update = {"version": 0, "values": {"comment_edit_minutes": 30}}
    response = await client.patch(CONTENT, json=update)
    assert response.status_code == 200
    assert response.json()["values"]["comment_edit_minutes"] == 30
    assert (await client.get(CONTENT)).json()["version"] == 1


async def test_an_outdated_change_answers_409_with_both_versions(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.olga)
    await client.patch(CONTENT, json={"values": {"comment_edit_minutes": 30}})
    update = {"version": 0, "values": {"comment_edit_minutes": 60}}
    response = await client.patch(CONTENT, json=update)
    assert response.status_code == 409
    assert response.json()["details"] == {
        "version": 1,
        "conflicts": [{"field": "comment_edit_minutes", "yours": 60, "theirs": 30}],
    }


async def test_invalid_values_answer_422_with_a_message_for_each_setting(
    client: AsyncClient, cast: Cast
) -> None:
    await sign_in(client, cast.olga)
    values = {"comment_edit_minutes": -1, "unverified_accounts": "ban", "unknown": 1}
    response = await client.patch(CONTENT, json={"values": values})
    assert response.status_code == 422
    assert response.json()["errors"].keys() == values.keys()


async def test_the_url_of_another_image_is_rejected(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.olga)
    path, values = "/admin-panel/api/settings/general", {"logo": "/media/other.webp"}
    response = await client.patch(path, json={"values": values})
    assert (response.status_code, list(response.json()["errors"])) == (422, ["logo"])
    assert (await client.get(path)).json()["values"]["logo"] == ""


async def test_an_uploaded_image_is_returned_as_its_url(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.olga)
    upload = await factories.upload(cast.olga)
    path, values = "/admin-panel/api/settings/general", {"logo": str(upload.id)}
    response = await client.patch(path, json={"values": values})
    assert response.json()["values"]["logo"].startswith("/media/")


async def test_a_secret_is_never_returned(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.olga)
    values = {"smtp_password": "correct-horse-battery-1234"}
    response = await client.patch("/admin-panel/api/settings/general", json={"values": values})
    assert response.json()["values"]["smtp_password"] == "••••1234"
    assert "horse" not in response.text


async def test_the_definitions_document_the_routes(client: AsyncClient, cast: Cast) -> None:
    document = (await client.get("/api/openapi.json")).json()
    schemas = document["components"]["schemas"]
    for name, section in SECTIONS.items():
        operation = document["paths"][f"/admin-panel/api/settings/{name}"]["patch"]
        reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        values = schemas[reference.rpartition("/")[2]]["properties"]["values"]
        assert values["properties"].keys() == get_definitions(section).keys()
    minutes = schemas["ContentSettingsUpdate"]["properties"]["values"]["properties"][
        "comment_edit_minutes"
    ]
    assert (minutes["minimum"], minutes["maximum"]) == (0, 525_600)
    assert minutes["title"] == "Comment edit time"


async def test_an_import_is_previewed_and_then_applied(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.olga)
    exported = await client.get(TRANSFER)
    assert exported.headers["content-disposition"].startswith("attachment")
    document = exported.json()
    assert "smtp_password" not in document["sections"]["general"]
    document["sections"]["content"]["comment_edit_minutes"] = 30
    preview = await client.post(f"{TRANSFER}/import", json=document, params={"dry_run": True})
    [change] = preview.json()["changes"]
    assert (change["section"], change["code"]) == ("content", "comment_edit_minutes")
    assert (change["before"], change["after"]) == (15, 30)
    assert (await client.get(TRANSFER)).json() == exported.json()
    imported = await client.post(f"{TRANSFER}/import", json=document)
    assert imported.json() == {"changes": [change], "dry_run": False}
    assert (await client.get(TRANSFER)).json() == document
    document["sections"]["content"]["comment_edit_minutes"] = -1
    rejected = await client.post(f"{TRANSFER}/import", json=document)
    assert rejected.status_code == 422
    assert list(rejected.json()["errors"]) == ["content.comment_edit_minutes"]


async def test_an_import_needs_access_to_each_section(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, await factories.user("limited", sections=["settings/content"]))
    document = (await client.get(TRANSFER)).json()
    assert list(document["sections"]) == ["content"]
    document["sections"]["auth"] = {"registration": "closed"}
    assert (await client.post(f"{TRANSFER}/import", json=document)).status_code == 403


async def test_excluded_authors_must_exist(client: AsyncClient, cast: Cast) -> None:
    await sign_in(client, cast.olga)
    path = "/admin-panel/api/settings/top-users"
    values = {"excluded": ["@Bob", "unknown-name", "alice"]}
    response = await client.patch(path, json={"values": values})
    assert response.status_code == 422
    assert response.json()["errors"] == {"excluded": ["No one here uses these names: unknown-name"]}
    assert (await client.get(path)).json()["values"]["excluded"] == []
    response = await client.patch(path, json={"values": {"excluded": ["@Bob", "alice"]}})
    assert response.json()["values"]["excluded"] == ["bob", "alice"]
