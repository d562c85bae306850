"""List the known vulnerabilities of the locked packages, according to osv.dev.

scripts/audit.py            fails if there are any
scripts/audit.py --report   only lists them (part of `make check`, where an advisory of today must
                            not stop a change that has nothing to do with it)

If the service does not answer in time, the audit is skipped and says so.
"""

import asyncio
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx

ROOT = Path(__file__).resolve().parent.parent
SERVICE_URL = os.environ.get("OSV_URL", "https://api.osv.dev")
TIMEOUT_SECONDS = 15.0
REQUIREMENTS = ("requirements/run.txt", "requirements/dev.txt", "requirements/uv.txt")
PACKAGE_LOCKS = ("browser/package-lock.json", "reflex.lock/package-lock.json")
# The service takes at most this many packages in one request.
MAX_QUERIES = 1_000
# The ids of advisories that do not concern this project, with the reasons.
IGNORED: dict[str, str] = {}


class Package(NamedTuple):
    ecosystem: str
    name: str
    version: str


def main(*arguments: str) -> int:
    """Print the advisories. Return 1 if there are any and they are not only reported, else 0."""
    packages = sorted({*list_python_packages(), *list_npm_packages()})
    try:
        advisories = asyncio.run(find_advisories(packages))
    except (httpx.HTTPError, TimeoutError, ValueError) as error:
        print(f"Skipped, because {SERVICE_URL} gave no answer: {error or type(error).__name__}")
        return 0
    for advisory in advisories:
        print(advisory)
    return int(bool(advisories) and "--report" not in arguments)


def list_python_packages() -> Iterator[Package]:
    for name in REQUIREMENTS:
        lines = (ROOT / name).read_text()
        for package, version in re.findall(r"^([a-z0-9._-]+)==([^\s;]+)", lines, re.MULTILINE):
            yield Package("PyPI", package, version)


def list_npm_packages() -> Iterator[Package]:
    for lock in PACKAGE_LOCKS:
        for path, package in json.loads((ROOT / lock).read_text())["packages"].items():
            if path:  # "" is the project itself.
                name = package.get("name") or path.rpartition("node_modules/")[2]
                yield Package("npm", name, package["version"])


async def find_advisories(packages: list[Package]) -> list[str]:
    """Return a line for each package and advisory that is not ignored.

    Raise `HTTPError`, `TimeoutError` or `ValueError` if the service gives no valid answer.
    """
    found: list[tuple[Package, str]] = []
    async with (
        asyncio.timeout(TIMEOUT_SECONDS),
        httpx.AsyncClient(base_url=SERVICE_URL, timeout=TIMEOUT_SECONDS) as client,
    ):
        for start in range(0, len(packages), MAX_QUERIES):
            found += await _query(client, packages[start : start + MAX_QUERIES])
        ids = sorted({advisory_id for _package, advisory_id in found})
        texts = await asyncio.gather(*(_describe(client, advisory_id) for advisory_id in ids))
    text_by_id = dict(zip(ids, texts, strict=True))
    return [
        f"{package.name} {package.version}: {text}"
        for package, advisory_id in found
        if (text := text_by_id[advisory_id])
    ]


async def _query(client: httpx.AsyncClient, packages: list[Package]) -> list[tuple[Package, str]]:
    """Return the ids of the advisories for the packages."""
    queries = [
        {
            "package": {"ecosystem": package.ecosystem, "name": package.name},
            "version": package.version,
        }
        for package in packages
    ]
    answer = await _request(client, "POST", "/v1/querybatch", json={"queries": queries})
    return [
        (package, advisory["id"])
        for package, result in zip(packages, answer["results"], strict=True)
        for advisory in result.get("vulns", ())
    ]


async def _describe(client: httpx.AsyncClient, advisory_id: str) -> str:
    """Return what an advisory says, or "" if it is withdrawn or ignored."""
    advisory = await _request(client, "GET", f"/v1/vulns/{advisory_id}")
    if "withdrawn" in advisory or IGNORED.keys() & {advisory_id, *advisory.get("aliases", ())}:
        return ""
    return f"{advisory.get('summary', '')} https://osv.dev/vulnerability/{advisory_id}".strip()


async def _request(client: httpx.AsyncClient, method: str, path: str, **options: Any) -> Any:
    response = await client.request(method, path, **options)
    return response.raise_for_status().json()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
