"""Telling open pages what happened: topics, a hub between processes, and who watches what here."""
