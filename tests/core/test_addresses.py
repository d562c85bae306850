import pytest

from community.core.addresses import client_address, is_loopback, visitor


@pytest.mark.parametrize(
    ("heard", "proxies", "client"),
    [
        ("198.51.100.1", 0, "10.0.0.1"),
        ("", 1, "10.0.0.1"),
        ("198.51.100.1", 1, "198.51.100.1"),
        ("6.6.6.6, 198.51.100.1", 1, "198.51.100.1"),
        ("6.6.6.6, 198.51.100.1, 10.0.0.2", 2, "198.51.100.1"),
        ("198.51.100.1", 3, "198.51.100.1"),
        ("198.51.100.1:4711", 1, "198.51.100.1"),
        ("[2001:db8::1]:443", 1, "2001:db8::1"),
        ("2001:db8::1", 1, "2001:db8::1"),
        ("<script>", 1, "10.0.0.1"),
        ("unknown", 1, "10.0.0.1"),
    ],
)
def test_the_client_is_who_the_outermost_trusted_proxy_heard(
    heard: str, proxies: int, client: str
) -> None:
    assert client_address("10.0.0.1", heard, proxies) == client


@pytest.mark.parametrize(
    ("address", "who"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", "unknown"),
        ("testclient", "unknown"),
    ],
)
def test_a_visitor_is_an_address_or_a_network(address: str, who: str) -> None:
    assert visitor(address) == who


def test_this_machine_is_known_by_all_of_its_names() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1")))
    assert not any(map(is_loopback, ("10.0.0.1", "", "localhost", "::2")))
