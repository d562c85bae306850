"""Determine the IP address and the network of a client, even behind reverse proxies."""

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import Any

from community.core.settings import settings

# A household or a machine usually has a whole /64 of IPv6 addresses, so a /64 counts as one client.
IPV6_PREFIX_LENGTH = 64


def resolve_client_ip(peer: str, forwarded_for: str, trusted_proxies: int) -> str:
    """Return the IP address of the client, as reported by the trusted reverse proxies.

    Each proxy appends the IP address of the sender to the X-Forwarded-For header. With `n`
    trusted proxies, the client address is therefore the n-th entry from the right. The function
    ignores the entries to the left of this entry, because a client can forge them.

    Args:
        peer: The IP address of the machine that opened the connection to this server.
        forwarded_for: The values of all X-Forwarded-For headers, joined with commas.
        trusted_proxies: The number of reverse proxies in front of the site. If it is 0, the
            function ignores the header and returns `peer`.
    """
    if not trusted_proxies or not forwarded_for:
        return peer
    addresses = [part.strip() for part in forwarded_for.split(",")]
    return _strip_port(addresses[-min(trusted_proxies, len(addresses))]) or peer


def get_client_ip(scope: Mapping[str, Any]) -> str:
    peer = scope["client"][0] if scope.get("client") else ""
    values = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    forwarded = b",".join(values).decode("latin-1")
    return resolve_client_ip(peer, forwarded, settings().trusted_proxies)


def get_client_network(ip: str) -> str:
    """Return the network of an IP address. Rate limits count the guests of a network together.

    The network of an IPv4 address is the address itself. The network of an IPv6 address is its
    /64 prefix. If `ip` is not an IP address, the function returns "unknown".
    """
    try:
        parsed = ip_address(ip.partition("%")[0])
    except ValueError:
        return "unknown"
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    network = int(parsed) >> (128 - IPV6_PREFIX_LENGTH) << (128 - IPV6_PREFIX_LENGTH)
    return f"{IPv6Address(network)}/{IPV6_PREFIX_LENGTH}"


def is_loopback(ip: str) -> bool:
    try:
        parsed = ip_address(ip)
    except ValueError:
        return False
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        return parsed.ipv4_mapped.is_loopback
    return parsed.is_loopback


def _strip_port(text: str) -> str:
    """Return the IP address without a port (`1.2.3.4:567`, `[::1]:567`), or "" if there is none."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return str(ip_address(text))
    except ValueError:
        return ""
