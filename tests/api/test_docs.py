"""The OpenAPI document and its pages."""

import re

from httpx import AsyncClient
from schemathesis import openapi

from community.api.problems import STATUS


async def document(client: AsyncClient) -> dict:  # type: ignore[type-arg]
    answer = await client.get("/api/openapi.json")
    assert answer.status_code == 200
    return answer.json()  # type: ignore[no-any-return]


async def test_the_document_is_valid(client: AsyncClient) -> None:
    openapi.from_dict(await document(client)).validate()


async def test_refusals_are_documented_as_problems(client: AsyncClient) -> None:
    operation = (await document(client))["paths"]["/notes"]["post"]
    assert operation["responses"].keys() == {
        "201", "400", "401", "403", "409", "413", "415", "422", "503",
    }  # fmt: skip
    for status, answer in operation["responses"].items():
        kind = "application/json" if status == "201" else "application/problem+json"
        assert list(answer["content"]) == [kind]


async def test_a_limited_route_says_so(client: AsyncClient) -> None:
    paths = (await document(client))["paths"]
    assert "429" in paths["/comments-like"]["post"]["responses"]
    assert "429" not in paths["/notes"]["post"]["responses"]


async def test_who_may_call_is_documented(client: AsyncClient) -> None:
    paths = (await document(client))["paths"]
    assert paths["/notes/{number}"]["delete"]["security"] == [{"session": []}, {"token": []}]
    assert {} in paths["/notes"]["post"]["security"]
    assert "security" not in paths["/notes"]["get"]


async def test_every_change_takes_an_idempotency_key(client: AsyncClient) -> None:
    for path in (await document(client))["paths"].values():
        for method, operation in path.items():
            names = {each["name"] for each in operation.get("parameters", [])}
            assert ("Idempotency-Key" in names) == (method not in {"get", "head"})


async def test_a_native_form_is_documented_beside_json(client: AsyncClient) -> None:
    content = (await document(client))["paths"]["/sign"]["post"]["requestBody"]["content"]
    assert list(content) == ["application/json", "application/x-www-form-urlencoded"]


async def test_an_address_with_two_readers_documents_both(client: AsyncClient) -> None:
    for path in ("/paper", "/inbox"):
        answers = (await document(client))["paths"][path]["get"]["responses"]
        assert answers["200"]["content"].keys() == {"application/json", "text/html"}


async def test_the_page_takes_everything_from_this_site(client: AsyncClient) -> None:
    page = await client.get("/api/docs", headers={"accept": "text/html"})
    assert "script-src 'self';" in page.headers["content-security-policy"]
    addresses = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert addresses
    for address in addresses:
        assert address.startswith("/api/docs/")
        assert (await client.get(address)).status_code == 200
    assert not re.search(r"<script>|<style>|style=", page.text)


async def test_files_of_the_page_are_sent_small(client: AsyncClient) -> None:
    answer = await client.get("/api/docs/swagger-ui-bundle.js", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert "max-age" in answer.headers["cache-control"]


async def test_there_are_no_other_files(client: AsyncClient) -> None:
    for name in ("__init__.py", "..%2f..%2fmain.py", "swagger-ui.css%00"):
        assert (await client.get(f"/api/docs/{name}")).status_code == 404


async def test_the_type_of_a_problem_leads_to_its_meaning(client: AsyncClient) -> None:
    page = await client.get("/api/errors")
    for code in STATUS:
        assert f'id="{code}"' in page.text
