"""Contract tests: the files that Reflex writes for the pages that a developer looks at."""

from pathlib import Path
from typing import Any

import pytest
from reflex.compiler import compiler
from reflex.state import State
from reflex_base.environment import environment
from reflex_base.event import Event
from reflex_base.plugins import PageContext

from community.community import app
from community.reflex_adapter.development.recent_pages import RecentPages, compile_recent_pages

MODULES = {"community.pages.communities", "community.pages.feeds"}


@pytest.fixture(autouse=True)
def _web_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environment.REFLEX_WEB_WORKDIR.name, str(tmp_path))
    (tmp_path / "backend").mkdir()


@pytest.fixture
def complete_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[Path, str]:
    """Return the content of each file of a compilation of all pages in `MODULES`."""
    pages = app._unevaluated_pages.items()
    selected = {route: page for route, page in pages if page._source_module in MODULES}
    monkeypatch.setattr(app, "_unevaluated_pages", selected)
    output: dict[Path, str] = {}

    def compile_page(context: PageContext) -> tuple[str, str]:
        path, code = compile_page_original(context)
        output[Path(path)] = code
        return path, code

    def compile_memos(memos: Any) -> Any:
        files, imports = compile_memos_original(memos)
        output.update({Path(path): code for path, code in files})
        return files, imports

    compile_page_original = compiler.compile_page_from_context
    compile_memos_original = compiler.compile_memo_components
    with monkeypatch.context() as patch:
        patch.setattr(compiler, "compile_page_from_context", compile_page)
        patch.setattr(compiler, "compile_memo_components", compile_memos)
        compiler.compile_app(app, dry_run=True, use_rich=False)
    return output


def read_output(folder: Path) -> dict[Path, str]:
    return {path: path.read_text() for path in folder.rglob("*.jsx")}


async def visit(path: str, recent_pages: RecentPages) -> None:
    event = Event(name="hydrate", router_data={"pathname": path})
    assert await recent_pages.preprocess(app, State(), event) is None


async def test_pages_have_the_same_files_as_in_a_complete_compilation(
    tmp_path: Path, complete_output: dict[Path, str]
) -> None:
    await visit("/c/[community_slug]", RecentPages())
    compile_recent_pages(app)
    output = read_output(tmp_path)
    names = {path.name for path in output}
    assert "[c].$[community_slug]._index.jsx" in names
    assert "[popular]._index.jsx" not in names
    assert output.items() < complete_output.items()


async def test_the_last_two_pages_are_compiled(tmp_path: Path) -> None:
    recent_pages = RecentPages()
    for path in ("/drafts", "/notifications", "/", "/notifications"):
        await visit(path, recent_pages)
    assert recent_pages.routes == ["notifications", "index"]
    compile_recent_pages(app)
    names = {path.name for path in read_output(tmp_path)}
    assert {"[notifications]._index.jsx", "_index.jsx"} <= names
    assert "[drafts]._index.jsx" not in names


def test_without_open_pages_nothing_is_compiled(tmp_path: Path) -> None:
    compile_recent_pages(app)
    assert read_output(tmp_path) == {}
