"""What all server-rendered pages share: routing, cache, layout, compression and page head."""
