"""Network addresses: whose a request is, and what counts as one visitor."""

from ipaddress import IPv6Address, ip_address

# One household or one machine has a whole /64 of IPv6: its addresses are one visitor.
VISITOR_PREFIX = 64


def client_address(peer: str, forwarded_for: str, trusted_proxies: int) -> str:
    """The address of the client behind our own reverse proxies.

    Each proxy adds the address it heard from at the right of X-Forwarded-For, so with `n` trusted
    proxies the client is the n-th from the right; everything left of it is the client's own word.

    Args:
        peer: who is at the other end of the connection.
        forwarded_for: the header X-Forwarded-For, several of them joined with commas.
        trusted_proxies: how many reverse proxies of ours stand in front; 0 ignores the header.
    """
    if not trusted_proxies or not forwarded_for:
        return peer
    heard = [part.strip() for part in forwarded_for.split(",")]
    return _without_port(heard[-min(trusted_proxies, len(heard))]) or peer


def visitor(address: str) -> str:
    """What one guest is counted by: an IPv4 address, or the /64 of an IPv6 address."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return "unknown"
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    network = int(parsed) >> (128 - VISITOR_PREFIX) << (128 - VISITOR_PREFIX)
    return f"{IPv6Address(network)}/{VISITOR_PREFIX}"


def is_loopback(address: str) -> bool:
    """Whether the address is this machine itself."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        return parsed.ipv4_mapped.is_loopback
    return parsed.is_loopback


def _without_port(text: str) -> str:
    """`1.2.3.4:567` and `[::1]:567` without the port; "" when it is no address at all."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return str(ip_address(text))
    except ValueError:
        return ""
