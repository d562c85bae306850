"""Tests that code cannot bypass the limits on texts (docs/decisions/0008-bounded-work.md)."""

import re
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGE_DIR, get_relative_path, list_python_files

TEXT_PACKAGE = PACKAGE_DIR / "core" / "text"
NORMALIZATION = TEXT_PACKAGE / "normalization.py"
DEMO = PACKAGE_DIR / "cli" / "demo"  # its texts do not come from users
NORMALIZE = re.compile(r"\bunicodedata\.normalize\b|\bfrom unicodedata import\b.*\bnormalize\b")
PARSER = re.compile(r"^ *(?:import|from) (?:nh3|markdown_it|linkify_it)\b", re.MULTILINE)
# Without re.ASCII, the letters \u017f, \u0131 and \u212a match s, i and k in other letters.
UNICODE_IGNORE_CASE = re.compile(r"\bre\.I(?:GNORECASE)?\b(?! \| re\.ASCII)|\(\?i")
# These patterns search bytes, or texts that are not identifiers.
IGNORE_CASE_EXCEPTIONS = {
    "community/core/logs.py": "names of secrets in logs",
    "community/domain/search/query.py": "names of filters, which are Russian too",
    "community/gateways/media_conversion/validation.py": "bytes",
}


def find_violations(file: Path, source: str) -> list[str]:
    violations = [] if file == NORMALIZATION else NORMALIZE.findall(source)
    if TEXT_PACKAGE not in file.parents:
        violations += PARSER.findall(source)
    if get_relative_path(file) not in IGNORE_CASE_EXCEPTIONS:
        violations += [match[0] for match in UNICODE_IGNORE_CASE.finditer(source)]
    return violations


def test_only_functions_with_limits_normalize_and_parse_texts() -> None:
    found = {
        get_relative_path(file): violations
        for file in list_python_files("community")
        if DEMO not in file.parents
        and (violations := find_violations(file, file.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    "line",
    [
        'unicodedata.normalize("NFC", text)',
        "from unicodedata import normalize",
        "import nh3",
        "    from markdown_it import MarkdownIt",
        're.compile("[a-z]+", re.IGNORECASE)',
        're.compile("(?i:a)")',
    ],
)
def test_a_way_around_the_limits_is_found(line: str) -> None:
    assert find_violations(PACKAGE_DIR / "urls.py", line) != []
