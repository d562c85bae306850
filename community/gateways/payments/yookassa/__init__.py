"""The gateway to YooKassa, over its HTTP API."""
