"""Tests of the OpenAPI document, the page that displays it, and the page of error codes."""

import re

from httpx import AsyncClient
from schemathesis import openapi

from community.admin.tables import csv_router
from community.api.app import create_app
from community.api.http.errors import STATUS_BY_CODE
from community.api.http.openapi import build_openapi


async def fetch_openapi(client: AsyncClient) -> dict:  # type: ignore[type-arg]
    response = await client.get("/api/openapi.json")
    assert response.status_code == 200
    return response.json()  # type: ignore[no-any-return]


async def test_the_openapi_document_is_valid(client: AsyncClient) -> None:
    openapi.from_dict(await fetch_openapi(client)).validate()


async def test_error_responses_are_documented_as_problem_json(client: AsyncClient) -> None:
    operation = (await fetch_openapi(client))["paths"]["/notes"]["post"]
    assert operation["responses"].keys() == {
        "201", "400", "401", "403", "409", "413", "414", "415", "422", "429", "431", "503",
    }  # fmt: skip
    for status, response in operation["responses"].items():
        media_type = "application/json" if status == "201" else "application/problem+json"
        assert list(response["content"]) == [media_type]


async def test_rate_limited_routes_document_429(client: AsyncClient) -> None:
    paths = (await fetch_openapi(client))["paths"]
    assert "429" in paths["/comments-like"]["post"]["responses"]
    assert "429" not in paths["/notes"]["get"]["responses"]


async def test_security_requirements_are_documented(client: AsyncClient) -> None:
    paths = (await fetch_openapi(client))["paths"]
    assert paths["/notes/{number}"]["delete"]["security"] == [{"session": []}, {"token": []}]
    assert {} in paths["/notes"]["post"]["security"]
    assert "security" not in paths["/notes"]["get"]


async def test_every_unsafe_operation_accepts_an_idempotency_key(client: AsyncClient) -> None:
    for path in (await fetch_openapi(client))["paths"].values():
        for method, operation in path.items():
            names = {parameter["name"] for parameter in operation.get("parameters", [])}
            assert ("Idempotency-Key" in names) == (method not in {"get", "head"})


async def test_a_route_that_accepts_forms_and_json_documents_both_body_types(
    client: AsyncClient,
) -> None:
    content = (await fetch_openapi(client))["paths"]["/sign"]["post"]["requestBody"]["content"]
    assert list(content) == ["application/json", "application/x-www-form-urlencoded"]


async def test_a_route_that_serves_json_and_html_documents_both_content_types(
    client: AsyncClient,
) -> None:
    for path in ("/paper", "/inbox"):
        responses = (await fetch_openapi(client))["paths"][path]["get"]["responses"]
        assert responses["200"]["content"].keys() == {"application/json", "text/html"}


async def test_the_docs_page_loads_only_same_origin_files(client: AsyncClient) -> None:
    page = await client.get("/api/docs", headers={"accept": "text/html"})
    assert "script-src 'self';" in page.headers["content-security-policy"]
    urls = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert urls
    for url in urls:
        assert url.startswith("/api/docs/")
        assert (await client.get(url)).status_code == 200
    assert not re.search(r"<script>|<style>|style=", page.text)


async def test_files_of_the_docs_page_are_compressed(client: AsyncClient) -> None:
    response = await client.get(
        "/api/docs/swagger-ui-bundle.js", headers={"accept-encoding": "gzip"}
    )
    assert response.headers["content-encoding"] == "gzip"
    assert "max-age" in response.headers["cache-control"]


async def test_the_docs_url_serves_only_the_files_of_the_docs_page(client: AsyncClient) -> None:
    for name in ("__init__.py", "..%2f..%2fmain.py", "swagger-ui.css%00"):
        assert (await client.get(f"/api/docs/{name}")).status_code == 404


async def test_the_type_url_of_an_error_leads_to_an_explanation_of_its_code(
    client: AsyncClient,
) -> None:
    page = await client.get("/api/errors")
    for code in STATUS_BY_CODE:
        assert f'id="{code}"' in page.text


# Operations that need a feature only for some requests. The domain checks it.
CONDITIONAL = {
    "POST /m/start/{user}": "Not for a chat that exists.",
    "POST /m/{chat}/messages": "Administrators are answered without it.",
    "PATCH /m/{chat}/messages/{message}": "The same.",
    "POST /m/{chat}/files": "The same.",
    "POST /m/{chat}/media": "The same.",
    "POST /m/{chat}/members/{user}": "Only to add another member.",
    "POST /reaction": "Only for extended reactions.",
    "PATCH /settings/name-appearance": "The badge and the style have different features.",
}


def test_every_operation_that_needs_a_feature_names_the_dependency() -> None:
    paths = build_openapi(create_app(csv_router).state.prefix_router.routes)["paths"]
    guarded: dict[str, list[str]] = {}
    for path, operations in paths.items():
        for method, operation in operations.items():
            name = f"{method.upper()} {path}"
            refused = operation["responses"].get("403", {}).get("description", "")
            features = operation.get("x-has.subscription.feature", [])
            if "`subscription_feature_required`" in refused:
                assert features or name in CONDITIONAL, name
            if features:
                guarded[name] = features
    assert guarded["POST /media/video-avatars"] == ["video_avatar"]
    for method in ("GET", "POST"):
        assert guarded[f"{method} /posts/{{post}}/summary"] == ["post_summaries"]
    assert CONDITIONAL.keys().isdisjoint(guarded)
