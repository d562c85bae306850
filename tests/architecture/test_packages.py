"""Tests that only known top-level packages exist and that no module has a vague name."""

from collections import Counter

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
# Above this number, the listing of a package does not show its structure.
MAX_MODULES = 15
# Lists of one kind, whose modules have the names of the site's subjects or sections.
ONE_KIND = {"admin", "api/routes", "models", "pages", "styles"}
MAX_ONE_KIND = 25
VAGUE_NAMES = {"base", "common", "helpers", "manager", "managers", "misc", "service", "utils"}


def test_every_top_level_package_is_known() -> None:
    names = {file.relative_to(PACKAGE_DIR).parts[0] for file in PACKAGE_DIR.rglob("*.py")}
    assert names <= PACKAGES


def test_no_module_has_a_vague_name() -> None:
    modules = list_python_files("community")
    assert not [get_relative_path(file) for file in modules if file.stem in VAGUE_NAMES]


def test_packages_have_few_modules() -> None:
    counts = Counter(
        file.parent.relative_to(PACKAGE_DIR).as_posix()
        for file in list_python_files("community")
        if file.name != "__init__.py"
    )
    crowded = {
        package
        for package, count in counts.items()
        if count > (MAX_ONE_KIND if package in ONE_KIND else MAX_MODULES)
    }
    assert not crowded


def test_the_alembic_folder_is_not_a_package() -> None:
    assert not (PACKAGE_DIR.parent / "alembic" / "__init__.py").exists()
