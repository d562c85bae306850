import pytest

from community.core.http.client_ip import get_client_network, is_loopback, resolve_client_ip


@pytest.mark.parametrize(
    ("forwarded_for", "trusted_proxies", "client_ip"),
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
def test_the_client_ip_is_the_address_that_connected_to_the_outermost_trusted_proxy(
    forwarded_for: str, trusted_proxies: int, client_ip: str
) -> None:
    assert resolve_client_ip("10.0.0.1", forwarded_for, trusted_proxies) == client_ip


@pytest.mark.parametrize(
    ("ip", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", "unknown"),
        ("testclient", "unknown"),
    ],
)
def test_a_rate_limit_key_is_an_ipv4_address_or_ipv6_network(ip: str, network: str) -> None:
    assert get_client_network(ip) == network


def test_loopback_addresses_are_recognized() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1")))
    assert not any(map(is_loopback, ("10.0.0.1", "", "localhost", "::2")))
