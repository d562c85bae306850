"""Tests that Python and JavaScript format times and numbers identically in every site language."""

import json
import shutil
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from community.i18n import Language, ngettext, override
from community.i18n.formats import (
    format_full_date,
    format_full_time,
    format_money,
    format_number,
    format_relative_time,
    format_share,
    format_short_count,
)
from community.reflex_adapter.build_plugins.browser_catalog import render_catalog

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
ENGLISH_AGES = {
    timedelta(seconds=-5): "now",
    timedelta(seconds=59): "now",
    timedelta(minutes=1): "1 min",
    timedelta(minutes=59, seconds=59): "59 min",
    timedelta(hours=1): "1 h",
    timedelta(hours=23, minutes=59): "23 h",
    timedelta(days=1): "1 d",
    timedelta(days=6, hours=23): "6 d",
    timedelta(days=7): "14 Nov",
    timedelta(days=60): "22 Sept",
    timedelta(days=324): "1 Jan",
    timedelta(days=325): "31 Dec 2025",
    timedelta(seconds=-59): "now",
    timedelta(seconds=-60): "in 1 min",
    timedelta(seconds=-89): "in 1 min",
    timedelta(seconds=-90): "in 2 min",
    timedelta(minutes=-59, seconds=-29): "in 59 min",
    timedelta(minutes=-59, seconds=-30): "in 1 h",
    timedelta(hours=-23, minutes=-29): "in 23 h",
    timedelta(hours=-23, minutes=-30): "in 1 d",
    timedelta(days=-3, seconds=2): "in 3 d",
    timedelta(days=-6, hours=-12): "27 Nov",
    timedelta(days=-60): "20 Jan 2027",
}
RUSSIAN_AGES = {
    timedelta(seconds=59): "сейчас",
    timedelta(minutes=1): "1 мин",
    timedelta(hours=23, minutes=59): "23 ч",
    timedelta(days=6, hours=23): "6 дн.",
    timedelta(days=7): "14 нояб.",
    timedelta(days=200): "5 мая",
    timedelta(days=325): "31 дек. 2025",
    timedelta(minutes=-5): "через 5 мин",
    timedelta(hours=-2): "через 2 ч",
    timedelta(days=-3): "через 3 дн.",
    timedelta(days=-8): "29 нояб.",
}
ENGLISH_COUNTS = {
    0: "0",
    999: "999",
    1_000: "1K",
    1_290: "1.2K",
    9_999: "9.9K",
    15_400: "15K",
    999_999: "999K",
    3_400_000: "3.4M",
    2_000_000_000: "2B",
}
# A no-break space keeps a number and its unit on the same line.
RUSSIAN_COUNTS = {
    999: "999",
    1_290: "1,2\u00a0тыс.",
    15_400: "15\u00a0тыс.",
    3_400_000: "3,4\u00a0млн",
    2_000_000_000: "2\u00a0млрд",
}
CASES: dict[Language, tuple[dict[timedelta, str], dict[int, str]]] = {
    "en": (ENGLISH_AGES, ENGLISH_COUNTS),
    "ru": (RUSSIAN_AGES, RUSSIAN_COUNTS),
}
SCRIPT = """
  import { fullNumber, relativeTime, shortCount } from "./formats.js";
  import { ngettext } from "./i18n.js";
  const [now, times, counts] = JSON.parse(process.argv[1]);
  console.log(JSON.stringify([
    times.map((at) => relativeTime(at, new Date(now))),
    counts.map((count) => shortCount(count)),
    counts.map((count) => ngettext("{n} new comment", "{n} new comments", count)),
    counts.map((count) => fullNumber(count)),
  ]));
"""

RunScript = Callable[[Language, Any], Any]


@pytest.fixture
def run_format_script(russian_catalog: Catalog, tmp_path: Path) -> RunScript:
    """Return a function that runs `SCRIPT` in Node and returns the JSON value printed by `SCRIPT`.

    The script imports copies of `formats.js` and `i18n.js`. They use the message catalog of the
    language that is passed to the returned function.
    """
    node = shutil.which("node")
    assert node, "Node is installed with the Python packages"

    def run(language: Language, argument: Any) -> Any:
        folder = tmp_path / f"ui-{language}"
        folder.mkdir()
        for name in ("formats.js", "i18n.js"):
            shutil.copy(Path("assets/ui") / name, folder)
        catalog = russian_catalog if language == "ru" else Catalog(locale=language)
        (folder / "catalog.js").write_text(render_catalog(catalog, language))
        output = subprocess.run(
            [node, "--input-type=module", "--eval", SCRIPT, json.dumps(argument)],
            capture_output=True,
            text=True,
            check=True,
            cwd=folder,
        ).stdout
        return json.loads(output)

    return run


@pytest.mark.parametrize("language", CASES)
def test_recent_times_are_shown_relative_to_now(
    russian_catalog: Catalog, language: Language
) -> None:
    ages, _ = CASES[language]
    with override(language):
        assert {age: format_relative_time(NOW - age, NOW) for age in ages} == ages


@pytest.mark.parametrize("language", CASES)
def test_large_numbers_are_abbreviated(russian_catalog: Catalog, language: Language) -> None:
    _, counts = CASES[language]
    with override(language):
        assert {count: format_short_count(count) for count in counts} == counts


@pytest.mark.parametrize("language", CASES)
def test_javascript_formats_times_and_numbers_like_python(
    run_format_script: RunScript, language: Language
) -> None:
    ages, counts = CASES[language]
    moments = [(NOW - age).isoformat() for age in ages]
    times, numbers, plurals, full = run_format_script(
        language, [NOW.isoformat(), moments, list(counts)]
    )
    assert times == list(ages.values())
    assert numbers == list(counts.values())
    with override(language):
        assert full == [format_number(count) for count in counts]
        expected = [ngettext("{n} new comment", "{n} new comments", count) for count in counts]
    assert plurals == expected
    assert full[-1] == {"en": "2,000,000,000", "ru": "2\u00a0000\u00a0000\u00a0000"}[language]
    assert full[-1] in plurals[-1]


def test_javascript_chooses_the_same_plural_forms_as_python(run_format_script: RunScript) -> None:
    _, _, plurals, _ = run_format_script("ru", [NOW.isoformat(), [], [1, 3, 5, 11, 21, 102]])
    assert plurals == [
        "1 новый комментарий",
        "3 новых комментария",
        "5 новых комментариев",
        "11 новых комментариев",
        "21 новый комментарий",
        "102 новых комментария",
    ]


def test_full_time_contains_the_date_the_time_and_the_time_zone() -> None:
    assert format_full_time(NOW) == "21 November 2026 at 09:30 UTC"
    assert format_full_time(NOW.astimezone()) == format_full_time(NOW)


def test_russian_dates_have_the_month_in_the_genitive(russian: Catalog) -> None:
    assert format_full_date(NOW) == "21 ноября 2026"
    assert format_full_time(NOW) == "21 ноября 2026 в 09:30 UTC"


def test_large_numbers_have_the_thousands_separator_of_the_language(
    russian_catalog: Catalog,
) -> None:
    assert format_number(1_234_567) == "1,234,567"
    with override("ru"):
        assert format_number(1_234_567) == "1\u00a0234\u00a0567"


@pytest.mark.parametrize(
    ("currency", "english", "russian"),
    [("EUR", "€4.50", "4,50 €"), ("CHF", "CHF 4.50", "4,50 CHF")],
)
def test_a_space_separates_the_code_of_a_currency_from_the_amount(
    currency: str, english: str, russian: str
) -> None:
    assert format_money(Decimal("4.5"), currency).replace("\N{NO-BREAK SPACE}", " ") == english
    with override("ru"):
        assert format_money(Decimal("4.5"), currency).replace("\N{NO-BREAK SPACE}", " ") == russian


def test_a_space_precedes_the_percent_sign_in_russian() -> None:
    assert [format_share(ratio) for ratio in (0.698, 0.7, 1 / 3)] == ["69.8%", "70%", "33.3%"]
    with override("ru"):
        assert format_share(0.698) == "69,8\N{NO-BREAK SPACE}%"
