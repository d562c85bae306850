import pytest

from community.core.http import user_agents

_WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
EXPECTED_NAMES = {
    "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0": "Firefox on Linux",
    f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {_WEBKIT} Chrome/142.0.0.0 Safari/537.36": (
        "Chrome on Windows"
    ),
    f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {_WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0": (
        "Edge on Windows"
    ),
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.1 Safari/605.1.15": "Safari on macOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
    "Gecko) Version/18.1 Mobile/15E148 Safari/604.1": "Safari on iPhone",
    "Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "FxiOS/145.0 Mobile/15E148 Safari/605.1.15": "Firefox on iPad",
    f"Mozilla/5.0 (Linux; Android 15; SM-S921B) {_WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile "
    "Safari/537.36": "Samsung Internet on Android",
    f"Mozilla/5.0 (Windows NT 10.0) {_WEBKIT} Chrome/140.0 YaBrowser/25.8 Safari/537.36": (
        "Yandex Browser on Windows"
    ),
    f"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {_WEBKIT} Chrome/142.0 Safari/537.36": (
        "Chrome on ChromeOS"
    ),
    "curl/8.11.0": "curl",
    "python-httpx/0.28.1": "python-httpx",
    "Mozilla/5.0": user_agents.get_unknown_browser_name(),
    "": user_agents.get_unknown_browser_name(),
    "<script>alert(1)</script>": user_agents.get_unknown_browser_name(),
}


@pytest.mark.parametrize("user_agent", EXPECTED_NAMES)
def test_user_agents_have_readable_names(user_agent: str) -> None:
    assert user_agents.describe(user_agent) == EXPECTED_NAMES[user_agent]


@pytest.mark.parametrize("user_agent", EXPECTED_NAMES)
def test_phones_and_tablets_have_the_phone_icon(user_agent: str) -> None:
    is_phone = any(system in EXPECTED_NAMES[user_agent] for system in ("iPhone", "iPad", "Android"))
    assert (user_agents.get_device_kind(user_agent) == "phone") is is_phone
