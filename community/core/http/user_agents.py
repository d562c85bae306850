"""Convert `User-Agent` headers to readable names such as "Firefox on Windows"."""

import re
from typing import Final, Literal, TypeAlias

from community.i18n import gettext as _

DeviceKind: TypeAlias = Literal["phone", "computer"]

# The order matters, because most browsers also send the names of other browsers. The first match is
# used.
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
_HANDHELD_SYSTEMS: Final = frozenset({"Android", "iPhone", "iPad"})
# Crawlers, link previews, monitoring, libraries and browsers without a user. Matched in lower case.
_AUTOMATED: Final = re.compile(
    r"bot\b|bot[/;_-]|crawl|spider|slurp|headless|preview|externalhit|lighthouse|monitor|"
    r"pingdom|uptime|scrap|curl|wget|httpie|python|java/|go-http|okhttp|axios|node-fetch|undici|"
    r"libwww|phantomjs|selenium|puppeteer|playwright|embedly|whatsapp|telegram|feed(?:ly|fetcher)"
)
_PROGRAM: Final = re.compile(r"[A-Za-z][\w.+-]{0,30}(?=/|\s|$)")


def describe(user_agent: str) -> str:
    """Return for example "Firefox on Windows", or the name of another program, such as "curl"."""
    browser, system = (
        _find_first_name(_BROWSERS, user_agent),
        _find_first_name(_SYSTEMS, user_agent),
    )
    if browser and system:
        # Translators: "Firefox on Windows".
        return _("{browser} on {system}", browser=browser, system=system)
    if browser or system:
        return browser or system
    program = _PROGRAM.match(user_agent)
    return program[0] if program and program[0] != "Mozilla" else get_unknown_browser_name()


def get_unknown_browser_name() -> str:
    return _("Unknown browser")


def is_automated(user_agent: str) -> bool:
    """Return whether the client is a program such as a crawler, as far as it says so.

    Clients without a browser and a system in their name are programs, too.
    """
    is_browser = bool(
        _find_first_name(_BROWSERS, user_agent) and _find_first_name(_SYSTEMS, user_agent)
    )
    return not is_browser or _AUTOMATED.search(user_agent.lower()) is not None


def get_device_kind(user_agent: str) -> DeviceKind:
    return "phone" if _find_first_name(_SYSTEMS, user_agent) in _HANDHELD_SYSTEMS else "computer"


def _find_first_name(names: tuple[tuple[re.Pattern[str], str], ...], user_agent: str) -> str:
    return next((name for pattern, name in names if pattern.search(user_agent)), "")
