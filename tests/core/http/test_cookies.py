import pytest

from community.core.http import cookies


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
def test_a_cookie_is_found_among_other_cookies(header: str) -> None:
    assert cookies.find(header, "session") == "abc"


@pytest.mark.parametrize("header", ["", "session", "__Host-session=abc", "mysession=abc"])
def test_cookies_with_similar_names_are_not_found(header: str) -> None:
    assert not cookies.find(header, "session")
