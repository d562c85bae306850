"""What all State classes share: authorization of events, the socket, the URL and toasts."""
