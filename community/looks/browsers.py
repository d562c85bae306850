"""The browser of a sign-in in a few words, as far as it tells: "Firefox on Windows"."""

import re
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["phone", "computer"]

# The first that is found counts: most browsers also name those that they descend from.
_BROWSERS: Final = (
    (re.compile(r"Edg(?:e|A|iOS)?/"), "Edge"),
    (re.compile(r"OPR/|Opera"), "Opera"),
    (re.compile(r"YaBrowser/"), "Yandex Browser"),
    (re.compile(r"SamsungBrowser/"), "Samsung Internet"),
    (re.compile(r"Vivaldi/"), "Vivaldi"),
    (re.compile(r"Firefox/|FxiOS/"), "Firefox"),
    (re.compile(r"Chrome/|CriOS/|Chromium/"), "Chrome"),
    (re.compile(r"Version/.*Safari/"), "Safari"),
)
_SYSTEMS: Final = (
    (re.compile(r"Android"), "Android"),
    (re.compile(r"iPhone|iPod"), "iPhone"),
    (re.compile(r"iPad"), "iPad"),
    (re.compile(r"CrOS"), "ChromeOS"),
    (re.compile(r"Windows"), "Windows"),
    (re.compile(r"Mac OS X|Macintosh"), "macOS"),
    (re.compile(r"Linux|X11"), "Linux"),
)
_HANDHELD: Final = frozenset({"Android", "iPhone", "iPad"})
_PROGRAM: Final = re.compile(r"[A-Za-z][\w.+-]{0,30}(?=/|\s|$)")
UNKNOWN: Final = "Unknown browser"


def name(user_agent: str) -> str:
    """What a person would call it: browser and system, or the name of the program."""
    browser, system = _first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent)
    if browser and system:
        return f"{browser} on {system}"
    if browser or system:
        return browser or system
    program = _PROGRAM.match(user_agent)
    return program[0] if program and program[0] != "Mozilla" else UNKNOWN


def kind(user_agent: str) -> Kind:
    """What to draw beside it."""
    return "phone" if _first(_SYSTEMS, user_agent) in _HANDHELD else "computer"


def _first(known: tuple[tuple[re.Pattern[str], str], ...], user_agent: str) -> str:
    return next((word for pattern, word in known if pattern.search(user_agent)), "")
