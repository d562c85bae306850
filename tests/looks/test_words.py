"""Times and numbers read the same in a document and in the live page."""

import json
import shutil
import subprocess
from datetime import UTC, datetime, timedelta

import pytest

from community.looks.words import full_time, more_replies, relative_time, short_count

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
AGES = {
    timedelta(seconds=-5): "now",
    timedelta(seconds=59): "now",
    timedelta(minutes=1): "1 min",
    timedelta(minutes=59, seconds=59): "59 min",
    timedelta(hours=1): "1 h",
    timedelta(hours=23, minutes=59): "23 h",
    timedelta(days=1): "1 d",
    timedelta(days=6, hours=23): "6 d",
    timedelta(days=7): "14 Nov",
    timedelta(days=324): "1 Jan",
    timedelta(days=325): "31 Dec 2025",
}
COUNTS = {
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


@pytest.mark.parametrize(("age", "words"), AGES.items())
def test_a_moment_is_said_by_its_age(age: timedelta, words: str) -> None:
    assert relative_time(NOW - age, NOW) == words


@pytest.mark.parametrize(("number", "words"), COUNTS.items())
def test_a_number_is_said_as_short_as_it_can_be(number: int, words: str) -> None:
    assert short_count(number) == words


def test_the_title_of_a_moment_is_its_whole_date() -> None:
    assert full_time(NOW) == "21 November 2026 at 09:30 UTC"


def test_the_browser_says_the_same_words() -> None:
    node = shutil.which("node")
    assert node, "Node comes with the requirements of the project"
    script = """
      import { relativeTime, shortCount } from "./assets/ui/words.js";
      const [now, times, counts] = JSON.parse(process.argv[1]);
      const said = [
        times.map((at) => relativeTime(at, new Date(now))),
        counts.map((number) => shortCount(number)),
      ];
      console.log(JSON.stringify(said));
    """
    asked = [NOW.isoformat(), [(NOW - age).isoformat() for age in AGES], list(COUNTS)]
    answer = subprocess.run(
        [node, "--input-type=module", "--eval", script, json.dumps(asked)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(answer.stdout) == [list(AGES.values()), list(COUNTS.values())]


def test_the_way_to_more_replies_says_how_many() -> None:
    assert [more_replies(rest) for rest in (12, 1, 0)] == [
        "12 more replies",
        "1 more reply",
        "More replies",
    ]
