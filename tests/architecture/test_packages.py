"""Tests that only known top-level packages exist and that no module has a vague name."""

from tests.architecture.sources import PACKAGE_DIR, get_relative_path, list_python_files

PACKAGES = {
    *(
        "admin",
        "api",
        "cli",
        "components",
        "core",
        "domain",
        "gateways",
        "i18n",
        "jobs",
        "models",
    ),
    *(
        "pages",
        "realtime",
        "reflex_adapter",
        "rendering",
        "ssr",
        "state",
        "styles",
    ),
    "wiring",
    "workflows",
    *(
        "__init__.py",
        "community.py",
        "authentication.py",
        "urls.py",
    ),
}
VAGUE_NAMES = {"base", "common", "helpers", "manager", "managers", "misc", "service", "utils"}


def test_every_top_level_package_is_known() -> None:
    names = {file.relative_to(PACKAGE_DIR).parts[0] for file in PACKAGE_DIR.rglob("*.py")}
    assert names <= PACKAGES


def test_no_module_has_a_vague_name() -> None:
    modules = list_python_files("community")
    assert not [get_relative_path(file) for file in modules if file.stem in VAGUE_NAMES]


def test_the_alembic_folder_is_not_a_package() -> None:
    assert not (PACKAGE_DIR.parent / "alembic" / "__init__.py").exists()
