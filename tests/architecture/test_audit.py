"""Tests of the script that looks up known vulnerabilities, with a stand-in for osv.dev."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from scripts import audit

IDNA = audit.Package("PyPI", "idna", "3.10")
REACT = audit.Package("npm", "react", "19.0.0")


class Service:
    """A stand-in for osv.dev. `advisories` contains what it knows, by package and by id."""

    def __init__(self) -> None:
        self.advisories: dict[audit.Package, list[dict[str, Any]]] = {}
        self.status = 200
        self.is_silent = False
        self.released = threading.Event()

    def answer(self, path: str, body: Any) -> Any:
        if path == "/v1/querybatch":
            return {"results": [self._find(query) for query in body["queries"]]}
        advisory_id = path.removeprefix("/v1/vulns/")
        known = (advisory for advisories in self.advisories.values() for advisory in advisories)
        return next(advisory for advisory in known if advisory["id"] == advisory_id)

    def _find(self, query: dict[str, Any]) -> Any:
        name = query["package"]
        package = audit.Package(name["ecosystem"], name["name"], query["version"])
        found = self.advisories.get(package)
        return {"vulns": [{"id": advisory["id"]} for advisory in found]} if found else {}


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    service = Service()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(None)

        def do_POST(self) -> None:
            self._answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

        def _answer(self, body: Any) -> None:
            if service.is_silent:
                service.released.wait(60)
            content = json.dumps(service.answer(self.path, body)).encode()
            self.send_response(service.status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_arguments: Any) -> None:
            """Do not print requests."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setattr(audit, "SERVICE_URL", f"http://127.0.0.1:{server.server_port}")
        monkeypatch.setattr(audit, "list_python_packages", lambda: [IDNA])
        monkeypatch.setattr(audit, "list_npm_packages", lambda: [REACT])
        yield service
        service.released.set()
        server.shutdown()


def test_packages_without_advisories_pass(
    service: Service, capsys: pytest.CaptureFixture[str]
) -> None:
    service.advisories[IDNA._replace(version="3.0")] = [{"id": "PYSEC-1"}]
    assert audit.main() == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("package", [IDNA, REACT])
def test_each_advisory_fails_the_check(
    service: Service, package: audit.Package, capsys: pytest.CaptureFixture[str]
) -> None:
    service.advisories[package] = [{"id": "GHSA-1", "summary": "Slow"}, {"id": "GHSA-2"}]
    assert audit.main() == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{package.name} {package.version}: Slow https://osv.dev/vulnerability/GHSA-1",
        f"{package.name} {package.version}: https://osv.dev/vulnerability/GHSA-2",
    ]
    assert audit.main("--report") == 0


def test_withdrawn_and_ignored_advisories_pass(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "IGNORED", {"CVE-1": "The site does not use this function."})
    service.advisories[IDNA] = [
        {"id": "GHSA-1", "aliases": ["CVE-1"]},
        {"id": "GHSA-2", "withdrawn": "2026-01-01T00:00:00Z"},
    ]
    assert audit.main() == 0


@pytest.mark.parametrize("failure", ["unreachable", "error", "silent"])
def test_a_service_that_does_not_answer_is_reported_and_skipped(
    service: Service,
    failure: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(audit, "TIMEOUT_SECONDS", 0.5)
    service.advisories[IDNA] = [{"id": "GHSA-1"}]
    if failure == "unreachable":
        monkeypatch.setattr(audit, "SERVICE_URL", "http://127.0.0.1:9")
    service.status = 503 if failure == "error" else 200
    service.is_silent = failure == "silent"
    assert audit.main() == 0
    assert capsys.readouterr().out.startswith("Skipped, because ")


def test_the_lock_files_are_read() -> None:
    packages = {*audit.list_python_packages(), *audit.list_npm_packages()}
    names = {(package.ecosystem, package.name) for package in packages}
    assert {("PyPI", "reflex"), ("PyPI", "pytest"), ("PyPI", "uv")} <= names
    assert {("npm", "react"), ("npm", "typescript"), ("npm", "@eslint/js")} <= names
    assert all(package.version[0].isdigit() for package in packages)
