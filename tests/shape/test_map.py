"""The map: only rooms that the architecture names, and no names that say nothing."""

from tests.shape.sources import COMMUNITY, name, python_files

ROOMS = {
    *("admin", "api", "cli", "components", "core", "documents", "domain", "jobs", "looks"),
    *("media", "models", "pages", "realtime", "state", "throttle"),
    *(
        "__init__.py",
        "community.py",
        "owed.py",
        "process.py",
        "recognition.py",
        "urls.py",
        "wiring.py",
    ),
}
SAYING_NOTHING = {"base", "common", "helpers", "manager", "managers", "misc", "service", "utils"}


def test_every_room_is_on_the_map() -> None:
    found = {path.name for path in COMMUNITY.iterdir() if path.name != "__pycache__"}
    assert found <= ROOMS


def test_no_module_has_a_name_that_says_nothing() -> None:
    modules = python_files("community")
    assert not [name(file) for file in modules if file.stem in SAYING_NOTHING]


def test_nothing_shadows_the_library_alembic() -> None:
    assert not (COMMUNITY.parent / "alembic" / "__init__.py").exists()
