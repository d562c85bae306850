"""Tests of the skeletons of display names, which are equal for names that look alike."""

import pytest

from community.core.text.name_skeletons import MAX_LENGTH, build_name_skeleton

ALIKE = [
    ("Olga", "OLGA"),
    ("Olga", "Оlgа"),
    ("Olga", "𝐎𝐥𝐠𝐚"),
    ("Olga", "Ｏｌｇａ"),
    ("Olga", "O\u200dl\ufe0ega"),
    ("Olga", "O. l. g. a"),
    ("Анна", "АННА"),
    ("Анна", "Ahha"),
    ("Tom", "Torn"),
]
DIFFERENT = [("Olga", "Olha"), ("Ольга", "Olga"), ("राम", "रम"), ("Ann", "Änn"), ("李明", "李月")]


@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_names_that_look_alike_have_the_same_skeleton(name: str, other: str) -> None:
    assert build_name_skeleton(name) == build_name_skeleton(other)


@pytest.mark.parametrize(("name", "other"), DIFFERENT)
def test_other_names_have_different_skeletons(name: str, other: str) -> None:
    assert build_name_skeleton(name) != build_name_skeleton(other)


def test_the_skeleton_fits_into_the_column() -> None:
    assert len(build_name_skeleton("ﷺ" * 50)) <= MAX_LENGTH
    assert build_name_skeleton("…") == ""
