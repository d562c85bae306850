"""Tests that the codebase uses no retired terms, that is, terms replaced by standard terms.

The failure message names the standard term to use.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT, get_relative_path

CHECKED = ("community", "assets", "tests", "docs", "scripts", "README.md", "CONTRIBUTING.md")
SUFFIXES = {".css", ".js", ".jsx", ".md", ".mjs", ".py", ".sh", ".toml", ".ts", ".yml"}
# Demo content is fiction, so any word is allowed. The other files list the retired terms
# themselves.
EXEMPT = (
    ROOT / "community" / "cli" / "demo",
    ROOT / "community" / "pages" / "design" / "samples.py",
    ROOT / "scripts" / "check_commits.py",
    ROOT / "tests" / "architecture" / "test_commits.py",
    Path(__file__),
)

# Each regular expression is followed by the standard term to use. Before the comparison, names are
# split at capitals and lowercased, so `one_trip` also finds `oneTrip` and `OneTrip`.
REPLACEMENTS = {
    # Indefinite pronouns are retired because a text must name the actor.
    r"somebody": "the actor: the user, the author, a caller",
    # The word is allowed as a username in test data, as in "nobody", @nobody and /nobody.
    r"(?<![\"'@/])nobody|(?<=[\"'])nobody(?![\"'@])": "the actor: no user, no client, a guest",
    r"anybody": "the actor: any user, any client",
    # The word is a value of the setting who may write to a user.
    r"(?<![\"'])everybody": "all users, every client",
    r"whoever|whomever": "the actor: the user who, the caller that",
    r"oneself": "themselves, the user",
    # Codebase and tests.
    r"stor(?:y|ies)": "test, actions",
    r"drills?": "resilience test",
    r"journeys?": "end-to-end test",
    r"newsrooms?": "editor_site",
    r"ground floor": "lower layers",
    r"of the house|house rules?": "of the codebase",
    r"towns?": "seed_site",
    r"crowds?": "load_clients, users",
    r"unkept": "invalid_characters",
    # Top level and core.
    r"owed": "outbox",
    r"work_promised": "JobEnqueued",
    r"put_off": "reschedule",
    r"note_step": "save_progress",
    r"(?:import|as|community[./]) ?looks|looks\.\w+": "styles",
    r"recognition": "authentication",
    r"one_trip": "sqlite_driver",
    r"one_at_a_time": "advisory_lock",
    r"kept_form": "form_flash or draft_form",
    r"refusals?": "error, DomainError",
    r"leave_out": "deferred",
    r"maybe_(?:at|ref)": "nullable_timestamp, nullable_fk",
    # HTTP interface and server-rendered pages.
    r"doors?": "middleware, entry point",
    r"unfilled": "fallback",
    r"first_paint": "critical_css",
    r"crawled": "robots_and_sitemaps",
    r"stored_answers?": "IdempotencyRecord",
    # State, real time and domain.
    r"gates?": "EventAuthorization",
    r"pump": "PushDispatcher",
    r"rail": "sidebar",
    r"doom(?:ed|s)?": "show_delete_dialog",
    r"turn_around": "toggle_registration_form",
    r"stay_guest": "close_dialog",
    r"look_again": "refresh",
    r"manuscripts?": "draft_updates",
    r"unheard": "ignored_author_ids",
    r"note_seen": "update_last_seen",
    r"present_oneself": "edit_profile",
    r"judg(?:e|es|ed|ing)": "validate, process",
    # Jobs, media and command line.
    r"frugal\w*": "low_memory_decoder",
    r"chores?": "process_tasks",
    r"duty|duties": "ScheduledJob",
    r"loom": "generator",
    r"steady_page": "reflex_adapter",
    # Components and JavaScript.
    r"desks?": "draft_store",
    r"handover": "hydration",
    # Prose and texts on the site.
    r"catching its breath": "Temporarily unavailable. Try again in a moment.",
    r"a failure of ours|a fault of ours": "a bug, an internal error",
    r"e-mails?": "email",
    r"told": "notified, sent, received",
    r"heard|hears": "received, receives, is notified",
    r"page is not here": "Page not found",
    r"did not arrive": "Something went wrong. Try again.",
    r"posts taken back|take (?:it|that) back": "unpublished posts, undo",
    r"silence is death": "a timeout with a number",
}
# One expression for all terms, because it is five times faster than one search per term. The number
# of the matching group is the position of the term in `REPLACEMENTS`.
TERMS = "|".join(f"({term})" for term in REPLACEMENTS)
PATTERN = re.compile(rf"(?<![a-z])(?=[a-z])(?:{TERMS})(?![a-z])")
STANDARD_TERMS = tuple(REPLACEMENTS.values())


def list_checked_files() -> list[Path]:
    paths = [ROOT / name for name in CHECKED]
    files = [path for path in paths if path.is_file()]
    files += [file for path in paths for file in path.rglob("*") if file.suffix in SUFFIXES]
    return sorted(
        file
        for file in files
        if "node_modules" not in file.parts
        and not any(file.is_relative_to(exempt) for exempt in EXEMPT)
    )


def find_retired_terms(text: str) -> Iterator[tuple[int, str, str]]:
    """Find terms that must not be used.

    Yield the line number, the term and the standard term to use for each occurrence.
    """
    normalized = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text).lower()
    for match in PATTERN.finditer(normalized):
        number = normalized.count("\n", 0, match.start()) + 1
        assert match.lastindex
        yield number, match[0], STANDARD_TERMS[match.lastindex - 1]


def test_retired_terms_are_not_used() -> None:
    hits = [
        f"{get_relative_path(file)}:{number}: {term!r}, write: {replacement}"
        for file in list_checked_files()
        for number, term, replacement in find_retired_terms(file.read_text("utf-8"))
    ]
    assert not hits, "\n" + "\n".join(hits)


def test_retired_terms_are_not_in_file_names() -> None:
    hits = [
        f"{get_relative_path(file)}: {term!r}, write: {replacement}"
        for file in list_checked_files()
        for _, term, replacement in find_retired_terms(get_relative_path(file))
    ]
    assert not hits, "\n" + "\n".join(hits)


@pytest.mark.parametrize(
    "text",
    ["from community import looks", "looks.CARD", "OwedJob", "oneTrip()", "Somebody replied"],
)
def test_retired_terms_are_found(text: str) -> None:
    assert list(find_retired_terms(text))


@pytest.mark.parametrize(
    "text",
    [
        "It looks like a link. Then",
        "outdoors and guardrails",
        "the connection is kept open",
        "/nobody",
    ],
)
def test_ordinary_english_is_allowed(text: str) -> None:
    assert not list(find_retired_terms(text))
