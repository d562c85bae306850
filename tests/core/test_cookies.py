"""Reading the Cookie header."""

import pytest

from community.core import cookies


@pytest.mark.parametrize(
    "header",
    [
        "session=abc",
        "a=1; session=abc; b=2",
        'x={"no":"json"}; session=abc',
        "theme; session=abc",
        "a=b=c;session=abc",
    ],
)
def test_our_cookie_is_found_whatever_stands_beside_it(header: str) -> None:
    assert cookies.find(header, "session") == "abc"


@pytest.mark.parametrize("header", ["", "session", "__Host-session=abc", "mysession=abc"])
def test_other_cookies_are_not_ours(header: str) -> None:
    assert not cookies.find(header, "session")
